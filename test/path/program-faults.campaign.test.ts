import { expect, test } from 'vitest';
import type { Courier, Outgoing } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { JournalError } from '../../electron/journal/journal-error.ts';
import { failed } from '../../shared/result.ts';
import { because } from '../reprint-reason.ts';
import { kindsToResolve, type PlainStation, pickupOf, startPlainStation } from './plain-station.ts';

type Call = (...args: unknown[]) => unknown;

interface Fault {
  /** It throws only after this call has succeeded. */
  readonly behind?: keyof Journal;
  /** The calls of `behind` that count; without `behind`, the calls of the failing method. */
  readonly which?: (...args: readonly unknown[]) => boolean;
  readonly error?: Error;
}

/** A journal that throws on one call, once, as on a fault of the program. */
function breaking(real: Journal, at: keyof Journal, { behind, which = () => true, error }: Fault = {}): Journal {
  let isArmed = false;
  let isOver = false;
  const watched = behind && {
    [behind]: (...args: unknown[]) => {
      const done = (real[behind] as Call)(...args);
      isArmed ||= which(...args);
      return done;
    },
  };
  return {
    ...real,
    ...watched,
    [at]: (...args: unknown[]) => {
      const isNow = !isOver && (behind ? isArmed : which(...args));
      if (!isNow) return (real[at] as Call)(...args);
      isOver = true;
      throw error ?? new TypeError('a fault of the program');
    },
  };
}

const breakingAt = (at: keyof Journal, fault?: Fault): Promise<PlainStation> =>
  startPlainStation({ journal: (journal) => breaking(journal, at, fault) });

const shortSleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 100)));
const sheets = (on: PlainStation): number => on.printer.sheets().length;

/** A courier that throws after such a request was sent. */
const breakingBehind =
  (action: Outgoing['action']) =>
  (courier: Courier): Courier => ({
    ...courier,
    async sendOnce(request) {
      const sent = await courier.sendOnce(request);
      if (request.action === action) throw new TypeError('a fault of the program');
      return sent;
    },
  });

test.each(['writeAnswer', 'answer', 'holdersOf'] as const)(
  'a bug after the booking was sent (%s) leaves it unknown and in Resolve, and the bench continues',
  async (name) => {
    // A typed answer is searched among the parcels too, before anything was sent.
    const which = (_number: unknown, kinds: unknown): boolean => name !== 'holdersOf' || (kinds as readonly string[]).includes('order');
    const on = await breakingAt(name, { which });
    expect((await on.buy('ORD-1001', 'unknown')).booking.orderKey).toBe('ORD-1001');
    expect(await kindsToResolve(on)).toEqual(['booking-unknown']);
    await on.ship('ORD-1002');
    expect(on.service.orders()).toHaveLength(2);
    expect(sheets(on)).toBe(1);
  },
);

test('a bug while a booking is sent leaves it unknown and in Resolve', async () => {
  const on = await startPlainStation({ courier: breakingBehind('ship') });
  expect((await on.buy('ORD-1001', 'unknown')).booking.messages).toMatchObject([{ code: 'broke-while-sending' }]);
  expect(await kindsToResolve(on)).toEqual(['booking-unknown']);
  expect(on.service.orders()).toHaveLength(1);
});

test('a booking that cannot be read just before sending is not sent, and its tiles can be used again', async () => {
  const on = await breakingAt('booking', { behind: 'takeForSending', error: new JournalError('damaged', 'disk I/O error') });
  expect((await on.buy('ORD-1001', 'choosing')).notice?.code).toBe('journal-unwritable');
  expect(on.service.requests().filter(({ action }) => action === 'ship')).toHaveLength(0);
  await on.ship('ORD-1001');
  expect(on.service.orders()).toHaveLength(1);
});

/** Throws once, just after its work was done. */
function breakingAfter<Args extends unknown[], Done>(write: (...args: Args) => Done): (...args: Args) => Done {
  let isOver = false;
  return (...args) => {
    const done = write(...args);
    if (isOver) return done;
    isOver = true;
    throw new TypeError('a fault of the program');
  };
}

