import { expect, test } from 'vitest';
import { packingSlipPdf } from '../../electron/paper/packing-slip.ts';
import { type Address, emptyAddress } from '../../shared/address.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import type { PackingSlip } from '../../shared/packing-slip.ts';
import { openPdf } from './open-pdf.ts';

const a4 = { widthMm: 210, heightMm: 297 };
const letter = { widthMm: 216, heightMm: 279 };
const sixInches = { widthMm: 102, heightMm: 152 };

const sender: Address = {
  ...emptyAddress,
  company: 'Potters & Co',
  street: 'Hauptstraße',
  houseNumber: '7',
  city: 'Berlin',
  country: 'DE',
};
const recipient: Address = { ...emptyAddress, name: 'Anna Lehmann', postalCode: '10435', city: 'Berlin', country: 'DE' };
const line = (name: string, quantity = 1, price: number | null = null): OrderLine => ({
  name,
  sku: `SKU-${name}`,
  quantity,
  price: price === null ? null : { minor: price, currency: 'EUR' },
});

const slipWith = (change: Partial<PackingSlip>): PackingSlip => ({
  sender,
  recipient,
  orders: ['A-17'],
  shipmentNo: 1,
  day: '2026-11-29',
  bookedAt: '2026-11-29T10:00:00.000Z',
  hasPrices: true,
  sections: [{ order: 'A-17', lines: [line('Bowl', 2, 1250)] }],
  rest: null,
  ...change,
});
const withLines = (lines: OrderLine[], change: Partial<PackingSlip> = {}): PackingSlip =>
  slipWith({ sections: [{ order: 'A-17', lines }], ...change });

/** The text of each page, in one line. */
async function pagesOf(slip: PackingSlip, paper = a4, sample = false): Promise<string[]> {
  const opened = await openPdf(await packingSlipPdf(slip, paper, sample), { texts: true });
  if (opened.is === 'unreadable') throw new Error(opened.why);
  return opened.pages.map(({ texts }) => texts.map(({ text }) => text).join(' '));
}

test('a packing slip names sender, recipient, order, day and items with their prices', async () => {
  const [page = '', ...more] = await pagesOf(slipWith({}));
  expect(more).toEqual([]);
  for (const words of ['Packing slip', 'Potters & Co', 'Hauptstraße 7', 'Anna Lehmann', '10435 Berlin', 'Germany', 'A-17', '2026-11-29'])
    expect(page).toContain(words);
  for (const words of ['Bowl', 'SKU-Bowl', '12.50 EUR', 'In this shipment: 2 items', 'page 1 of 1']) expect(page).toContain(words);
});

test.each(['Łódź', 'Ἀθῆναι', 'Київ', 'İstanbul', 'Đà Nẵng', 'Reykjavík', 'Škofja Loka', 'Ţară', 'ǅ', 'भारत'])(
  'prints %s as written',
  async (city) => {
    const [page = ''] = await pagesOf(withLines([line(city)], { recipient: { ...recipient, city } }));
    // In the address, as an item, in the SKU.
    expect(page.normalize('NFC').split(city.normalize('NFC')).length).toBe(4);
    expect(page).not.toContain('?');
  },
);

test('a text in separate accents prints like the composed one', async () => {
  const [page = ''] = await pagesOf(withLines([line('Zu\u0308rich')]));
  expect(page).toContain('Zürich');
});

test('letters that the font lacks print as question marks, and the slip says so', async () => {
  const [page = ''] = await pagesOf(withLines([line('上海 vase')]));
  expect(page).toContain('?? vase');
  expect(page).toContain('“?” stands for a letter that this slip cannot print.');
});

test('invisible characters leave nothing behind', async () => {
  const [page = ''] = await pagesOf(withLines([line('Bo\u200bwl\ufe0f\u0007 \u202ablue')]));
  expect(page).toContain('Bowl blue');
  expect(page).not.toContain('stands for');
});

test.each([
  ['A4', a4, 1, 1],
  ['A4', a4, 8, 1],
  ['A4', a4, 60, 2],
  ['Letter', letter, 60, 2],
  ['4 x 6 inches', sixInches, 1, 1],
  ['4 x 6 inches', sixInches, 60, 3],
] as const)('on %s, %o, %i lines take %i pages, each with its head and number', async (_name, paper, count, pages) => {
  const lines = Array.from({ length: count }, (_, at) => line(`Item-${at + 1}-`, 1, 100));
  const texts = await pagesOf(withLines(lines), paper);
  expect(texts.length).toBe(pages);
  for (const [at, text] of texts.entries()) {
    expect(text).toContain('Quantity');
    expect(text).toContain(`A-17 · page ${at + 1} of ${pages}`);
  }
  const all = texts.join(' ');
  for (const { name } of lines) expect(all.split(` ${name} `).length, name).toBe(2);
});

test('a name of a thousand letters ends within its row and pushes no item off the paper', async () => {
  const texts = await pagesOf(withLines([line('Very long '.repeat(100)), line('Bowl')]), sixInches);
  expect(texts.join(' ')).toContain('SKU-Bowl');
  expect(texts.length).toBe(1);
});

test('joined orders, boxes and the rest of an order each have their own heading', async () => {
  const [page = ''] = await pagesOf(
    slipWith({
      orders: ['A-17', 'A-23'],
      sections: [
        { order: 'A-17', box: { no: 1, of: 2 }, lines: [line('Bowl', 2)] },
        { order: 'A-17', box: { no: 2, of: 2 }, lines: [line('Cup', 1)] },
        { order: 'A-23', lines: [line('Vase', 3)] },
      ],
      rest: { before: 4, later: 2, lines: [line('Jug', 2)] },
    }),
  );
  const inOrder = [
    'A-17 + A-23',
    'Order A-17, Box 1 of 2, 2 items',
    'Bowl',
    'Order A-17, Box 2 of 2, 1 item',
    'Cup',
    'Order A-23, 3 items',
    'Vase',
    'In this shipment: 6 items',
    'Sent earlier: 4 items',
    'Follows later: 2 items',
    '2 × Jug',
  ].map((words) => page.indexOf(words));
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
  expect(inOrder).not.toContain(-1);
});

test('a heading of a box is repeated on the next page', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => line(`Item ${at}`));
  const texts = await pagesOf(slipWith({ sections: [{ order: 'A-17', box: { no: 1, of: 2 }, lines }] }));
  expect(texts[1]).toContain('Box 1 of 2, continued');
});

test('without prices the slip has no price and no heading for one', async () => {
  const [page = ''] = await pagesOf(slipWith({ hasPrices: false }));
  expect(page).not.toMatch(/12\.50|EUR|Price/);
});

test('outside the live environment each page says SAMPLE', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => line(`Item ${at}`));
  for (const page of await pagesOf(withLines(lines), a4, true)) expect(page).toContain('SAMPLE');
  for (const page of await pagesOf(withLines(lines), a4, false)) expect(page).not.toContain('SAMPLE');
});

test('the same slip has the same bytes', async () => {
  const [one, other] = [await packingSlipPdf(slipWith({}), a4, false), await packingSlipPdf(slipWith({}), a4, false)];
  expect(Buffer.compare(one, other)).toBe(0);
});
