import { z } from 'zod';
import { type Booking, furthestCopy, isCountedMore, isPrinted, pricedExtras, pricedExtrasSchema } from './booking.ts';
import { type Failure, type FailureCode, failureRemedies, failureSchema } from './failure.ts';
import { keysIn } from './joined.ts';
import { type Order, type OrderKey, orderKeySchema, productOf } from './order.ts';
import { type Question, questionSchema } from './question.ts';
import { type QuestionKind, questionKinds } from './question-kind.ts';
import { serviceSchema } from './quote.ts';
import { sameAddressSchema } from './same-address.ts';
import { type Money, moneySchema } from './units.ts';

/**
 * `ready`: the prices are known, and the packer sees them before anything is bought. `stopping`: nothing more is bought, but bought
 * labels still print. `ended`: nothing is left to do. `closed`: a person has seen the result.
 */
export const batchStates = ['quoting', 'ready', 'running', 'paused', 'stopping', 'ended', 'closed'] as const;
export const batchStateSchema = z.enum(batchStates);
export type BatchState = z.infer<typeof batchStateSchema>;

const following: Readonly<Record<BatchState, readonly BatchState[]>> = {
  quoting: ['ready', 'paused', 'ended', 'closed'],
  ready: ['quoting', 'running', 'ended', 'closed'],
  running: ['ready', 'paused', 'stopping', 'ended'],
  paused: ['quoting', 'running', 'stopping', 'ended', 'closed'],
  stopping: ['paused', 'ended'],
  ended: ['quoting', 'closed'],
  closed: [],
};
export const mayFollow = (from: BatchState, to: BatchState): boolean => following[from].includes(to);

/**
 * States of one order in a batch. `agreed`: a person has accepted its price. `bought`: its label waits to be printed. `queued`: at its
 * printer. `left`: a scan or a person took it out of the batch. `joined`: another line of the batch has it in its parcel.
 */
export const lineStates = [
  'to-quote',
  'asked',
  'quoted',
  'agreed',
  'buying',
  'bought',
  'queued',
  'sent',
  'printed',
  'stopped',
  'left',
  'joined',
] as const;
export const lineStateSchema = z.enum(lineStates);
export type LineState = z.infer<typeof lineStateSchema>;

export const batchLineSchema = z.object({
  orderKey: orderKeySchema,
  /** Orders with the same text are picked together; empty if unknown. */
  group: z.string(),
  state: lineStateSchema,
  bookingId: z.string().nullable(),
  /** The offered service, at the price that the packer sees. */
  service: serviceSchema.nullable(),
  /** The extras that the rules add, each at the price of its service. */
  extras: pricedExtrasSchema,
  /** The label printer that a rule names for this order. */
  printer: z.string().optional(),
  /** Digest of the order as it was quoted. If the order has changed since, the packer is asked again. */
  digest: z.string(),
  questions: z.array(questionSchema),
  failure: failureSchema.nullable(),
  /** The printer counted more labels than this order sent to it. */
  countedMore: z.boolean().optional(),
  /** Other open orders that go to its address, if the line stopped for that. */
  sameAddress: z.array(orderKeySchema).optional(),
  /** Other orders in its parcel, which a person put together. */
  joined: z.array(orderKeySchema).optional(),
  /** Answers about a parcel of several orders: no order stores them. */
  answers: z.partialRecord(z.enum(questionKinds), z.string()).optional(),
});
export type BatchLine = z.infer<typeof batchLineSchema>;

/** True if nothing more happens to the line without a person. */
export const isOver = ({ state }: Pick<BatchLine, 'state'>): boolean =>
  state === 'sent' || state === 'printed' || state === 'stopped' || isOut({ state });

/** True if the batch ships nothing by this line. */
export const isOut = ({ state }: Pick<BatchLine, 'state'>): boolean => state === 'left' || state === 'joined';

/** The orders that a line ships, the first one first. */
export const keysOfLine = ({ orderKey, joined = [] }: Pick<BatchLine, 'orderKey' | 'joined'>): OrderKey[] => [orderKey, ...joined];

/** True if the line is paid for and only its label remains. */
export const isBought = ({ state }: Pick<BatchLine, 'state'>): boolean =>
  state === 'bought' || state === 'queued' || state === 'sent' || state === 'printed';

