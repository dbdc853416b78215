import { expect, test } from 'vitest';
import { doors } from './doors.ts';
import { flood, floods } from './flood.ts';

/** Seconds for each kind of connection; `FLOOD_SECONDS=30 npx vitest run --project campaigns test/listener`. */
const seconds = Number(process.env['FLOOD_SECONDS'] ?? 2);
const kinds = Object.keys(floods) as (keyof typeof floods)[];

test.each(doors)('delivers %s under 400 slow connections a second of every kind', async (name, openDoor) => {
  let all = 0;
  for (const kind of kinds) {
    const door = await openDoor({});
    try {
      const { connections, delivered, missed, slowestMs } = await flood(door, kind, 400, seconds * 1000);
      console.log(
        `${name}: ${kind}: connections=${connections} delivered=${delivered} missed=${missed.length} slowest=${slowestMs.toFixed(0)}ms`,
      );
      // Far more than a listener may keep open; the exact number depends on the machine.
      expect(connections).toBeGreaterThan(100);
      expect(missed).toEqual([]);
      expect(door.taken).toHaveLength(delivered);
      all += delivered;
    } finally {
      await door.stop();
    }
  }
  expect(all).toBeGreaterThan(0);
});
