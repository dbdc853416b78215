import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { PrinterLook } from '../../electron/bench/ports/printers.ts';
import { judgePrint } from '../../electron/bench/print/judge-print.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import { labelPrinterAt, type PlainStation, startPlainStation } from './plain-station.ts';

const atRest = (count: number): PrinterLook => ({ count, holds: 'nothing' });
const busy = (count: number): PrinterLook => ({ count, holds: 'something' });
const silent: PrinterLook = { count: null, holds: 'unknown' };
const times = (count: number, look: PrinterLook): PrinterLook[] => Array.from({ length: count }, () => look);

test.each([
  ['no look yet', 7, 1, [], 0, 'look-again'],
  ['it counted exactly this label and is at rest', 7, 1, [atRest(8)], 0, 'printed'],
  ['it counted exactly these labels', 7, 3, [atRest(10)], 9, 'printed'],
  ['it counted exactly this label, but long ago anybody may have used it', 7, 1, [atRest(8)], 11, 'unclear'],
  ['it counted this label and still holds something', 7, 1, [busy(8)], 0, 'look-again'],
  ['it counted exactly this label, by a clock that was set back since', 7, 1, [atRest(8)], -50, 'unclear'],
  ['not counted, at rest once', 7, 1, [atRest(7)], 0, 'look-again'],
  ['not counted, at rest four times', 7, 1, times(4, atRest(7)), 0, 'not-printed'],
  ['not counted, at rest four times, days later', 7, 1, times(4, atRest(7)), 5000, 'not-printed'],
  ['not counted, at rest only three times since it held something', 7, 1, [busy(7), ...times(3, atRest(7))], 0, 'look-again'],
  ['it held something and then counted it', 7, 1, [busy(7), busy(7), atRest(8)], 0, 'printed'],
  ['it holds something for ever', 7, 1, times(10, busy(7)), 0, 'unclear'],
  ['silent, so far', 7, 1, [silent], 0, 'look-again'],
  ['silent for ever', 7, 1, times(10, silent), 0, 'unclear'],
  ['silent, then at rest', 7, 1, [...times(4, silent), ...times(4, atRest(7))], 0, 'not-printed'],
  ['more labels than this one: somebody else printed', 7, 1, [atRest(9)], 0, 'unclear'],
  ['fewer than before: another printer', 7, 1, [atRest(3)], 0, 'unclear'],
  ['some of these labels, and at rest', 7, 3, times(4, atRest(8)), 0, 'unclear'],
  ['it never counted', null, 1, times(4, atRest(7)), 0, 'unclear'],
] as const)('judges an interrupted print: %s', (_, count, labels, looks, minutesSince, judgement) => {
  expect(judgePrint({ address: 'tcp://10.0.0.9:9100', count, labels }, looks, minutesSince)).toBe(judgement);
});

test.each([
  ['of another printer with the same count', times(4, { ...atRest(7), serial: 'B' }), 'unclear'],
  ['of another printer that counted as many', [{ ...atRest(8), serial: 'B' }], 'unclear'],
  ['of a printer that does not say which it is, so far', times(4, atRest(7)), 'look-again'],
  ['of a printer that never reports which it is', times(10, atRest(7)), 'unclear'],
  ['of the same printer', times(4, { ...atRest(7), serial: 'A' }), 'not-printed'],
] as const)('judges a print with a known printer by status answers %s', (_, looks, judgement) => {
  expect(judgePrint({ address: 'tcp://10.0.0.9:9100', count: 7, labels: 1, serial: 'A' }, looks, 0)).toBe(judgement);
});

/** Stops the journal at one step for good, as a crash would; earlier commits remain. */
function crashing() {
  let isDead = false;
  return {
    revive: () => {
      isDead = false;
    },
    at: (dies: (method: string, args: readonly unknown[]) => 'before' | 'after' | undefined) => (journal: Journal) =>
      new Proxy(journal, {
        get(target, name: keyof Journal) {
          const method = target[name] as (...args: unknown[]) => unknown;
          return (...args: unknown[]) => {
            const when = isDead ? 'before' : dies(name, args);
            if (when !== undefined && name !== 'close') isDead = true;
            if (isDead && when === 'before' && (name === 'moveJob' || name === 'writePrinterMark')) throw new Error('the program is gone');
            const answer = method.apply(target, args);
            if (when === 'after') throw new Error('the program is gone');
            return answer;
          };
        },
      }),
  };
}

const diesBeforePrinted = (method: string, args: readonly unknown[]) =>
  method === 'moveJob' && args[2] === 'printed' ? ('before' as const) : undefined;
const diesAfterMark = (method: string) => (method === 'writePrinterMark' ? ('after' as const) : undefined);
const diesBeforeMark = (method: string) => (method === 'writePrinterMark' ? ('before' as const) : undefined);

const soon = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms / 50));

