import { execFileSync } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { remarkText } from '../../renderer/text/messages.ts';
import type { Booking } from '../../shared/booking.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { closeAll } from '../later.ts';
import { because } from '../reprint-reason.ts';
import { words } from '../words.ts';
import { type PlainOptions, type PlainStation, pickupOf, sent, startPlainStation } from './plain-station.ts';

/** Sets the system's limit on the size of every file this process writes: to SQLite a real full disk, without a disk of its own. */
const limitFiles = (bytes: number | 'unlimited'): void => {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
};
const fillDisk = (): void => limitFiles(0);
const makeRoom = (): void => limitFiles('unlimited');
afterEach(async () => {
  makeRoom();
  await closeAll();
});

type Method = keyof Journal;

/** Methods that only read, or delegate their writes. Every other method may write, including a new one. */
const asks: ReadonlySet<Method> = new Set<Method>([
  ...words('order orders rowProblems booking latestOf findBooking bookings bookingsInState labelCodeHolders labelWithCode unreadAt'),
  ...words('parkedBookings isLabelClosed bookedWithoutLabelJob bookedWithoutTracking label remarks answer exchange bookedBetween quote'),
  ...(['queuedJobs', 'job', 'jobsInState', 'jobSheet', 'printerMark', 'pickup', 'pickupAnswer', 'pickups', 'pickupsInState'] as const),
  ...(['pickupsWithoutManifestJob', 'manifest', 'notHandedOver', 'upload', 'uploadBytes', 'uploadsOf', 'openUploads'] as const),
  ...(['deliveries', 'deliveryBody', 'lastDeliveryAt', 'unread', 'history', 'fact', 'extent', 'isWhole'] as const),
  ...words(
    'mayKnowOtherwise keyOfOrders openOrdersAt shipmentsOf closedOrders packedWith productsAt productsWithCode ordersOfOnePiece countProducts orderPlan orderToKeep ordersBy ordersAt keysIn holdersOf lastBooked isParked papersDue uploadsOfOrder head holds lastLineAt',
  ),
  ...words(
    'reportsDone trackedOrder mirrorCursors orderCursor erasureCursor erasuresToShare erasuresDue ordersToShare ordersReceivedFrom printedElsewhere reprints elsewhereAt findElsewhere parcelElsewhere',
  ),
  ...words('lastBookedElsewhere bookedElsewhere sharedBooking sharedPickup toCollectElsewhere pickupsElsewhere'),
  ...([
    'attemptOf',
    'drawAttempt',
    'factsBehind',
    'feed',
    'labelsToShare',
    'copyTo',
    'close',
    'subscribe',
    'soon',
    'batch',
    'pendingReports',
    'failedReports',
    'expiredKeys',
    'ordersOfPerson',
    'rowsOfPerson',
    'dataOfPerson',
    'papersOfPerson',
    'digestOfSearch',
    'privacyLines',
    'oldestDays',
  ] as const),
]);

/** Writes outside the walks below: nothing is sent or printed around them. */
const otherErrands: readonly Method[] = [
  'checkpoint',
  'emptyLog',
  'encryptAgain',
  'erasePerson',
  'forgetExpired',
  'keepUnsettled',
  'onDisk',
  ...words(
    'takeProducts forgetProducts takeOrders takePrepared dismissRow holdOrder releaseOrder planOrder deleteOrder bringBack removeUntouched draftAgain writeOnParcel park shipOtherwise',
  ),
  ...words('writeUnpacked writePackedAgain'),
  ...words('reopenOrder closeLabel keepLabel redirectJob redirectBehind'),
  ...words(
    'keepDelivery setDeliveryAside closeDelivery placeReports storeReportRequest markReportsDone postponeReport markReportFailed retryReports',
  ),
  ...words('keepUnread writePaperDue joinFeed leaveFeed meetLedger acknowledgeFacts noteChanges reportReprint markLabelShared'),
  ...words(
    'takeChanges beginOrders markOrdersShared keepMerged takeReceived beginErasures takeErasures markErasuresShared closeErasures eraseAgain openTaken giveAway openTakenPickup giveAwayPickup openBatch',
  ),
  ...words('moveBatch writeBatchLine'),
];

interface Write {
  readonly method: Method;
  /** Number of the call of this method. */
  readonly nth: number;
}