/** True if a scan of its order may still take it out: no label of it is at a printer. */
export const isTakable = ({ state }: Pick<BatchLine, 'state'>): boolean => !isOver({ state }) && state !== 'queued';

/** State of a line according to its booking, with the reason if it stopped. */
export function lineOfBooking(booking: Booking): {
  readonly state: LineState;
  readonly code?: FailureCode;
  readonly countedMore?: boolean;
} {
  switch (booking.state) {
    case 'draft':
    case 'quoted':
      return { state: 'quoted' };
    case 'sending':
    case 'answered':
      return { state: 'buying' };
    case 'unknown':
      return { state: 'stopped', code: 'booking-unknown' };
    case 'rejected':
      return { state: 'stopped', code: 'booking-rejected' };
    case 'intent':
      return { state: 'stopped', code: 'ledger-unreachable' };
    case 'released':
      return { state: 'to-quote' };
    case 'booked':
      return lineOfLabel(booking);
  }
}

function lineOfLabel(booking: Booking): ReturnType<typeof lineOfBooking> {
  const { verdict } = booking;
  const copy = furthestCopy(booking);
  if (copy.length === 0) {
    if (verdict === null || verdict.kind === 'match') return { state: 'bought' };
    return { state: 'stopped', code: verdict.kind === 'other' ? 'label-of-another-order' : 'label-held-back' };
  }
  if (isPrinted(copy)) return { state: 'printed', countedMore: copy.some(isCountedMore) };
  if (copy.some(({ state }) => state === 'queued' || state === 'sending')) return { state: 'queued' };
  const stuck = copy.find(({ state }) => state !== 'printed' && state !== 'sent');
  if (!stuck) return { state: 'sent' };
  return { state: 'stopped', code: stuck.state === 'held' ? 'print-held' : stuck.state === 'failed' ? 'print-failed' : 'print-unknown' };
}

/**
 * Failures that every other order would meet too: the batch pauses, and the order is tried again. All other failures concern this order
 * only.
 */
const ofAll: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'no-sender',
  'sender-incomplete',
  'not-connected',
  'service-unreachable',
  'service-slow',
  'sent-too-late',
  'credentials-rejected',
  'credentials-unreadable',
  'account-refused',
  'plan-exhausted',
  'service-busy',
  'booking-paused',
  'url-not-allowed',
  'no-label-printer',
  'label-printer-gone',
  'printer-offline',
  'printer-out-of-labels',
  'printer-head-open',
  'printer-buffer-full',
  'printer-out-of-ribbon',
  'printer-paused',
  'printer-not-ready',
  'journal-unwritable',
  'answer-not-written',
  'journal-lost',
  'journal-damaged',
  'disk-low',
  'ledger-unreachable',
  'ledger-frozen',
  'ledger-version',
  'ledger-unreadable',
  'ledger-clock',
  'ledger-full',
  'not-paired',
  'identity-elsewhere',
  'journal-went-back',
  'booking-unknown',
  'bug',
]);
export const pausesBatch = (code: FailureCode): boolean => ofAll.has(code);

/** True if a line stopped because another open order goes to its address. */
export const isAddressShared = ({ state, failure }: Pick<BatchLine, 'state' | 'failure'>): boolean =>
  state === 'stopped' && failure?.code === 'address-shared';

/** Ways to continue with a stopped order. */
export const waysOn = ['ask-again', 'correct', 'resolve', 'scan'] as const;
export type WayOn = (typeof waysOn)[number];

/** The order form has no field for these, so the packer answers them at the scan. */
const askedAtScan: readonly QuestionKind[] = ['po-box', 'parcel-machine', 'post-number'];

export function wayOn({ code, reasons = [] }: Pick<Failure, 'code' | 'reasons'>): WayOn {
  // A new price does not help: a person has to choose.
  if (code === 'rule-asks') return 'scan';
  // At the scan the packer sees both addresses.
  if (reasons.some((reason) => reason.code === 'address-changed')) return 'scan';
  if (reasons.some((reason) => reason.code === 'fact-asked' && askedAtScan.includes(reason.kind))) return 'scan';
  const remedy = failureRemedies[code];
  if (remedy === 'open-resolve') return 'resolve';
  if (remedy === 'correct-order') return 'correct';
  if (remedy === 'choose-again' || remedy === 'retry' || remedy === 'wait' || remedy === 'open-setup') return 'ask-again';
  return 'scan';
}

