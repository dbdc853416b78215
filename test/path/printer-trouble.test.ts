import { afterEach, expect, test } from 'vitest';
import { startVirtualZebra, type ZebraFlags } from '../../electron/training/zebra.ts';
import { failures } from '../../renderer/text/failures.ts';
import { frame } from '../../renderer/text/frame.ts';
import { ship } from '../../renderer/text/ship.ts';
import { closeAll, type PlainStation, startPlainStation } from './plain-station.ts';

afterEach(closeAll);

const counted = ({ service, printer }: PlainStation) => ({ booked: service.orders().length, sheets: printer.sheets().length });
const taken = (bench: PlainStation): Promise<void> => expect.poll(() => bench.printer.firstByteAt).toBeDefined();

/** The state of each label in the packer's words, and what the printer said of it. */
const told = async (bench: PlainStation): Promise<string[]> =>
  ((await bench.call('lastShipments', { limit: 1 }))[0]?.jobs ?? [])
    .filter(({ role }) => role === 'label')
    .map(({ piece, pieces, state, detail }) => `${ship.pieceOf(piece, pieces)}: ${frame.jobStates[state]}. ${detail}`);

test.each<[Partial<ZebraFlags>, string, string]>([
  [{ paperOut: true }, 'The printer is out of labels.', 'Load labels.'],
  [{ headOpen: true }, 'The printer is open.', 'Close its head.'],
  [{ ribbonOut: true }, 'The printer is out of ribbon.', 'Load ribbon.'],
  [{ paused: true }, 'The printer is paused.', 'Press Pause on the printer, or start its queue.'],
])('%j before buying: nothing is bought and the packer reads what to do', async (flags, what, next) => {
  const bench = await startPlainStation();
  const { serviceId } = await bench.toTiles('ORD-1001');
  bench.printer.set(flags);
  await bench.call('buy', { walkNo: bench.walkNo(), serviceId });
  const { notice } = await bench.at('choosing');
  expect(notice && failures[notice.code]).toEqual({ what, next });
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test.each<[Partial<ZebraFlags>, string, Partial<ZebraFlags>]>([
  [{ paperOut: true }, 'The printer is out of labels.', { paperOut: false }],
  [{ headOpen: true }, 'The printer is open.', { headOpen: false }],
  [{ ribbonOut: true }, 'The printer is out of ribbon.', { ribbonOut: false }],
  [{ paused: true }, 'The printer is paused.', { paused: false }],
])('%j with the label inside: it is held, not sent again, and comes out once', async (flags, says, mended) => {
  const bench = await startPlainStation({ msPerLabel: 400 });
  await bench.buy('ORD-1001');
  await taken(bench);
  bench.printer.set(flags);
  const { failure } = await bench.at('done');
  expect(failure && failures[failure.code]).toEqual({
    what: 'It is not known whether the label came out. Nothing is printed twice by itself.',
    next: 'Say in Resolve whether it came out.',
  });
  expect(await told(bench)).toEqual([`1 of 1: ${frame.jobStates.held}. ${says} It has the label and prints it when that is mended.`]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  bench.printer.set(mended);
  await expect.poll(() => bench.printer.sheets().length).toBe(1);
  const [item] = await bench.call('toResolve', {});
  if (item?.kind !== 'print-unconfirmed') throw new Error('nobody is asked about the held label');
  await bench.call('settlePrint', { jobId: item.job.id, cameOut: true });
  expect(await bench.call('toResolve', {})).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a printer that loses power with the label inside: the packer is asked, nothing is printed twice', async () => {
  const bench = await startPlainStation({ msPerLabel: 60_000 });
  await bench.buy('ORD-1001');
  await taken(bench);
  await bench.printer.stop();
  await expect
    .poll(() => told(bench), { timeout: 40_000 })
    .toEqual([`1 of 1: ${frame.jobStates['print-unknown']}. The printer was gone for a moment after it took the label.`]);
  expect((await bench.call('toResolve', {})).map(({ kind }) => kind)).toEqual(['print-unconfirmed']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
}, 60_000);

test('a printer that resets in the middle of a label leaves it to the packer and prints nothing', async () => {
  const bench = await startPlainStation();
  const { serviceId } = await bench.toTiles('ORD-1001');
  bench.printer.set({ resetAfterBytes: 400 });
  await bench.call('buy', { walkNo: bench.walkNo(), serviceId });
  await bench.at('done');
  expect((await told(bench))[0]).toMatch(/^1 of 1: Print unconfirmed\. The connection broke while the label was sent/);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
}, 60_000);

test('a printer named in Setup while the price is asked again is asked itself before anything is bought', async () => {
  let ahead = 0;
  const bench = await startPlainStation({ delayMs: 150, platform: { now: () => new Date(Date.now() + ahead) } });
  const other = await startVirtualZebra({ msPerLabel: 20 });
  other.set({ paperOut: true });
  const { serviceId } = await bench.toTiles('ORD-1001');
  ahead = 16 * 60_000;
  const buying = bench.call('buy', { walkNo: bench.walkNo(), serviceId });
  await expect.poll(() => bench.service.requests().filter(({ action }) => action === 'quote').length).toBe(2);
  await bench.call('saveSettings', { settings: { labelPrinter: { address: other.url, dpi: 203, widthMm: 102, heightMm: 152 } } });
  await buying;
  const { notice } = await bench.at('choosing');
  expect(notice?.code).toBe('printer-out-of-labels');
  expect([...other.sheets(), ...bench.printer.sheets()]).toEqual([]);
  expect(bench.service.orders()).toEqual([]);
  await other.stop();
});

const threeParcels = [
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency',
  ...[1, 2, 3].map(() => 'ORD-7003,Anna Lehmann,Kastanienallee,84,10435,Berlin,DE,+49 30 5557 2101,1.2,40,30,20,Vase,64.00,EUR'),
].join('\n');

test('labels that run out after the first of three parcels: printing goes on at the piece that failed, and each comes out once', async () => {
  const bench = await startPlainStation({ orders: threeParcels, msPerLabel: 300 });
  await bench.buy('ORD-7003');
  await expect.poll(() => bench.printer.sheets().length, { interval: 10 }).toBe(1);
  bench.printer.set({ paperOut: true });
  // The second is inside the printer and held, or still here; either way the queue waits at the piece that failed.
  await expect.poll(async () => (await told(bench)).some((line) => line.endsWith('printer-out-of-labels'))).toBe(true);
  const stopped = await told(bench);
  expect(stopped[0]).toBe(`1 of 3: ${frame.jobStates.printed}. The printer counted the label.`);
  bench.printer.set({ paperOut: false });
  await expect.poll(() => bench.printer.sheets().length).toBe(3);
  await expect.poll(async () => (await told(bench))[2]).toBe(`3 of 3: ${frame.jobStates.printed}. The printer counted the label.`);
  const pieces = bench.printer.sheets().map(({ zpl }) => /\^FD(\d\/3)\^FS/.exec(zpl.toString('latin1'))?.[1]);
  expect(pieces).toEqual(['1/3', '2/3', '3/3']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 3 });
});
