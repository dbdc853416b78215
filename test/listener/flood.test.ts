import { expect, test } from 'vitest';
import { doors } from './doors.ts';
import { flood } from './flood.ts';

test.each(doors)('delivers %s while 400 silent connections come in each second', async (_kind, openDoor) => {
  const door = await openDoor({});
  try {
    const { connections, delivered, missed } = await flood(door, 'silent', 400, 1500);
    expect(connections).toBeGreaterThan(300);
    expect(missed).toEqual([]);
    expect(door.taken).toHaveLength(delivered);
  } finally {
    await door.stop();
  }
});
