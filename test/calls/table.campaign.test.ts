import { expect, test } from 'vitest';
import { calls, tryTable } from './table.ts';

test.each(['training', 'sandbox'] as const)('each call in the environment %s is refused or let in as the table says', async (world) => {
  const { faults, counts } = await tryTable(world);
  process.stdout.write(
    `environment=${world} calls=${calls.length} cells=${counts['cells']} refused=${counts['refused']} done=${counts['deeds']}\n`,
  );
  expect(faults).toEqual([]);
});
