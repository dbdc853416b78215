import type { Booking, Exchange } from '../../../shared/booking.ts';
import type { ResolveItem } from '../../../shared/ipc.ts';
import { isTooLate } from '../../../shared/order-file-reason.ts';
import type { PrintJob } from '../../../shared/printer.ts';
import type { Restored } from '../../../shared/restored.ts';
import type { StrayDelivery } from '../../../shared/webhook.ts';
import type { FailedReport } from '../../../shared/write-back.ts';
import type { BenchContext } from '../context.ts';
import { countedPickup } from '../counted-pickup.ts';
import type { PapersWorkflow } from '../documents/papers.ts';
import { nextCopyOf } from '../labels/label.ts';
import { reread } from '../ship/settle.ts';

export type ItemKind = Exclude<ResolveItem['kind'], 'item-unreadable'>;

export interface OpenItems {
  /** Returns everything that could not be finished, grouped by kind. Unreadable items appear as `item-unreadable` and hide nothing else. */
  open(): ResolveItem[];
  count(): number;
  /** Closes one unreadable item, which is not shown any more. */
  close(of: ItemKind, id: string): void;
}

export type OpenItemsContext = Pick<BenchContext, 'bug' | 'courier' | 'journal'>;

export interface OpenItemsDeps {
  /** True while the bench still works on the booking: nothing for a person yet. */
  readonly isBeingBooked: (bookingId: string) => boolean;
  /** Bookings on their way to the service that no packer waits for at the screen. */
  readonly onTheirWay: () => readonly string[];
  readonly strays: () => StrayDelivery[];
  readonly failedReports: () => FailedReport[];
  readonly papers: Pick<PapersWorkflow, 'open'>;
  readonly restored: () => Restored | null;
}

/** Open items of one kind: the unique name of each, and how to read it for display. */
interface Shelf {
  readonly kind: ItemKind;
  readonly list: () => readonly Found[];
}
interface Found {
  readonly id: string;
  readonly item: () => ResolveItem;
}

const each = <T extends { readonly id: string }>(found: readonly T[], itemOf: (one: T) => ResolveItem): readonly Found[] =>
  found.map((one) => ({ id: one.id, item: () => itemOf(one) }));

/** Fact in the journal: names of the items that were closed unread, one per line. */
const closedUnreadableFact = 'closed-unreadable';

export const unconfirmed = ['print-unknown', 'held', 'failed'] as const;

export function createOpenItems(context: OpenItemsContext, deps: OpenItemsDeps): OpenItems {
  const { journal } = context;
  /** One reference per broken item, however often it is shown. */
  const refs = new Map<string, string>();
  function refOf(name: string, error: unknown): string {
    const ref = refs.get(name) ?? context.bug('resolve', error).ref;
    refs.set(name, ref);
    return ref;
  }

  const shelves = shelvesOf(context, deps, refOf);
  const nameOf = (kind: Shelf['kind'], id: string): string => `${kind} ${id}`;
  const unreadable = (kind: Shelf['kind'], id: string, error: unknown): ResolveItem => ({
    kind: 'item-unreadable',
    of: kind,
    id,
    ref: refOf(nameOf(kind, id), error),
  });

  /** Returns the names of the unreadable items that were closed. */
  const closed = (): readonly string[] => journal.fact(closedUnreadableFact)?.split('\n') ?? [];

  function listed({ kind, list }: Shelf): readonly Found[] {
    try {
      const gone = closed();
      return gone.length === 0 ? list() : list().filter(({ id }) => !gone.includes(nameOf(kind, id)));
    } catch (error) {
      return [{ id: '', item: () => unreadable(kind, '', error) }];
    }
  }

  return {
    open: () =>
      shelves.flatMap((shelf) =>
        listed(shelf).map(({ id, item }) => {
          try {
            return item();
          } catch (error) {
            return unreadable(shelf.kind, id, error);
          }
        }),
      ),
    count: () => shelves.reduce((sum, shelf) => sum + listed(shelf).length, 0),
    close: (of, id) => journal.setFact(closedUnreadableFact, [...closed(), nameOf(of, id)].join('\n')),
  };
}

