import { existsSync } from 'node:fs';
import { stackOf } from '../../shared/result.ts';
import { type World, worldSchema } from '../../shared/world.ts';
import { createMembership } from '../bench/exchange/membership.ts';
import { unreportedIn } from '../bench/exchange/unreported.ts';
import { nowAndThen } from '../bench/now-and-then.ts';
import { journalFileOf } from './world-files.ts';
import type { WorldParts } from './world-parts.ts';

type LeftFeedsParts = Pick<
  WorldParts,
  'platform' | 'settings' | 'encryption' | 'openJournal' | 'sharedLedger' | 'fail' | 'log' | 'changed'
>;

/** The journals of environments that are not open: their changes are still sent to the ledger. */
export interface LeftFeeds {
  /** Sends the pending changes of every environment except the current one. Called often; never throws. */
  look(current: World | undefined): Promise<void>;
  /** Resolves once none of these journals is open. The next look reads each of them again. */
  release(): Promise<void>;
  /** Number of changes that the ledger may not have yet; null before all journals were read. */
  unreported(): number | null;
}

/** A ledger that lost data needs these changes too. Changes that could not be sent are tried again at the next look. */
const everyMs = 60_000;

export function createLeftFeeds(parts: LeftFeedsParts): LeftFeeds {
  const { platform, encryption, openJournal, sharedLedger, fail, log, changed } = parts;
  /** Sales in the simulator are not shared. */
  const isInBox = (world: World): boolean => world === 'training' && !parts.settings().connections.training;
  const looks = nowAndThen(everyMs, platform.elapsed);
  let looking: Promise<void> | undefined;
  let unreported: number | null = null;

  /** Returns the number of changes still pending after sending; undefined if the ledger is not open to this journal. */
  async function lookInto(world: World): Promise<number | undefined> {
    const file = journalFileOf(parts, world);
    const shared = sharedLedger();
    if (!shared || !existsSync(file) || isInBox(world)) return 0;
    const journal = openJournal({ file, world, encryption, now: platform.now, id: platform.id });
    try {
      const member = createMembership(
        { journal, world, fail, log, changed: () => undefined, now: platform.now, elapsed: platform.elapsed },
        shared,
      );
      await member.look();
      return member.state()?.shut === null ? unreportedIn(journal) : undefined;
    } finally {
      journal.close();
    }
  }

  async function lookIntoAll(current: World | undefined): Promise<void> {
    let sum: number | null = 0;
    for (const world of worldSchema.options) {
      if (world === current) continue;
      try {
        const left = await lookInto(world);
        if (left === undefined) looks.hurry();
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

  return {
    async look(current) {
      if (!sharedLedger() || looking || !looks.isDue()) return;
      looks.done();
      looking = lookIntoAll(current).finally(() => {
        looking = undefined;
      });
      await looking;
    },
    async release() {
      await looking;
      looks.hurry();
      unreported = null;
    },
    unreported: () => unreported,
  };
}
