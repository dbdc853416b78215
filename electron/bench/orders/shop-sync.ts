import { z } from 'zod';
import { localMoment, startOfDay } from '../../../shared/local-moment.ts';
import type { Reason } from '../../../shared/reason.ts';
import { longestRetryAfterMs } from '../../../shared/retry-after.ts';
import { slotOf } from '../../../shared/scan.ts';
import { type ConnectedShop, type ShopKind, type ShopState, shopName } from '../../../shared/shop.ts';
import type { BenchContext } from '../context.ts';
import type { Import } from './import.ts';
import type { Outbox } from './outbox.ts';
import { isCalledOff } from './too-late.ts';

type ShopSyncContext = Pick<BenchContext, 'bug' | 'changed' | 'journal' | 'now' | 'settings' | 'shops' | 'world'>;

export interface ShopSync {
  /** Reads what changed in the connected shops, if that is due. One reading per shop at a time. Never throws. */
  look(): Promise<void>;
  /** Makes the next reading due now. */
  hurry(kind: ShopKind): void;
  state(): ShopState[];
  /** Returns the name of the first shop whose last reading failed. */
  silent(): string | undefined;
}

const everyMs = 60_000;
const longestPauseMs = 15 * 60_000;

/** Stored for each shop: the beginning of the next reading, and the counts of one day. */
const keptSchema = z.object({
  address: z.string(),
  place: z.string(),
  readAt: z.iso.datetime().nullable(),
  day: z.string(),
  stopped: z.int().nonnegative(),
});
type Kept = z.infer<typeof keptSchema>;

interface Reading {
  readonly address: string;
  /** The beginning of the next page, in the words of the connection. */
  place: string;
  nextAt: number;
  failures: number;
  trouble: Reason | null;
  underWay: Promise<void> | undefined;
}

/** Takes the orders that changed in connected shops, every minute, as an order file is taken. */
export function createShopSync(
  context: ShopSyncContext,
  {
    takeUnasked,
    outbox,
    isClosing,
    whenClosing,
  }: {
    readonly takeUnasked: Import['takeUnasked'];
    readonly outbox: Pick<Outbox, 'shopState'>;
    readonly isClosing: () => boolean;
    readonly whenClosing: Promise<void>;
  },
): ShopSync {
  const { journal, shops } = context;
  const closing = new AbortController();
  void whenClosing.then(() => closing.abort());
  const readings = new Map<ShopKind, Reading>();
  const { keptOf, keep } = createKept(context);
  function readingOf(shop: ConnectedShop): Reading {
    const known = readings.get(shop.kind);
    if (known?.address === shop.address) return known;
    const begun: Reading = {
      address: shop.address,
      place: keptOf(shop).place,
      nextAt: 0,
      failures: 0,
      trouble: null,
      underWay: undefined,
    };
    readings.set(shop.kind, begun);
    return begun;
  }

  async function read(shop: ConnectedShop, reading: Reading): Promise<void> {
    const name = shopName(shop);
    const isKnown = (number: string): boolean => journal.ordersAt(slotOf(number)).some(({ source }) => source === name);
    for (let isLast = false; !isLast; ) {
      const answer = await shops.pull(shop, reading.place, isKnown, closing.signal);
      if (isClosing() || !isConnected(shop)) return;
      if (answer.is === 'later') return putOff(context, reading, answer.why, answer.afterMs);
      const { file, place } = answer.page;
      let stopped = 0;
      const taken =
        file && (await takeUnasked({ name, bytes: file }, (row) => (stopped += Number(row.became === 'taken' && isCalledOff(row)))));
      if (isClosing() || !isConnected(shop)) return;
      if (taken && !taken.ok) return putOff(context, reading, taken.failure.reasons?.[0] ?? { code: 'shop-answer-unknown' }, 0);
      if (taken?.ok && !taken.value.isWhole) return putOff(context, reading, null, 0);
      reading.place = place;
      ({ isLast } = answer.page);
      if (isLast || stopped > 0) keep(shop, stopped, isLast ? place : undefined);
    }
    putOff(context, reading, null, 0);
  }

  const isConnected = ({ kind, address }: ConnectedShop): boolean =>
    context.settings().shops.some((shop) => shop.kind === kind && shop.address === address);

  async function readIfDue(shop: ConnectedShop): Promise<void> {
    const reading = readingOf(shop);
    if (reading.underWay || !isDue(context, reading)) return await reading.underWay;
    const before = JSON.stringify(reading.trouble);
    reading.underWay = read(shop, reading)
      .catch((error: unknown) => {
        context.bug('shop-sync', error);
        putOff(context, reading, { code: 'shop-answer-unknown' }, 0);
      })
      .finally(() => {
        reading.underWay = undefined;
        context.changed(JSON.stringify(reading.trouble) === before ? ['setup'] : undefined);
      });
    context.changed(['setup']);
    await reading.underWay;
  }

  return {
    async look() {
      if (context.world !== 'live' || isClosing()) return;
      await Promise.all(context.settings().shops.map(readIfDue));
    },

    hurry(kind) {
      const reading = readings.get(kind);
      if (reading) [reading.nextAt, reading.failures] = [0, 0];
    },

    state: () =>
      context.settings().shops.map((shop) => {
        const name = shopName(shop);
        const { readAt, day, stopped } = keptOf(shop);
        const from = startOfDay(day, context.settings().timeZone).toISOString();
        const reading = readings.get(shop.kind);
        return {
          kind: shop.kind,
          name,
          readAt,
          isReading: reading?.underWay !== undefined,
          trouble: reading?.trouble ?? null,
          toShip: countOf(journal, { source: name, stage: 'to-ship' }),
          newToday: countOf(journal, { source: name, taken: { from, until: '9999' } }),
          stoppedToday: stopped,
          ...outbox.shopState(shop.kind, from),
        };
      }),

    silent() {
      const shop = context.settings().shops.find(({ kind, address }) => {
        const reading = readings.get(kind);
        return reading?.address === address && reading.trouble !== null;
      });
      return shop && shopName(shop);
    },
  };
}

