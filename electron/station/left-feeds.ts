import { existsSync } from 'node:fs';
import { stackOf } from '../../shared/result.ts';
import { type World, worldSchema } from '../../shared/world.ts';
import { createMembership } from '../bench/exchange/membership.ts';
import { unreportedIn } from '../bench/exchange/unreported.ts';
import { nowAndThen } from '../bench/now-and-then.ts';
import { journalFileOf, type WorldParts } from './world.ts';

type LeftFeedsParts = Pick<WorldParts, 'platform' | 'settings' | 'sealing' | 'openJournal' | 'sharedLedger' | 'fail' | 'log' | 'changed'>;

/** The journals of the worlds that are not open: what happened there is told to the ledger all the same. */
export interface LeftFeeds {
  /** Tells what was not told yet, of every world but this one. Often called; never throws. */
  look(current: World | undefined): Promise<void>;
  /** Resolves once none of these journals is open; from here on every one is looked into anew. */
  release(): Promise<void>;
  /** How much of it the ledger is not known to have; null before all of them were looked into. */
  unreported(): number | null;
}

/** A ledger that forgot waits for these too. What could not be told is tried again at the next look. */
const everyMs = 60_000;

export function createLeftFeeds(parts: LeftFeedsParts): LeftFeeds {
  const { platform, sealing, openJournal, sharedLedger, fail, log, changed } = parts;
  /** What the box sells nobody shares. */
  const isInBox = (world: World): boolean => world === 'training' && !parts.settings().connections.training;
  const looks = nowAndThen(everyMs, platform.elapsed);
  let looking: Promise<void> | undefined;
  let unreported: number | null = null;

  /** How much of it is not told, now that it was tried; undefined where the ledger is not open to it. */
  async function lookInto(world: World): Promise<number | undefined> {
    const file = journalFileOf(parts, world);
    const shared = sharedLedger();
    if (!shared || !existsSync(file) || isInBox(world)) return 0;
    const journal = openJournal({ file, world, sealing, now: platform.now, id: platform.id });
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
        // One that is damaged is mended when its world is entered.
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
