import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { counted, startPlainStation } from './plain-station.ts';

test('the list of the week has each reprint with its packer, printer and courier, and is saved as a file', async () => {
  const saved: string[] = [];
  const bench = await startPlainStation({
    platform: {
      async saveFile(name, bytes) {
        const file = join(bench.dir, name);
        writeFileSync(file, bytes);
        saved.push(file);
        return file;
      },
    },
  });
  const { booking } = await bench.ship('ORD-1001');
  const week = () => bench.call('reprints', { weeksBack: 0 });
  expect((await week()).reprints).toEqual([]);
  await bench.call('reprint', { bookingId: booking.id, because: { why: 'badly-printed', oldLabel: { is: 'unreadable' } } });
  await expect.poll(() => counted(bench).sheets).toBe(2);
  const { from, until, reprints } = await week();
  const courier = booking.service?.courierName ?? '';
  expect(reprints).toMatchObject([
    { orderKey: 'ORD-1001', shipmentNo: 1, bench: null, courier, printerId: 'label', why: 'badly-printed', oldLabel: 'unreadable' },
  ]);
  expect(reprints[0]?.by).toBe('Zoë Kranjčar');
  const days = (new Date(until).getTime() - new Date(from).getTime()) / 86_400_000;
  expect([new Date(from).getUTCDay(), days]).toEqual([1, 6]);
  expect((await bench.call('reprints', { weeksBack: 1 })).reprints).toEqual([]);
  await bench.call('exportReprints', { weeksBack: 0 });
  const [head, row] = readFileSync(saved[0] ?? '', 'utf8').split('\r\n');
  expect(head).toBe('\uFEFFat,order,shipment,bench,courier,printer,reason,old_label,packer');
  expect(row).toContain(`ORD-1001,1,,${courier},label,badly-printed,unreadable,Zoë Kranjčar`);
});
