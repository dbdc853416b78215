import { existsSync } from 'node:fs';
import type { Answer } from '../../shared/ipc.ts';
import { type Done, ok, type Result } from '../../shared/result.ts';
import { isLeadPin, type Setup } from '../../shared/settings.ts';
import { worldSchema } from '../../shared/world.ts';
import type { BenchContext } from '../bench/context.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { type KeyInUse, keyOf } from '../credentials/data-key.ts';
import type { People } from '../credentials/people.ts';
import type { KeptPin } from '../credentials/pin.ts';
import { openRecoveryKey } from '../credentials/recovery-key.ts';
import type { Platform } from './platform.ts';

interface LeadAccessParts {
  readonly platform: Pick<Platform, 'now' | 'sleep'>;
  readonly leadPin: KeptPin;
  readonly people: Pick<People, 'isUsed'>;
  readonly credentials: Credentials;
  readonly dataKey: Pick<KeyInUse, 'bytes' | 'isLocked'>;
  readonly recoveryFiles: () => readonly string[];
  readonly fail: BenchContext['fail'];
  /** Writes one line to the history. */
  readonly note: (what: string) => void;
  readonly setup: () => Setup;
}

/** Checks the shift lead's PIN, and resets it with a secret that packers do not know. */
export interface LeadAccess {
  /** An empty PIN is right if no PIN is set, any PIN if people are listed: then their roles decide who makes the call. */
  check: BenchContext['checkPin'];
  change(oldPin: string, pin: string): Answer<'setLeadPin'>;
  /**
   * Resets the PIN with the account's secret or the recovery code. If neither was ever kept, no proof is needed, because there is nothing
   * to protect. If both were deleted, there is no proof, and nothing is reset.
   */
  reset(proof: string, pin: string): Promise<Answer<'resetLeadPin'>>;
  /** The proof of `reset` alone. */
  proven(proof: string): Promise<Done<'proof-wrong' | 'proof-gone'>>;
}

/** Slows down guessing; typing the secret takes longer than this. */
const proofWaitMs = 1000;

export function createLeadAccess({
  platform,
  leadPin,
  people,
  credentials,
  dataKey,
  recoveryFiles,
  fail,
  note,
  setup,
}: LeadAccessParts): LeadAccess {
  function set(pin: string, what: 'pin-set' | 'pin-reset'): Result<Setup, 'setting-invalid'> {
    if (pin !== '' && !isLeadPin(pin)) return fail('setting-invalid', [{ code: 'pin-not-digits' }]);
    leadPin.set(pin);
    note(pin === '' ? 'pin-removed' : what);
    return ok(setup());
  }

  const check: LeadAccess['check'] = (pin) => {
    if (people.isUsed()) return ok({});
    if (pin === '' && leadPin.isSet()) return fail('pin-wrong');
    const guess = leadPin.guess(pin);
    if (guess.is === 'right') return ok({});
    if (guess.is === 'too-soon') return fail('pin-too-soon', new Date(platform.now().getTime() + guess.waitMs).toISOString());
    note('pin-wrong');
    return fail('pin-wrong');
  };

  /** SECURITY: whoever writes into the backup folder can put a file there that a code of their own opens, with another key in it. */
  function opensDataKey(file: string, code: string): boolean {
    const key = openRecoveryKey(file, code);
    return key instanceof Uint8Array && !dataKey.isLocked() && Buffer.from(dataKey.bytes()).equals(keyOf(key));
  }

  async function proven(proof: string): Promise<Done<'proof-wrong' | 'proof-gone'>> {
    const isKept = worldSchema.options.some(credentials.has) || recoveryFiles().some(existsSync);
    const isProven = credentials.isSecret(proof) || recoveryFiles().some((file) => opensDataKey(file, proof));
    if (isProven || (!isKept && !credentials.isProofMarked())) return ok({});
    note('pin-reset-refused');
    await platform.sleep(proofWaitMs);
    return fail(isKept ? 'proof-wrong' : 'proof-gone');
  }

  return {
    check,
    change(oldPin, pin) {
      const checked = check(oldPin);
      return checked.ok ? set(pin, 'pin-set') : checked;
    },
    async reset(proof, pin) {
      const checked = await proven(proof);
      return checked.ok ? set(pin, 'pin-reset') : checked;
    },
    proven,
  };
}
