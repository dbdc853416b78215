import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startVirtualZebra, type VirtualZebra, type ZebraFlags } from '../../electron/training/zebra.ts';
import { detailWords, labelJobs, stateWords } from '../../renderer/ship/print-job.ts';
import { text } from '../../renderer/text/text.ts';
import type { Booking } from '../../shared/booking.ts';
import type { PrintJob } from '../../shared/printer.ts';
import { closeLater } from '../later.ts';
import { counted, kindsToResolve, labelPrinterAt, type PlainStation, startPlainStation } from './plain-station.ts';

/** One order of three parcels: three labels, piece by piece. */
const threeParcels = [
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency',
  ...[1, 2, 3].map((kg) => `ORD-3,Aoife Byrne,Kastanienallee,12,10435,Berlin,DE,+49 30 555 0199,${kg},40,30,20,Tea,30,EUR`),
].join('\n');

const printerTiming = {
  answerMs: 200,
  connectMs: 500,
  stallMs: 400,
  closeWaitMs: 200,
  pollMs: 10,
  idleWaitMs: 1_500,
  confirmMs: 1_500,
  settleMs: 200,
};

/** The text that the packer reads beside each piece. */
const read = (job: PrintJob): string =>
  [text.ship.pieceOf(job.piece, job.pieces), [stateWords(job), detailWords(job)].filter(Boolean).join('. ')].join(': ');
const itCounted = 'Printed. The printer counted the label.';

interface Case {
  readonly bench: PlainStation;
  readonly booking: () => Booking;
}

interface Given {
  /** Change of the printer as soon as piece 1 of 3 has come out. */
  readonly afterOne?: Partial<ZebraFlags> | ((printer: VirtualZebra) => void);
  /** The address at which the station reaches the printer, if not its own. */
  readonly reachedAt?: (printer: VirtualZebra) => Promise<string>;
  readonly msPerLabel?: number;
}

/** A station that buys the order of three parcels. */
async function shipThree({ afterOne, reachedAt, msPerLabel = 20 }: Given = {}): Promise<Case> {
  let printer: VirtualZebra | undefined;
  const bench = await startPlainStation({
    orders: threeParcels,
    printerTiming,
    msPerLabel,
    onSheet: ({ index }) => {
      if (index !== 1 || !printer || !afterOne) return;
      if (typeof afterOne === 'function') afterOne(printer);
      else printer.set(afterOne);
    },
  });
  ({ printer } = bench);
  if (reachedAt) await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(await reachedAt(printer))] } });
  await bench.buy('ORD-3');
  return {
    bench,
    booking: () => {
      const workflow = bench.workflow();
      if (!('booking' in workflow)) throw new Error(`no booking at ${workflow.step}`);
      return workflow.booking;
    },
  };
}

const sheetsOf = ({ printer }: PlainStation): number => printer.sheets().length;
const timelineOf = async (ship: Case) => (await ship.bench.call('timeline', { bookingId: ship.booking().id })).lines;
const words = ({ booking }: Case): string[] => labelJobs(booking()).map(read);

test('three parcels print piece by piece, and each piece shows its state', async () => {
  const ship = await shipThree();
  await ship.bench.at('done');
  expect(words(ship)).toEqual([`1 of 3: ${itCounted}`, `2 of 3: ${itCounted}`, `3 of 3: ${itCounted}`]);
  expect(sheetsOf(ship.bench)).toBe(3);
});

interface Trouble {
  readonly fault: Partial<ZebraFlags>;
  readonly fixed: Partial<ZebraFlags>;
  readonly what: string;
  readonly next: string;
}

const troubles: readonly Trouble[] = [
  {
    fault: { paperOut: true },
    fixed: { paperOut: false },
    what: 'The printer is out of labels.',
    next: 'Load labels. What waits then prints by itself.',
  },
  {
    fault: { headOpen: true },
    fixed: { headOpen: false },
    what: 'The printer is open.',
    next: 'Close its head. What waits then prints by itself.',
  },
  {
    fault: { ribbonOut: true },
    fixed: { ribbonOut: false },
    what: 'The printer is out of ribbon.',
    next: 'Load ribbon. What waits then prints by itself.',
  },
  {
    fault: { paused: true },
    fixed: { paused: false },
    what: 'The printer is paused.',
    next: 'Press Pause on the printer, or start its queue. What waits then prints by itself.',
  },
];

