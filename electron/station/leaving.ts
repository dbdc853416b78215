import { existsSync } from 'node:fs';
import type { Answer, CallArgs } from '../../shared/ipc.ts';
import { type Done, ok, stackOf } from '../../shared/result.ts';
import type { Setup } from '../../shared/settings.ts';
import { type World, worldSchema } from '../../shared/world.ts';
import { allowedBy } from '../bench/context.ts';
import { nowAndThen } from '../bench/now-and-then.ts';
import type { KeptSiteKeys } from '../credentials/site-keys.ts';
import { readDatabaseAddress } from '../ledger/database-address.ts';
import type { leaveLedger } from '../ledger/leave-ledger.ts';
import type { ClosedWorlds } from './closed-worlds.ts';
import type { LeadAccess } from './lead-access.ts';
import type { SettingsStore } from './settings.ts';
import type { SiteLedger } from './site-ledger.ts';
import { journalFileOf } from './world-files.ts';
import type { WorldParts } from './world-parts.ts';
import type { WorldSwitch } from './world-switch.ts';

interface LeavingParts {
  readonly world: Pick<WorldParts, 'platform' | 'encryption' | 'openJournal' | 'fail' | 'log'>;
  readonly settings: Pick<SettingsStore, 'read' | 'change'>;
  /** Name of the person at the bench. */
  readonly who: () => string;
  readonly siteLedger: SiteLedger;
  readonly siteKeys: Pick<KeptSiteKeys, 'save'>;
  readonly worlds: WorldSwitch;
  readonly closedWorlds: Pick<ClosedWorlds, 'look' | 'unreported'>;
  readonly lead: Pick<LeadAccess, 'check'>;
  readonly setup: () => Setup;
  readonly leaveLedger: typeof leaveLedger;
}

/** Removes this bench from the ledger of its site. */
export interface Leaving {
  leave(given: CallArgs<'leaveLedger'>): Promise<Answer<'leaveLedger'>>;
  /** Completes a removal that was interrupted. Called often; never throws. */
  look(): Promise<void>;
}

const everyMs = 5_000;
const openStates = ['intent', 'sending', 'answered', 'unknown'] as const;

/**
 * From one durable write on, a leaving bench buys nothing. The ledger decides if it is gone or stays, also after a restart. Only then is
 * local data removed, and the file that marks the bench as leaving goes last: an interrupted removal runs again.
 */
export function createLeaving(parts: LeavingParts): Leaving {
  const { world, settings, who, siteLedger, siteKeys, worlds, closedWorlds, lead, setup } = parts;
  const { platform, fail, log } = world;
  const looks = nowAndThen(everyMs, platform.elapsed);
  let isUnderWay = false;

  /** Returns the reason why the bench cannot leave yet, as far as it is known here. */
  async function refusal(): Promise<Done<'not-now' | NonNullable<Extract<Answer<'leaveLedger'>, { ok: false }>>['failure']['code']>> {
    const open = worlds.current();
    if (!open) return fail('not-now');
    const { journal, ledger } = open.bench.context;
    await ledger.look();
    const may = ledger.mayAsk();
    if (!may.ok) return may;
    const count = journal.bookingsInState(openStates).length + journal.pickupsInState(openStates).length;
    if (count > 0) return fail('not-now', [{ code: 'leaves-doubt', count }]);
    if (closedWorlds.unreported() === null) await closedWorlds.look(open.world);
    const [here, elsewhere] = [ledger.state()?.unreported ?? 0, closedWorlds.unreported()];
    const unreported = elsewhere === null ? null : here + elsewhere;
    return unreported === 0 ? ok({}) : fail('not-now', [{ code: 'leaves-unreported', count: unreported }]);
  }

  async function enter(whileClosed: () => void): Promise<Answer<'enterWorld'>> {
    const open = worlds.current()?.world ?? settings.read().world;
    if (open) return await worlds.enter(open, whileClosed);
    whileClosed();
    return ok(setup());
  }

  /** Safe to repeat. */
  function becomeAlone(): void {
    for (const each of worldSchema.options) leaveFeedOf(each);
    // Other benches may use the key, until a shift lead changes that.
    settings.change({ onlyUserOfKey: false, site: null });
    siteKeys.save([]);
    siteLedger.forget();
    log('ledger', { state: 'left' });
  }

  function leaveFeedOf(each: World): void {
    const file = journalFileOf(world, each);
    if (!existsSync(file)) return;
    const journal = world.openJournal({ file, world: each, encryption: world.encryption, now: platform.now, id: platform.id });
    try {
      journal.leaveFeed();
    } finally {
      journal.close();
    }
  }

  /**
   * Asks the ledger if this bench is gone, and completes or cancels the removal accordingly. If the ledger does not answer, it is asked
   * again later.
   */
  async function goOn(): Promise<Answer<'leaveLedger'>> {
    const access = siteLedger.access();
    const address = access && readDatabaseAddress(access.url, platform.trustedCertificates());
    if (!address) return fail('not-paired');
    const left = await parts.leaveLedger({ address, token: Buffer.from(access.token, 'base64url'), fail });
    if (!left.ok) return left;
    if (left.value === 'gone') return await enter(becomeAlone);
    const stayed = await enter(siteLedger.stay);
    if (!stayed.ok) return stayed;
    if (left.value === 'frozen') return fail('ledger-frozen');
    const { inDoubt, unreported } = left.value;
    return fail('not-now', [inDoubt > 0 ? { code: 'leaves-doubt', count: inDoubt } : { code: 'leaves-unreported', count: unreported }]);
  }

  async function alone(act: () => Promise<Answer<'leaveLedger'>>): Promise<Answer<'leaveLedger'>> {
    if (isUnderWay) return fail('not-now');
    isUnderWay = true;
    try {
      return await act();
    } finally {
      isUnderWay = false;
    }
  }

  return {
    leave: ({ reason, pin }) =>
      alone(async () => {
        const allowed = allowedBy({ fail, checkPin: lead.check }, reason, pin);
        if (!allowed.ok) return allowed;
        if (!siteLedger.current()) return siteLedger.access()?.isLeaving ? await goOn() : fail('not-paired');
        const may = await refusal();
        if (!may.ok) return may;
        worlds.current()?.bench.context.journal.record(null, 'ledger-leaving', `${who()}: ${allowed.value}`);
        const begun = await enter(siteLedger.beginLeaving);
        return begun.ok ? await goOn() : begun;
      }),

    async look() {
      if (isUnderWay || worlds.isUnderWay() || !looks.isDue()) return;
      looks.done();
      try {
        if (siteLedger.access()?.isLeaving) await alone(goOn);
      } catch (error) {
        // Most likely a disk error: retried at the next look.
        log('bug', { step: 'leaving', ref: fail('bug').failure.ref, stack: stackOf(error) });
      }
    },
  };
}
