import type { Failure } from '../../../shared/failure.ts';
import type { Answer, CallArgs } from '../../../shared/ipc.ts';
import type { Mapping } from '../../../shared/mapping.ts';
import { type Order, orderKeySchema, type RowProblem } from '../../../shared/order.ts';
import type { LookUp, LookUpState } from '../../../shared/order-source.ts';
import type { Reason } from '../../../shared/reason.ts';
import { type Done, failed, ok, type Result } from '../../../shared/result.ts';
import { foreignCode, slotOf } from '../../../shared/scan.ts';
import { type ConnectedShop, shopName } from '../../../shared/shop.ts';
import type { differingFacts } from '../../../shared/source-reason.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import type { PreparedOrders } from '../ports/journal/prepared-orders.ts';
import type { OrderSlice } from '../ports/orders.ts';
import type { GivenFile } from './import.ts';
import { underKnownKeys } from './known-keys.ts';

type LookUpContext = Pick<
  BenchContext,
  'changed' | 'elapsed' | 'fail' | 'journal' | 'log' | 'now' | 'orderFiles' | 'orderSource' | 'settings' | 'shops' | 'waits' | 'world'
>;

export interface LookUpAtScan {
  /** True if any look-up is asked for this code. A product code belongs to no order, unless an order here has it. */
  asks(code: string, isOrder: boolean): boolean;
  /**
   * Asks all look-ups for the order of a code at the same time and takes their answers as an import does; they are in the journal when it
   * resolves. If several report the same order, the first one is taken; if they differ, none is. Fails if the answer of one look-up is not
   * known, whatever the others report. An order that no look-up knows is no failure.
   */
  ask(code: string): Promise<Done<'look-up-failed' | 'look-ups-differ' | 'wait-stopped' | 'journal-unwritable'>>;
  /** Asks one look-up as a scan would and takes its answer as a file, whatever order it contains; null if the look-up knows none. */
  tryIt(which: CallArgs<'tryLookUp'>): Promise<Answer<'tryLookUp'>>;
  /** Returns the last result of one look-up, as long as Setup asks it in the same way. */
  stateOf(id: string): Pick<LookUpState, 'answeredAt' | 'trouble'>;
  /** Returns the name of the first look-up whose last request failed. */
  silent(): string | undefined;
}

/** A connected shop, asked like a look-up. */
interface ShopLookUp extends Pick<LookUp, 'id' | 'name' | 'isOn' | 'mostSeconds' | 'mapping'> {
  readonly kind: 'shop';
  readonly shop: ConnectedShop;
}
type Asked = LookUp | ShopLookUp;

const asLookUp = (shop: ConnectedShop): ShopLookUp => ({
  kind: 'shop',
  id: `shop-${shop.kind}`,
  name: shopName(shop),
  isOn: true,
  mostSeconds: 8,
  mapping: '',
  shop,
});

/** Answer of one look-up about the requested order. */
interface LookUpAnswer {
  readonly lookUp: Asked;
  readonly parts: readonly { readonly slice: OrderSlice; readonly isAsked: readonly boolean[]; readonly problems: readonly RowProblem[] }[];
  readonly orders: readonly Order[];
}
type LookUpResult =
  | (LookUpAnswer & { readonly is: 'answered'; readonly others: readonly string[] })
  | { readonly is: 'failed'; readonly failure: Failure };

/** Minimum time in ms for reading an answer, so that one that came at the last moment is still read. */
const leastMs = 1000;
const mostNamed = 5;