function shelvesOf(
  context: Omit<OpenItemsContext, 'bug'>,
  { isBeingBooked, onTheirWay, strays, failedReports, papers, restored }: OpenItemsDeps,
  refOf: (name: string, error: unknown) => string,
): readonly Shelf[] {
  const { journal } = context;
  const openPrints = (): PrintJob[] => journal.jobsInState(unconfirmed).filter((job) => !isReplaced(context, job));
  const doubtful = (): readonly Booking[] => journal.bookedWithoutLabelJob(isBeingBooked);

  /** Returns what was sent and answered. If that is no longer readable, the doubt can be settled without it. */
  function exchangeOf(id: string): Exchange {
    try {
      return context.journal.exchange(id);
    } catch (error) {
      return { sentAt: null, sent: '', answer: '', unreadable: refOf(`exchange ${id}`, error) };
    }
  }

  return [
    {
      kind: 'journal-restored',
      list: () =>
        each(
          [restored() ?? []].flat().map((doubt) => ({ id: doubt.restoredAt, doubt })),
          ({ doubt }) => ({ kind: 'journal-restored', restored: doubt }),
        ),
    },
    {
      kind: 'booking-on-its-way',
      list: () =>
        each(
          onTheirWay().map((id) => ({ id })),
          ({ id }) => ({ kind: 'booking-on-its-way', booking: reread(context, id) }),
        ),
    },
    {
      kind: 'booking-unknown',
      list: () =>
        each(journal.bookingsInState(['unknown']), (booking) => ({ kind: 'booking-unknown', booking, exchange: exchangeOf(booking.id) })),
    },
    {
      kind: 'pickup-unknown',
      list: () =>
        each(journal.pickupsInState(['unknown']), (pickup) => ({
          kind: 'pickup-unknown',
          pickup: countedPickup(context, pickup),
          exchange: exchangeOf(pickup.id),
        })),
    },
    {
      kind: 'label-doubtful',
      list: () => each(doubtful(), (booking) => ({ kind: 'label-doubtful', booking, ...missingLabelOf(context, booking) })),
    },
    {
      kind: 'print-unconfirmed',
      list: () =>
        each(openPrints(), (job) => ({
          kind: 'print-unconfirmed',
          job,
          booking: (job.bookingId && journal.booking(job.bookingId)) || null,
        })),
    },
    {
      kind: 'paper-due',
      list: () =>
        each(
          papers.open().map((item) => ({ id: `${item.ownerId} ${item.paper}`, item })),
          ({ item }) => item,
        ),
    },
    {
      kind: 'upload-open',
      list: () =>
        each(journal.openUploads(), (upload) => ({
          kind: 'upload-open',
          upload,
          booking: upload.bookingId === null ? null : reread(context, upload.bookingId),
        })),
    },
    {
      kind: 'row-unreadable',
      list: () =>
        each(journal.rowProblems(), ({ id, problem }) => ({
          kind: isTooLate(problem.reason) ? 'changed-too-late' : 'row-unreadable',
          id,
          problem,
        })),
    },
    { kind: 'shop-not-informed', list: () => each(failedReports(), (report) => ({ kind: 'shop-not-informed', report })) },
    { kind: 'webhook-not-understood', list: () => each(strays(), (delivery) => ({ kind: 'webhook-not-understood', delivery })) },
    { kind: 'put-aside', list: () => each(journal.parkedBookings(), ({ id }) => ({ kind: 'put-aside', booking: reread(context, id) })) },
  ];
}

/** Returns what came instead of a missing label. Reads the stored answer again each time, so a restart changes nothing. */
function missingLabelOf(
  context: Omit<OpenItemsContext, 'bug'>,
  { id, verdict }: Booking,
): Pick<Extract<ResolveItem, { kind: 'label-doubtful' }>, 'missing'> {
  if (verdict !== null || context.journal.label(id)) return {};
  const answer = context.journal.answer(id);
  const meaning = answer && context.courier.readShip(answer);
  return { missing: { instead: (meaning?.is === 'booked' && meaning.unreadLabel) || null } };
}

/** True for a failed label that was printed again with Reprint. */
export function isReplaced(context: Pick<BenchContext, 'journal'>, job: PrintJob): boolean {
  if (job.state !== 'failed' || job.role !== 'label' || job.bookingId === null) return false;
  const booking = context.journal.booking(job.bookingId);
  return booking !== undefined && nextCopyOf(booking) > job.copy + 1;
}