test('a bug just after the step to sending leaves nothing on its way, and the next try buys once', async () => {
  const on = await startPlainStation({ journal: (journal) => ({ takeForSending: breakingAfter(journal.takeForSending) }) });
  const { notice, serviceId } = await on.buy('ORD-1001', 'choosing');
  expect(notice?.code).toBe('journal-unwritable');
  await on.take(serviceId, 'done');
  expect(on.service.orders()).toHaveLength(1);
});

test('a bug just after the step to a pickup request lets the packer request the pickup again', async () => {
  const on = await startPlainStation({ journal: (journal) => ({ takePickupForSending: breakingAfter(journal.takePickupForSending) }) });
  const { booking } = await on.ship('ORD-1001');
  expect(await on.station.handlers.requestPickup(pickupOf(booking))).toMatchObject({ failure: { code: 'journal-unwritable' } });
  expect((await on.call('requestPickup', pickupOf(booking))).state).toBe('booked');
  expect(on.service.pickups()).toHaveLength(1);
});

test('a bug before anything was sent leaves nothing unknown', async () => {
  const on = await breakingAt('returnUnsent');
  const { serviceId } = await on.toTiles('ORD-1001');
  on.service.faults.next('ship', 'refuse');
  await on.take(serviceId, 'stuck');
  await on.service.faults.clear();
  expect(await kindsToResolve(on)).toEqual([]);
  await on.ship('ORD-1001');
});

test('a bug whose unknown booking cannot be written at once is reported once and ends as unknown', async () => {
  let isFull = true;
  const on = await startPlainStation({
    platform: { sleep: shortSleep },
    journal: (journal) => ({
      ...breaking(journal, 'writeAnswer'),
      writeUnknown(id, why) {
        if (isFull) throw new JournalError('unwritable', 'disk I/O error');
        journal.writeUnknown(id, why);
      },
    }),
  });
  expect((await on.buy('ORD-1001', 'stopped')).failure.code).toBe('answer-not-written');
  isFull = false;
  expect((await on.at('unknown')).booking.state).toBe('unknown');
  expect(await kindsToResolve(on)).toEqual(['booking-unknown']);
});

test('a bug after the booking is reported as a bug, never as an order that has shipped before', async () => {
  const on = await breakingAt('addPrintJobs');
  const { booking, failure } = await on.ship('ORD-1001');
  expect(failure?.code).toBe('bug');
  expect(await kindsToResolve(on)).toEqual(['label-doubtful']);
  await on.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await expect.poll(() => sheets(on)).toBe(1);
});

test('a bug after the label was queued does not stop the label', async () => {
  const on = await breakingAt('booking', { behind: 'addPrintJobs' });
  await on.buy('ORD-1001');
  await expect.poll(() => sheets(on)).toBe(1);
  expect(on.service.orders()).toHaveLength(1);
});

test('a bug on a sheet fails that sheet, and the next one prints', async () => {
  const on = await breakingAt('jobSheet');
  const { booking, failure } = await on.ship('ORD-1001');
  expect(failure?.code).toBe('print-failed');
  expect(booking.jobs[0]).toMatchObject({ state: 'failed', detail: { code: 'broke-on-sheet' } });
  expect(await kindsToResolve(on)).toEqual(['print-unconfirmed']);
  await on.ship('ORD-1002');
  expect(sheets(on)).toBe(1);
  await on.call('reprint', { bookingId: booking.id, because });
  await expect.poll(() => sheets(on)).toBe(2);
});

const isTo =
  (state: string) =>
  (...args: readonly unknown[]): boolean =>
    args[2] === state;

test('a bug while a sheet is on its way leaves that print for the packer to check', async () => {
  const on = await breakingAt('moveJob', { which: isTo('printed') });
  expect((await on.ship('ORD-1001')).booking.jobs[0]?.state).toBe('print-unknown');
  expect(await kindsToResolve(on)).toEqual(['print-unconfirmed']);
  expect(sheets(on)).toBe(1);
});

