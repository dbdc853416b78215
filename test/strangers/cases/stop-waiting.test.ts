import { expect, test } from 'vitest';
import type { Courier, Sent } from '../../../electron/bench/ports/courier.ts';
import type { WorkerProcesses, WorkerQuestion } from '../../../electron/workers/worker-process.ts';
import { workers } from '../../fakes/workers.ts';
import { counted, kindsToResolve, type PlainStation, sent, startPlainStation } from '../../path/plain-station.ts';

/** Returns a service whose answers to `ship` are held back until they are let through. */
function heldShip() {
  const { promise: through, resolve: letThrough } = Promise.withResolvers<void>();
  const courier = (real: Courier): Courier => ({
    ...real,
    async sendOnce(request): Promise<Sent> {
      const answer = await real.sendOnce(request);
      await through;
      return answer;
    },
  });
  return { courier, letThrough };
}

async function sending(bench: PlainStation, code: string): Promise<{ readonly bookingId: string; readonly bought: Promise<unknown> }> {
  const { serviceId } = await bench.toTiles(code);
  const bought = bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => bench.workflow()).toMatchObject({ step: 'booking', doing: 'sending' });
  return { bookingId: (await bench.at('booking')).booking.id, bought };
}

test('a price request is cancelled if the packer stops waiting: the parcel stays in hand, nothing is bought', async () => {
  const bench = await startPlainStation();
  await bench.scanAndAnswer('ORD-1001');
  await bench.at('choosing');
  bench.service.faults.next('quote', 'silence');
  const asking = bench.call('scan', { code: 'ORD-1001' });
  const { since } = await bench.at('quoting');
  expect(Date.parse(since)).not.toBeNaN();
  await expect.poll(() => sent(bench, 'quote')).toBe(2);
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  await asking;
  expect(await bench.at('stopped')).toMatchObject({ order: { key: 'ORD-1001' }, failure: { code: 'wait-stopped' } });
  expect(bench.station.snapshot().frame.paused).toBeNull();
  await bench.toTiles('ORD-1001');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('a booking continues after the packer stops waiting: its row stays sending until the late answer', async () => {
  const { courier, letThrough } = heldShip();
  const bench = await startPlainStation({ courier });
  const { bookingId, bought } = await sending(bench, 'ORD-1001');
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  expect(bench.workflow().step).toBe('ready');
  expect(await kindsToResolve(bench)).toEqual(['booking-on-its-way']);
  expect(bench.station.snapshot().frame.toResolve).toBe(1);
  const settled = await bench.station.handlers.settleNotBooked({ bookingId, reason: 'it was not', pin: '' });
  expect(settled).toMatchObject({ ok: false, failure: { code: 'not-now' } });
  letThrough();
  await bought;
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  expect(await kindsToResolve(bench)).toEqual(['label-doubtful']);
});

/** Returns workers that answer no comparison of a label before they are let through. */
function heldLabels() {
  const { promise: through, resolve: letThrough } = Promise.withResolvers<void>();
  const held: WorkerProcesses = {
    ...workers,
    start(file, limits) {
      const process = workers.start(file, limits);
      const post = process.postMessage.bind(process);
      process.postMessage = (message) => {
        const { ask } = message as WorkerQuestion<{ readonly call: string }>;
        void (ask.call === 'compare' ? through : Promise.resolve()).then(() => post(message));
      };
      return process;
    },
  };
  return { workers: held, letThrough };
}

test('the screen shows that the label is checked once the service has answered; then it prints', async () => {
  const { workers: held, letThrough } = heldLabels();
  const bench = await startPlainStation({ platform: { workers: held } });
  const { serviceId } = await bench.toTiles('ORD-1001');
  const bought = bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => bench.workflow()).toMatchObject({ doing: 'checking-label', booking: { state: 'booked', jobs: [] } });
  letThrough();
  await bought;
  await bench.at('done');
  expect([sent(bench, 'ship'), counted(bench)]).toEqual([1, { booked: 1, sheets: 1 }]);
});

test('a packer who stops waiting while the label is checked gets it with the next scan, bought and printed once', async () => {
  const { workers: held, letThrough } = heldLabels();
  const bench = await startPlainStation({ platform: { workers: held } });
  const { serviceId } = await bench.toTiles('ORD-1001');
  const bought = bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => bench.workflow()).toMatchObject({ doing: 'checking-label' });
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  expect(bench.workflow().step).toBe('ready');
  await bench.scan('ORD-1002', 'asking');
  expect(await bench.scan('ORD-1001', 'booking')).toMatchObject({ doing: 'checking-label' });
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  letThrough();
  await bought;
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  await bench.scan('ORD-1001', 'done');
  expect([sent(bench, 'ship'), counted(bench)]).toEqual([1, { booked: 1, sheets: 1 }]);
});

test('the label of a booking that the packer stopped waiting for prints once, after a new scan', async () => {
  const { courier, letThrough } = heldShip();
  const bench = await startPlainStation({ courier });
  const { bought } = await sending(bench, 'ORD-1001');
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  letThrough();
  await bought;
  await bench.reopen();
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
  expect((await bench.scan('ORD-1001', 'done')).failure).toBeNull();
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
  expect(await kindsToResolve(bench)).toEqual([]);
});