interface Disk {
  /** Starts to count writes; the disk is full from this write on. */
  fillAt(write: Write | null): void;
  readonly isFull: () => boolean;
  readonly written: () => readonly Write[];
  /** The journal that is open now. */
  readonly journal: () => Journal;
}

/** A journal on a disk that is full from one write on. */
function fullAt(): { disk: Disk; around: (journal: Journal) => Journal } {
  let [isCounting, isFull] = [false, false];
  let at: Write | null = null;
  let opened: Journal | undefined;
  const written: Write[] = [];
  const count = (method: Method): void => {
    if (!isCounting) return;
    const nth = written.filter((each) => each.method === method).length + 1;
    written.push({ method, nth });
    if (at?.method !== method || at.nth !== nth) return;
    isFull = true;
    fillDisk();
  };
  return {
    disk: {
      fillAt(write) {
        [isCounting, isFull, at] = [true, false, write];
        written.length = 0;
      },
      isFull: () => isFull,
      written: () => written,
      journal: () => {
        if (!opened) throw new Error('no journal was opened yet');
        return opened;
      },
    },
    around: (journal) => {
      opened = journal;
      return Object.fromEntries(
        Object.entries(journal).map(([name, method]) => [
          name,
          asks.has(name as Method)
            ? method
            : (...args: unknown[]) => {
                count(name as Method);
                return (method as (...args: unknown[]) => unknown)(...args);
              },
        ]),
      ) as unknown as Journal;
    },
  };
}

type Bench = PlainStation & { readonly disk: Disk };

async function bench(reserveBytes: number, options: Omit<PlainOptions, 'journal'> = {}): Promise<Bench> {
  const { disk, around } = fullAt();
  const platform = { disk: { reserveBytes, leastFreeBytes: 0 }, ...options.platform };
  return Object.assign(await startPlainStation({ ...options, journal: around, platform }), { disk });
}

/** Makes these requests fail before they are sent, as without a connection. */
const cut =
  (...actions: readonly string[]) =>
  (courier: Courier): Courier => ({
    ...courier,
    sendOnce: async (request) =>
      actions.includes(request.action)
        ? { is: 'not-sent', failure: { code: 'service-unreachable', ref: '', detail: '' } }
        : courier.sendOnce(request),
  });

const trouble = (on: PlainStation) => on.station.snapshot().frame.journalTrouble;
const bookingOf = (on: Bench, key: string): Booking | undefined => on.disk.journal().latestOf(orderKeySchema.parse(key));
const openIn = async (on: PlainStation) => await on.call('toResolve', {});

/** Scans and buys as far as possible: on a full disk some step returns a failure or ends in one, which the caller checks. */
async function tryToBuy(on: PlainStation, code: string): Promise<void> {
  await on.scanAndAnswer(code);
  const workflow = on.workflow();
  if (workflow.step === 'choosing') await on.station.handlers.buy({ workflowNo: on.workflowNo(), serviceId: workflow.serviceId });
}

/** An action of the packer. It does only the part that is not done yet, whatever a full disk allowed before. */
type Act = (on: Bench) => Promise<unknown>;

const buy: Act = async (on) => {
  const state = bookingOf(on, 'ORD-1001')?.state ?? 'draft';
  if (state === 'draft' || state === 'quoted') await tryToBuy(on, 'ORD-1001');
};
const packed: Act = async (on) => {
  await on.ship('ORD-1001');
  await expect.poll(() => bookingOf(on, 'ORD-1001')?.trackingNos.length).toBe(1);
};
const askForPickup: Act = async (on) => {
  if (sent(on, 'pickup') > 0) return;
  await on.station.handlers.requestPickup(pickupOf(bookingOf(on, 'ORD-1001')));
};
const attach: Act = async (on) => {
  const bookingId = bookingOf(on, 'ORD-1001')?.id ?? '';
  const [upload] = on.disk.journal().uploadsOf(bookingId);
  const invoice = { documentType: 'Customs Invoice', name: 'invoice.pdf', mediaType: 'application/pdf' } as const;
  if (!upload) await on.station.handlers.attachDocument({ bookingId, ...invoice, bytes: new TextEncoder().encode('%PDF-1.4 an invoice') });
  else if (upload.state === 'waiting') await on.station.handlers.settleUpload({ uploadId: upload.id, act: 'send-again' });
};
const release: Act = async (on) => {
  for (const item of await openIn(on)) {
    const reason = 'The portal does not list it';
    if (item.kind === 'booking-unknown') await on.station.handlers.settleNotBooked({ bookingId: item.booking.id, reason, pin: '' });
    if (item.kind === 'pickup-unknown')
      await on.station.handlers.settlePickup({ pickupId: item.pickup.id, collectionNo: '', reason, pin: '' });
  }
};
const fault =
  (action: 'ship' | 'pickup', name: 'execute-then-reset' | 'errors-text') =>
  (on: Bench): void => {
    on.service.faults.next(action, name);
  };

