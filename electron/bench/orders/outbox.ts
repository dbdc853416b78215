import { dirname, join } from 'node:path';
import type { Booking } from '../../../shared/booking.ts';
import { asOf } from '../../../shared/joined.ts';
import type { OrderKey } from '../../../shared/order.ts';
import type { Reason } from '../../../shared/reason.ts';
import { type Done, ok } from '../../../shared/result.ts';
import { longestRetryAfterMs } from '../../../shared/retry-after.ts';
import { otherwiseTable, shipmentTable } from '../../../shared/shipment-table.ts';
import type { ShippedOtherwise } from '../../../shared/shipped-otherwise.ts';
import { type ConnectedShop, type ShopKind, type ShopState, shopKinds, shopOf } from '../../../shared/shop.ts';
import { type FailedReport, type ReportKind, reportKinds, type WriteBackState } from '../../../shared/write-back.ts';
import type { BenchContext } from '../context.ts';
import { csvBytes } from '../list-file.ts';
import type { KeptRequest, ShopReport } from '../ports/journal/outbox.ts';
import type { ShopReply } from '../ports/orders.ts';
import { meantBy, requestByTemplate, requestToShop } from './report-request.ts';

type OutboxContext = Pick<
  BenchContext,
  'bug' | 'changed' | 'fail' | 'id' | 'journal' | 'now' | 'settings' | 'shopBack' | 'shops' | 'who' | 'world'
>;

export interface Outbox {
  /** Sends due messages to shops. Safe to call at any time: one pass per channel at a time. Never throws. */
  look(): Promise<void>;
  state(): WriteBackState;
  /** Reports to the connected shop of this kind; `from` is when today began. */
  shopState(kind: ShopKind, from: string): Pick<ShopState, 'reportedToday' | 'waiting' | 'refused' | 'reportTrouble'>;
  /** True if something currently keeps messages from a shop. */
  isInTrouble(): boolean;
  /** Returns the failed messages, for a person to settle. */
  failedReports(): FailedReport[];
  /** `close`: a person informed the shop by hand. `all`: includes every other failed message. */
  settle(id: string, act: 'again' | 'close', all: boolean): Done<'not-now'>;
  /** Waits for an HTTP request under way, but never for a share that does not answer. */
  stop(): Promise<void>;
}

/** Tracking numbers are read after the booking; after this time the consignment number is sent instead. */
const numbersWithinMs = 2 * 60_000;
const firstPauseMs = 5000;
const longestPauseMs = 15 * 60_000;
/** A server that fails for longer does not recover by itself. Time in which the bench did not ask it does not count. */
const givenUpMs = 3 * 24 * 60 * 60_000;
const leastAskedMs = 60 * 60_000;
/** Minimum number of tries for a message that fails while the server accepts others. */
const leastTries = 12;
const inOneFile = 500;

/** True while a pause lasts. A pause beyond the longest possible one was written by a clock that was ahead and was set back since. */
const isAhead = (ms: number): boolean => ms > 0 && ms <= longestRetryAfterMs;
const hasCome = (now: Date, moment: string): boolean => !isAhead(Date.parse(moment) - now.getTime());
const hasNumbers = (now: Date, { what, at }: ShopReport, about: About): boolean =>
  what !== 'shipped' ||
  !('trackingNos' in about) ||
  about.trackingNos.length > 0 ||
  Math.abs(now.getTime() - Date.parse(at)) >= numbersWithinMs;

/** The subject of a report: a shipment, or an order that was shipped without one. */
type About = Booking | ShippedOtherwise;

/** Identifies one order of one shipment. */
const aboutOf = ({ id, bookingId, joinedKey }: ShopReport): string => (bookingId === '' ? id : `${bookingId} ${joinedKey}`);

/** The booking as it concerns the order that is reported. */
function bookingOf(journal: OutboxContext['journal'], { bookingId, joinedKey }: ShopReport): Booking | undefined {
  const booking = journal.booking(bookingId);
  return booking && asOf(booking, joinedKey || booking.orderKey);
}

/**
 * Yields the rows with the fewest tries first, then in the order of their facts, so that a row that fails holds up no other. Of one
 * booking the first row comes first, and the later ones only after a person settled a failed one.
 */
