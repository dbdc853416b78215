import { existsSync } from 'node:fs';
import type { RetentionState } from '../../shared/privacy.ts';
import { ok, stackOf } from '../../shared/result.ts';
import { type World, worldSchema } from '../../shared/world.ts';
import { createMembership } from '../bench/exchange/membership.ts';
import { unreportedIn } from '../bench/exchange/unreported.ts';
import { nowAndThen } from '../bench/now-and-then.ts';
import type { Journal } from '../bench/ports/journal.ts';
import { createRetention } from './retention.ts';
import { backupFolderOf, journalFileOf } from './world-files.ts';
import { backupsOf } from './world-journal.ts';
import type { WorldParts } from './world-parts.ts';

type ClosedWorldsParts = Pick<
  WorldParts,
  'platform' | 'settings' | 'encryption' | 'openJournal' | 'sharedLedger' | 'fail' | 'log' | 'changed'
>;

/** The journals of environments that are not open: their changes are still sent to the ledger, and people's data is deleted in time. */
export interface ClosedWorlds {
  /** Does what is due in every environment except the current one. Called often; never throws. */
  look(current: World | undefined): Promise<void>;
  /** Resolves once none of these journals is open. The next look reads each of them again. */
  release(): Promise<void>;
  /** Number of changes that the ledger may not have yet; null before all journals were read. */
  unreported(): number | null;
  /** Why people's data whose time is over is still in one of them; null if it is not. */
  retentionProblem(): RetentionState['problem'];
}

/** A ledger that lost data needs these changes too. Changes that could not be sent are tried again at the next look. */
const reportEveryMs = 60_000;
/** Several times a day, because a night is believed only after another one if the environment was closed for long. */
const forgetEveryMs = 6 * 3_600_000;

export function createClosedWorlds(parts: ClosedWorldsParts): ClosedWorlds {
  const { platform, encryption, openJournal, sharedLedger, fail, log, changed } = parts;
  /** Sales in the simulator are not shared. */
  const isInBox = (world: World): boolean => world === 'training' && !parts.settings().connections.training;
  const reports = nowAndThen(reportEveryMs, platform.elapsed);
  const nights = nowAndThen(forgetEveryMs, platform.elapsed);
  const problems = new Map<World, RetentionState['problem']>();
  const retentionProblem = (): RetentionState['problem'] => [...problems.values()].find((problem) => problem !== null) ?? null;
  let looking: Promise<void> | undefined;
  let unreported: number | null = null;

  /** Works on the journal of an environment; undefined if it has none. Throws if the journal is damaged. */
  async function inJournal<T>(world: World, work: (journal: Journal, file: string) => Promise<T>): Promise<T | undefined> {
    const file = journalFileOf(parts, world);
    if (!existsSync(file)) return undefined;
    const journal = openJournal({ file, world, encryption, now: platform.now, id: platform.id });
    try {
      return await work(journal, file);
    } finally {
      journal.close();
    }
  }

  /** Returns the number of changes still pending after sending; undefined if the ledger is not open to this journal. */
  async function report(world: World): Promise<number | undefined> {
    const shared = sharedLedger();
    if (!shared || isInBox(world)) return 0;
    const left = await inJournal(world, async (journal) => {
      const member = createMembership(
        { journal, world, fail, log, changed: () => undefined, now: platform.now, elapsed: platform.elapsed },
        shared,
      );
      await member.look();
      return { count: member.state()?.shut === null ? unreportedIn(journal) : undefined };
    });
    return left ? left.count : 0;
  }

  async function reportAll(closed: readonly World[]): Promise<void> {
    let sum: number | null = 0;
    for (const world of closed) {
      try {
        const left = await report(world);
        if (left === undefined) reports.hurry();
        sum = sum === null || left === undefined ? null : sum + left;
      } catch (error) {
        sum = null;
        // A damaged journal is repaired when its environment is entered.
        log('journal', { state: 'left-feed', world, stack: stackOf(error) });
      }
    }
    unreported = sum;
    changed([]);
  }

  /** Deletes people's data whose time is over, as the open environment does each night. */
  const forget = (world: World): Promise<RetentionState['problem'] | undefined> =>
    inJournal(world, async (journal, file) => {
      const retention = createRetention({
        journal,
        // The ledger deletes for all environments when the open one asks it to.
        ledger: { isShared: sharedLedger() !== undefined && !isInBox(world), prune: async () => ok({}) },
        file,
        backups: backupsOf(parts, journal, file),
        backupFolder: () => backupFolderOf(parts),
        oldFiles: () => [],
        timeZone: () => parts.settings().timeZone,
        now: platform.now,
        log,
        changed: () => undefined,
        forgotten: () => undefined,
      });
      await retention.look();
      return retention.state().problem;
    });

  async function forgetAll(closed: readonly World[]): Promise<void> {
    const before = retentionProblem();
    for (const world of closed) {
      try {
        problems.set(world, (await forget(world)) ?? null);
      } catch (error) {
        problems.set(world, 'failed');
        log('retention', { state: 'failed', world, stack: stackOf(error) });
      }
    }
    if (retentionProblem() !== before) changed(['setup']);
  }

  async function lookIntoAll(current: World | undefined): Promise<void> {
    const closed = worldSchema.options.filter((world) => world !== current);
    if (current !== undefined) problems.delete(current);
    if (nights.isDue()) {
      nights.done();
      await forgetAll(closed);
    }
    if (sharedLedger() && reports.isDue()) {
      reports.done();
      await reportAll(closed);
    }
  }

  return {
    async look(current) {
      const isDue = nights.isDue() || (sharedLedger() !== undefined && reports.isDue());
      if (looking || !isDue) return;
      looking = lookIntoAll(current).finally(() => {
        looking = undefined;
      });
      await looking;
    },
    async release() {
      await looking;
      reports.hurry();
      unreported = null;
    },
    unreported: () => unreported,
    retentionProblem,
  };
}
