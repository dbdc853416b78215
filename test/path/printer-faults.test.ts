import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { VirtualZebra, ZebraFlags } from '../../electron/training/zebra.ts';
import { text } from '../../renderer/text/text.ts';
import type { Booking } from '../../shared/booking.ts';
import type { PrintJob } from '../../shared/printer.ts';
import { closeAll, type PlainStation, startPlainStation } from './plain-station.ts';

const servers: Server[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

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

const labelsOf = (booking: Booking): PrintJob[] =>
  booking.jobs.filter(({ role }) => role === 'label').sort((one, other) => one.piece - other.piece || one.copy - other.copy);
/** What the packer reads beside each piece. */
const read = (job: PrintJob): string =>
  `${job.piece} of ${job.pieces}: ${[text.frame.jobStates[job.state], job.detail].filter(Boolean).join('. ')}`;
const counted = 'Printed. The printer counted the label.';

interface Case {
  readonly bench: PlainStation;
  readonly booking: () => Booking;
}

/** A station whose printer has a fault from the moment a piece has come out; then the order of three parcels is bought. */
async function shipThree(
  afterPiece: number,
  fault: Partial<ZebraFlags> | ((printer: VirtualZebra) => void),
  address?: (printer: VirtualZebra) => Promise<string>,
): Promise<Case> {
  let printer: VirtualZebra | undefined;
  const bench = await startPlainStation({
    orders: threeParcels,
    printerTiming,
    onSheet: ({ index }) => {
      if (index !== afterPiece || !printer) return;
      if (typeof fault === 'function') fault(printer);
      else printer.set(fault);
    },
  });
  ({ printer } = bench);
  if (address)
    await bench.call('saveSettings', {
      settings: { labelPrinter: { address: await address(printer), dpi: 203, widthMm: 102, heightMm: 152 } },
    });
  await bench.buy('ORD-3');
  return {
    bench,
    booking: () => {
      const walk = bench.walk();
      if (!('booking' in walk)) throw new Error(`no booking at ${walk.step}`);
      return walk.booking;
    },
  };
}

const sheetsOf = ({ printer }: PlainStation): number => printer.sheets().length;
const words = ({ booking }: Case): string[] => labelsOf(booking()).map(read);

test('three parcels print piece by piece, and each says so', async () => {
  const now = await shipThree(9, {});
  await now.bench.at('done');
  expect(words(now)).toEqual([`1 of 3: ${counted}`, `2 of 3: ${counted}`, `3 of 3: ${counted}`]);
  expect(sheetsOf(now.bench)).toBe(3);
});

test.each([
  ['runs out of labels', { paperOut: true }, { paperOut: false }, 'The printer is out of labels.', 'printer-out-of-labels'],
  ['has its head opened', { headOpen: true }, { headOpen: false }, 'The printer is open.', 'printer-head-open'],
  ['runs out of ribbon', { ribbonOut: true }, { ribbonOut: false }, 'The printer is out of ribbon.', 'printer-out-of-ribbon'],
  ['is paused', { paused: true }, { paused: false }, 'The printer is paused.', 'printer-paused'],
] as const)(
  'a printer that %s before piece 2 stops there, says why, and goes on at that piece when it is mended',
  async (_what, fault, mended, says, code) => {
    const now = await shipThree(1, fault);
    await now.bench.at('printing');
    // Whether piece 2 was inside when the fault came decides who prints it: the printer by itself, or the queue.
    await expect.poll(() => labelsOf(now.booking())[1]).toMatchObject({ state: expect.stringMatching(/^(held|queued|sending)$/) });
    await expect
      .poll(() => {
        const [, second] = labelsOf(now.booking());
        return second?.state === 'held'
          ? second.detail
          : second && second.detail in text.failures
            ? text.failures[code].what
            : second?.detail;
      })
      .toContain(says);
    expect(text.failures[code].what).toBe(says);
    expect(sheetsOf(now.bench)).toBe(1);
    now.bench.printer.set(mended);
    await expect.poll(() => sheetsOf(now.bench)).toBe(3);
    await now.bench.at('done');
    expect(
      now.bench.printer
        .sheets()
        .map(({ zpl }) => zpl.toString('latin1'))
        .filter((sheet, at, all) => all.indexOf(sheet) !== at),
    ).toEqual([]);
  },
);

test('a label the printer holds is not sent again: it comes out by itself, and a person says so', async () => {
  const bench = await startPlainStation({ printerTiming, msPerLabel: 150 });
  await bench.toTiles('ORD-1001');
  const walk = await bench.at('choosing');
  const bought = bench.call('buy', { walkNo: bench.walkNo(), serviceId: walk.serviceId });
  await expect.poll(() => bench.printer.bytesReceived()).toBeGreaterThan(500);
  bench.printer.set({ paperOut: true });
  await bought;
  const { booking, failure } = await bench.at('done');
  expect(labelsOf(booking).map(read)).toEqual([
    '1 of 1: Held: the printer is not ready. The printer is out of labels. It has the label and prints it when that is mended.',
  ]);
  expect(failure && text.failures[failure.code]).toMatchObject({ what: text.failures['print-unknown'].what });
  const received = bench.printer.bytesReceived();
  bench.printer.set({ paperOut: false });
  await expect.poll(() => sheetsOf(bench)).toBe(1);
  const [item] = await bench.call('toResolve', {});
  if (item?.kind !== 'print-unconfirmed') throw new Error(JSON.stringify(item));
  expect((await bench.call('settlePrint', { jobId: item.job.id, cameOut: true })).detail).toBe('Seen by Zoë Kranjčar');
  expect(sheetsOf(bench)).toBe(1);
  // Questions are asked on, but no label is sent.
  expect(bench.printer.bytesReceived() - received).toBeLessThan(500);
});

test('a printer that jams after piece 1 keeps the next piece inside, and nobody says it came out', async () => {
  const now = await shipThree(1, { paused: true });
  await expect.poll(() => sheetsOf(now.bench)).toBe(1);
  await expect.poll(() => labelsOf(now.booking())[0]?.state).toBe('printed');
  expect(
    labelsOf(now.booking())
      .slice(1)
      .some(({ state }) => state === 'printed'),
  ).toBe(false);
});

test('a printer that loses power after piece 1 is said to be out of reach; the next pieces wait and nothing prints twice', async () => {
  const now = await shipThree(1, (printer) => void printer.stop());
  await expect.poll(() => sheetsOf(now.bench)).toBe(1);
  await expect.poll(() => labelsOf(now.booking())[2]?.state).toBe('queued');
  const [first, second, third] = labelsOf(now.booking());
  for (const job of [first, second]) expect(['printed', 'print-unknown', 'queued', 'sending']).toContain(job?.state);
  expect(third?.state).toBe('queued');
  await expect.poll(() => labelsOf(now.booking()).map(({ detail }) => detail)).toContain('printer-offline');
  expect(text.failures['printer-offline']).toEqual({
    what: 'The printer cannot be reached.',
    next: 'Check its power, its cable and its address in Setup.',
  });
  expect(sheetsOf(now.bench)).toBe(1);
});

/** A wire between station and printer that meddles with what passes. */
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
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a printer that takes one connection only prints all three', async () => {
  const now = await shipThree(9, {}, (printer) =>
    wire(printer, (from, open, inUse) => {
      if (inUse > 1) from.destroy();
      else from.pipe(open());
    }),
  );
  await now.bench.at('done');
  expect(words(now)).toEqual([`1 of 3: ${counted}`, `2 of 3: ${counted}`, `3 of 3: ${counted}`]);
  expect(sheetsOf(now.bench)).toBe(3);
});

