import { z } from 'zod';
import { type BenchOfSite, printersOfBenchSchema } from '../../shared/bench-of-site.ts';
import type { LedgerCode } from '../../shared/call-codes.ts';
import { ok, type Result } from '../../shared/result.ts';
import { worldSchema } from '../../shared/world.ts';
import type { SiteCalls } from '../bench/ports/ledger.ts';
import { doubtsFrom } from './doubts.ts';
import type { EncryptedAt, Encryption } from './encryption.ts';
import { drawSalt, hashOfPin } from './lead-proof.ts';
import { packSettings, unpackSettings } from './pack.ts';
import { scramVerifier } from './scram-verifier.ts';

const bytes = z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));
const presentedSchema = z.object({
  bench: z.int(),
  newest: z.int(),
  given: z.array(bytes),
  lacking: z.array(z.object({ bench: z.int(), publicKey: bytes, proof: bytes, has: z.int() })),
});
const benchesSchema = z.object({
  newest: z.int(),
  benches: z.array(
    z.object({
      bench: z.int(),
      isHere: z.boolean(),
      retired: z.boolean(),
      version: z.string().nullable(),
      printers: printersOfBenchSchema.nullable().catch(null),
      silentMs: z.number().nullable(),
      sending: z.int(),
      unknown: z.int(),
      waitedIn: z.array(worldSchema.catch('live')),
      siteKey: z.int(),
    }),
  ),
});

const versionSchema = z.object({
  version: z.int().optional(),
  id: z.string().optional(),
  bench: z.int().optional(),
  encrypted: z.base64().optional(),
});

const tooSoonSchema = z.object({ is: z.literal('too-soon'), withinMs: z.number() });

interface SiteCallsParts {
  readonly encryption: Encryption;
  /** Calls a function of the ledger and returns its answer. */
  readonly call: (name: string, values: readonly unknown[]) => Promise<Result<{ readonly is: string }, LedgerCode>>;
  /** Maps any other answer than the expected one to a refusal. */
  readonly refusalOf: (answer: { readonly is: string }) => Result<never, LedgerCode>;
}

/** Calls of the ledger about benches, site keys and shared settings. */
export function createSiteCalls({ call, refusalOf, encryption }: SiteCallsParts): SiteCalls {
  async function asked<T>(word: string, name: string, values: readonly unknown[], schema: z.ZodType<T>): Promise<Result<T, LedgerCode>> {
    const answer = await call(name, values);
    if (!answer.ok) return answer;
    if (answer.value.is !== word) return refusalOf(answer.value);
    const read = schema.safeParse(answer.value);
    return read.success ? ok(read.data) : refusalOf({ is: 'an answer of another shape' });
  }
  const nothing = z.object({});
  /** A constant environment: settings apply to all environments. */
  const placeOf = (version: number, id: string): EncryptedAt => ({ world: 'live', attempt: `${version} ${id}`, kind: 'settings' });

  return {
    present: ({ version, printers, publicKey, proof, siteKey }) =>
      asked(
        'presented',
        'present',
        [version, JSON.stringify(printers), Buffer.from(publicKey), proof && Buffer.from(proof), siteKey],
        presentedSchema,
      ),
    async makeSiteKey(number) {
      const answer = await call('make_site_key', [number]);
      if (!answer.ok) return answer;
      return answer.value.is === 'made' || answer.value.is === 'made-elsewhere' ? ok(answer.value.is) : refusalOf(answer.value);
    },
    giveKey: (bench, number, packed) => asked('given', 'give_key', [bench, number, Buffer.from(packed)], nothing),
    invite: (ticketHash, packed, password) =>
      asked(
        'invited',
        'invite',
        [Buffer.from(ticketHash), Buffer.from(packed), scramVerifier(password)],
        z.object({ withinMs: z.number(), login: z.string().nullable() }),
      ),
    withdraw: () => asked('withdrawn', 'withdraw', [], nothing),
    benches: () =>
      asked(
        'benches',
        'benches',
        [],
        benchesSchema.transform(({ newest, benches }): readonly BenchOfSite[] =>
          benches.map(({ retired, siteKey, version, silentMs, ...rest }) => ({
            ...rest,
            isRetired: retired,
            version: version ?? '',
            silentMs: silentMs === null ? null : Math.max(0, silentMs),
            hasKey: newest > 0 && siteKey === newest,
          })),
        ),
      ),
    async takeDoubts(bench, world) {
      const answer = await call('take_doubts', [world, bench]);
      if (!answer.ok) return answer;
      if (answer.value.is === 'bench-is-on') return ok('on');
      if (answer.value.is !== 'taken') return refusalOf(answer.value);
      return doubtsFrom(answer.value, world) ?? refusalOf({ is: 'an answer of another shape' });
    },
    async siteSettings(knownId) {
      const answer = await asked('site-settings', 'site_settings', [knownId], versionSchema);
      if (!answer.ok) return answer;
      const { version, id, bench, encrypted } = answer.value;
      if (version === undefined || id === undefined || bench === undefined) return ok(undefined);
      const opened = encrypted === undefined ? undefined : encryption.decrypt(Buffer.from(encrypted, 'base64'), placeOf(version, id));
      const isForged = encrypted !== undefined && !opened && encryption.hasKeyOf(Buffer.from(encrypted, 'base64'));
      return ok({ version, id, bench, settings: opened && unpackSettings(opened), isForged });
    },
    async shareSettings({ version, id, settings }) {
      const encrypted = encryption.encrypt(packSettings(settings), placeOf(version, id));
      if (!encrypted) return ok('no-key');
      const answer = await call('share_settings', [version, id, Buffer.from(encrypted)]);
      if (!answer.ok) return answer;
      if (answer.value.is === 'settings-moved') return ok('moved');
      return answer.value.is === 'shared' ? ok('shared') : refusalOf(answer.value);
    },
    async proveLead(pin) {
      const salted = await asked('salt', 'salt_of_lead', [], z.object({ salt: bytes.nullable() }));
      if (!salted.ok) return salted;
      const { salt } = salted.value;
      if (!salt) return ok({ is: 'none' });
      if (pin === '') return ok({ is: 'wrong' });
      const guessed = await call('guess_lead', [await hashOfPin(pin, salt)]);
      if (!guessed.ok) return guessed;
      const late = tooSoonSchema.safeParse(guessed.value);
      if (late.success) return ok({ is: 'too-soon', waitMs: late.data.withinMs });
      if (guessed.value.is !== 'guessed') return refusalOf(guessed.value);
      const judged = await call('judge_lead', []);
      if (!judged.ok) return judged;
      return judged.value.is === 'right' || judged.value.is === 'wrong' ? ok({ is: judged.value.is }) : refusalOf(judged.value);
    },
    async setLead(pin) {
      const salt = drawSalt();
      const answer = await call('set_lead', pin === '' ? [null, null] : [salt, await hashOfPin(pin, salt)]);
      if (!answer.ok) return answer;
      if (answer.value.is === 'lead-missing') return ok('unproven');
      return answer.value.is === 'set' ? ok('set') : refusalOf(answer.value);
    },
    vouch: (bench, world) => asked('agreed', 'vouch', [bench, world], nothing),
    retire: (bench) => asked('retired', 'retire', [bench], nothing),
  };
}
