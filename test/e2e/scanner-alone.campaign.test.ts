import type { Page } from 'playwright-core';
import { afterEach, test } from 'vitest';
import { commandCode } from '../../shared/command-keys.ts';
import { firstSettings, type Settings } from '../../shared/settings.ts';
import { plainOrder } from '../path/plain-order.ts';
import { until } from '../watchdog.ts';
import { closeBenches, openBench } from './day-bench.ts';
import { call, expect, scan } from './launch.ts';

afterEach(closeBenches);

const barcodes = { BOWL: '4006381333931', CUP: '036000291452', MUG: '9002490100070', PLATE: 'PLATE-27' };
type Sku = keyof typeof barcodes;

/** Orders of four kinds, by the items that the packer scans. */
const kinds: readonly (readonly Sku[])[] = [['BOWL'], ['CUP', 'CUP'], ['BOWL', 'MUG', 'MUG'], ['PLATE', 'CUP', 'BOWL', 'MUG', 'PLATE']];
/** `PARCELS_OF_EACH_KIND=5 npx vitest run --project alone test/e2e/scanner-alone` is the long run: 20 parcels in every way to decide. */
const ofEachKind = Number(process.env['PARCELS_OF_EACH_KIND'] ?? 2);
const boxes = [{ id: 'M', name: 'M', lengthCm: 40, widthCm: 30, heightCm: 20, emptyWeightGrams: 350 }];

interface Parcel {
  readonly key: string;
  readonly items: readonly Sku[];
}

/** `count` orders of each kind, without box and weight, each to an address of its own. */
function ordersOf(prefix: string, count: number): Parcel[] {
  return Array.from({ length: count * kinds.length }, (_, at) => ({ key: `${prefix}-${at + 1}`, items: kinds[at % kinds.length] ?? [] }));
}

const fileOf = (parcels: readonly Parcel[]): string =>
  JSON.stringify(
    parcels.map(({ key, items }, at) => ({
      ...plainOrder(key),
      name: `Anna Lehmann ${key}`,
      house_number: String(at + 1),
      weight_kg: '',
      length_cm: '',
      width_cm: '',
      height_cm: '',
      items: [...new Set(items)].map((sku) => ({
        name: `Item ${sku}`,
        sku,
        quantity: items.filter((each) => each === sku).length,
        barcodes: [barcodes[sku]],
      })),
    })),
  );

const shownBy = async (page: Page) => (await call(page, 'snapshot', {})).bench;

async function isAt(page: Page, step: string): Promise<void> {
  await until(`the parcel is at ${step}`, async () => (await shownBy(page)).workflow.step === step);
}

/** Ships a parcel as a packer with a keyboard and a scale does, with its box and its weight. */
async function shipWeighed(page: Page, { key, items }: Parcel): Promise<void> {
  await call(page, 'scan', { code: key });
  await isAt(page, 'asking');
  const weight = `1.${items.length}`;
  for (const [kind, answer] of [['box', 'M'] as const, ['weight', weight] as const]) {
    const { workflowNo } = await shownBy(page);
    await call(page, 'answerQuestion', { workflowNo, question: { kind, parcel: 0 }, answer });
  }
  await isAt(page, 'choosing');
  const { workflow, workflowNo } = await shownBy(page);
  await call(page, 'buy', {
    workflowNo,
    serviceId: workflow.step === 'choosing' ? workflow.serviceId || (workflow.quote.services[0]?.serviceId ?? '') : '',
  });
  await isAt(page, 'done');
}

interface Hand {
  readonly page: Page;
  scans: number;
}

/** Pulls the trigger once. */
async function pull(hand: Hand, code: string): Promise<void> {
  hand.scans += 1;
  await scan(hand.page, code);
}