interface ToWorkflow {
  readonly title: string;
  /** Runs on a disk with space. */
  readonly before?: Act;
  readonly fault?: (on: Bench) => void;
  readonly courier?: (courier: Courier) => Courier;
  readonly acts: readonly Act[];
}

const walks: readonly ToWorkflow[] = [
  { title: 'a shipment', acts: [buy] },
  { title: 'a shipment without an answer, declared not booked', fault: fault('ship', 'execute-then-reset'), acts: [buy, release] },
  { title: 'a shipment that is refused', fault: fault('ship', 'errors-text'), acts: [buy] },
  { title: 'a shipment that never left', courier: cut('ship'), acts: [buy] },
  {
    title: 'a pickup and a document that never left',
    courier: cut('pickup', 'upload_documents'),
    before: packed,
    acts: [askForPickup, attach],
  },
  { title: 'a pickup', before: packed, acts: [askForPickup] },
  {
    title: 'a pickup without an answer, declared not booked',
    before: packed,
    fault: fault('pickup', 'execute-then-reset'),
    acts: [askForPickup, release],
  },
  { title: 'a pickup that is refused', before: packed, fault: fault('pickup', 'errors-text'), acts: [askForPickup] },
  { title: 'a document', before: packed, acts: [attach] },
];

/** All facts that the walks compare. */
async function whatIs(on: Bench) {
  const journal = on.disk.journal();
  const booking = bookingOf(on, 'ORD-1001');
  const jobs = journal.jobsInState(['queued', 'sending', 'sent', 'printed', 'print-unknown', 'held', 'failed']);
  return {
    requests: ['ship', 'pickup', 'upload_documents'].map((action) => sent(on, action)),
    bought: [on.service.orders().length, on.service.pickups().length],
    booking: booking?.state,
    orderNo: booking?.orderNo === (on.service.orders()[0]?.orderNo ?? '') || booking?.state === 'released',
    jobs: jobs.map(({ role, state }) => `${role} ${state}`),
    sheets: on.printer.sheets().length,
    // A pickup that was never sent counts like one that was never requested.
    pickups: journal.pickups(9).flatMap(({ id, state }) => (state === 'released' && !journal.exchange(id).sentAt ? [] : [state])),
    manifest: journal.pickups(9).some(({ manifestOutcome }) => remarkText(manifestOutcome).includes('.pdf')),
    uploads: booking ? journal.uploadsOf(booking.id).map(({ state }) => state) : [],
    open: (await openIn(on)).map(({ kind }) => kind),
    trouble: trouble(on),
  };
}
type WhatIs = Awaited<ReturnType<typeof whatIs>>;

const act = async ({ acts }: ToWorkflow, on: Bench): Promise<void> => {
  // A call that throws is shown to the packer as a bug, with a number to read out; the test checks the state that it left.
  for (const each of acts) await each(on).catch(() => undefined);
};

async function begin(workflow: ToWorkflow): Promise<Bench> {
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.min(ms, 50)));
  const on = await bench(0, { platform: { sleep }, ...(workflow.courier && { courier: workflow.courier }) });
  await workflow.before?.(on);
  workflow.fault?.(on);
  return on;
}

/** Resolves when the state equals the final one; otherwise fails with the difference. */
async function comesTo(on: Bench, end: WhatIs, where: string): Promise<void> {
  await expect.poll(() => whatIs(on), { message: where }).toEqual(end);
}

const filled = new Set<Method>();