test('a bug on an owed print leaves it for the packer to check, and the bench continues', async () => {
  let writes = 0;
  const on = await startPlainStation({
    platform: { sleep: shortSleep },
    journal: (journal) => ({
      moveJob(id, from, to, detail) {
        if (to === 'printed') writes += 1;
        if (to === 'printed' && writes === 1) throw new JournalError('unwritable', 'disk I/O error');
        if (to === 'printed' && writes === 2) throw new TypeError('a fault of the program');
        return journal.moveJob(id, from, to, detail);
      },
    }),
  });
  expect((await on.ship('ORD-1001')).booking.jobs[0]?.state).toBe('print-unknown');
  expect(await kindsToResolve(on)).toEqual(['print-unconfirmed']);
  await on.ship('ORD-1002');
  expect(sheets(on)).toBe(2);
});

test.each([new TypeError('a fault of the program'), new JournalError('damaged', 'disk I/O error')])(
  'a bug in reporting that a sheet moved (%s) leaves no sheet in the printer and no scan waiting',
  async (error) => {
    for (const state of ['sending', 'printed']) {
      const on = await breakingAt('booking', { behind: 'moveJob', which: isTo(state), error });
      await on.buy('ORD-1001', 'stuck');
      await expect.poll(async () => (await on.call('lastShipments', { limit: 1 }))[0]?.jobs[0]?.state).toBe('printed');
      expect(sheets(on)).toBe(1);
      await on.ship('ORD-1002');
      expect(sheets(on)).toBe(2);
    }
  },
);

test('a bug on a printed sheet does not affect the waiting ones', async () => {
  let printed = 0;
  const third = (...args: readonly unknown[]): boolean => isTo('printed')(...args) && (printed += 1) === 3;
  const on = await breakingAt('queuedJobs', { behind: 'moveJob', which: third });
  const one = (await on.ship('ORD-1001')).booking;
  await on.buy('ORD-1002');
  await expect.poll(() => printed).toBe(2);
  const two = (await on.at('done')).booking;
  await Promise.all([one, two].map(({ id }) => on.call('reprint', { bookingId: id, because })));
  const states = async () => (await on.call('lastShipments', { limit: 2 })).flatMap(({ jobs }) => jobs.map(({ state }) => state));
  await expect.poll(states).toEqual(['printed', 'printed', 'printed', 'printed']);
  expect(sheets(on)).toBe(4);
  expect(await kindsToResolve(on)).toEqual([]);
});

test.each([
  ['returnUnsent', 'refuse'],
  ['park', 'refuse-errors'],
] as const)('a bug on an order that was not bought behind another parcel (%s) lets it wait in Resolve', async (name, ending) => {
  let isFull = true;
  const on = await startPlainStation({
    platform: { sleep: shortSleep },
    journal(journal) {
      const faulty = breaking(journal, name, { which: () => !isFull });
      const whenNotFull =
        <Args extends unknown[]>(write: (...args: Args) => void) =>
        (...args: Args): void => {
          if (isFull) throw new JournalError('unwritable', 'disk I/O error');
          write(...args);
        };
      return { ...faulty, returnUnsent: whenNotFull(faulty.returnUnsent), writeRejected: whenNotFull(faulty.writeRejected) };
    },
  });
  const { serviceId } = await on.toTiles('ORD-1001');
  on.service.faults.next('ship', ending);
  await on.take(serviceId, 'stopped');
  await on.service.faults.clear();
  await on.toTiles('ORD-1002');
  isFull = false;
  await expect.poll(() => kindsToResolve(on)).toEqual(['put-aside']);
  expect((await on.at('choosing')).order.key).toBe('ORD-1002');
});