/** The product of an order's only line. Empty if the order has several lines or its product has no name. */
export function pickGroup({ lines }: Pick<Order, 'lines'>): string {
  const [line, ...more] = lines;
  return line && more.length === 0 ? line.sku.trim() || line.name.trim() : '';
}

const byName = new Intl.Collator('en', { numeric: true });

/**
 * Sorts orders for picking and printing: by turn, then by product, with orders of several products last. Otherwise they keep their order.
 */
export function inPickOrder<T extends Pick<Order, 'lines'>>(
  orders: readonly T[],
  turnOf: (order: T) => string = () => '',
): readonly { readonly order: T; readonly group: string }[] {
  return orders
    .map((order) => ({ order, group: pickGroup(order), turn: turnOf(order) }))
    .sort((one, other) => {
      if (one.turn !== other.turn) return one.turn < other.turn ? -1 : 1;
      if (one.group === '' || other.group === '') return Number(one.group === '') - Number(other.group === '');
      return byName.compare(one.group, other.group);
    });
}

/** Facts that are the same for every order of one product in the same quantity. */
const ofProduct: readonly QuestionKind[] = ['box', 'weight', 'contents', 'value'];

/**
 * Key of the orders that one answer fits: the same fact of the same product. Null if each order needs an answer of its own, such as a
 * street.
 */
export function answerFits(order: Order, { kind, parcel, found }: Question): string | null {
  if (kind === 'country') return found.trim().toUpperCase();
  if (parcel === null) return null;
  // A parcel of several orders has an answer of its own.
  if (order.joined) return keysIn(order).join(' + ');
  const product = productOf(order, parcel);
  if (kind === 'hs-code') return product;
  if (!ofProduct.includes(kind)) return null;
  const [line, ...more] = order.lines;
  return line && more.length === 0 && order.parcels.length === 1 ? `${line.quantity} × ${product}` : product;
}

export const batchQuestionSchema = z.object({
  kind: z.enum(questionKinds),
  /** The value that these orders have in common; empty if nothing is known of it. */
  fits: z.string(),
  orders: z.int().positive(),
  /** The first of these orders, in pick order. */
  first: orderKeySchema,
});
export type BatchQuestion = z.infer<typeof batchQuestionSchema>;

/** Groups equal questions into one each, those of the most orders first. */
export function questionsOnce(asked: readonly { readonly order: Order; readonly questions: readonly Question[] }[]): BatchQuestion[] {
  const counts = new Map<string, { readonly kind: QuestionKind; readonly fits: string; readonly first: OrderKey; orders: number }>();
  for (const { order, questions } of asked) {
    const own = new Map(
      questions.flatMap((question) => {
        const fits = answerFits(order, question);
        return fits === null ? [] : [[JSON.stringify([question.kind, fits]), { kind: question.kind, fits }] as const];
      }),
    );
    for (const [mark, what] of own) {
      const known = counts.get(mark);
      if (known) known.orders += 1;
      else counts.set(mark, { ...what, first: order.key, orders: 1 });
    }
  }
  return [...counts.values()].sort((one, other) => other.orders - one.orders);
}

/** Sum per currency. */
export function totals(prices: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { minor, currency } of prices) sums.set(currency, (sums.get(currency) ?? 0) + minor);
  return [...sums].map(([currency, minor]) => ({ minor, currency }));
}

const stoppedLineSchema = z.object({
  orderKey: orderKeySchema,
  /** Other orders in its parcel, if a person put them together. */
  joined: z.array(orderKeySchema).optional(),
  name: z.string(),
  city: z.string(),
  bookingId: z.string().nullable(),
  failure: failureSchema,
  wayOn: z.enum(waysOn),
});
export type StoppedLine = z.infer<typeof stoppedLineSchema>;