function* due({ journal, now }: OutboxContext, channel: ShopReport['channel']) {
  const rows = journal.pendingReports(channel);
  const behind = new Set<string>();
  if (rows.some(({ what }) => what !== 'shipped'))
    for (const row of journal.failedReports()) if (row.channel === channel) behind.add(aboutOf(row));
  const first = rows.filter((row) => {
    const about = aboutOf(row);
    if (row.place !== '' || behind.has(about)) return false;
    behind.add(about);
    return true;
  });
  for (const row of first.toSorted((one, other) => one.tries - other.tries)) {
    const about = hasCome(now(), row.dueAt) ? (row.otherwise ?? bookingOf(journal, row)) : undefined;
    if (about && hasNumbers(now(), row, about)) yield { row, about };
  }
}

function giveUp(context: OutboxContext, { id }: ShopReport, why: Reason): void {
  context.journal.markReportFailed(id, why);
}

/** One server that receives reports. */
interface Receiver {
  readonly channel: Exclude<ShopReport['channel'], 'file'>;
  readonly how: string;
  /** True if the server is set up and receives this report. */
  readonly takes: (row: ShopReport, about: About) => boolean;
  readonly isSetUp: () => boolean;
  /** A reason if the report cannot be made: it then waits for a person. */
  readonly requestOf: (row: ShopReport, about: About) => KeptRequest | Reason;
  readonly send: (request: KeptRequest) => Promise<ShopReply>;
}

function createRequestChannel(context: OutboxContext, receiver: Receiver, isStopped: () => boolean) {
  const { journal } = context;
  const { channel } = receiver;
  let trouble: Reason | null = null;
  /** Time in epoch ms before which a server that is away or busy is not asked again, neither with the next row nor after a restart. */
  let quietUntil = Math.max(0, ...journal.pendingReports(channel).map(({ tries, dueAt }) => (tries > 0 ? Date.parse(dueAt) : 0)));
  /** Number of consecutive tries that were neither taken nor refused, and the time of the first. */
  let failures = 0;
  let failsSince: number | undefined;

  async function pass(): Promise<void> {
    if (!receiver.isSetUp() || isAhead(quietUntil - context.now().getTime())) return;
    for (const { row, about } of due(context, channel)) {
      if (isStopped()) return;
      if (!receiver.takes(row, about)) continue;
      const request = row.request ?? begin(row, about);
      if ('code' in request) {
        giveUp(context, row, request);
        continue;
      }
      const answer = meantBy(await receiver.send(request), row);
      if (answer.is !== 'later') {
        [failures, failsSince] = [0, undefined];
        setTrouble(answer.is === 'taken' ? null : answer.why);
        if (answer.is === 'taken') journal.markReportsDone([row.id], receiver.how);
        else giveUp(context, row, answer.why);
        continue;
      }
      setTrouble(answer.why);
      const now = context.now().getTime();
      failsSince ??= now;
      const isAskedLong = row.tries >= leastTries || now - failsSince >= leastAskedMs;
      const isGivenUp = isAskedLong && now - Date.parse(row.at) > givenUpMs;
      const retryAfterMs = answer.afterMs;
      if (isGivenUp) giveUp(context, row, answer.why);
      else journal.postponeReport(row.id, new Date(now + Math.max(pauseBehind(row.tries), retryAfterMs)), answer.why, answer.mayBeTaken);
      // Goes on, so that rows as old as this one are given up as well.
      if (isGivenUp && retryAfterMs === 0) continue;
      quietUntil = now + Math.max(pauseBehind(failures), retryAfterMs);
      failures += 1;
      return;
    }
  }

  /** Fixes the request at the first try: later facts and settings do not change its retries. */
  function begin(row: ShopReport, about: About): KeptRequest | Reason {
    const request = receiver.requestOf(row, about);
    if ('code' in request) return request;
    journal.storeReportRequest(row.id, request);
    return request;
  }

  function setTrouble(why: Reason | null): void {
    if (JSON.stringify(why) === JSON.stringify(trouble)) return;
    trouble = why;
    context.changed();
  }

  return {
    of: channel,
    pass,
    trouble: () => trouble,
    setTrouble,
    /** Ends the pause. */
    hurry: () => void (quietUntil = 0),
  };
}

/** The connected shop that an order came from. */
function shopOfReport({ journal, settings }: Pick<OutboxContext, 'journal' | 'settings'>, row: ShopReport): ConnectedShop | undefined {
  const about = row.otherwise ?? bookingOf(journal, row);
  const order = about && (journal.order(about.orderKey) ?? ('order' in about ? about.order : undefined));
  return order && shopOf(settings().shops, order.source);
}