export function createLookUp(context: LookUpContext, takeFile: (file: GivenFile) => Promise<Answer<'importOrders'>>): LookUpAtScan {
  const { journal, orderSource } = context;
  /** Last result of each look-up, and the settings it was asked with. */
  const last = new Map<string, { readonly failure: Failure | null; readonly asked: string; readonly at: string }>();
  const all = (): readonly Asked[] => [
    ...context.settings().lookUps,
    ...(context.world === 'live' ? context.settings().shops.map(asLookUp) : []),
  ];
  const asked = (): readonly Asked[] => all().filter(({ isOn }) => isOn);
  /** An order that is known to come from elsewhere is no question for a connected shop. */
  const askedFor = (code: string): readonly Asked[] => {
    const known = knownAt(context, code);
    return asked().filter(({ kind, name }) => kind !== 'shop' || known.length === 0 || known.some(({ source }) => source === name));
  };
  const stateOf = (id: string): Pick<LookUpState, 'answeredAt' | 'trouble'> => {
    const known = last.get(id);
    const lookUp = all().find((each) => each.id === id);
    return known && known.asked === JSON.stringify(lookUp)
      ? { answeredAt: known.at, trouble: lookUp?.isOn === true ? known.failure : null }
      : { answeredAt: null, trouble: null };
  };
  const silent = (): string | undefined => asked().find(({ id }) => stateOf(id).trouble !== null)?.name;

  function record(lookUp: Asked, failure: Failure | null): void {
    const before = silent();
    const { trouble } = stateOf(lookUp.id);
    last.set(lookUp.id, { failure, asked: JSON.stringify(lookUp), at: context.now().toISOString() });
    if (before !== silent() || JSON.stringify(trouble?.reasons) !== JSON.stringify(failure?.reasons)) context.changed();
  }

  return {
    asks: (code, isOrder) => askedFor(code).length > 0 && (isOrder || foreignCode(code) === 'unknown'),

    async ask(code) {
      const since = journal.head().sequence;
      const until = context.waits.until();
      const lookUps = askedFor(code);
      const answers = await Promise.all(
        lookUps.map(async (lookUp) => {
          const answer = await askOne(context, lookUp, code, until);
          const failure = answer.is === 'answered' ? failureIn(context, answer, code) : answer.failure;
          // If a person stopped waiting, nothing is known about the look-up.
          const isStopped = answer.is === 'failed' && until.aborted;
          if (!isStopped) record(lookUp, failure);
          return { lookUp, answer, failure, isStopped };
        }),
      );
      const isStopped = answers.some((each) => each.isStopped);
      const failures = answers.flatMap(({ lookUp, failure }) => (failure ? [{ lookUp, failure }] : []));
      const answered = answers.flatMap(({ answer }) => (answer.is === 'answered' ? [answer] : []));
      const [first, ...more] = answered.filter(({ orders }) => orders.length > 0);
      const differing = first && more.find(({ orders }) => differencesIn(first.orders, orders).length > 0);
      const kept = differing ? [] : first ? [first] : answered;
      for (const each of kept) {
        const taken = take(context, each, since);
        if (!taken.ok) return taken;
      }
      if (first && differing) {
        const facts = differencesIn(first.orders, differing.orders);
        const [one, other] = [first.lookUp.name, differing.lookUp.name];
        return context.fail('look-ups-differ', [
          { code: 'look-ups-differ', order: code, one, other, facts },
          ...inWords(failures),
          ...answered.flatMap(unreadIn),
        ]);
      }
      // A readable answer must not hide an unreadable one.
      const unread = first ? answered.filter((each) => each !== first && each.orders.length === 0).flatMap(unreadIn) : [];
      if (isStopped) return context.fail('wait-stopped');
      const [only, ...others] = failures;
      if (only && others.length === 0 && lookUps.length === 1) return failed({ ...only.failure, code: 'look-up-failed' });
      const reasons = [...inWords(failures), ...unread];
      return reasons.length > 0 ? context.fail('look-up-failed', reasons) : ok({});
    },

    async tryIt({ id, code }) {
      const lookUp = context.settings().lookUps.find((each) => each.id === id);
      if (!lookUp) return ok(null);
      const answered = await orderSource.ask(lookUp, code, context.waits.until());
      const mappings = answered.ok ? mappingsOf(context, lookUp) : answered;
      if (!answered.ok || !mappings.ok) {
        const refused = answered.ok ? mappings : answered;
        if (!refused.ok) record(lookUp, refused.failure);
        return refused as Answer<'tryLookUp'>;
      }
      const [mapping] = lookUp.mapping === '' ? [] : mappings.value;
      const taken = answered.value ? await takeFile({ name: lookUp.name, bytes: answered.value, ...(mapping && { mapping }) }) : ok(null);
      if (taken.ok || taken.failure.code === 'order-file-unreadable') record(lookUp, taken.ok ? null : taken.failure);
      return taken;
    },

    stateOf,
    silent,
  };
}

function mappingsOf(context: LookUpContext, { mapping }: Asked): Result<readonly Mapping[], 'look-up-failed'> {
  const { mappings } = context.settings();
  if (mapping === '') return ok(mappings);
  const named = mappings.filter(({ name }) => name === mapping);
  return named.length > 0 ? ok(named) : context.fail('look-up-failed', [{ code: 'look-up-mapping-gone', mapping }]);
}

/** Asks one look-up for this code; stores nothing yet. */
async function askOne(context: LookUpContext, lookUp: Asked, code: string, until: AbortSignal): Promise<LookUpResult> {
  const asked = context.elapsed();
  context.orderFiles.beginToRead();
  const answered = await (lookUp.kind === 'shop'
    ? context.shops.watch(lookUp.shop, { number: code, id: shopIdOf(context, lookUp, code) }, until)
    : context.orderSource.ask(lookUp, code, until));
  if (!answered.ok) return { is: 'failed', failure: answered.failure };
  const nothing: LookUpResult = { is: 'answered', lookUp, parts: [], orders: [], others: [] };
  if (!answered.value) return nothing;
  const mappings = mappingsOf(context, lookUp);
  if (!mappings.ok) return { is: 'failed', failure: mappings.failure };
  const { currency } = context.settings();
  const file = { name: lookUp.name, bytes: answered.value, currency, mappings: mappings.value };
  // Time left after the server has answered.
  const leftMs = Math.max(leastMs, lookUp.mostSeconds * 1000 - (context.elapsed() - asked));
  const read = await context.orderFiles.read(file, leftMs, until);
  if (!read.ok) return { is: 'failed', failure: context.fail('look-up-failed', read.failure.reasons ?? []).failure };
  const isOfCode = (key: string): boolean => slotOf(key) === slotOf(code);
  const parts: LookUpAnswer['parts'][number][] = [];
  const others: string[] = [];
  for (const slice of read.value) {
    const isAsked = slice.prepared.orders.map(({ key }) => isOfCode(key));
    for (const { key } of slice.prepared.orders) if (!isOfCode(key)) others.push(key);
    const problems = slice.problems.filter(({ orderKey }) => orderKey === '' || isOfCode(orderKey));
    if (isAsked.includes(true) || problems.length > 0) parts.push({ slice, isAsked, problems });
  }
  const orders = parts.flatMap(({ slice, isAsked }) => isAsked.flatMap((is, at) => (is ? [orderIn(slice.prepared, at)] : [])));
  return { is: 'answered', lookUp, parts, orders, others };
}

