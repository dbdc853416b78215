import { afterEach, expect, test } from 'vitest';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import { closeAll, counted, labelPrinterAt, type PlainStation, standbyPrinterAt, startPlainStation } from './plain-station.ts';

let spare: VirtualZebra | undefined;
afterEach(async () => {
  await closeAll();
  await spare?.stop();
});

/** A bench with a second label printer that stands by. Once something is bought, the first printer is as the test says. */
async function startTwoPrinters(bought: (first: VirtualZebra) => void, orders?: string) {
  let first: VirtualZebra | undefined;
  const second = await startVirtualZebra({ msPerLabel: 20 });
  spare = second;
  const bench = await startPlainStation({
    settings: { printers: [standbyPrinterAt(second.url)] },
    courier: (courier) => ({
      ...courier,
      async sendOnce(request) {
        if (first) bought(first);
        return courier.sendOnce(request);
      },
    }),
    ...(orders !== undefined && { orders }),
  });
  first = bench.printer;
  return { bench, second };
}

const frameOf = ({ station }: PlainStation) => station.snapshot().frame;
const outOfPaper = (printer: VirtualZebra): void => printer.set({ paperOut: true });
const toLoad = ({ workflow }: PlainStation) => expect.poll(() => JSON.stringify(workflow())).toContain('"detail":"printer-out-of-labels"');

const threeParcels = [
  'order,reference,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency',
  ...Array.from({ length: 3 }, () => 'M-1,M-1,Ada Vos,Dorpsstraat,12,3511 AB,Utrecht,NL,+31205550142,1.2,30,20,10,mugs,45.00,EUR'),
].join('\n');

test('a label that waits for its printer comes out at the one that stands by, once', async () => {
  const { bench, second } = await startTwoPrinters(outOfPaper);
  expect(frameOf(bench).standbyPrinter).toBe('spare');
  await bench.buy('ORD-1001');
  await toLoad(bench);
  expect(await bench.call('standBy', { isOn: true })).toEqual({ moved: 1 });
  const { booking } = await bench.at('done');
  expect(booking.jobs).toMatchObject([{ state: 'printed', printerId: 'spare', movedFrom: 'label' }]);
  bench.printer.set({ paperOut: false });
  expect(second.sheets()).toHaveLength(1);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test('new labels go on to the stand-by printer, over a restart too, until a person goes back', async () => {
  const { bench, second } = await startTwoPrinters(() => undefined);
  bench.printer.set({ paperOut: true });
  await bench.toTiles('ORD-1001');
  await bench.call('standBy', { isOn: true });
  await bench.call('standBy', { isOn: true });
  await expect.poll(() => frameOf(bench).labelPrinter.kind).toBe('ready');
  await bench.reopen();
  expect(frameOf(bench).standbyPrinter).toBe('in-use');
  await bench.buy('ORD-1001');
  await bench.at('done');
  bench.printer.set({ paperOut: false });
  await bench.call('scan', { code: 'PB!STANDBY' });
  expect(frameOf(bench).standbyPrinter).toBe('spare');
  await bench.buy('ORD-1002');
  await bench.at('done');
  expect(second.sheets()).toHaveLength(1);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 1 });
});

test('what waits at the stand-by printer goes back with the labels', async () => {
  const { bench, second } = await startTwoPrinters(outOfPaper);
  await bench.buy('ORD-1001');
  await toLoad(bench);
  second.set({ headOpen: true });
  await bench.call('standBy', { isOn: true });
  await expect.poll(() => JSON.stringify(bench.workflow())).toContain('"detail":"printer-head-open"');
  bench.printer.set({ paperOut: false });
  await bench.call('standBy', { isOn: false });
  await bench.at('done');
  expect(second.sheets()).toHaveLength(0);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('what the first printer holds is asked about and does not come out a second time', async () => {
  const { bench, second } = await startTwoPrinters(() => undefined, threeParcels);
  const off = bench.station.onSnapshot(() => {
    const now = bench.workflow();
    // With the first label under way the paper runs out: the printer has it, and the others never left.
    if (now.step === 'printing' && now.booking.jobs.some(({ takenAt }) => takenAt !== null)) bench.printer.set({ paperOut: true });
  });
  await bench.buy('M-1');
  await expect.poll(() => JSON.stringify(bench.workflow())).toContain('"detail":"printer-out-of-labels"');
  off();
  await bench.call('standBy', { isOn: true });
  const { booking, failure } = await bench.at('done');
  expect(failure?.code).toBe('print-held');
  expect(booking.jobs.map(({ state, printerId }) => [state, printerId])).toEqual([
    ['held', 'label'],
    ['printed', 'spare'],
    ['printed', 'spare'],
  ]);
  expect((await bench.call('toResolve', {})).map(({ kind }) => kind)).toEqual(['print-unconfirmed']);
  bench.printer.set({ paperOut: false });
  await expect.poll(() => bench.printer.sheets().length).toBe(1);
  expect(second.sheets()).toHaveLength(2);
});

test('without a printer that stands by nothing moves', async () => {
  const bench = await startPlainStation();
  expect(frameOf(bench).standbyPrinter).toBe('none');
  await expect(bench.call('standBy', { isOn: true })).rejects.toThrow('no-standby-printer');
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(bench.printer.url)] } });
  expect(frameOf(bench).standbyPrinter).toBe('none');
});