const connectedShop = (context: OutboxContext, kind: ShopKind): Receiver => {
  const connected = (): ConnectedShop | undefined => context.settings().shops.find((shop) => shop.kind === kind);
  return {
    channel: 'shop',
    how: `to ${kind}`,
    takes: (row) => shopOfReport(context, row)?.kind === kind,
    isSetUp: () => connected() !== undefined,
    requestOf: (row, about) => requestToShop(context.journal, row, about),
    async send(request) {
      const shop = connected();
      return shop
        ? await context.shops.tell(shop, request)
        : { is: 'later', afterMs: 0, why: { code: 'shop-not-found' }, mayBeTaken: false };
    },
  };
};

function createFileChannel(context: OutboxContext, isStopped: () => boolean) {
  const { journal, shopBack } = context;
  let trouble: WriteBackState['file'] = null;

  function setTrouble(why: WriteBackState['file']): void {
    if (why === trouble) return;
    trouble = why;
    context.changed();
  }

  /** Ends files that were begun: a file that has its name already is never placed again. */
  async function finishBegun(): Promise<boolean> {
    const begun = Map.groupBy(
      journal.pendingReports('file').filter(({ place }) => place !== ''),
      ({ place }) => place,
    );
    for (const [place, rows] of begun) {
      const folder = dirname(place);
      const isNamed = folder === dirname(join(context.settings().writeBack.folder, 'file'));
      const isThere = await shopBack.isSameFolder(place).catch((error: unknown) => {
        if (isNamed || !isOfFiles(error)) throw error;
        return false;
      });
      if (!isThere && isNamed) {
        setTrouble('folder-changed');
        return false;
      }
      if (!isThere) {
        // Only a person can find out if the file arrived. The folder that is set up now does not wait for that.
        for (const row of rows) giveUp(context, row, { code: 'shop-folder-gone', folder });
        continue;
      }
      await shopBack.publish(place);
      journal.markReportsDone(
        rows.map(({ id }) => id),
        'by file',
      );
    }
    return true;
  }

  async function pass(): Promise<void> {
    const { folder, layout } = context.settings().writeBack;
    try {
      if (!(await finishBegun()) || !folder) return;
      for (const what of reportKinds) {
        const found = due(context, 'file')
          .filter(({ row }) => row.what === what)
          .take(inOneFile)
          .toArray();
        if (found.length === 0) continue;
        const ids = found.map(({ row }) => row.id);
        const moment = context
          .now()
          .toISOString()
          .replace(/[-:]|\.\d+/g, '');
        // Each try has a unique name, so this bench removes only its own file, even if it was closed and another one started meanwhile.
        const place = join(folder, `${what}-${layout}-${moment}-${context.id().slice(0, 8)}.csv`);
        if (!(await shopBack.isSameFolder(place))) return setTrouble('folder-changed');
        const bytesNow = () => csvBytes(tableOf(context, what, found));
        let bytes: Uint8Array;
        // Numbers that arrive while a share is slow are included, or sent later.
        do await shopBack.prepare(place, (bytes = bytesNow()));
        while (!isStopped() && Buffer.compare(bytes, bytesNow()) !== 0);
        // A report may have been withdrawn meanwhile.
        const pending = new Set(journal.pendingReports('file').map(({ id }) => id));
        if (isStopped() || ids.some((id) => !pending.has(id))) return await shopBack.takeBack(place);
        journal.placeReports(ids, place);
        await shopBack.publish(place);
        journal.markReportsDone(ids, 'by file');
      }
      setTrouble(null);
    } catch (error) {
      if (!isOfFiles(error)) throw error;
      setTrouble(troublesOfFiles[error.code ?? ''] ?? 'folder-away');
    }
  }

  return { pass, trouble: () => trouble };
}

function tableOf(
  { journal, settings }: Pick<OutboxContext, 'journal' | 'settings'>,
  what: ReportKind,
  found: readonly { readonly row: ShopReport }[],
): readonly (readonly string[])[] {
  const { timeZone, writeBack } = settings();
  if (what === 'shipped-otherwise')
    return otherwiseTable(
      found.flatMap(({ row }) => row.otherwise ?? []),
      writeBack.layout,
      timeZone,
    );
  const bookings = found.flatMap(({ row }) => bookingOf(journal, row) ?? []);
  return what !== 'cancelled'
    ? shipmentTable(bookings, writeBack.layout, timeZone, what === 'tracking')
    : [
        ['order', 'shipment', 'tracking_number', 'cancelled'],
        ...bookings.map((each) => [each.orderKey, String(each.shipmentNo), each.trackingNos[0] ?? each.consignmentNo, 'yes']),
      ];
}