test.each(troubles)('"$what" before buying: nothing is bought, and the packer reads what to do', async ({ fault, what, next }) => {
  const bench = await startPlainStation({ printerTiming });
  const { serviceId } = await bench.toTiles('ORD-1001');
  bench.printer.set(fault);
  const { notice } = await bench.take(serviceId, 'choosing');
  expect(notice && text.failures[notice.code]).toEqual({ what, next });
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('the bench waits for a printer whose memory is full, before buying and with the label inside', async () => {
  const bench = await startPlainStation({ printerTiming, msPerLabel: 150 });
  const { serviceId } = await bench.toTiles('ORD-1001');
  bench.printer.set({ bufferFull: true });
  const { notice } = await bench.take(serviceId, 'choosing');
  expect(notice && text.failures[notice.code]).toEqual({
    what: 'The memory of the printer is full.',
    next: 'Wait until its labels are out. If none come, switch it off and on.',
  });
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
  bench.printer.set({ bufferFull: false });
  const buying = bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => bench.printer.firstByteAt).toBeDefined();
  bench.printer.set({ bufferFull: true });
  await buying;
  const { booking } = await bench.at('done');
  expect(labelJobs(booking).map(read)).toEqual([`1 of 1: ${itCounted}`]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test.each(troubles)('"$what" with the label inside: it is held, is not sent again, and comes out once', async ({ fault, fixed, what }) => {
  const bench = await startPlainStation({ printerTiming, msPerLabel: 400 });
  await bench.buy('ORD-1001');
  await expect.poll(() => bench.printer.firstByteAt).toBeDefined();
  bench.printer.set(fault);
  const { booking, failure } = await bench.at('done');
  expect(failure && text.failures[failure.code]).toEqual({
    what: 'The printer has the label but has not printed it yet.',
    next: 'Fix the printer: the label then prints by itself. Confirm it in Resolve.',
  });
  expect(labelJobs(booking).map(read)).toEqual([
    `1 of 1: Held: the printer is not ready. ${what} It has the label and prints it when that is fixed.`,
  ]);
  expect(sheetsOf(bench)).toBe(0);
  bench.printer.set(fixed);
  await expect.poll(() => sheetsOf(bench)).toBe(1);
  const [item] = await bench.call('toResolve', {});
  if (item?.kind !== 'print-unconfirmed') throw new Error('nobody is asked about the held label');
  expect((await bench.call('settlePrint', { jobId: item.job.id, cameOut: true })).detail).toEqual({ code: 'seen-by-person' });
  const { lines } = await bench.call('timeline', { bookingId: booking.id });
  expect(lines.at(-1)).toMatchObject({ what: 'printed', detail: { code: 'seen-by-person' }, by: 'Zoë Kranjčar' });
  const files = readdirSync(bench.dir).filter((name) => name.startsWith('journal-'));
  for (const file of files) expect(readFileSync(join(bench.dir, file)).includes('Kranj'), file).toBe(false);
  expect(await bench.call('toResolve', {})).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test.each(troubles)('"$what" after piece 1 of 3: printing waits at piece 2 and continues when the fault is fixed', async (trouble) => {
  const ship = await shipThree({ afterOne: trouble.fault });
  await expect
    .poll(() => words(ship))
    .toEqual([`1 of 3: ${itCounted}`, `2 of 3: Waits for the printer. ${trouble.what}`, '3 of 3: Queued']);
  expect(sheetsOf(ship.bench)).toBe(1);
  ship.bench.printer.set(trouble.fixed);
  await ship.bench.at('done');
  expect(words(ship)).toEqual([`1 of 3: ${itCounted}`, `2 of 3: ${itCounted}`, `3 of 3: ${itCounted}`]);
  const pieces = ship.bench.printer.sheets().map(({ zpl }) => /\^FD(\d\/3)\^FS/.exec(zpl.toString('latin1'))?.[1]);
  expect(pieces).toEqual(['1/3', '2/3', '3/3']);
});

test('a label that one printer holds prints on another only after a packer confirms that it is gone', async () => {
  const bench = await startPlainStation({ printerTiming, msPerLabel: 400 });
  await bench.buy('ORD-1001');
  await expect.poll(() => bench.printer.firstByteAt).toBeDefined();
  bench.printer.set({ paperOut: true });
  await bench.at('done');
  const other = await startVirtualZebra({ msPerLabel: 20 });
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(other.url)] } });
  const [item] = await bench.call('toResolve', {});
  if (item?.kind !== 'print-unconfirmed') throw new Error('nobody is asked about the held label');
  const didNot = { jobId: item.job.id, cameOut: false };
  await expect(bench.call('settlePrint', didNot)).rejects.toThrow(`label-in-other-printer ${bench.printer.url}`);
  expect(other.sheets()).toEqual([]);
  // The printer was replaced, with the label it held.
  await bench.printer.stop();
  await expect(bench.call('settlePrint', didNot)).rejects.toThrow('label-in-other-printer');
  await bench.call('settlePrint', { ...didNot, isGone: true });
  await expect.poll(() => other.sheets().length).toBe(1);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  await other.stop();
});

test('a waiting label is never sent as ZPL to a page printer: it is drawn', async () => {
  const ship = await shipThree({ afterOne: { paperOut: true } });
  await expect.poll(() => words(ship)[1]).toContain('Waits for the printer');
  const folder = join(ship.bench.dir, 'office');
  mkdirSync(folder);
  await ship.bench.call('saveSettings', { settings: { printers: [labelPrinterAt(`folder:${folder}`)] } });
  await expect.poll(() => words(ship).filter((text) => text.includes('Saved as a file')).length).toBe(2);
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name)).subarray(0, 4).toString('latin1'));
  expect(kept).toEqual(['%PDF', '%PDF']);
  expect(sheetsOf(ship.bench)).toBe(1);
});

