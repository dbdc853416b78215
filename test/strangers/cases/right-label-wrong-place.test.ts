import { expect, test } from 'vitest';
import type { Journal } from '../../../electron/bench/ports/journal.ts';
import { trainingSender } from '../../../electron/training/sample-orders.ts';
import { ship } from '../../../renderer/text/en/ship.ts';
import type { Address } from '../../../shared/address.ts';
import type { ServicePoint } from '../../../shared/service-point.ts';
import { plainOrder } from '../../path/plain-order.ts';
import { counted, kindsToResolve, type PlainStation, startPlainStation } from '../../path/plain-station.ts';
import { because } from '../../reprint-reason.ts';

interface Sheet {
  readonly from: Address;
  readonly to: Address;
  /** Words before the two address blocks; both blocks have the same size. */
  readonly words: readonly [to: string, from: string];
  readonly title?: string;
  /** The sender's block is to the right of the recipient's, its name beside the street. */
  readonly isBeside?: boolean;
}

const block = (x: number, y: number, { name, street, houseNumber, postalCode, city }: Address, word: string): string =>
  [word, name, `${street} ${houseNumber}`, `${postalCode} ${city}`]
    .map((line, index) => (line ? `^FO${x},${y + index * 40}^A0N,30,30^FD${line}^FS` : ''))
    .join('');
const zplOf = ({ from, to, words, title = '', isBeside = false }: Sheet): string =>
  `^XA^CI28${title && `^FO40,20^A0N,40,40^FD${title}^FS`}${block(40, 100, to, words[0])}${isBeside ? block(440, 140, from, words[1]) : block(40, 400, from, words[1])}^FO40,700^BCN,120,Y^FDXY778899001122^FS^XZ`;

/** Makes the service send these sheets as the label of any booking. */
const sends =
  (sheetsFor: (recipient: Address, point: ServicePoint | null) => readonly Sheet[]) =>
  (journal: Journal): Journal => ({
    ...journal,
    label(id) {
      const kept = journal.label(id);
      const booking = journal.booking(id);
      if (!kept || !booking) return kept;
      const sheets = sheetsFor(booking.order.recipient, booking.extras.servicePoint);
      return { format: 'ZPL', bytes: Buffer.from(sheets.map(zplOf).join('\n')) };
    },
  });

const sender: Address = trainingSender;

async function buyToPoint(bench: PlainStation, key = 'ORD-1001'): Promise<void> {
  const { quote } = await bench.toTiles(key);
  const service = quote.services.find((each) => each.destinationServicePoints);
  if (!service) throw new Error('no service delivers to a point');
  const workflowNo = bench.workflowNo();
  await bench.call('selectService', { workflowNo, serviceId: service.serviceId });
  await bench.call('listServicePoints', { workflowNo });
  const [point] = (await bench.at('choosing')).points ?? [];
  await bench.call('chooseServicePoint', { workflowNo, keycode: point?.keycode ?? null });
  await bench.call('buy', { workflowNo, serviceId: service.serviceId });
}

