import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newFolder } from '../later.ts';
import { documentPrinterAt, pickupOf, sent, startPlainStation } from './plain-station.ts';

test('a crash between the pickup and its queued manifest prints it once at the next start', async () => {
  const folder = newFolder('manifests');
  // Ignores the temporary file that tests whether the folder is writable.
  const papers = () => readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  let isDead = false;
  const bench = await startPlainStation({
    settings: { printers: [documentPrinterAt(`folder:${folder}`)] },
    journal: (journal) => ({
      addPrintJobs(owner, jobs) {
        if (isDead && owner.pickupId !== null) throw new Error('the program is gone');
        return journal.addPrintJobs(owner, jobs);
      },
      writeManifestOutcome(id, outcome) {
        if (isDead) throw new Error('the program is gone');
        journal.writeManifestOutcome(id, outcome);
      },
    }),
  });
  const { booking } = await bench.ship('ORD-1001');
  isDead = true;
  const asked = pickupOf(booking);
  await bench.station.handlers.requestPickup(asked).catch(() => undefined);
  expect((await bench.call('pickups', {})).requested).toMatchObject([{ state: 'booked', manifestFormat: 'PDF' }]);
  expect(papers()).toEqual([]);
  isDead = false;
  for (let start = 0; start < 2; start += 1) {
    await bench.reopen();
    await expect.poll(papers).toHaveLength(1);
  }
  expect(sent(bench, 'pickup')).toBe(1);
});