test('a printer that closes in the middle of a label leaves that print to a person, and never gets it again by itself', async () => {
  const now = await shipThree(1, { resetAfterBytes: 300 });
  await expect.poll(() => labelsOf(now.booking()).some(({ state }) => state === 'print-unknown')).toBe(true);
  const doubtful = labelsOf(now.booking()).find(({ state }) => state === 'print-unknown');
  expect(doubtful && read(doubtful)).toMatch(/^[23] of 3: Print unconfirmed\. The connection broke while the label was sent/);
  expect(sheetsOf(now.bench)).toBe(1);
  expect((await now.bench.call('toResolve', {})).map(({ kind }) => kind)).toContain('print-unconfirmed');
});

test('a printer that swallows a label and counts none leaves the print to a person', async () => {
  const now = await shipThree(9, {}, (printer) =>
    wire(printer, (from, open) => {
      const to = open();
      // Questions pass, labels go nowhere.
      from.on('data', (chunk: Buffer) => {
        if (!chunk.includes('^XA') && chunk.length < 200) to.write(chunk);
      });
      from.on('end', () => to.end());
    }),
  );
  await expect.poll(() => labelsOf(now.booking())[0]?.state).toBe('print-unknown');
  expect(words(now)[0]).toBe('1 of 3: Print unconfirmed. The printer is idle, but it did not count the label.');
  expect(sheetsOf(now.bench)).toBe(0);
});

test('a printer that stops reading is never said to have printed', async () => {
  const now = await shipThree(1, { noRead: true });
  await expect.poll(() => labelsOf(now.booking())[1]?.detail).toBe('printer-offline');
  expect(labelsOf(now.booking()).map(({ state }) => state === 'printed')).toEqual([expect.any(Boolean), false, false]);
  expect(sheetsOf(now.bench)).toBe(1);
});

test.each([
  [{ paperOut: true }, 'The printer is out of labels.', 'Load labels.'],
  [{ headOpen: true }, 'The printer is open.', 'Close its head.'],
  [{ ribbonOut: true }, 'The printer is out of ribbon.', 'Load ribbon.'],
  [{ paused: true }, 'The printer is paused.', 'Press Pause on the printer, or start its queue.'],
] as const)('a printer that says %o is asked before money is spent: nothing is bought', async (fault, what, next) => {
  const bench = await startPlainStation({ printerTiming });
  await bench.toTiles('ORD-1001');
  bench.printer.set(fault);
  const { serviceId } = await bench.at('choosing');
  await bench.call('buy', { walkNo: bench.walkNo(), serviceId });
  const { notice } = await bench.at('choosing');
  expect(notice && text.failures[notice.code]).toEqual({ what, next });
  expect({ booked: bench.service.orders().length, sheets: sheetsOf(bench) }).toEqual({ booked: 0, sheets: 0 });
});