test('an order scanned again while its answer is pending is waited for again, and its label prints', async () => {
  const { courier, letThrough } = heldShip();
  const bench = await startPlainStation({ courier });
  const { bookingId, bought } = await sending(bench, 'ORD-1001');
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  expect(await bench.scan('ORD-1001', 'booking')).toMatchObject({ doing: 'sending', booking: { id: bookingId } });
  letThrough();
  await bought;
  await bench.at('done');
  expect(sent(bench, 'ship')).toBe(1);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('no price is requested while an abandoned booking is pending; that wait can be stopped too', async () => {
  const { courier, letThrough } = heldShip();
  const bench = await startPlainStation({ courier });
  const { bought } = await sending(bench, 'ORD-1001');
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  const asking = bench.scanAndAnswer('ORD-1002');
  expect(await bench.at('quoting')).toMatchObject({ isBehind: true });
  expect(sent(bench, 'quote')).toBe(1);
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  await asking;
  expect((await bench.at('stopped')).failure.code).toBe('wait-stopped');
  const again = bench.call('scan', { code: 'ORD-1002' });
  expect(await bench.at('quoting')).toMatchObject({ isBehind: true });
  letThrough();
  await Promise.all([bought, again]);
  await bench.at('choosing');
  expect(sent(bench, 'quote')).toBe(2);
});

test('an order scanned during a booking is taken up when the packer stops waiting for it', async () => {
  const { courier, letThrough } = heldShip();
  const bench = await startPlainStation({ courier });
  const { bought } = await sending(bench, 'ORD-1001');
  await bench.call('scan', { code: 'ORD-1002' });
  expect((await bench.scan('XPBXFRE', 'asking')).order.key).toBe('ORD-1002');
  letThrough();
  await bought;
  expect((await bench.at('asking')).order.key).toBe('ORD-1002');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test('an abandoned booking is unknown after an empty answer, and put aside after a refusal', async () => {
  for (const [fault, kind] of [
    ['not-json', 'booking-unknown'],
    ['refuse-errors', 'put-aside'],
  ] as const) {
    const { courier, letThrough } = heldShip();
    const bench = await startPlainStation({ courier });
    bench.service.faults.next('ship', fault);
    const { bought } = await sending(bench, 'ORD-1001');
    await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
    letThrough();
    await bought;
    expect(await kindsToResolve(bench)).toEqual([kind]);
  }
});

test('stopping the printer check before buying brings the tiles back, and buying again buys once', async () => {
  const bench = await startPlainStation({ printerTiming: { answerMs: 400 } });
  const { serviceId } = await bench.toTiles('ORD-1001');
  const workflowNo = bench.workflowNo();
  const buying = bench.station.handlers.buy({ workflowNo, serviceId });
  expect(await bench.at('booking')).toMatchObject({ doing: 'asking-printer' });
  await bench.call('stopWaiting', { workflowNo });
  expect((await bench.at('choosing')).notice?.code).toBe('wait-stopped');
  await bench.call('buy', { workflowNo, serviceId });
  expect(await buying).toMatchObject({ ok: false, failure: { code: 'not-now' } });
  await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a label that waits for its printer can be put aside: it waits in Resolve, and prints onto no other parcel', async () => {
  let sending = (): void => undefined;
  const bench = await startPlainStation({
    journal: (journal) => ({
      takeForSending(id) {
        sending();
        return journal.takeForSending(id);
      },
    }),
  });
  sending = () => bench.printer.set({ headOpen: true });
  await bench.buy('ORD-1001');
  await expect
    .poll(() => bench.workflow())
    .toMatchObject({ step: 'printing', booking: { jobs: [{ state: 'queued', detail: 'printer-head-open' }] } });
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  sending = () => undefined;
  bench.printer.set({ headOpen: false });
  expect(await kindsToResolve(bench)).toEqual(['print-unconfirmed']);
  await bench.ship('ORD-1002');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 1 });
});

test('the service is not shown as linked while an answer is overdue', async () => {
  const { promise: overdue, resolve: isOverdue } = Promise.withResolvers<void>();
  const sleep = (ms: number): Promise<void> => (ms === 4000 ? overdue : new Promise((resolve) => void setTimeout(resolve, ms)));
  const bench = await startPlainStation({ platform: { sleep } });
  await bench.toTiles('ORD-1002');
  expect(bench.station.snapshot().frame).toMatchObject({ service: 'linked', overdueSince: null });
  bench.service.faults.next('quote', 'silence');
  const asking = bench.scanAndAnswer('ORD-1001');
  await bench.at('quoting');
  isOverdue();
  await expect.poll(() => bench.station.snapshot().frame.overdueSince).not.toBeNull();
  await bench.call('stopWaiting', { workflowNo: bench.workflowNo() });
  await asking;
  await expect.poll(() => bench.station.snapshot().frame.service).toBe('unreachable');
});

test('bookings that a crash left in doubt are shown first, until they are settled or seen', async () => {
  const bench = await startPlainStation();
  bench.service.faults.next('ship', 'not-json');
  await bench.buy('ORD-1001', 'unknown');
  expect(bench.station.snapshot().frame.leftInDoubt).toEqual([]);
  await bench.reopen();
  expect(bench.station.snapshot().frame.leftInDoubt).toEqual([{ is: 'booking', name: 'ORD-1001' }]);
  await bench.call('doubtsSeen', {});
  expect(bench.station.snapshot().frame.leftInDoubt).toEqual([]);
  await bench.reopen();
  const [item] = await bench.call('toResolve', {});
  await bench.call('settleNotBooked', { bookingId: item?.kind === 'booking-unknown' ? item.booking.id : '', reason: 'not there', pin: '' });
  expect(bench.station.snapshot().frame.leftInDoubt).toEqual([]);
});
