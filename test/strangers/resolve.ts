import type { Booking } from '../../shared/booking.ts';
import type { ResolveItem } from '../../shared/ipc.ts';
import type { PrintJob } from '../../shared/printer.ts';
import type { LedgerBooking } from './ledger.ts';
import type { Day } from './lived-day.ts';
import { bareKey } from './truth.ts';

const seen = { reason: 'Looked in the account of the service', pin: '' };
const rounds = 4;
/** Reason why the last action of a person was refused. */
const lastRefusal = new WeakMap<Day, string>();

const misread = (day: Day, key: string, how: unknown): void => {
  day.misread.add(bareKey(key));
  day.found({
    counter: 'untrue_screens',
    what: 'the right label is reported to belong to another order',
    detail: `${key}: ${JSON.stringify(how)}`,
  });
};

/** Settles the open items of Resolve as a person does who looks into the service's account, at the printer and at the paper. */
export async function resolveAll(day: Day, { isEnd = false }: { readonly isEnd?: boolean } = {}): Promise<void> {
  const { packer, printer } = day;
  await checkList(day);
  for (let round = 0; round < rounds; round += 1) {
    await packer.until('the printer has printed what it holds', () => printer.holds() === 0 || printer.trouble() !== 'none');
    const open = await packer.call('toResolve', {});
    if (!open.ok || open.value.length === 0) return;
    const items = open.value.toSorted((one, other) => Number(one.kind === 'journal-restored') - Number(other.kind === 'journal-restored'));
    for (const item of items) await settle(day, item);
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const left = await packer.call('toResolve', {});
  // A parcel that was put aside can be taken up; a label that the program misreads can only be closed.
  const isSettleable = (item: ResolveItem): boolean =>
    item.kind === 'put-aside' || ('booking' in item && item.booking !== null && day.misread.has(bareKey(item.booking.orderKey)));
  const [stuck] = left.ok ? left.value.filter((item) => !isSettleable(item)) : [];
  if (isEnd && stuck)
    day.found({
      counter: 'dead_ends',
      what: `an item of Resolve cannot be settled: ${stuck.kind}`,
      detail: `${lastRefusal.get(day) ?? ''} ${JSON.stringify(stuck).slice(0, 1500)}`,
    });
}

/** Checks that the list is empty only if nothing is open, whatever the rail counts. */
async function checkList(day: Day): Promise<void> {
  const before = day.packer.frame().toResolve;
  const drawing = await day.window.open('resolve');
  const counted = Math.min(before, day.packer.frame().toResolve);
  const showsNothing = /Nothing to resolve/.test(drawing.words);
  if (counted > 0 && showsNothing)
    day.found({
      counter: 'untrue_screens',
      what: 'Resolve shows nothing is open while the rail counts',
      detail: drawing.words.slice(0, 600),
    });
}

/** Returns the service's bookings of an order that the program does not have yet. */
async function unknownBookings(day: Day, key: string): Promise<LedgerBooking[]> {
  const known = new Set((await bookedHere(day)).map(({ orderNo }) => orderNo));
  return day.truth.bookingsOf(key).filter(({ orderNo }) => !known.has(orderNo));
}

export async function bookedHere(day: Day): Promise<Booking[]> {
  const page = await day.packer.call('underWay', { search: '', offset: 0, limit: 500 });
  return page.ok ? page.value.rows : [];
}

/** True if this sheet is on the table, beyond those of its booking that already count as printed. */
async function cameOut(day: Day, job: PrintJob, booking: Booking | null): Promise<boolean> {
  if (!booking || job.role !== 'label') return true;
  const given = day.truth.ledger.bookings.find(({ orderNo }) => orderNo === booking.orderNo);
  const number = given?.labelNos[job.piece - 1];
  if (number === undefined) return false;
  const printed = booking.jobs.filter(
    (each) => each.role === 'label' && each.piece === job.piece && each.id !== job.id && ['printed', 'sent'].includes(each.state),
  );
  return day.truth.sheetsOf(number) > printed.length;
}

async function settle(day: Day, item: ResolveItem): Promise<void> {
  const { packer, truth, printer } = day;
  switch (item.kind) {
    case 'journal-restored':
      await packer.call('settleRestored', seen);
      return;
    // Nothing to settle before its answer has come or the program has given up.
    case 'booking-on-its-way':
      return;
    case 'booking-unknown': {
      const { id: bookingId, orderKey } = item.booking;
      const [missing] = await unknownBookings(day, orderKey);
      if (!missing) return void (await packer.call('settleNotBooked', { bookingId, ...seen }));
      const { orderNo } = missing;
      const adopted = await packer.call('settleExists', { bookingId, orderNo });
      if (adopted.ok) return;
      lastRefusal.set(day, `${adopted.failure.code} ${adopted.failure.detail}`);
      if (adopted.failure.code === 'label-of-another-order' && missing.label === 'right') misread(day, orderKey, adopted.failure.detail);
      if (adopted.failure.code === 'label-not-compared') await packer.call('settleExists', { bookingId, orderNo, isSure: true });
      return;
    }
    case 'pickup-unknown': {
      const { id: pickupId, instructions } = item.pickup;
      const ordered = truth.ledger.pickups.find((pickup) => pickup.answer === 'lost' && pickup.instructions === instructions);
      await packer.call('settlePickup', { pickupId, collectionNo: ordered?.collectionNo ?? '', ...seen });
      return;
    }
    case 'print-unconfirmed': {
      if (printer.trouble() !== 'none') return;
      const isOut = await cameOut(day, item.job, item.booking);
      await packer.call('settlePrint', { jobId: item.job.id, cameOut: isOut });
      return;
    }
    case 'label-doubtful': {
      const { id: bookingId, orderNo, verdict } = item.booking;
      const given = truth.ledger.bookings.find((booking) => booking.orderNo === orderNo);
      const isRight = given?.label === 'right';
      if (isRight && verdict?.kind === 'other') misread(day, item.booking.orderKey, verdict);
      const confirmed = isRight && (await packer.call('confirmLabel', { bookingId, isRight: true })).ok;
      if (!confirmed) await packer.call('closeLabel', { bookingId, ...seen });
      return;
    }
    case 'paper-due': {
      const { ownerId, paper } = item;
      const printed = paper !== 'invoice' && (await packer.call('printPaper', { ownerId, paper })).ok;
      if (!printed) await packer.call('closePaper', { ownerId, paper });
      return;
    }
    case 'upload-open': {
      const arrived = truth.ledger.documents.some(({ name, orderNo }) => name === item.upload.name && orderNo === item.upload.orderNo);
      await packer.call('settleUpload', { uploadId: item.upload.id, act: arrived ? 'it-arrived' : 'send-again' });
      return;
    }
    case 'row-unreadable':
    case 'changed-too-late':
      await packer.call('dismissRow', { id: item.id });
      return;
    case 'put-aside': {
      const taken = await packer.call('takeUp', { bookingId: item.booking.id });
      if (taken.ok) {
        await packer.untilLookedUp();
        await packer.call('next', { workflowNo: packer.workflowNo() });
      }
      return;
    }
    case 'webhook-not-understood':
      await packer.call('dismissDelivery', { id: item.delivery.id, all: true });
      return;
    case 'shop-not-informed':
      // These days have no shop to report to.
      return;
    case 'item-unreadable':
      // Nothing in these days should create one: it stays open and counts.
      return;
  }
}

/** True if a person who looks for an order finds it: in hand, as waiting, in Resolve, or as shipped. */
export async function isFindable(day: Day, key: string): Promise<boolean> {
  const bare = bareKey(key);
  if ((await day.watch.look()).words.toUpperCase().includes(bare)) return true;
  const isIn = ({ orderKey, order: { joined = [] } }: Booking): boolean =>
    [orderKey, ...joined.map((other) => other.key)].some((each) => bareKey(each) === bare);
  if ((await bookedHere(day)).some(isIn)) return true;
  const open = await day.packer.call('toResolve', {});
  return open.ok && JSON.stringify(open.value).toUpperCase().includes(bare);
}