test('a label with the home address instead of the service point is asked about, and is not foreign', async () => {
  const home = sends((recipient) => [{ from: sender, to: recipient, words: ['TO', 'FROM'] }]);
  const bench = await startPlainStation({ journal: home });
  await buyToPoint(bench);
  const { booking } = await bench.at('confirm-label');
  expect(booking.verdict).toEqual({ kind: 'home-address' });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a home address is recognised next to the sender, even with the postal code of the service point', async () => {
  const home = sends((recipient, point) => {
    const { postalCode, city } = point ?? recipient;
    return [{ from: sender, to: { ...recipient, postalCode, city }, words: ['TO', 'FROM'], isBeside: true }];
  });
  const bench = await startPlainStation({ journal: home });
  await buyToPoint(bench);
  expect((await bench.at('confirm-label')).booking.verdict).toEqual({ kind: 'home-address' });
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test('a home address in a street that sounds like a route is no proof of a service point in the same postal code', async () => {
  const home = sends((recipient) => [{ from: sender, to: recipient, words: ['TO', 'FROM'] }]);
  const order = { ...plainOrder('R-66'), street: 'Route 66', house_number: '118' };
  const bench = await startPlainStation({ journal: home, orders: JSON.stringify([order]) });
  await buyToPoint(bench, 'R-66');
  const { booking } = await bench.at('confirm-label');
  expect(booking.extras.servicePoint?.postalCode).toBe(booking.order.recipient.postalCode);
  expect(booking.verdict).toEqual({ kind: 'home-address' });
});

test("another recipient's label stays foreign if a service point was chosen", async () => {
  const other = sends((recipient) => [
    { from: sender, to: { ...recipient, name: 'Paul Else', street: 'Elsewhere', postalCode: '77777' }, words: ['TO', 'FROM'] },
  ]);
  const bench = await startPlainStation({ journal: other });
  await buyToPoint(bench);
  await bench.at('wrong-label');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test.each([
  ['the word "to" beside our address', { words: ['TO', 'FROM'] }],
  ['captions in another language', { words: ['Empfänger', 'Absender'] }],
  ['a caption before the name', { words: ['', 'FROM:'] }],
  ['the title of a return label', { words: ['', ''], title: 'RETURN LABEL' }],
  ['our address below the recipient, as large and without words', { words: ['', ''], isFirstBelow: true }],
] as const)('a return label that came alone is not printed without a question: %s', async (_, sheet) => {
  const { words } = sheet;
  const isFirstBelow = 'isFirstBelow' in sheet;
  const alone = sends((recipient) => [
    isFirstBelow
      ? { from: sender, to: recipient, words }
      : { from: recipient, to: sender, words, ...('title' in sheet && { title: sheet.title }) },
  ]);
  const bench = await startPlainStation({ journal: alone });
  const { booking } = await bench.buy('ORD-1001', 'confirm-label');
  expect(booking.verdict).toEqual(
    isFirstBelow
      ? { kind: 'cannot-compare', why: { code: 'label-direction-unclear' } }
      : { kind: 'wrong-number', labels: 0, parcels: 1, returnLabels: 1, returnAsked: false },
  );
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test.each([
  ['TO', 'FROM'],
  ['Lieferanschrift', 'Absender'],
  ['SHIP TO', ''],
] as const)('an outward label with text in one size and "%s" above the recipient prints without a question', async (...words) => {
  const out = sends((recipient) => [{ from: sender, to: recipient, words }]);
  const bench = await startPlainStation({ journal: out });
  await bench.ship('ORD-1001');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a correct label that was held back is not foreign, is not lost, and prints when released', async () => {
  const two = sends((recipient) => [
    { from: sender, to: recipient, words: ['TO', 'FROM'], title: '1 of 2' },
    { from: sender, to: recipient, words: ['TO', 'FROM'], title: '2 of 2' },
  ]);
  const barTwice = (journal: Journal): Journal => {
    const real = two(journal);
    return {
      ...real,
      label(id) {
        const label = real.label(id);
        return label && { ...label, bytes: Buffer.from(Buffer.from(label.bytes).toString().replace('XY778899001122', 'XY778899001133')) };
      },
    };
  };
  const bench = await startPlainStation({ journal: barTwice });
  const { booking } = await bench.buy('ORD-1001', 'confirm-label');
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: false });
  expect((await bench.at('confirm-label')).booking.verdict).toMatchObject({ kind: 'held-back', was: { kind: 'wrong-number', labels: 2 } });
  await bench.call('park', { workflowNo: bench.workflowNo() });
  await bench.reopen();
  expect(await kindsToResolve(bench)).toEqual(['label-doubtful']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  expect(await bench.station.handlers.reprint({ bookingId: booking.id, because })).toMatchObject({ failure: { code: 'label-held-back' } });
  await bench.scan('ORD-1001', 'confirm-label');
  await bench.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await bench.at('done');
  expect(await kindsToResolve(bench)).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('the message states which labels came and which were bought', () => {
  const of = (labels: number, parcels: number, returnLabels: number, returnAsked: boolean): string =>
    ship.labelsToCount({ kind: 'wrong-number', labels, parcels, returnLabels, returnAsked });
  expect(of(2, 3, 0, false)).toBe('Only 2 labels came for 3 parcels');
  expect(of(3, 2, 0, false)).toBe('3 labels came for 2 parcels');
  expect(of(0, 1, 1, false)).toBe('Only a return label came for 1 parcel: it is addressed to you');
  expect(of(1, 1, 0, true)).toBe('The return label that was bought did not come');
  expect(of(1, 1, 1, false)).toBe('A return label came that was not bought');
  expect(ship.cameLabels(1, 2)).toBe('1 label and 2 return labels');
  expect(ship.boughtLabels(2, true)).toBe('2 parcels and a return label');
});
