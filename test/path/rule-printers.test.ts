import { expect, test } from 'vitest';
import { reasonText } from '../../renderer/text/reasons.ts';
import { type Printer, withPrinter } from '../../shared/printer.ts';
import { readRulesFile, writeRulesFile } from '../../shared/rules-file.ts';
import type { Condition, ShippingRule } from '../../shared/shipping-rule.ts';
import { because } from '../reprint-reason.ts';
import { rule, toGermany } from '../shared/some-rules.ts';
import { at, benchWith, cameOut, quoted } from './batch-bench.ts';
import {
  labelPrinterAt,
  type PlainOptions,
  type PlainStation,
  sent,
  standbyPrinterAt,
  startAnotherZebra,
  startPlainStation,
} from './plain-station.ts';

const defaults = { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null };

/** A second printer beside the usual label printer. */
const backRoomAt = (address: string): Printer => ({ ...labelPrinterAt(address), id: 'label-2', name: 'Back room' });

/** A bench with a usual printer, one that is named Back room, and a backup printer. */
async function startPrinters(list: ShippingRule[], last: 'ask' | 'cheapest' = 'ask', options: PlainOptions = {}) {
  const [backRoom, spare] = [await startAnotherZebra(), await startAnotherZebra()];
  const bench = await startPlainStation({
    ...options,
    settings: { printers: [backRoomAt(backRoom.url), standbyPrinterAt(spare.url)], defaults },
  });
  await bench.call('saveRules', { list, last });
  const sheets = () => [bench.printer, backRoom, spare].map((printer) => printer.sheets().length);
  return { bench, backRoom, sheets };
}

const boughtAt = async (bench: PlainStation, key: string) => (await bench.ship(key)).booking;

test('a rule sends a label to its printer, the tile and history keep its sentence, and a reprint goes there too', async () => {
  const list = [rule({ conditions: [toGermany], printer: 'back ROOM ' })];
  const { bench, sheets } = await startPrinters(list);
  expect(await bench.toTiles('ORD-1001')).toMatchObject({ printsAt: { name: 'back ROOM ', by: { no: 1, version: 2 } } });
  const booking = await boughtAt(bench, 'ORD-1001');
  expect([sheets(), booking.labelPrinter]).toEqual([[0, 1, 0], 'back ROOM ']);
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  const detail = lines.find(({ what }) => what === 'intent')?.detail;
  if (typeof detail !== 'object' || detail.code !== 'chosen-by-rules') throw new Error('no rule in the history');
  expect(reasonText(detail)).toContain('Rule 1 of version 2: If country is Germany: label on printer back ROOM .');
  // The rule was deleted by then, and the bench restarted.
  await bench.call('saveRules', { list: [], last: 'ask' });
  await bench.reopen();
  await bench.call('reprint', { bookingId: booking.id, because });
  await expect.poll(sheets).toEqual([0, 2, 0]);
});

test('an order without a printer rule goes to the same printer as before', async () => {
  const { bench, sheets } = await startPrinters([
    rule({ conditions: [{ of: 'country', isIn: false, countries: ['DE'] }], printer: 'Back room' }),
  ]);
  expect((await boughtAt(bench, 'ORD-1001')).labelPrinter).toBeUndefined();
  expect(sheets()).toEqual([1, 0, 0]);
});

test("an order stops before any request or purchase if its rule's printer is gone or has another format", async () => {
  const list = [rule({ conditions: [toGermany], printer: 'Cellar' })];
  const { bench, backRoom, sheets } = await startPrinters(list, 'cheapest');
  const gone = (await bench.scan('ORD-1001', 'stopped')).failure;
  expect(gone.code).toBe('rule-printer-gone');
  expect(gone.reasons?.map(reasonText)).toEqual([
    'No label printer of this bench is called Cellar. Rule 1 of version 2: If country is Germany: label on printer Cellar.',
  ]);
  const cellar: Printer = { ...backRoomAt(backRoom.url), name: 'Cellar' };
  const ofPdf: Printer = { ...cellar, route: { ...cellar.route, format: 'PDF' } };
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(bench.printer.url), ofPdf] } });
  const wrong = (await bench.scan('ORD-1001', 'stopped')).failure;
  expect(wrong).toMatchObject({ code: 'rule-printer-format', reasons: [{ name: 'Cellar', format: 'PDF', takes: 'ZPL' }] });
  await bench.call('next', { workflowNo: bench.workflowNo() });
  await bench.call('openBatch', { keys: ['ORD-1001'] as never, search: '' });
  await expect.poll(async () => (await bench.call('batch', {}))?.stopped).toMatchObject([{ failure: { code: 'rule-printer-format' } }]);
  expect([sent(bench, 'quote'), sent(bench, 'ship'), sheets()]).toEqual([0, 0, [0, 0, 0]]);
});

test('a printer removed while its tiles are shown stops the purchase, and no other printer takes the label', async () => {
  const { bench, sheets } = await startPrinters([rule({ printer: 'Back room' })]);
  const { serviceId } = await bench.toTiles('ORD-1001');
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(bench.printer.url)] } });
  expect(await bench.take(serviceId, 'choosing')).toMatchObject({ notice: { code: 'rule-printer-gone' } });
  expect([sent(bench, 'ship'), sheets()]).toEqual([0, [0, 0, 0]]);
});