/** Reports shipments to shops, from rows that were written with the bookings: by HTTP at least once, by file exactly once. */
export function createOutbox(context: OutboxContext): Outbox {
  const { journal } = context;
  let isStopped = false;
  const http = createRequestChannel(
    context,
    {
      channel: 'http',
      how: 'by HTTP',
      takes: () => true,
      isSetUp: () => context.settings().writeBack.url !== '',
      requestOf: (row, about) => requestByTemplate(journal, context.settings().writeBack, row, about),
      send: (request) => context.shopBack.post(request),
    },
    () => isStopped,
  );
  const shops = new Map(shopKinds.map((kind) => [kind, createRequestChannel(context, connectedShop(context, kind), () => isStopped)]));
  const shopChannels = [...shops.values()];
  const files = createFileChannel(context, () => isStopped);

  const running = new Map<() => Promise<void>, Promise<void>>();
  /** Runs one pass per channel at a time: a share that hangs does not delay HTTP. */
  function run(pass: () => Promise<void>): Promise<void> {
    const before = running.get(pass);
    if (before) return before;
    const now = pass()
      .catch((error: unknown) => void context.bug('outbox', error))
      .finally(() => running.delete(pass));
    running.set(pass, now);
    return now;
  }

  return {
    async look() {
      if (isStopped || context.world !== 'live') return;
      await Promise.all([files, http, ...shopChannels].map((channel) => run(channel.pass)));
    },

    state: () => ({
      waiting: journal.pendingReports('file').length + journal.pendingReports('http').length + journal.pendingReports('shop').length,
      file: files.trouble(),
      http: http.trouble(),
    }),

    shopState(kind, from) {
      const { shops: connected } = context.settings();
      const isOfKind = (row: ShopReport): boolean => row.channel === 'shop' && shopOfReport(context, row)?.kind === kind;
      // With one shop, every report is about an order of it.
      const isOfOrder = (key: OrderKey): boolean =>
        connected.length < 2 || shopOf(connected, journal.order(key)?.source ?? '')?.kind === kind;
      return {
        reportedToday: journal.reportsDone('shop', from).filter(isOfOrder).length,
        waiting: journal.pendingReports('shop').filter(isOfKind).length,
        refused: journal.failedReports().filter(isOfKind).length,
        reportTrouble: shops.get(kind)?.trouble() ?? null,
      };
    },

    isInTrouble: () => [files, http, ...shopChannels].some((channel) => channel.trouble() !== null),

    failedReports() {
      const rows = journal.failedReports();
      return rows.map((row) => ({
        id: row.id,
        what: row.what,
        at: row.at,
        why: row.why,
        booking: bookingOf(journal, row) ?? null,
        ...(row.otherwise && { otherwise: row.otherwise }),
        others: rows.length - 1,
      }));
    },

    settle(id, act, all) {
      const rows = journal.failedReports().map((row) => row.id);
      if (!rows.includes(id)) return context.fail('not-now');
      const chosen = all ? rows : [id];
      if (act === 'again') {
        journal.retryReports(chosen);
        for (const channel of [http, ...shopChannels]) channel.hurry();
      } else journal.markReportsDone(chosen, `by ${context.who()}`);
      if (journal.failedReports().length === 0)
        for (const channel of [http, ...shopChannels])
          if (!journal.pendingReports(channel.of).some(({ tries }) => tries > 0)) channel.setTrouble(null);
      return ok({});
    },

    async stop() {
      isStopped = true;
      for (const { pass } of [http, ...shopChannels]) await running.get(pass);
    },
  };
}

const pauseBehind = (failures: number): number => Math.min(firstPauseMs * 2 ** Math.min(failures, 16), longestPauseMs);

const troublesOfFiles: Readonly<Record<string, NonNullable<WriteBackState['file']>>> = {
  ENOSPC: 'folder-full',
  EDQUOT: 'folder-full',
  EACCES: 'folder-takes-nothing',
  EPERM: 'folder-takes-nothing',
  EROFS: 'folder-takes-nothing',
};
const isOfFiles = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;
