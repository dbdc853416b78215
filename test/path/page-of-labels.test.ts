import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EncodedPaper } from '../../electron/bench/ports/courier.ts';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import type { Address } from '../../shared/address.ts';
import { openPdf } from '../paper/open-pdf.ts';
import { anna, corners, label, page, paul, receipt, words } from '../paper/pages-of-labels.ts';
import { counted, labelPrinterAt, type PlainOptions, startPlainStation } from './plain-station.ts';

const orders = [
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency',
  'ORD-8001,Anna Lehmann,Kastanienallee,84,10435,Berlin,DE,+49 30 5557 2101,1.2,40,30,20,Vase,64.00,EUR',
  'ORD-8002,Anna Lehmann,Kastanienallee,84,10435,Berlin,DE,+49 30 5557 2101,1.2,40,30,20,Vase,64.00,EUR',
  'ORD-8002,Anna Lehmann,Kastanienallee,84,10435,Berlin,DE,+49 30 5557 2101,1.4,40,30,20,Vase,64.00,EUR',
].join('\n');

/** In the spelling of couriers. */
const shop: Address = { ...trainingSender, name: trainingSender.company, city: 'DEN BOSCH' };

/** A station that receives every label as an A4 page, with a label for each of these people in its corner. */
async function withPages(
  people: readonly (Address | null)[],
  { beside = [], ...options }: PlainOptions & { readonly beside?: readonly string[] } = {},
) {
  const bytes = await page((pdf) => {
    people.forEach((to, at) => {
      if (to) label(pdf, corners[at] ?? corners[0], to, `JD01 4600 0062 81${at}0 11`, shop);
    });
    words(pdf, { x: 110, y: 170 }, beside);
  });
  const paper: EncodedPaper = { format: 'PDF', bytes };
  return startPlainStation({
    orders,
    msPerLabel: 20,
    journal: (journal) => ({ writeBooked: (id, booked) => journal.writeBooked(id, { ...booked, label: paper }) }),
    ...options,
  });
}

test("a page held because it has another parcel's label prints our own label after a packer confirms", async () => {
  const bench = await withPages([paul, anna]);
  const { booking } = await bench.buy('ORD-8001', 'confirm-label');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  const done = await bench.at('done');
  expect(done.booking.jobs.map(({ piece, pieces }) => [piece, pieces])).toEqual([[1, 1]]);
  const alone = await withPages([null, anna]);
  await alone.ship('ORD-8001');
  const [held, own] = [bench, alone].map(({ printer }) => printer.sheets().map(({ zpl }) => zpl.toString('latin1')));
  expect(held).toHaveLength(1);
  expect(held?.[0] === own?.[0]).toBe(true);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test.each([
  ['document-printer', ['label', 'document'], false],
  ['kept', ['label'], true],
  // The label paper is too small for it.
  ['label-printer', ['label'], true],
] as const)('a receipt beside a label that is cut out goes to the place chosen in Setup: %s', async (document, roles, isKept) => {
  const bench = await withPages([anna], { beside: receipt });
  await bench.call('saveSettings', { settings: { papers: { copy: 'kept', document } } });
  const { booking } = await bench.ship('ORD-8001');
  const rolesNow = async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.jobs.map(({ role }) => role);
  await expect.poll(rolesNow).toEqual(roles);
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  expect(lines.some(({ what }) => what === 'sheets-kept')).toBe(isKept);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  if (!isKept) return;
  await bench.call('printPapers', { bookingId: booking.id });
  expect(await rolesNow()).toEqual([...roles, 'document']);
});

test('two labels on one page become two pieces, and the waiting one is made again for other paper', async () => {
  const bench = await withPages([anna, anna], { onSent: ({ printer }) => printer.set({ paperOut: true }) });
  await bench.buy('ORD-8002');
  const jobs = async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.jobs ?? [];
  await expect
    .poll(async () => (await jobs()).map(({ piece, pieces }) => [piece, pieces]))
    .toEqual([
      [1, 2],
      [2, 2],
    ]);
  const folder = join(bench.dir, 'office');
  mkdirSync(folder);
  await bench.call('saveSettings', { settings: { printers: [{ ...labelPrinterAt(`folder:${folder}`), widthMm: 105, heightMm: 148 }] } });
  await expect.poll(async () => (await jobs()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  const drawn = [];
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.pdf')))
    drawn.push(await openPdf(new Uint8Array(readFileSync(join(folder, name))), { texts: false, dpi: 100 }));
  const [one, other] = drawn.map((opened) => opened.is === 'pages' && Buffer.from(opened.pages[0]?.image?.grey ?? []).toString('base64'));
  expect(one).toBeTruthy();
  expect(one === other).toBe(false);
}, 40_000);
