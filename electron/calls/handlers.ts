import { leavesCustomsTerritory } from '../../shared/address.ts';
import type { Snapshot } from '../../shared/bench.ts';
import type { CallArgs, CallReply, Handlers, ImportReport } from '../../shared/ipc.ts';
import { isTimeZone } from '../../shared/month.ts';
import { type Order, withDefaults } from '../../shared/order.ts';
import { oversized } from '../../shared/oversized.ts';
import type { Drawable, PrinterRole, PrinterStatus } from '../../shared/printer.ts';
import { questionsOf } from '../../shared/question.ts';
import { ok, type Result } from '../../shared/result.ts';
import { commandPrefix, readScan, slotOf } from '../../shared/scan.ts';
import type { Setup } from '../../shared/settings.ts';
import type { World } from '../../shared/world.ts';
import type { Bench } from '../bench/bench.ts';
import type { Room } from '../bench/context.ts';
import { causeOf } from '../bench/exchange/refusal.ts';
import { printForeignLabel } from '../bench/labels/foreign-label.ts';
import type { EncodedPaper } from '../bench/ports/courier.ts';
import type { Paper, Sheet } from '../bench/ports/paper.ts';
import type { Printers } from '../bench/ports/printers.ts';
import { writeLiveProven } from '../bench/ship/live-proof.ts';
import { exportOf, timelineOf } from '../bench/tracking/timeline.ts';
import type { CapabilityFile } from '../courier/capability-file.ts';
import { readTrackingLink } from '../courier/tracking-link.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { canHoldBackups } from '../journal/backup.ts';
import { JournalError } from '../journal/journal-error.ts';
import { underKnownKeys } from '../orders/known-keys.ts';
import { readOrderFile } from '../orders/order-file.ts';
import type { Platform } from '../station/platform.ts';
import type { SettingsStore } from '../station/settings.ts';
import type { OpenWorld } from '../station/world.ts';

/** What a person types to connect a bench to its account. */
export interface Connecting {
  readonly world: World;
  readonly baseUrl: string;
  readonly account: string;
  readonly key: string;
  readonly secret: string;
}

interface HandlerParts {
  readonly platform: Platform;
  readonly settings: SettingsStore;
  readonly credentials: Credentials;
  readonly capabilities: CapabilityFile;
  readonly printers: Printers;
  readonly paper: Paper;
  readonly fail: Room['fail'];
  readonly changed: () => void;
  readonly snapshot: () => Snapshot;
  readonly planSeen: () => void;
  readonly setup: () => Setup;
  readonly enter: (world: World) => Promise<Result<Setup>>;
  readonly beginEmpty: (reason: string, pin: string) => Promise<Result<Setup>>;
  readonly declareRestored: () => Promise<Result<Setup>>;
  readonly checkPin: Room['checkPin'];
  readonly setLeadPin: (pin: string, what: 'pin-set') => Result<Setup>;
  readonly resetLeadPin: (proof: string, pin: string) => Promise<Result<Setup>>;
  readonly newRecoveryCode: (pin: string) => Result<CallReply<'makeRecoveryCode'>>;
  readonly recover: (folder: string, code: string) => Promise<Result<Setup>>;
  readonly connect: (given: Connecting) => Promise<Result<Setup>>;
  readonly askPrinter: (role: PrinterRole) => Promise<PrinterStatus>;
  readonly current: () => OpenWorld | undefined;
}

const testPrintMs = 15_000;
const secretBytes = 18;

/** Kept in the journal of a world once they came true. */
export const firstStepFacts = { testLabel: 'first-step:test-label', commandSheet: 'first-step:command-sheet' } as const;