/** A bench that is held at its next price or booking, and whose workflow a fault can end meanwhile. */
async function startHeld(hold: 'quote' | 'ship') {
  let nowMs = Date.now();
  let isHolding = false;
  let isBroken = false;
  const asked: string[] = [];
  const held = Promise.withResolvers<void>();
  const here = async <T>(what: typeof hold, about: string, done: Promise<T>): Promise<T> => {
    asked.push(`${what} ${about}`);
    const isHeld = isHolding && hold === what;
    if (isHeld) isHolding = false;
    const answer = await done;
    if (isHeld) await held.promise;
    return answer;
  };
  const on = await startPlainStation({
    platform: { sleep: shortSleep, now: () => new Date(nowMs) },
    // The first query after a pause ends: an order that is known.
    journal: (journal) =>
      breaking(journal, 'bookings', { which: (asked) => isBroken && String((asked as { states: string[] }).states) === 'booked' }),
    courier: (courier) => ({
      quote: (shipment) => here('quote', shipment.order.key, courier.quote(shipment)),
      sendOnce: (request) => here('ship', '', courier.sendOnce(request)),
      track: async (orderNos) => (isBroken ? failed({ code: 'service-unreachable', ref: 'R', detail: '' }) : courier.track(orderNos)),
    }),
  });
  const { serviceId } = await on.toTiles('ORD-1001');
  if (hold === 'quote') nowMs += 60 * 60_000;
  isHolding = true;
  const buying = on.station.handlers.buy({ workflowNo: on.workflowNo(), serviceId });
  await expect.poll(() => isHolding).toBe(false);
  // Three failed reads pause booking, and the command that resumes it meets a journal that throws.
  isBroken = true;
  for (let read = 0; read < 3; read += 1) await on.station.handlers.track({ number: 'CSP-1' });
  await on.scan('XPBXGON', 'stuck');
  return { on, asked, buying, release: held.resolve };
}

test('a bug in the middle of a purchase ends it: a later answer covers no other parcel and buys nothing', async () => {
  const { on, asked, buying, release } = await startHeld('quote');
  const second = on.scanAndAnswer('ORD-1002');
  await on.at('quoting');
  release();
  await second;
  expect(await buying).toMatchObject({ failure: { code: 'not-now' } });
  expect((await on.at('choosing')).order.key).toBe('ORD-1002');
  expect(asked).toEqual(['quote ORD-1001', 'quote ORD-1001', 'quote ORD-1002']);
});

test('a bug while a booking is on its way blocks new quotes, and the label prints', async () => {
  const { on, asked, buying, release } = await startHeld('ship');
  const first = on.scanAndAnswer('ORD-1002');
  await on.at('quoting');
  const second = on.call('scan', { code: 'ORD-1002' });
  expect(asked).toEqual(['quote ORD-1001', 'ship ']);
  release();
  await Promise.all([buying, first, second]);
  expect((await on.at('choosing')).order.key).toBe('ORD-1002');
  expect(asked).toEqual(['quote ORD-1001', 'ship ', 'quote ORD-1002']);
  await expect.poll(() => sheets(on)).toBe(1);
});

test('a pickup is unknown and in Resolve if the program fails on its answer', async () => {
  const on = await breakingAt('pickupAnswer');
  const { booking } = await on.ship('ORD-1001');
  expect(await on.station.handlers.requestPickup(pickupOf(booking))).toMatchObject({ failure: { code: 'pickup-unknown' } });
  expect(await kindsToResolve(on)).toEqual(['pickup-unknown']);
});

test('a pickup is unknown and in Resolve if the program fails on its request', async () => {
  const on = await startPlainStation({ courier: breakingBehind('pickup') });
  const { booking } = await on.ship('ORD-1001');
  expect(await on.station.handlers.requestPickup(pickupOf(booking))).toMatchObject({ failure: { code: 'pickup-unknown' } });
  expect(await kindsToResolve(on)).toEqual(['pickup-unknown']);
});

test('a pickup that was certainly not requested is not unknown and can be requested', async () => {
  const on = await breakingAt('returnPickupUnsent');
  const { booking } = await on.ship('ORD-1001');
  on.service.faults.next('pickup', 'refuse');
  expect(await on.station.handlers.requestPickup(pickupOf(booking))).toMatchObject({ failure: { code: 'service-unreachable' } });
  await on.service.faults.clear();
  expect(await kindsToResolve(on)).toEqual([]);
  expect((await on.call('requestPickup', pickupOf(booking))).state).toBe('booked');
});

test('a manifest that the program fails on is reported on its pickup', async () => {
  const on = await breakingAt('manifest');
  const { booking } = await on.ship('ORD-1001');
  expect((await on.call('requestPickup', pickupOf(booking))).manifestOutcome).toMatchObject({
    code: 'manifest-not-printed',
    why: { code: 'broke-on-paper' },
  });
});

/** It cannot be compared. */
const picture = { format: 'ZPL', bytes: new TextEncoder().encode('^XA^FO20,20^GB400,600,3^FS^XZ') } as const;