test.each(walks)(
  '$title, on a disk that is full at any one write: nothing is sent without a durable intent, lost, silent or doubled',
  async (workflow) => {
    const probe = await begin(workflow);
    probe.disk.fillAt(null);
    await act(workflow, probe);
    await expect.poll(async () => (await whatIs(probe)).jobs.every((job) => /printed|document sent/.test(job))).toBe(true);
    // The log is tidied once the bench is idle, at no fixed time.
    const writes = probe.disk.written().filter(({ method }) => method !== 'checkpoint');
    await probe.reopen();
    const end = await whatIs(probe);
    await closeAll();

    /** Walks through with the disk full at this write. Returns true if a request was sent before the disk was full. */
    async function comesThrough(write: Write, isRestarted: boolean): Promise<boolean> {
      const where = `full at ${write.method} ${write.nth}${isRestarted ? ', restarted' : ''}`;
      const on = await begin(workflow);
      const { requests } = await whatIs(on);
      on.disk.fillAt(write);
      await act(workflow, on);
      await expect.poll(on.disk.isFull, { message: where }).toBe(true);
      filled.add(write.method);
      const isSent = async () => !sameAs((await whatIs(on)).requests, requests);
      // The outcome of a sent request is known, or shown as not written yet, or the packer is asked.
      const isReported = async () => {
        const now = await whatIs(on);
        return now.trouble !== null || now.open.length > 0 || !(await isSent()) || sameAs(now, end);
      };
      await expect.poll(isReported, { message: `${where}: reported` }).toBe(true);
      const wasSent = await isSent();
      makeRoom();
      if (isRestarted) await on.reopen();
      await expect.poll(() => trouble(on), { message: `${where}: written` }).toBeNull();
      await act(workflow, on);
      await comesTo(on, end, where);
      if (!isRestarted) await on.reopen();
      await comesTo(on, end, `${where}, at the end`);
      await closeAll();
      return wasSent;
    }
    for (const write of writes) if (await comesThrough(write, false)) await comesThrough(write, true);
    process.stdout.write(`${workflow.title}: full at each of ${writes.length} writes\n`);
  },
  120_000,
);

const sameAs = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

test('every write of a journal is tested above or listed as an exception', async () => {
  const on = await bench(0);
  const known = Object.keys(on.disk.journal()).filter((name) => !asks.has(name as Method));
  expect([...new Set([...filled, ...otherErrands])].toSorted()).toEqual(known.toSorted());
});

test('an answer that cannot be written stops the bench, is kept in memory, and is written when there is space', async () => {
  const on = await bench(0);
  await on.toTiles('ORD-1001');
  on.disk.fillAt({ method: 'writeAnswer', nth: 1 });
  const workflow = await on.at('choosing');
  await on.call('buy', { workflowNo: on.workflowNo(), serviceId: workflow.serviceId });
  // Once, and once more with the reserve freed.
  expect(on.disk.written().map(({ method }) => method)).toEqual(['writeIntent', 'takeForSending', 'writeAnswer', 'writeAnswer']);
  expect((await on.at('stopped')).failure.code).toBe('answer-not-written');
  expect(on.station.snapshot().frame.journalTrouble).toBe('answer-not-written');
  // Nothing else is bought meanwhile.
  await tryToBuy(on, 'ORD-1002').catch(() => undefined);
  expect(sent(on, 'ship')).toBe(1);
  makeRoom();
  await expect.poll(() => on.station.snapshot().frame.journalTrouble).toBeNull();
  expect(bookingOf(on, 'ORD-1001')?.state).toBe('booked');
  await expect.poll(() => on.printer.sheets().length).toBe(1);
  expect(sent(on, 'ship')).toBe(1);
});

test('nothing is sent with too little disk space, and shipped parcels can still be printed', async () => {
  let freeBytes = 1_000_000_000;
  const disk = { reserveBytes: 0, leastFreeBytes: 500_000_000, freeBytes: () => freeBytes };
  const on = await startPlainStation({ platform: { disk } });
  const { booking } = await on.ship('ORD-1001');
  freeBytes = 499_999_999;
  const workflow = await on.toTiles('ORD-1002');
  await on
    .call('buy', { workflowNo: on.workflowNo(), serviceId: workflow.serviceId })
    .catch((error: unknown) => expect(String(error)).toMatch('disk-low'));
  expect(sent(on, 'ship')).toBe(1);
  expect(on.station.snapshot().frame.journalTrouble).toBe('disk-low');
  await on.call('reprint', { bookingId: booking.id, because });
  await expect.poll(() => on.printer.sheets().length).toBe(2);
  freeBytes = 500_000_000;
  await on.buy('ORD-1002');
  expect(sent(on, 'ship')).toBe(2);
});