/** Ships one parcel with the scanner alone. Returns the number of scans it took. */
async function shipByScanner(hand: Hand, { key, items }: Parcel, isBuying: boolean): Promise<number> {
  const { page } = hand;
  const before = hand.scans;
  await pull(hand, key);
  await until(`${key} is in hand`, async () => {
    const { workflow } = await shownBy(page);
    return (workflow.step === 'asking' || workflow.step === 'choosing') && workflow.order.key === key;
  });
  if ((await shownBy(page)).workflow.step === 'asking') await pull(hand, commandCode('TAKE'));
  for (const [at, sku] of items.entries()) {
    await pull(hand, barcodes[sku]);
    if (at + 1 < items.length)
      await until(`item ${at + 1} of ${key} is checked`, async () => {
        const pieces = (await shownBy(page)).checkOff?.lines.map((line) => line.pieces) ?? [];
        return pieces.reduce((sum, each) => sum + each, 0) === at + 1;
      });
  }
  let last = '';
  await until(
    `${key} is checked and priced`,
    async () => {
      const { workflow, checkOff } = await shownBy(page);
      last = JSON.stringify({ workflow, checkOff });
      const isChecked = checkOff?.lines.every(({ line, pieces }) => pieces === line.quantity);
      return workflow.step === 'done' || (workflow.step === 'choosing' && isChecked && isBuying);
    },
    () => last,
  );
  if (isBuying) await pull(hand, commandCode('BUY'));
  await isAt(page, 'done');
  return hand.scans - before;
}

interface Round {
  readonly name: string;
  /** How many parcels of each kind were weighed before it. */
  readonly weighed: number;
  readonly settings: Pick<Settings, 'rule' | 'defaults'>;
  /** Scans of a parcel beside its order and its items. */
  readonly commands: number;
}

const asks = firstSettings.defaults;
const takes = { ...asks, takesLearned: true };
const rounds: readonly Round[] = [
  { name: 'three known, the packer buys', weighed: 3, settings: { rule: 'ask', defaults: asks }, commands: 2 },
  { name: 'three known, a rule decides', weighed: 3, settings: { rule: 'cheapest', defaults: asks }, commands: 1 },
  { name: 'taken without asking, the packer buys', weighed: 5, settings: { rule: 'ask', defaults: takes }, commands: 1 },
  { name: 'taken without asking, a rule decides', weighed: 5, settings: { rule: 'cheapest', defaults: takes }, commands: 0 },
];

test('a scanner alone ships every order without box and weight, in every way to decide', async () => {
  const earlier = ordersOf('E', 5);
  const orders = rounds.map((_, at) => ordersOf(`R${at + 1}`, ofEachKind));
  const { page, service, printer } = await openBench({ csv: fileOf([...earlier, ...orders.flat()]), settings: { defaults: asks, boxes } });
  const shipped: Parcel[] = [];
  const figures: string[] = [];
  for (const [at, { name, weighed, settings, commands }] of rounds.entries()) {
    await call(page, 'saveSettings', { settings: { rule: 'ask', checksItems: false } });
    for (const parcel of earlier.slice(shipped.length, weighed * kinds.length)) {
      await shipWeighed(page, parcel);
      shipped.push(parcel);
    }
    await call(page, 'saveSettings', { settings: { ...settings, checksItems: true } });
    const hand: Hand = { page, scans: 0 };
    const before = [service.orders().length, printer.sheets().length] as const;
    const round = orders[at] ?? [];
    for (const parcel of round) {
      const scans = await shipByScanner(hand, parcel, settings.rule === 'ask');
      expect([parcel.key, scans]).toEqual([parcel.key, 1 + parcel.items.length + commands]);
    }
    // Asked of the service and the printer, not of the bench.
    const booked = service.orders().slice(before[0]);
    expect(booked.map(({ reference }) => reference)).toEqual(round.map(({ key }) => key));
    expect(printer.sheets().length - before[1]).toBe(round.length);
    const items = round.reduce((sum, parcel) => sum + parcel.items.length, 0);
    figures.push(
      `${name}: ${booked.length} of ${round.length}, ${hand.scans} scans = ${round.length} orders + ${items} items + ${hand.scans - round.length - items} commands`,
    );
  }
  process.stdout.write(`${figures.join('\n')}\n`);
});