/** Every call of the contract, each one line to the room that answers it. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { platform, settings, fail, changed } = parts;

  /**
   * Most calls need an open world: without one they are refused, with the way to Setup. A person's act that cannot be written
   * down did not happen.
   */
  const inWorld = async <T>(act: (bench: Bench, world: OpenWorld) => Promise<Result<T>> | Result<T>): Promise<Result<T>> => {
    const world = parts.current();
    if (!world) return fail('not-connected');
    try {
      return await world.bench.whileOpen(() => act(world.bench, world));
    } catch (error) {
      if (error instanceof JournalError && error.code === 'unwritable') return fail('journal-unwritable');
      throw error;
    }
  };

  const drawn = async (paper: Sheet | EncodedPaper | undefined): Promise<Result<Drawable[]>> => {
    if (!paper) return fail('label-missing');
    const sheets = await parts.paper.drawables(paper);
    return sheets.ok ? ok([...sheets.value]) : sheets;
  };

  const takeFile = (bench: Bench, name: string, bytes: Uint8Array): Result<ImportReport> => {
    const read = readOrderFile({ name, bytes, currency: settings.read().currency });
    if (!read.ok) return fail(read.failure.code, read.failure.detail);
    const { journal } = bench.room;
    const { orders, problems } = underKnownKeys(read.value, journal.ordersAt);
    const { taken, unchanged } = journal.takeOrders(orders, problems);
    changed();
    const { rows, skipped, told } = read.value;
    const held = orders.filter(({ hold }) => hold !== null).length;
    return ok({ file: name, rows, taken, unchanged, held, problems, skipped, told });
  };

  const listOrders = (bench: Bench, page: CallArgs<'orders'>): Result<CallReply<'orders'>> => {
    const settings = bench.room.settings();
    const { sender } = settings;
    const { total, rows } = bench.room.journal.orders(page);
    return ok({
      total,
      rows: rows.map(({ order, booking }) => {
        const needsCustoms = sender !== null && leavesCustomsTerritory(sender, order.recipient);
        return { order, booking, questions: questionsOf(withDefaults(order, settings, needsCustoms), needsCustoms) };
      }),
    });
  };

  const checkOrder = (bench: Bench, order: Order): Result<CallReply<'checkOrder'>> => {
    const excess = oversized(order);
    if (excess !== undefined) return fail('text-too-long', excess);
    const settings = bench.room.settings();
    const { sender } = settings;
    if (!sender) return fail('no-sender');
    const needsCustoms = leavesCustomsTerritory(sender, order.recipient);
    const shipment = { sender, order: withDefaults(order, settings, needsCustoms) };
    const { courier } = bench.room;
    return ok({ problems: [...courier.problems(shipment)], respellings: [...courier.respellings(shipment)] });
  };

  const openTrackingLink = async (bench: Bench, { orderNo, itemNo }: CallArgs<'openTrackingLink'>): Promise<Result<{ host: string }>> => {
    const tracked = await bench.room.courier.track([orderNo], bench.room.waits.until());
    if (!tracked.ok) return tracked;
    const item = tracked.value.find((each) => each.orderNo === orderNo)?.items.find((each) => each.itemNo === itemNo);
    const link = readTrackingLink(item?.link ?? '');
    if (!link.ok) return fail('link-not-allowed', item?.link ?? '');
    await platform.openExternal(link.value);
    return ok({ host: new URL(link.value).host });
  };

  const exportTimeline = async (bookingId: string): Promise<Result<CallReply<'exportTimeline'>>> => {
    const made = await inWorld(({ room }) => {
      const timeline = timelineOf(room, bookingId);
      return timeline ? ok(exportOf(room, timeline)) : fail('order-not-found');
    });
    return saved(made);
  };

  /** A file where the person wants it. Not within the world: an open dialog would keep it from closing. */
  const saved = async (made: Result<{ readonly name: string; readonly bytes: Uint8Array }>): Promise<Result<{ file: string } | null>> => {
    if (!made.ok) return made;
    try {
      const file = await platform.saveFile(made.value.name, made.value.bytes);
      return ok(file === undefined ? null : { file });
    } catch (error) {
      return fail('file-not-written', error instanceof Error ? error.message : String(error));
    }
  };

  const printTest = async (bench: Bench, role: PrinterRole): Promise<Result<CallReply<'printTest'>>> => {
    const { journal, printer: printerOf } = bench.room;
    const printer = printerOf(role);
    if (!printer) return fail(role === 'label' ? 'no-label-printer' : 'no-document-printer');
    const { benchName } = settings.read();
    const takesZpl = parts.printers.takes(printer, role) === 'ZPL';
    const sheet = takesZpl ? parts.paper.testLabel(printer, benchName) : await parts.paper.testPage(benchName);
    const [job] = journal.addPrintJobs({ bookingId: null, pickupId: null }, [
      { role, title: `Test ${benchName}`, piece: 1, pieces: 1, copy: 0, sheet },
    ]);
    if (!job) return fail('print-failed');
    bench.kickPrinting();
    const until = platform.now().getTime() + testPrintMs;
    let seen = job;
    while ((seen.state === 'queued' || seen.state === 'sending') && platform.now().getTime() < until) {
      await platform.sleep(100);
      seen = journal.job(job.id) ?? seen;
    }
    if (role === 'label' && (seen.state === 'sent' || seen.state === 'printed')) tellOnce(bench, firstStepFacts.testLabel);
    return ok(seen);
  };

  /** Written down the first time. */
  const tellOnce = ({ room: { journal } }: Bench, fact: string): void => {
    if (journal.fact(fact) !== undefined) return;
    journal.setFact(fact, platform.now().toISOString());
    changed();
  };

  const contractReport = ({ baseUrl, contractChecking }: OpenWorld): CallReply<'contractReport'> => ({
    step: contractChecking?.step() ?? null,
    learned: parts.capabilities.read(baseUrl) ?? null,
    drift: [...parts.capabilities.drift(baseUrl)],
  });

  /** Books nothing unless `book` says so, and goes to the sandbox alone. */
  const checkContract = async (bench: Bench, world: OpenWorld, book: boolean): Promise<Result<CallReply<'checkContract'>>> => {
    const { contractChecking } = world;
    if (!contractChecking) return fail('only-in-sandbox');
    // A key that is not accepted is complained about whatever is asked: nothing could be learnt from that.
    const accepted = await bench.room.courier.check();
    if (!accepted.ok) return accepted;
    const learned = await bench.ship.beside(() => contractChecking.run(book));
    if (!learned.ok) return learned;
    parts.capabilities.save(learned.value);
    changed();
    return ok(contractReport(world));
  };

  return {
    snapshot: async () => ok(parts.snapshot()),
    scan: ({ code }) =>
      inWorld((bench) => {
        if (readScan(code).kind === 'command') tellOnce(bench, firstStepFacts.commandSheet);
        return bench.ship.scan(code);
      }),
    chooseOrder: ({ walkNo, key }) => inWorld((bench) => bench.ship.chooseOrder(walkNo, key)),
    answerQuestion: ({ walkNo, question, answer }) => inWorld((bench) => bench.ship.answerQuestion(walkNo, question, answer)),
    selectService: ({ walkNo, serviceId }) => inWorld((bench) => bench.ship.selectService(walkNo, serviceId)),
    toggleExtra: ({ walkNo, extra }) => inWorld((bench) => bench.ship.toggleExtra(walkNo, extra)),
    listServicePoints: ({ walkNo }) => inWorld((bench) => bench.ship.listServicePoints(walkNo)),
    chooseServicePoint: ({ walkNo, keycode }) => inWorld((bench) => bench.ship.chooseServicePoint(walkNo, keycode)),
    buy: ({ walkNo, serviceId }) => inWorld((bench) => bench.ship.buy(walkNo, serviceId)),
    confirmLabel: ({ bookingId, isRight }) => inWorld((bench) => bench.ship.confirmLabel(bookingId, isRight)),
    resumeBooking: () => inWorld((bench) => bench.breaker.resume()),
    putAside: ({ walkNo }) => inWorld((bench) => bench.ship.putAside(walkNo)),
    next: ({ walkNo }) => inWorld((bench) => bench.ship.next(walkNo)),
    stopWaiting: ({ walkNo }) => inWorld((bench) => bench.ship.stopWaiting(walkNo)),
    stopReading: () =>
      inWorld((bench) => {
        bench.room.waits.stop();
        return ok({});
      }),
    reprint: ({ bookingId }) => inWorld((bench) => bench.reprint(bookingId)),
    confirmUnshipped: ({ walkNo, pin }) => inWorld((bench) => bench.ship.confirmUnshipped(walkNo, pin)),
    shipAgain: ({ walkNo, reason, pin }) => inWorld((bench) => bench.ship.shipAgain(walkNo, reason, pin)),
    planSeen: () =>
      inWorld(() => {
        parts.planSeen();
        return ok({});
      }),
    doubtsSeen: () =>
      inWorld((bench) => {
        bench.leftInDoubt.seen();
        return ok({});
      }),
    lastShipments: ({ limit }) => inWorld((bench) => ok([...bench.room.journal.lastBooked(limit)])),
    drawSheet: ({ jobId }) => inWorld(({ room }) => drawn(room.journal.jobSheet(jobId))),
    drawLabel: ({ bookingId }) => inWorld(({ room }) => drawn(room.journal.label(bookingId))),

    orders: (page) => inWorld((bench) => listOrders(bench, page)),
    importOrders: ({ name, bytes }) => inWorld((bench) => takeFile(bench, name, bytes)),
    chooseOrderFile: async () => {
      if (!parts.current()) return fail('not-connected');
      // Not within the world: an open dialog would keep it from closing.
      const file = await platform.chooseOrderFile();
      return file ? inWorld((bench) => takeFile(bench, file.name, file.bytes)) : ok(null);
    },
    saveOrder: ({ order }) =>
      inWorld((bench) => {
        if (order.key.startsWith(commandPrefix)) return fail('order-key-reserved', order.key);
        const excess = oversized(order);
        if (excess !== undefined) return fail('text-too-long', excess);
        const others = bench.room.journal.ordersAt(slotOf(order.key));
        const [other] = others;
        if (other && !others.some(({ key }) => key === order.key)) return fail('order-key-taken', other.key);
        bench.room.journal.saveOrder(order);
        changed();
        return ok({});
      }),

    checkOrder: ({ order }) => inWorld((bench) => checkOrder(bench, order)),
    order: ({ key }) =>
      inWorld((bench) => {
        const order = bench.room.journal.order(key);
        return order ? ok(order) : fail('order-not-found', key);
      }),

    pickups: () => inWorld((bench) => ok(bench.pickup.overview())),
    dropOffPoints: ({ courierKey }) => inWorld((bench) => bench.pickup.dropOffPoints(courierKey)),
    requestPickup: (request) => inWorld((bench) => bench.pickup.request(request)),
    reprintManifest: ({ pickupId }) => inWorld((bench) => bench.pickup.reprintManifest(pickupId)),

    track: ({ number }) => inWorld((bench) => bench.tracking.track(number)),
    underWay: (page) =>
      inWorld((bench) => {
        const { total, rows } = bench.room.journal.bookings({ ...page, states: ['booked'] });
        return ok({ total, rows: [...rows] });
      }),
    openTrackingLink: (which) => inWorld((bench) => openTrackingLink(bench, which)),
    printForeignLabel: (which) =>
      inWorld(async (bench) => {
        const queued = await printForeignLabel(bench.room, which);
        bench.kickPrinting();
        return queued;
      }),
    attachDocument: (document) => inWorld((bench) => bench.documents.attach(document)),

    timeline: ({ bookingId }) =>
      inWorld(({ room }) => {
        const timeline = timelineOf(room, bookingId);
        return timeline ? ok({ ...timeline, lines: [...timeline.lines] }) : fail('order-not-found');
      }),
    exportTimeline: ({ bookingId }) => exportTimeline(bookingId),

    toResolve: () => inWorld((bench) => ok(bench.resolve.open())),
    settleExists: ({ bookingId, orderNo, isSure }) => inWorld((bench) => bench.resolve.settleExists(bookingId, orderNo, isSure ?? false)),
    settleNotBooked: ({ bookingId, reason, pin }) => inWorld((bench) => bench.resolve.settleNotBooked(bookingId, reason, pin)),
    settlePickup: ({ pickupId, collectionNo, reason, pin }) =>
      inWorld((bench) => bench.resolve.settlePickup(pickupId, collectionNo, reason, pin)),
    setLabelAside: ({ bookingId, reason, pin }) => inWorld((bench) => bench.resolve.setLabelAside(bookingId, reason, pin)),
    settlePrint: ({ jobId, cameOut, isGone = false }) => inWorld((bench) => bench.resolve.settlePrint(jobId, cameOut, isGone)),
    settleUpload: ({ uploadId, act }) => inWorld((bench) => bench.documents.settle(uploadId, act)),
    drawPaper: (which) => inWorld((bench) => bench.papers.draw(which)),
    savePaper: async (which) => saved(await inWorld((bench) => bench.papers.file(which))),
    printPaper: (which) => inWorld((bench) => bench.papers.print(which)),
    closePaper: (which) => inWorld((bench) => bench.papers.close(which)),
    settleRestored: ({ reason, pin }) => inWorld((bench) => bench.doubt.end(reason, pin)),
    closeUnreadable: ({ of, id, reason, pin }) => inWorld((bench) => bench.resolve.closeUnreadable(of, id, reason, pin)),
    dismissRow: ({ id }) =>
      inWorld((bench) => {
        bench.room.journal.dismissRow(id);
        changed();
        return ok({});
      }),
    takeUp: ({ bookingId }) =>
      inWorld((bench) => {
        const booking = bench.room.journal.booking(bookingId);
        if (!booking) return fail('order-not-found');
        // A scan that waits may come to nothing; until it is its turn the parcel stays where it is found again.
        const { step } = bench.ship.state().walk;
        if (step === 'booking' || step === 'printing') return fail('not-now');
        bench.room.journal.putAside(bookingId, false);
        changed();
        return bench.ship.scan(booking.orderKey);
      }),

    dismissDelivery: ({ id, all }) => inWorld((bench) => bench.deliveries.dismiss(id, all)),

    explain: ({ said }) => inWorld((bench) => ok({ cause: causeOf(bench.room.courier, said.split('\n')) ?? '' })),
    setup: async () => ok(parts.setup()),
    saveSettings: async ({ settings: change }) => {
      const excess = oversized(change);
      if (excess !== undefined) return fail('setting-invalid', excess);
      if (change.timeZone !== undefined && !isTimeZone(change.timeZone))
        return fail('setting-invalid', `No time zone is called "${change.timeZone}". One is called Europe/Amsterdam.`);
      if (change.backupFolder && !canHoldBackups(change.backupFolder))
        return fail(
          'setting-invalid',
          `Copies of the journal cannot be written to "${change.backupFolder}". Name a whole path to a folder.`,
        );
      settings.change(withoutAbsent(change));
      parts.current()?.bench.kickPrinting();
      changed();
      void parts.askPrinter('label');
      void parts.askPrinter('document');
      return ok(parts.setup());
    },
    saveWebhooks: async ({ newAddress, ...change }) => {
      const { secret } = settings.read().webhooks;
      const isMade = newAddress || (change.isOn && secret === '');
      const made = isMade ? Buffer.from(platform.random(secretBytes)).toString('hex') : secret;
      settings.change({ webhooks: { ...change, secret: made } });
      await parts.current()?.moveWebhookDoor();
      changed();
      return ok(parts.setup());
    },
    contractReport: () => inWorld((_bench, world) => ok(contractReport(world))),
    checkContract: ({ book }) => inWorld((bench, world) => checkContract(bench, world, book)),
    connect: (given) => parts.connect(given),
    beginEmptyJournal: ({ reason, pin }) => parts.beginEmpty(reason, pin),
    declareRestored: () => parts.declareRestored(),
    enterWorld: ({ world }) => parts.enter(world),
    proveLive: () =>
      inWorld((bench, { world }) => {
        if (world !== 'live') return fail('not-now');
        writeLiveProven(bench.room.journal);
        changed();
        return ok({});
      }),
    setLeadPin: async ({ oldPin, pin }) => {
      const checked = parts.checkPin(oldPin);
      return checked.ok ? parts.setLeadPin(pin, 'pin-set') : checked;
    },
    resetLeadPin: ({ proof, pin }) => parts.resetLeadPin(proof, pin),
    makeRecoveryCode: async ({ pin }) => parts.newRecoveryCode(pin),
    recover: ({ folder, code }) => parts.recover(folder.trim(), code),
    findPrinters: async () => ok([...(await parts.printers.find())]),
    askPrinter: async ({ role }) => ok(await parts.askPrinter(role)),
    printTest: ({ role }) => inWorld((bench) => printTest(bench, role)),
    checkSender: ({ sender }) =>
      inWorld(({ room: { courier } }) => {
        const excess = oversized(sender);
        if (excess !== undefined) return fail('text-too-long', excess);
        return ok({ asSent: courier.inAscii(sender).address, problems: [...courier.senderProblems(sender)] });
      }),
  };
}

/** A key whose value is undefined means "leave as it is". */
function withoutAbsent<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
}
