import { expect, test } from 'vitest';
import { createFail } from '../../electron/bench/context.ts';
import { createClosedWorlds } from '../../electron/station/closed-worlds.ts';
import { createKeyExchange } from '../../electron/station/key-exchange.ts';
import { createLeaving } from '../../electron/station/leaving.ts';

const hour = 3_600_000;
const fail = createFail(
  () => 'REF',
  () => undefined,
);

/** Parts of the program that look around at intervals, each counting its looks with `looked`. */
const looksOf: Readonly<Record<string, (platform: object, looked: () => void) => { look: () => Promise<void> }>> = {
  'who leaves a ledger': (platform, looked) =>
    createLeaving({
      world: { platform, fail, log: () => undefined },
      worlds: { isUnderWay: () => false },
      siteLedger: { access: looked },
    } as never),
  'who exchanges the keys of a site': (platform, looked) =>
    createKeyExchange({
      platform,
      fail,
      log: () => undefined,
      sharedLedger: () => ({}),
      kept: {
        ofBench() {
          looked();
          throw new Error('the disk');
        },
      },
    } as never),
  'who tells of the worlds that are not open': (platform, looked) => {
    const feeds = createClosedWorlds({
      platform,
      settings: () => ({ connections: {} }),
      sharedLedger: () => ({}),
      changed: looked,
      fail,
      log: () => undefined,
    } as never);
    return { look: () => feeds.look('live') };
  },
};

test.for(Object.keys(looksOf))(
  '%s looks again in time if the clock was set back, and not before it is due if the clock was set ahead',
  async (who) => {
    let [elapsed, wall, count] = [100, Date.UTC(2026, 10, 24, 9), 0];
    const platform = { dataDir: '/nowhere', version: '1', now: () => new Date(wall), elapsed: () => elapsed };
    const looks = looksOf[who]?.(platform, () => (count += 1));
    await looks?.look();
    expect(count).toBe(1);
    wall += hour;
    await looks?.look();
    expect(count).toBe(1);
    wall -= 3 * hour;
    elapsed += 60_000;
    await looks?.look();
    expect(count).toBe(2);
  },
);