async function crashedBench(dies: Parameters<ReturnType<typeof crashing>['at']>[0], sleep: (ms: number) => Promise<void> = soon) {
  let isOver = false;
  const crash = crashing();
  const bench = await startPlainStation({ platform: { sleep }, journal: (journal) => (isOver ? journal : crash.at(dies)(journal)) });
  await bench.buy('ORD-1001');
  const stateOf = async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.jobs[0];
  return {
    bench,
    stateOf,
    async restart() {
      isOver = true;
      await bench.reopen();
    },
  };
}

const toResolve = async (bench: PlainStation): Promise<string[]> => (await bench.call('toResolve', {})).map((item) => item.kind);

test('a label that came out before the crash counts as printed, by the counter of the printer', async () => {
  const { bench, stateOf, restart } = await crashedBench(diesBeforePrinted);
  await expect.poll(() => bench.printer.sheets().length).toBe(1);
  await expect.poll(async () => (await stateOf())?.state).toBe('sending');
  await restart();
  await expect.poll(stateOf).toMatchObject({ state: 'printed', detail: { code: 'ended-and-counted' } });
  expect(await toResolve(bench)).toEqual([]);
  expect(bench.printer.sheets()).toHaveLength(1);
});

test('a label whose bytes were never sent prints when the printer is idle', async () => {
  const { bench, stateOf, restart } = await crashedBench(diesAfterMark);
  await expect.poll(async () => (await stateOf())?.state).toBe('sending');
  expect(bench.printer.sheets()).toHaveLength(0);
  await restart();
  await expect.poll(async () => (await stateOf())?.state).toBe('printed');
  expect(bench.printer.sheets()).toHaveLength(1);
});

test('a label is not printed again by itself if another printer is at the address', async () => {
  const { bench, stateOf, restart } = await crashedBench(diesBeforePrinted);
  await expect.poll(() => bench.printer.sheets().length).toBe(1);
  await expect.poll(async () => (await stateOf())?.state).toBe('sending');
  const { port } = bench.printer;
  await bench.printer.stop();
  const other = await startVirtualZebra({ port, msPerLabel: 20, serial: '50J999999999' });
  try {
    await restart();
    // The next label waits until the station has judged the interrupted one.
    await bench.ship('ORD-1002');
    await expect.poll(() => other.sheets().length).toBe(1);
    expect(await toResolve(bench)).toEqual(['print-unconfirmed']);
  } finally {
    await other.stop();
  }
});

test('a label prints normally after a crash before the printer mark, because nothing was sent', async () => {
  const { bench, stateOf, restart } = await crashedBench(diesBeforeMark);
  await expect.poll(async () => (await stateOf())?.state).toBe('sending');
  await restart();
  await expect.poll(async () => (await stateOf())?.state).toBe('printed');
  expect(bench.printer.sheets()).toHaveLength(1);
});

test('the packer is asked if another label came out meanwhile or the printer is gone', async () => {
  const { bench, stateOf, restart } = await crashedBench(diesBeforePrinted);
  await expect.poll(() => bench.printer.sheets().length).toBe(1);
  await expect.poll(async () => (await stateOf())?.state).toBe('sending');
  await new Promise<void>((resolve) => {
    const other = connect(bench.printer.port, '127.0.0.1', () => other.end('^XA^FO1,1^A0N,30^FDof another PC^FS^XZ'));
    other.resume().on('close', () => resolve());
  });
  await expect.poll(() => bench.printer.sheets().length).toBe(2);
  await restart();
  expect(await toResolve(bench)).toEqual(['print-unconfirmed']);
  await bench.ship('ORD-1002');
  expect(await toResolve(bench)).toEqual(['print-unconfirmed']);
  expect(bench.printer.sheets()).toHaveLength(3);
  await bench.printer.stop();
  await bench.reopen();
  expect(await toResolve(bench)).toEqual(['print-unconfirmed']);
});

test('a print interrupted by a crash delays later prints only at its own printer', async () => {
  const looked = Promise.withResolvers<void>();
  const betweenLooks = 1000;
  const { bench, restart } = await crashedBench(diesAfterMark, (ms) => (ms === betweenLooks ? looked.promise : soon(ms)));
  const other = await startVirtualZebra({ msPerLabel: 20 });
  try {
    const [first, second] = [labelPrinterAt(bench.printer.url), { ...labelPrinterAt(other.url), id: 'right' }];
    const ofNobody = { ...first, route: { ...first.route, couriers: ['nobody'] } };
    await bench.call('saveSettings', { settings: { printers: [second, ofNobody] } });
    await restart();
    const behind = bench.call('printTest', { role: 'label', printerId: first.id });
    await bench.ship('ORD-1002');
    expect([bench.printer.sheets().length, other.sheets().length]).toEqual([0, 1]);
    looked.resolve();
    await expect.poll(() => bench.printer.sheets().length).toBe(2);
    expect((await behind).state).toBe('printed');
  } finally {
    looked.resolve();
    await other.stop();
  }
});