/** Puts the next reading off. A shop's pause is respected; without one, each failure doubles the time. */
function putOff({ now }: Pick<ShopSyncContext, 'now'>, reading: Reading, why: Reason | null, afterMs: number): void {
  reading.failures = why ? reading.failures + 1 : 0;
  const pause = why ? Math.min(everyMs * 2 ** Math.min(reading.failures - 1, 8), longestPauseMs) : everyMs;
  reading.nextAt = now().getTime() + Math.max(pause, afterMs);
  reading.trouble = why;
}

/** A pause beyond the longest possible one was set by a clock that was ahead. */
function isDue({ now }: Pick<ShopSyncContext, 'now'>, { nextAt }: Reading): boolean {
  const ms = nextAt - now().getTime();
  return ms <= 0 || ms > longestRetryAfterMs;
}

const countOf = ({ orders }: Pick<ShopSyncContext['journal'], 'orders'>, query: Partial<Parameters<typeof orders>[0]>): number =>
  orders({ search: '', offset: 0, limit: 1, ...query }).total;

/** The facts of each shop that outlive a run. */
function createKept({ journal, now, settings, shops }: ShopSyncContext) {
  const factOf = (kind: ShopKind): string => `connected-shop-${kind}`;
  function keptOf({ kind, address }: ConnectedShop): Kept {
    const stored = journal.fact(factOf(kind));
    const kept = stored ? keptSchema.parse(JSON.parse(stored)) : undefined;
    const { day } = localMoment(now(), settings().timeZone);
    if (kept?.address !== address) return { address, place: '', readAt: null, day, stopped: 0 };
    return kept.day === day ? kept : { ...kept, day, stopped: 0 };
  }
  return {
    keptOf,
    /** Called when the orders of a page are in the journal. `place`: the end of a complete reading. */
    keep(shop: ConnectedShop, stopped: number, place: string | undefined): void {
      const kept = keptOf(shop);
      const next: Kept = {
        ...kept,
        stopped: kept.stopped + stopped,
        ...(place !== undefined && { place: shops.keptPlace(shop, place), readAt: now().toISOString() }),
      };
      journal.setFact(factOf(shop.kind), JSON.stringify(next));
    },
  };
}