test('a waiting label that came as a PDF is made again for a printer of another kind', async () => {
  const bench = await startPlainStation({ printerTiming, onSent: ({ printer }) => printer.set({ paperOut: true }) });
  bench.service.faults.next('ship', 'label-pdf');
  await bench.buy('ORD-1001');
  await expect
    .poll(async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.jobs.map(read))
    .toEqual(['1 of 1: Waits for the printer. The printer is out of labels.']);
  const folder = join(bench.dir, 'office');
  mkdirSync(folder);
  await bench.call('saveSettings', { settings: { printers: [labelPrinterAt(`folder:${folder}`)] } });
  await expect.poll(() => readdirSync(folder).filter((name) => name.endsWith('.pdf'))).toHaveLength(1);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test('a waiting label that came as a PDF uses the resolution of the printer that prints it', async () => {
  const bench = await startPlainStation({
    printerTiming,
    onSent: ({ printer, service }) => printer.set({ paperOut: service.orders().length === 2 }),
  });
  const dotsAcross = (): number[] =>
    bench.printer.sheets().map(({ zpl }) => 8 * Number(/\^GF[ABC],\d+,\d+,(\d+)/.exec(zpl.toString('latin1'))?.[1]));
  bench.service.faults.next('ship', 'label-pdf');
  await bench.ship('ORD-1001');
  bench.service.faults.next('ship', 'label-pdf');
  await bench.buy('ORD-1002');
  await expect
    .poll(async () => (await bench.call('lastShipments', { limit: 1 }))[0]?.jobs.map(read))
    .toEqual(['1 of 1: Waits for the printer. The printer is out of labels.']);
  await bench.call('saveSettings', { settings: { printers: [{ ...labelPrinterAt(bench.printer.url), dpi: 300 }] } });
  bench.printer.set({ paperOut: false });
  await bench.at('done');
  const [at203 = 0, at300] = dotsAcross();
  expect(at300).toBeGreaterThan(1.4 * at203);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('a label that waits overnight keeps asking the printer, and its history lists each reason once', async () => {
  const ship = await shipThree({ afterOne: { paperOut: true } });
  await expect.poll(() => words(ship)[1]).toBe('2 of 3: Waits for the printer. The printer is out of labels.');
  const asked = ship.bench.printer.connections();
  await expect.poll(async () => (await timelineOf(ship)).map(({ what }) => what)).toContain('tracked');
  const before = await timelineOf(ship);
  await expect.poll(() => ship.bench.printer.connections()).toBeGreaterThan(asked + 3);
  expect(await timelineOf(ship)).toEqual(before);
  ship.bench.printer.set({ paperOut: false, headOpen: true });
  await expect.poll(() => words(ship)[1]).toBe('2 of 3: Waits for the printer. The printer is open.');
  expect((await timelineOf(ship)).length).toBe(before.length + 1);
});

test('a printer that jams after piece 1 with piece 2 inside holds it, and piece 2 is not reported as printed', async () => {
  const ship = await shipThree({ msPerLabel: 300 });
  await expect.poll(() => sheetsOf(ship.bench), { interval: 5 }).toBe(1);
  const before = ship.bench.printer.bytesReceived();
  // More bytes than any query: the label itself.
  await expect.poll(() => ship.bench.printer.bytesReceived(), { interval: 5 }).toBeGreaterThan(before + 1000);
  ship.bench.printer.set({ paused: true });
  await expect
    .poll(() => words(ship))
    .toEqual([
      `1 of 3: ${itCounted}`,
      '2 of 3: Held: the printer is not ready. The printer is paused. It has the label and prints it when that is fixed.',
      '3 of 3: Waits for the printer. The printer is paused.',
    ]);
  expect(sheetsOf(ship.bench)).toBe(1);
});

test('a printer that loses power after piece 1 is reported as offline, and nothing prints twice', async () => {
  const ship = await shipThree({ afterOne: (printer) => void printer.stop() });
  await expect
    .poll(() => words(ship).slice(1))
    .toEqual(['2 of 3: Waits for the printer. The printer cannot be reached.', '3 of 3: Queued']);
  expect(words(ship)[0]).toMatch(/^1 of 3: (Printed|Print unconfirmed)\. /);
  expect(text.failures['printer-offline'].next).toBe(
    'Check its power, its cable and its address in Setup. What is booked stays booked, and is printed once it answers.',
  );
  expect(sheetsOf(ship.bench)).toBe(1);
}, 30_000);

test('a printer that loses power with the label inside leaves the print for the packer to check', async () => {
  const bench = await startPlainStation({ printerTiming, msPerLabel: 60_000 });
  await bench.buy('ORD-1001');
  await expect.poll(() => bench.printer.firstByteAt).toBeDefined();
  await bench.printer.stop();
  const { booking } = await bench.at('done');
  expect(labelJobs(booking).map(read)).toEqual(['1 of 1: Print unconfirmed. The printer was gone for a moment after it took the label.']);
  expect(await kindsToResolve(bench)).toEqual(['print-unconfirmed']);
  expect(sheetsOf(bench)).toBe(0);
});

/** A connection between station and printer that alters the traffic. */
async function wire(printer: VirtualZebra, meddle: (from: Socket, open: () => Socket, inUse: number) => void): Promise<string> {
  let inUse = 0;
  const server = createServer((from) => {
    inUse += 1;
    from.on('error', () => undefined);
    from.on('close', () => {
      inUse -= 1;
    });
    meddle(
      from,
      () => {
        const to = dial(printer.port, '127.0.0.1');
        to.on('error', () => from.destroy());
        from.on('close', () => to.destroy());
        to.pipe(from);
        return to;
      },
      inUse,
    );
  });
  closeLater(() => new Promise((resolve) => server.close(resolve)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a printer that accepts only one connection prints all three', async () => {
  const ship = await shipThree({
    reachedAt: (printer) =>
      wire(printer, (from, open, inUse) => {
        if (inUse > 1) from.destroy();
        else from.pipe(open());
      }),
  });
  await ship.bench.at('done');
  expect(words(ship)).toEqual([`1 of 3: ${itCounted}`, `2 of 3: ${itCounted}`, `3 of 3: ${itCounted}`]);
  expect(sheetsOf(ship.bench)).toBe(3);
});

test('a printer that closes in the middle of a label leaves the print to the packer and does not get the label again', async () => {
  const ship = await shipThree({ afterOne: { resetAfterBytes: 300 } });
  await expect.poll(() => labelJobs(ship.booking()).some(({ state }) => state === 'print-unknown')).toBe(true);
  const doubtful = labelJobs(ship.booking()).find(({ state }) => state === 'print-unknown');
  expect(doubtful && read(doubtful)).toMatch(/^[23] of 3: Print unconfirmed\. The connection was cut while the label was sent/);
  expect(sheetsOf(ship.bench)).toBe(1);
  expect((await ship.bench.call('toResolve', {})).map(({ kind }) => kind)).toContain('print-unconfirmed');
});

test('a printer that swallows a label and does not count it leaves the print for the packer to check', async () => {
  const ship = await shipThree({
    reachedAt: (printer) =>
      wire(printer, (from, open) => {
        const to = open();
        // Forwards queries and drops labels.
        from.on('data', (chunk: Buffer) => {
          if (!chunk.includes('^XA') && chunk.length < 200) to.write(chunk);
        });
        from.on('end', () => to.end());
      }),
  });
  await expect.poll(() => labelJobs(ship.booking())[0]?.state).toBe('print-unknown');
  expect(words(ship)[0]).toBe('1 of 3: Print unconfirmed. The printer is idle, but it did not count the label.');
  expect(sheetsOf(ship.bench)).toBe(0);
});

test('a label on a printer that stops reading is never reported as printed', async () => {
  const ship = await shipThree({ afterOne: { noRead: true } });
  await expect.poll(() => labelJobs(ship.booking())[1]?.detail).toBe('printer-offline');
  expect(
    labelJobs(ship.booking())
      .map(({ state }) => state === 'printed')
      .slice(1),
  ).toEqual([false, false]);
  expect(sheetsOf(ship.bench)).toBe(1);
});