/** Orders to one address: they stopped for that, or a person put them in one parcel. */
const sharedAddressSchema = z.object({
  /** The order of the line first. */
  orders: z
    .array(
      z.object({
        orderKey: orderKeySchema,
        name: z.string(),
        address: z.string(),
        pieces: z.int().nonnegative(),
        /** False if no line of the batch has this order. */
        isInBatch: z.boolean(),
        /** Why its address counts as that of the first order; null for the first one. */
        match: sameAddressSchema.nullable(),
      }),
    )
    .min(2),
  /** The state of the line if they go in one parcel; null if a person has to decide. */
  joined: z.enum(['to-quote', 'asked', 'quoted', 'stopped']).nullable(),
});
export type SharedAddress = z.infer<typeof sharedAddressSchema>;

/** A paused batch: the reason, and the order at which it paused, if any. */
export const batchPauseSchema = z.object({
  paused: z.union([failureSchema.shape.code, z.enum(['person', 'restart'])]),
  pausedAt: orderKeySchema.nullable(),
});
export type BatchPause = z.infer<typeof batchPauseSchema>;

/** Extras are never added to the price of a shipment. */
const costSchema = z.object({ shipping: z.array(moneySchema), extras: z.array(moneySchema) });
export type Cost = z.infer<typeof costSchema>;

export const costOfLines = (lines: readonly BatchLine[]): Cost => ({
  shipping: totals(lines.flatMap(({ service }) => (service ? [service.total] : []))),
  extras: totals(lines.flatMap((line) => pricedExtras.flatMap((extra) => priceOfExtra(line, extra)))),
});

/** The price of an extra; none if the extra is off. Rules only turn on extras that have a price. */
export function priceOfExtra({ service, extras }: BatchLine, extra: (typeof pricedExtras)[number]): readonly Money[] {
  const price = extras[extra] && service?.[extra];
  return price && price !== 'price-unknown' ? [price] : [];
}

/** A batch as the window shows it. */
export const batchViewSchema = z.object({
  state: batchStateSchema,
  /** Reason for the pause: a failure, a person or a program start; null if the batch is not paused. */
  paused: z.union([failureSchema, z.enum(['person', 'restart'])]).nullable(),
  /** The order at which it paused; null if there was none. */
  pausedAt: orderKeySchema.nullable(),
  /** A person stopped it: nothing more is bought, even while it is paused. */
  isStopped: z.boolean(),
  /** Number of bought labels whose printer was removed from Setup. */
  withoutPrinter: z.int().nonnegative(),
  /** The order in hand that the batch's labels wait for, or null. */
  waitsFor: orderKeySchema.nullable(),
  total: z.int().nonnegative(),
  counts: z.object(Object.fromEntries(lineStates.map((state) => [state, z.int().nonnegative()])) as Record<LineState, z.ZodInt>),
  questions: z.array(batchQuestionSchema),
  services: z.array(z.object({ courier: z.string(), service: z.string(), orders: z.int().positive(), cost: z.array(moneySchema) })),
  extras: z.array(z.object({ extra: z.enum(pricedExtras), orders: z.int().positive(), cost: z.array(moneySchema) })),
  /** Cost of all lines, bought or not. */
  quoted: costSchema,
  bought: costSchema,
  /** Cost of the lines that are bought when a person confirms. */
  toBuy: costSchema,
  /** How many of the lines still to be bought exceed the plan's limit of this month. */
  overPlan: z.int().nonnegative(),
  /** The first stopped lines; `moreStopped` counts the others. */
  stopped: z.array(stoppedLineSchema),
  moreStopped: z.int().nonnegative(),
  /** Orders for which the printer counted more labels than were sent, and the first few of them. */
  countedMore: z.object({ orders: z.int().nonnegative(), first: z.array(orderKeySchema) }),
  /** The label that is at the printer now. */
  printing: z.object({ orderKey: orderKeySchema, name: z.string(), city: z.string(), service: z.string() }).nullable(),
  /** Number of orders that stopped because another open order goes to their address. */
  addressShared: z.int().nonnegative(),
  /** The first groups of orders to one address, before they are bought. */
  sharedAddresses: z.array(sharedAddressSchema),
  msLeft: z.int().nonnegative().nullable(),
});
export type BatchView = z.infer<typeof batchViewSchema>;
