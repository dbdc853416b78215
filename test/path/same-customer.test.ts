import bwip from 'bwip-js/node';
import { expect, test } from 'vitest';
import type { EncodedPaper } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { type Bitmap, blacken, blankBitmap } from '../../electron/paper/bitmap.ts';
import { pdfOfPages } from '../../electron/paper/make-pdf.ts';
import { zplPictureLabel } from '../../electron/paper/zpl-picture.ts';
import { bareCode } from '../../shared/scan.ts';
import { counted, startPlainStation } from './plain-station.ts';

const row = (key: string) => `${key},Anna Lehmann,Kastanienallee,84,10435,Berlin,DE,+49 30 5557 2101,1.2,40,30,20,Vase,64.00,EUR`;
const orders = [
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency',
  row('ORD-7001'),
  row('ORD-7002'),
].join('\n');

/** Two orders of one customer; the label of the next booking is changed on its way into the journal. */
async function twice() {
  let change: ((label: EncodedPaper, journal: Journal, booked: { readonly consignmentNo: string }) => EncodedPaper) | undefined;
  const bench = await startPlainStation({
    orders,
    journal: (journal) => ({
      writeBooked: (id, booked) =>
        journal.writeBooked(id, { ...booked, label: booked.label && change ? change(booked.label, journal, booked) : booked.label }),
    }),
  });
  return {
    bench,
    change: (by: typeof change) => {
      change = by;
    },
  };
}

test('two orders of one customer both print, each with its own label', async () => {
  const { bench } = await twice();
  await bench.ship('ORD-7001');
  const { booking } = await bench.ship('ORD-7002');
  expect(booking.orderKey).toBe('ORD-7002');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('the label of the first order, returned again for the second, is detected by its number', async () => {
  const { bench, change } = await twice();
  const first = (await bench.ship('ORD-7001')).booking;
  await expect.poll(async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.trackingNos).toHaveLength(1);
  change((label, journal) => journal.label(first.id) ?? label);
  const { booking } = await bench.buy('ORD-7002', 'wrong-label');
  expect(booking.verdict).toMatchObject({ kind: 'other', found: [expect.stringMatching(/: ORD-7001$/)] });
  expect(counted(bench)).toEqual({ booked: 2, sheets: 1 });
});

test('the number of the first order in a 2D code of the second is detected', async () => {
  const { bench, change } = await twice();
  const first = (await bench.ship('ORD-7001')).booking;
  change((label) => ({
    ...label,
    bytes: Buffer.from(
      Buffer.from(label.bytes)
        .toString('latin1')
        .replace(/\^XZ\s*$/, `^FO9,9^BXN,4,200^FH_^FD[)>_1E06_1D1J${first.consignmentNo}_1DK12_1E_04^FS^XZ`),
      'latin1',
    ),
  }));
  const { booking } = await bench.buy('ORD-7002', 'wrong-label');
  expect(booking.verdict).toEqual({ kind: 'other', found: [`${first.consignmentNo}: ORD-7001`] });
  expect(counted(bench)).toEqual({ booked: 2, sheets: 1 });
});

test("another order's label of the same customer is detected by its reference before that order is booked", async () => {
  const { bench, change } = await twice();
  change((label) => ({
    ...label,
    bytes: Buffer.from(Buffer.from(label.bytes).toString('latin1').replaceAll('ORD-7001', 'ORD-7002'), 'latin1'),
  }));
  const { booking } = await bench.buy('ORD-7001', 'wrong-label');
  expect(booking.verdict).toEqual({ kind: 'other', found: ['ORD-7002'] });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

/** Draws only the bars of this number. */
function barsOf(number: string): Bitmap {
  const [{ sbs }] = bwip.raw('code128', number, {}) as unknown as [{ sbs: readonly number[] }];
  const bitmap = blankBitmap(812, 1218);
  let x = 60;
  for (const [at, modules] of sbs.entries()) {
    for (let dot = x; at % 2 === 0 && dot < x + 2 * modules; dot += 1) for (let y = 300; y < 420; y += 1) blacken(bitmap, dot, y);
    x += 2 * modules;
  }
  return bitmap;
}

async function scanOf({ width, height, bits, bytesPerRow }: Bitmap): Promise<EncodedPaper> {
  const grey = Uint8Array.from({ length: width * height }, (_, dot) => {
    const [x, y] = [dot % width, Math.floor(dot / width)];
    return (bits[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7)) ? 0 : 255;
  });
  const page = { widthPoints: 288, heightPoints: 432, texts: [], picture: true, map: undefined, image: { width, height, grey } };
  return { format: 'PDF', bytes: await pdfOfPages([page], false) };
}

test("a label picture needs a confirmation if its barcode has this parcel's number, and stops with another's", async () => {
  const { bench, change } = await twice();
  change((_label, _journal, { consignmentNo }) => ({ format: 'ZPL', bytes: zplPictureLabel(barsOf(consignmentNo)) }));
  const { booking } = await bench.buy('ORD-7001', 'confirm-label');
  expect(booking.verdict).toEqual({
    kind: 'cannot-compare',
    why: { code: 'label-picture-of-booking', number: bareCode(booking.consignmentNo) },
  });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await bench.at('done');
  const scan = await scanOf(barsOf(booking.consignmentNo));
  change(() => scan);
  expect((await bench.buy('ORD-7002', 'wrong-label')).booking.verdict).toEqual({
    kind: 'other',
    found: [`${bareCode(booking.consignmentNo)}: ORD-7001`],
  });
  expect(counted(bench)).toEqual({ booked: 2, sheets: 1 });
}, 60_000);
