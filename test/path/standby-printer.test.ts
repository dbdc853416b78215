import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { JournalError } from '../../electron/journal/journal-error.ts';
import type { VirtualZebra } from '../../electron/training/zebra.ts';
import type { Printer } from '../../shared/printer.ts';
import { closeLater } from '../later.ts';
import {
  counted,
  kindsToResolve,
  labelPrinterAt,
  type PlainOptions,
  type PlainStation,
  standbyPrinterAt,
  startAnotherZebra,
  startPlainStation,
} from './plain-station.ts';

/** A bench with a backup label printer. Once something is bought, `bought` sets the state of the first printer. */
async function startTwoPrinters(bought: (first: VirtualZebra) => void, orders?: string) {
  let first: VirtualZebra | undefined;
  const second = await startAnotherZebra();
  const bench = await startPlainStation({
    settings: { printers: [standbyPrinterAt(second.url)] },
    courier: (courier) => ({
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
const toLoad = (bench: PlainStation) => waitsFor(bench, 'printer-out-of-labels');

const waitsFor = ({ workflow }: PlainStation, detail: string) =>
  expect.poll(() => JSON.stringify(workflow())).toContain(`"detail":"${detail}"`);

const parcels = (length: number): string =>
  [
    'order,reference,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency',
    ...Array.from({ length }, () => 'M-1,M-1,Ada Vos,Dorpsstraat,12,3511 AB,Utrecht,NL,+31205550142,1.2,30,20,10,mugs,45.00,EUR'),
  ].join('\n');
const [twoParcels, threeParcels] = [parcels(2), parcels(3)];

/** A bench with a usual label printer, one for the courier in hand, and a backup printer. */
async function startThreePrinters(bought: (ofCourier: VirtualZebra, standby: VirtualZebra) => void = () => undefined) {
  const [ofCourier, standby] = [await startAnotherZebra(), await startAnotherZebra()];
  const bench = await startPlainStation({
    courier: (courier) => ({
      async sendOnce(request) {
        bought(ofCourier, standby);
        return courier.sendOnce(request);
      },
    }),
  });
  const { quote, serviceId } = await bench.toTiles('ORD-1001');
  const { courierName = '' } = quote.services.find((service) => service.serviceId === serviceId) ?? {};
  const first = labelPrinterAt(bench.printer.url);
  const second: Printer = { ...labelPrinterAt(ofCourier.url), id: 'label-2', route: { ...first.route, couriers: [courierName] } };
  const printers = [first, second, standbyPrinterAt(standby.url)];
  await bench.call('saveSettings', { settings: { printers } });
  const sheets = () => ({ usual: bench.printer.sheets().length, ofCourier: ofCourier.sheets().length, standby: standby.sheets().length });
  return { bench, ofCourier, courierName, printers, sheets, buy: () => bench.call('buy', { workflowNo: bench.workflowNo(), serviceId }) };
}

/**
 * A printer that never answers. It accepts this number of labels, then no new connection. It never hangs up, so a label stays on its way.
 */
async function startMutePrinter(mostLabels: number) {
  const sockets = new Set<Socket>();
  let labels = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (bytes.includes('^XA')) labels += 1;
      if (labels === mostLabels) server.close();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const stop = (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    return new Promise((closed) => server.close(() => closed()));
  };
  closeLater(stop);
  const { port } = server.address() as AddressInfo;
  return { url: `tcp://127.0.0.1:${port}`, labels: () => labels };
}

/** A shipment of two labels for a printer that never answers, beside a backup printer. */
async function startMuteAndStandby(closeWaitMs: number, options: PlainOptions = {}, mostLabels = Number.POSITIVE_INFINITY) {
  const [mute, second] = [await startMutePrinter(mostLabels), await startAnotherZebra()];
  const bench = await startPlainStation({
    settings: { printers: [labelPrinterAt(mute.url), standbyPrinterAt(second.url)] },
    orders: twoParcels,
    printerTiming: { closeWaitMs, answerMs: 100, muteAnswerMs: 100 },
    ...options,
  });
  return { mute, second, bench };
}

const placesOf = (workflow: unknown) =>
  (workflow as { booking?: { jobs: readonly { state: string; printerId: string }[] } }).booking?.jobs.map(({ state, printerId }) => [
    state,
    printerId,
  ]);

test('a label that waits for its printer prints once, at the backup printer', async () => {
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

test('new labels go to the backup printer, also after a restart, until the packer switches back', async () => {
  const { bench, second } = await startTwoPrinters(() => undefined);
  bench.printer.set({ paperOut: true });
  await bench.toTiles('ORD-1001');
  await bench.call('standBy', { isOn: true });
  await bench.call('standBy', { isOn: true });
  await expect.poll(() => frameOf(bench).labelPrinter.kind).toBe('ready');
  await bench.reopen();
  expect(frameOf(bench).standbyPrinter).toBe('in-use');
  await bench.ship('ORD-1001');
  bench.printer.set({ paperOut: false });
  await bench.call('scan', { code: 'XPBXSTB' });
  expect(frameOf(bench).standbyPrinter).toBe('spare');
  await bench.ship('ORD-1002');
  expect(second.sheets()).toHaveLength(1);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 1 });
});

test('waiting jobs at the backup printer go back together with the labels', async () => {
  const { bench, second } = await startTwoPrinters(outOfPaper);
  await bench.buy('ORD-1001');
  await toLoad(bench);
  second.set({ headOpen: true });
  await bench.call('standBy', { isOn: true });
  await waitsFor(bench, 'printer-head-open');
  bench.printer.set({ paperOut: false });
  await bench.call('standBy', { isOn: false });
  await bench.at('done');
  expect(second.sheets()).toHaveLength(0);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a label held by the first printer is asked about and does not print a second time', async () => {
  const { bench, second } = await startTwoPrinters(() => undefined, threeParcels);
  const off = bench.station.onSnapshot(() => {
    const now = bench.workflow();
    // The paper runs out while the first label is on its way: the printer has it, and the others were never sent.
    if (now.step === 'printing' && now.booking.jobs.some(({ takenAt }) => takenAt !== null)) bench.printer.set({ paperOut: true });
  });
  await bench.buy('M-1');
  await toLoad(bench);
  off();
  await bench.call('standBy', { isOn: true });
  const { booking, failure } = await bench.at('done');
  expect(failure?.code).toBe('print-held');
  expect(booking.jobs.map(({ state, printerId }) => [state, printerId])).toEqual([
    ['held', 'label'],
    ['printed', 'spare'],
    ['printed', 'spare'],
  ]);
  expect(await kindsToResolve(bench)).toEqual(['print-unconfirmed']);
  bench.printer.set({ paperOut: false });
  await expect.poll(() => bench.printer.sheets().length).toBe(1);
  expect(second.sheets()).toHaveLength(2);
});

test('without a backup printer nothing moves', async () => {
  const bench = await startPlainStation();
  expect(frameOf(bench).standbyPrinter).toBe('none');
  await expect(bench.call('standBy', { isOn: true })).rejects.toThrow('no-standby-printer');
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(bench.printer.url)] } });
  expect(frameOf(bench).standbyPrinter).toBe('none');
});

test('a label in transmission to the first printer while the others move is asked about if no answer follows', async () => {
  const { bench, mute } = await startMuteAndStandby(1000);
  await bench.buy('M-1');
  await expect.poll(mute.labels).toBe(1);
  expect(placesOf(bench.workflow())?.[0]).toEqual(['sending', 'label']);
  expect(await bench.call('standBy', { isOn: true })).toEqual({ moved: 1 });
  const { booking } = await bench.at('done');
  expect(placesOf({ booking })).toEqual([
    ['print-unknown', 'label'],
    ['printed', 'spare'],
  ]);
});

/** The first label was taken without an answer, and the second waits for a printer that is gone. */
async function startTaken(options: PlainOptions) {
  const { bench, mute, second } = await startMuteAndStandby(50, options, 1);
  await bench.buy('M-1');
  await expect.poll(() => placesOf(bench.workflow())?.map(([state]) => state)).toEqual(['sent', 'queued']);
  expect(mute.labels()).toBe(1);
  return { bench, second };
}
test('labels that the first printer took are asked about, even if the program ended while the others moved', async () => {
  let isEnding = false;
  const { bench, second } = await startTaken({
    journal: (journal) => ({
      redirectJob(id, printerId) {
        const moved = journal.redirectJob(id, printerId);
        // This run does nothing after this write.
        if (isEnding) throw new Error('the program ended here');
        return moved;
      },
    }),
  });
  isEnding = true;
  await expect(bench.call('standBy', { isOn: true })).rejects.toThrow();
  isEnding = false;
  await bench.reopen();
  await expect.poll(() => second.sheets().length).toBe(1);
  expect(await kindsToResolve(bench)).toEqual(['print-unconfirmed']);
});

test("nothing moves if the question about the first printer's labels cannot be written", async () => {
  let isFull = false;
  const { bench, second } = await startTaken({
    journal: (journal) => ({
      moveJob(id, from, to, detail) {
        if (isFull && to === 'print-unknown') throw new JournalError('unwritable', 'database or disk is full');
        return journal.moveJob(id, from, to, detail);
      },
    }),
  });
  isFull = true;
  await expect(bench.call('standBy', { isOn: true })).rejects.toThrow('journal-unwritable');
  expect(placesOf(bench.workflow())).toEqual([
    ['sent', 'label'],
    ['queued', 'label'],
  ]);
  expect(second.sheets()).toHaveLength(0);
  isFull = false;
  await bench.reopen();
  await expect.poll(() => second.sheets().length).toBe(1);
  expect(await kindsToResolve(bench)).toEqual(['print-unconfirmed']);
});

test('the label of a courier with its own printer prints at the backup printer, and at no third one', async () => {
  const { bench, sheets, buy } = await startThreePrinters((ofCourier) => outOfPaper(ofCourier));
  await buy();
  await toLoad(bench);
  await bench.call('standBy', { isOn: true });
  const { booking } = await bench.at('done');
  expect(booking.jobs).toMatchObject([{ state: 'printed', printerId: 'spare', movedFrom: 'label-2' }]);
  expect(frameOf(bench).standbyPrinter).toBe('in-use');
  expect(sheets()).toEqual({ usual: 0, ofCourier: 0, standby: 1 });
});

test('requested twice, the backup printer replaces only one printer, and other labels go where they went', async () => {
  const { bench, sheets, buy, courierName } = await startThreePrinters();
  await bench.call('standBy', { isOn: true });
  await buy();
  await bench.at('done');
  expect(sheets()).toEqual({ usual: 0, ofCourier: 0, standby: 1 });
  const { quote } = await bench.toTiles('ORD-1002');
  const serviceId = quote.services.find((each) => each.courierName !== courierName)?.serviceId ?? '';
  await bench.call('selectService', { workflowNo: bench.workflowNo(), serviceId });
  await bench.call('standBy', { isOn: true });
  await bench.take(serviceId, 'done');
  expect(sheets()).toEqual({ usual: 1, ofCourier: 0, standby: 1 });
});

test('a waiting label at the backup printer goes back to the printer it came from', async () => {
  const { bench, ofCourier, sheets, buy } = await startThreePrinters((first, standby) => {
    outOfPaper(first);
    standby.set({ headOpen: true });
  });
  await buy();
  await toLoad(bench);
  await bench.call('standBy', { isOn: true });
  await waitsFor(bench, 'printer-head-open');
  ofCourier.set({ paperOut: false });
  await bench.call('standBy', { isOn: false });
  await bench.at('done');
  expect(sheets()).toEqual({ usual: 0, ofCourier: 1, standby: 0 });
  expect(bench.service.orders()).toHaveLength(1);
});

test("while a courier's printer is asked before its parcel is bought, the backup printer replaces that one", async () => {
  const { bench, sheets, buy } = await startThreePrinters();
  const off = bench.station.onSnapshot(() => {
    if (bench.workflow().step !== 'booking') return;
    off();
    void bench.call('standBy', { isOn: true });
  });
  await buy();
  await bench.at('done');
  expect(frameOf(bench).standbyPrinter).toBe('in-use');
  expect(sheets()).toEqual({ usual: 0, ofCourier: 0, standby: 1 });
});

test('a label that returns from the backup printer after switching back prints at the label printer', async () => {
  let standby: VirtualZebra | undefined;
  const { bench, second } = await startTwoPrinters(() => standby?.set({ bufferFull: true }));
  standby = second;
  await bench.call('standBy', { isOn: true });
  await bench.buy('ORD-1001');
  await expect.poll(() => placesOf(bench.workflow())).toEqual([['sending', 'spare']]);
  await bench.call('standBy', { isOn: false });
  second.set({ bufferFull: false, headOpen: true });
  await bench.at('done');
  expect(second.sheets()).toHaveLength(0);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a replaced printer works again once Setup has no backup printer, and a new backup starts only with F7', async () => {
  const { bench, printers, sheets, buy } = await startThreePrinters();
  await bench.call('standBy', { isOn: true });
  await bench.call('saveSettings', { settings: { printers: printers.slice(0, 2) } });
  expect(frameOf(bench).standbyPrinter).toBe('none');
  await bench.call('saveSettings', { settings: { printers } });
  expect(frameOf(bench).standbyPrinter).toBe('spare');
  await buy();
  await bench.at('done');
  expect(sheets()).toEqual({ usual: 0, ofCourier: 1, standby: 0 });
});

test('a new printer with the id of a replaced one is not replaced', async () => {
  const { bench, printers, sheets, buy } = await startThreePrinters();
  await bench.call('standBy', { isOn: true });
  await bench.call('saveSettings', { settings: { printers: printers.filter(({ id }) => id !== 'label-2') } });
  await bench.call('saveSettings', { settings: { printers } });
  expect(frameOf(bench).standbyPrinter).toBe('spare');
  await buy();
  await bench.at('done');
  expect(sheets()).toEqual({ usual: 0, ofCourier: 1, standby: 0 });
});

test('a test label prints at the printer whose button was pressed, even at a replaced one', async () => {
  const { bench, second } = await startTwoPrinters(() => undefined);
  await bench.call('standBy', { isOn: true });
  const job = await bench.call('printTest', { role: 'label', printerId: 'label' });
  expect(job).toMatchObject({ state: 'printed', printerId: 'label' });
  expect([bench.printer.sheets().length, second.sheets().length]).toEqual([1, 0]);
});

test('the top bar ignores the answer of a printer that was asked before another came into use', async () => {
  const { bench } = await startMuteAndStandby(50, { printerTiming: { closeWaitMs: 50, answerMs: 800, muteAnswerMs: 800 } });
  const asking = bench.call('askPrinter', { role: 'label' });
  await bench.call('standBy', { isOn: true });
  expect(await asking).toEqual({ kind: 'ready' });
  expect(frameOf(bench).labelPrinter).toEqual({ kind: 'ready' });
});

test("the backup printer's barcode is refused on a full disk, and the bench stays as it was", async () => {
  const second = await startAnotherZebra();
  const bench = await startPlainStation({
    settings: { printers: [standbyPrinterAt(second.url)] },
    journal: (journal) => ({
      setFact(name, value) {
        if (name === 'resting-printers') throw new JournalError('unwritable', 'database or disk is full');
        journal.setFact(name, value);
      },
    }),
  });
  await bench.toTiles('ORD-1001');
  await expect(bench.call('scan', { code: 'XPBXSTB' })).rejects.toThrow('journal-unwritable');
  expect(bench.workflow().step).toBe('choosing');
  expect(frameOf(bench).standbyPrinter).toBe('spare');
});