/** A bench that asks about its label, and cannot queue it while the journal is full. */
async function startUnqueued() {
  let isFull = true;
  const on = await startPlainStation({
    journal: (journal) => ({
      writeBooked: (id, booked) => journal.writeBooked(id, { ...booked, label: picture }),
      addPrintJobs(owner, jobs) {
        if (isFull) throw new JournalError('unwritable', 'disk I/O error');
        return journal.addPrintJobs(owner, jobs);
      },
    }),
  });
  const { booking } = await on.buy('ORD-1001', 'confirm-label');
  return { on, booking, freeDisk: () => void (isFull = false) };
}

test('a confirmed label that cannot be queued is refused and can be confirmed again', async () => {
  const { on, booking, freeDisk } = await startUnqueued();
  const confirm = () => on.station.handlers.confirmLabel({ bookingId: booking.id, isRight: true });
  expect(await confirm()).toMatchObject({ failure: { code: 'journal-unwritable' } });
  await on.at('confirm-label');
  freeDisk();
  expect(await confirm()).toMatchObject({ ok: true });
  await on.at('done');
  expect(sheets(on)).toBe(1);
});

test('a label that is confirmed but held before it was queued prints only after a new confirmation', async () => {
  const { on, booking, freeDisk } = await startUnqueued();
  const say = (isRight: boolean) => on.station.handlers.confirmLabel({ bookingId: booking.id, isRight });
  expect(await say(true)).toMatchObject({ ok: false });
  expect(await say(false)).toMatchObject({ ok: true });
  expect((await on.at('confirm-label')).booking.verdict?.kind).toBe('held-back');
  freeDisk();
  await on.reopen();
  expect(await kindsToResolve(on)).toEqual(['label-doubtful']);
  expect(sheets(on)).toBe(0);
  expect(await say(true)).toMatchObject({ ok: true });
  await expect.poll(() => sheets(on)).toBe(1);
  expect(await kindsToResolve(on)).toEqual([]);
});

test('a bug after a confirmed label was queued leaves no open question, and the label prints', async () => {
  const on = await startPlainStation({
    journal: (journal) => ({
      ...breaking(journal, 'booking', { behind: 'addPrintJobs' }),
      writeBooked: (id, booked) => journal.writeBooked(id, { ...booked, label: picture }),
    }),
  });
  const { booking } = await on.buy('ORD-1001', 'confirm-label');
  await on.call('confirmLabel', { bookingId: booking.id, isRight: true });
  await on.at('done');
  expect(sheets(on)).toBe(1);
});

test('confirming a label in Resolve that cannot be queued is refused and does not affect the current booking', async () => {
  let isFull = false;
  let isHeld = false;
  let inFlight = 0;
  let most = 0;
  const held = Promise.withResolvers<void>();
  const on = await startPlainStation({
    journal: (journal) => ({
      // The first label cannot be compared.
      writeBooked: (id, booked) => journal.writeBooked(id, isHeld ? booked : { ...booked, label: picture }),
      addPrintJobs(owner, jobs) {
        if (isFull) throw new JournalError('unwritable', 'disk I/O error');
        return journal.addPrintJobs(owner, jobs);
      },
    }),
    courier: (courier) => ({
      async sendOnce(request) {
        inFlight += 1;
        most = Math.max(most, inFlight);
        if (isHeld) await held.promise;
        const sent = await courier.sendOnce(request);
        inFlight -= 1;
        return sent;
      },
    }),
  });
  const { booking } = await on.buy('ORD-1001', 'confirm-label');
  const { serviceId } = await on.toTiles('ORD-1002');
  isHeld = true;
  const buying = on.call('buy', { workflowNo: on.workflowNo(), serviceId });
  await expect.poll(() => inFlight).toBe(1);
  isFull = true;
  const confirmed = await on.station.handlers.confirmLabel({ bookingId: booking.id, isRight: true });
  isFull = false;
  expect(confirmed).toMatchObject({ failure: { code: 'journal-unwritable' } });
  expect((await on.at('booking')).booking.orderKey).toBe('ORD-1002');
  await on.call('scan', { code: 'ORD-1003' });
  held.resolve();
  await buying;
  await on.at('asking');
  expect(most).toBe(1);
  expect(await kindsToResolve(on)).toEqual(['label-doubtful']);
});