/** The orders that are here under a code. */
const knownAt = ({ journal }: Pick<LookUpContext, 'journal'>, code: string): readonly Order[] =>
  orderKeySchema.safeParse(code).success ? journal.ordersAt(slotOf(code)) : [];

const shopIdOf = (context: LookUpContext, { name }: ShopLookUp, code: string): string | undefined =>
  knownAt(context, code).find(({ source }) => source === name)?.shopId;

/** Takes only the order of this code: a shop may answer with all of its orders. */
function take(context: LookUpContext, { lookUp, parts }: LookUpAnswer, since: number): Done<'journal-unwritable'> {
  for (const { slice, isAsked, problems } of parts) {
    const { keys, clashes } = underKnownKeys(lookUp.name, slice, context.journal);
    const own = keys.map((key, at) => (isAsked[at] === true ? key : null));
    const ownClashes = clashes.filter(({ orderKey }) =>
      slice.prepared.orders.some(({ key }, at) => key === orderKey && isAsked[at] === true),
    );
    const written = writeDown(context, () =>
      context.journal.takePrepared(slice.prepared, own, [...problems, ...ownClashes], { since, isLast: true }),
    );
    if (!written.ok) return failed(written.failure);
  }
  return ok({});
}

/** Returns the failure if an answer names other orders, or one without a number; else null. */
function failureIn(context: LookUpContext, answer: LookUpResult & { readonly is: 'answered' }, code: string): Failure | null {
  const unnamed = answer.parts.flatMap(({ problems }) => problems).find(({ orderKey }) => orderKey === '');
  if (unnamed) return context.fail('look-up-failed', typeof unnamed.reason === 'string' ? unnamed.reason : [unnamed.reason]).failure;
  if (answer.parts.length > 0 || answer.others.length === 0) return null;
  const { others } = answer;
  return context.fail('look-up-failed', [{ code: 'shop-other-order', asked: code, orders: others.slice(0, mostNamed) }]).failure;
}

const unreadIn = ({ lookUp, parts }: LookUpAnswer): Reason[] => {
  const reasons = parts.flatMap(({ problems }) =>
    problems.flatMap(({ reason, orderKey }) => (orderKey === '' || typeof reason === 'string' ? [] : [reason])),
  );
  return reasons.length > 0 ? [{ code: 'of-look-up', name: lookUp.name }, ...reasons] : [];
};

/** Prefixes each failure's reasons with the name of its look-up. */
const inWords = (failures: readonly { readonly lookUp: Asked; readonly failure: Failure }[]): Reason[] =>
  failures.flatMap(({ lookUp, failure }) => [{ code: 'of-look-up' as const, name: lookUp.name }, ...(failure.reasons ?? [])]);

/** Returns the whole order at one index of the prepared orders. */
function orderIn({ orders, bytes }: PreparedOrders, at: number): Order {
  const own = bytes.subarray(orders[at - 1]?.end ?? 0, orders[at]?.end);
  return (JSON.parse(new TextDecoder().decode(own)) as { readonly order: Order }).order;
}

type Fact = (typeof differingFacts)[number];

/** Returns the facts in which two answers differ. Different spellings of the order number do not count. */
function differencesIn(one: readonly Order[], other: readonly Order[]): readonly Fact[] {
  const facts = new Set<Fact>(one.length === other.length ? [] : ['other']);
  for (const [at, mine] of one.entries()) for (const fact of differences(mine, other[at] ?? mine)) facts.add(fact);
  return [...facts];
}

function differences(one: Order, other: Order): readonly Fact[] {
  const { key: _key, source: _source, shopId: _shopId, recipient, hold, parcels, ...rest } = one;
  const { key: _otherKey, source: _otherSource, shopId: _otherShopId, recipient: address, hold: state, parcels: pieces, ...others } = other;
  const differs = (mine: unknown, theirs: unknown): boolean => JSON.stringify(mine) !== JSON.stringify(theirs);
  return [
    ...(differs(recipient, address) ? (['address'] as const) : []),
    ...(differs(hold, state) ? (['state'] as const) : []),
    ...(differs(parcels, pieces) ? (['parcels'] as const) : []),
    ...(differs(rest, others) ? (['other'] as const) : []),
  ];
}
