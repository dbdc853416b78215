import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { because } from '../reprint-reason.ts';
import { pickupOf, startPlainStation } from './plain-station.ts';

test("a parcel's history lists every step from scan to pickup, in order, with the packer of each", async () => {
  const bench = await startPlainStation();
  const { booking } = await bench.ship('ORD-1001');
  const stepsNow = async () => (await bench.call('timeline', { bookingId: booking.id })).lines.map(({ what }) => what);
  await expect.poll(stepsNow).toEqual(expect.arrayContaining(['tracked', 'printed']));
  await bench.call('scan', { code: booking.consignmentNo });
  await bench.call('reprint', { bookingId: booking.id, because });
  await expect.poll(() => bench.printer.sheets().length).toBe(2);
  await expect.poll(async () => (await stepsNow()).filter((what) => what === 'printed')).toHaveLength(2);
  await bench.call('requestPickup', pickupOf(booking));
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  // The time of tracking depends on the service alone.
  const steps = lines.map(({ what }) => what).filter((what) => what !== 'tracked' && what !== 'manifest-outcome');
  const printing = ['print-queued', 'print-at', 'print-sending', 'printed'];
  const bought = ['draft', 'scanned', 'quoted', 'intent', 'sending', 'answered', 'booked', 'label-match'];
  const collected = ['pickup-intent', 'pickup-sending', 'pickup-answered', 'pickup-booked'];
  // After that only the manifest is printed.
  expect(steps.slice(0, 22)).toEqual([...bought, ...printing, 'on-parcel', 'reprint', ...printing, ...collected]);
  expect(steps.slice(22).every((what) => what.startsWith('print'))).toBe(true);
  const detailOf = (wanted: string) => lines.find(({ what }) => what === wanted)?.detail ?? '';
  expect(detailOf('scanned')).toMatch(/weight: 1\.25/);
  expect(detailOf('intent')).toMatch(/\d+\.\d\d EUR, advised as /);
  expect(detailOf('print-at')).toBe(bench.printer.url);
  expect(new Set(lines.map(({ by }) => by))).toEqual(new Set(['Zoë Kranjčar']));
  expect(lines.map(({ sequence }) => sequence)).toEqual(lines.map(({ sequence }) => sequence).toSorted((a, b) => a - b));
});

test('the history is saved as one file, with the label and without any secret', async () => {
  const saved: string[] = [];
  const bench = await startPlainStation({
    platform: {
      saveFile: async (name, bytes) => {
        const file = join(bench.dir, name);
        writeFileSync(file, bytes);
        saved.push(file);
        return file;
      },
    },
  });
  const { booking } = await bench.ship('ORD-1001');
  expect(await bench.call('exportTimeline', { bookingId: booking.id })).toEqual({ file: saved[0] });
  expect(saved[0]).toMatch(/packbench-ORD-1001-1\.json$/);
  const text = readFileSync(saved[0] ?? '', 'utf8');
  const file = JSON.parse(text) as { booking: { orderNo: string }; history: { lines: unknown[] }; label: { base64: string } };
  expect(file.booking.orderNo).toBe(booking.orderNo);
  expect(file.history.lines.length).toBeGreaterThan(8);
  expect(Buffer.from(file.label.base64, 'base64').toString('latin1')).toContain('^XA');
  expect(text).not.toContain('path-secret');
});

test('no file is written without a chosen place, and a place that cannot be written is reported', async () => {
  const nowhere = await startPlainStation();
  const { booking } = await nowhere.ship('ORD-1001');
  expect(await nowhere.call('exportTimeline', { bookingId: booking.id })).toBeNull();
  const full = await startPlainStation({ platform: { saveFile: () => Promise.reject(new Error('no space')) } });
  const other = await full.ship('ORD-1001');
  await expect(full.call('exportTimeline', { bookingId: other.booking.id })).rejects.toThrow(/file-not-written no space/);
});