test('an unknown fact that decides between printers stops the order', async () => {
  const overInFrancs: Condition = { of: 'value', isOver: true, money: { minor: 100, currency: 'CHF' } };
  const { bench } = await startPrinters([rule({ conditions: [overInFrancs], printer: 'Back room' })]);
  await bench.scanAndAnswer('ORD-1001');
  expect((await bench.at('stopped')).failure).toMatchObject({
    code: 'rule-printer-in-doubt',
    reasons: [{ code: 'printer-hangs-on', fact: 'value-currency' }],
  });
  expect(sent(bench, 'quote')).toBe(0);
});

test("the backup printer prints if the rule's printer is replaced by it, and the next label goes back", async () => {
  const { bench, backRoom, sheets } = await startPrinters([rule({ printer: 'Back room' })]);
  backRoom.set({ paperOut: true });
  const { serviceId } = await bench.toTiles('ORD-1001');
  expect(await bench.take(serviceId, 'choosing')).toMatchObject({ notice: { code: 'printer-out-of-labels' } });
  await bench.call('standBy', { isOn: true });
  await bench.take(serviceId, 'done');
  expect(sheets()).toEqual([0, 0, 1]);
  backRoom.set({ paperOut: false });
  await bench.call('standBy', { isOn: false });
  await boughtAt(bench, 'ORD-1002');
  expect(sheets()).toEqual([0, 1, 1]);
});

test('while a label is being bought, the printer in hand is the one of its rule', async () => {
  let press = async (): Promise<unknown> => undefined;
  const { bench, sheets } = await startPrinters([rule({ printer: 'Back room' })], 'ask', {
    ledger: (ledger) => ({
      async claim(...attempt) {
        await press();
        return ledger.claim(...attempt);
      },
    }),
  });
  press = () => bench.call('standBy', { isOn: true });
  await boughtAt(bench, 'ORD-1001');
  expect(sheets()).toEqual([0, 0, 1]);
});

test('a batch prints at each printer in pick order with its own separators, and one without labels blocks no other', async () => {
  const backRoom = await startAnotherZebra(300);
  let shipped = 0;
  const bench = await benchWith(['vase', 'cup', 'vase', 'cup', 'cup', 'vase'], {
    onSent() {
      shipped += 1;
      // All its parcels are bought, and at most one of their labels is out.
      if (shipped === 3) backRoom.set({ paperOut: true });
    },
  });
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(bench.printer.url), backRoomAt(backRoom.url)] } });
  await bench.call('saveRules', { list: [rule({ conditions: [{ of: 'sku', begins: ['cup'] }], printer: 'Back room' })], last: 'ask' });
  await quoted(bench);
  await bench.call('runBatch', { orders: 6 });
  await expect.poll(() => cameOut(bench)).toEqual(['vase', 'B-6', 'B-3', 'B-1']);
  expect((await bench.call('batch', {}))?.state).toBe('running');
  expect(backRoom.sheets().length).toBeLessThan(4);
  backRoom.set({ paperOut: false });
  await at(bench, 'ended');
  expect(cameOut({ printer: backRoom })).toEqual(['cup', 'B-5', 'B-4', 'B-2']);
  expect(backRoom.sheets()[0]?.zpl.toString('utf8')).toContain('3 orders');
});

test('a trial of rules shows the printer of each order, and where an order would stop', async () => {
  let ms = Date.UTC(2026, 10, 19, 9, 0, 0);
  const bench = await startPlainStation({ platform: { now: () => new Date(ms) }, settings: { defaults } });
  await bench.toTiles('ORD-1001');
  ms += 86_400_000;
  const list = [rule({ printer: 'label' })];
  const tried = (printer: string) => bench.call('tryRules', { list: [rule({ printer })], last: 'cheapest' });
  expect((await tried('label')).changed).toMatchObject([{ wouldBe: { printer: { name: 'label', stops: null }, isBought: true } }]);
  expect((await tried('Cellar')).changed).toMatchObject([
    { wouldBe: { printer: { name: 'Cellar', stops: 'not-named' }, isBought: false } },
  ]);
  expect(readRulesFile(writeRulesFile({ list, last: 'ask' }))?.list).toEqual(list);
});

test('two label printers with one connection type stay separate if their names differ', () => {
  const { id: _id, ...second } = backRoomAt('tcp://10.0.4.31:9100');
  const both = withPrinter([labelPrinterAt('tcp://10.0.4.30:9100')], second);
  expect(both.map(({ id, name = '' }) => [id, name])).toEqual([
    ['label', ''],
    ['label-2', 'Back room'],
  ]);
  const third = withPrinter(both, { ...second, address: 'tcp://10.0.4.32:9100' });
  expect(third.map(({ id, address }) => [id, address])).toEqual([
    ['label', 'tcp://10.0.4.30:9100'],
    ['label-2', 'tcp://10.0.4.32:9100'],
  ]);
});
