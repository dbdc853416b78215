import { type Booking, isSettledOrOpen } from '../../shared/booking.ts';
import { hasNumber } from '../../shared/delivery-place.ts';
import type { ParcelElsewhere } from '../../shared/elsewhere.ts';
import type { Failure } from '../../shared/failure.ts';
import type { KnownPrinter } from '../../shared/label-printer-of.ts';
import { localMoment } from '../../shared/local-moment.ts';
import { isComposed, type Order, productOf } from '../../shared/order.ts';
import { labelPrinters } from '../../shared/printer.ts';
import { assess, type Meant, meantBy, type PersonReason, type Readiness, type ReadinessFacts, type Stop } from '../../shared/readiness.ts';
import { slotOf } from '../../shared/scan.ts';
import type { RulesInForce } from '../../shared/shipping-rule.ts';
import type { BenchContext } from './context.ts';
import { digestOf } from './exchange/digest.ts';
import { doubtedSince } from './exchange/restored.ts';
import { productsOf } from './orders/products.ts';
import { packedLike } from './packed.ts';
import { isFittingPart } from './parts.ts';

type Parts = Pick<BenchContext, 'journal' | 'courier' | 'settings' | 'now' | 'keyAccount' | 'allPrinters' | 'printers'>;

/** Result of `assess`, with the facts it used. */
export interface Assessed {
  readonly readiness: Readiness;
  readonly meant: Meant;
  readonly latest: Booking | undefined;
  readonly elsewhere: ParcelElsewhere | undefined;
}

/** Returns whether this bench may ship an order now. Reads only. `isAgain`: a person asked for another shipment. */
export function readinessOf(context: Parts, order: Order, rules: RulesInForce, isAgain = false): Assessed {
  const { journal, keyAccount } = context;
  const settings = context.settings();
  const { latest, elsewhere, held } = standingOf(context, order);
  const known = {
    today: todayFor(context, rules),
    lastNumber: lastNumberOf(context, order),
    packed: packedLike(context, order),
    products: productsOf(context, order),
  };
  const meant = meantBy(order, settings, rules, known);
  const facts: ReadinessFacts = {
    ...known,
    isAgain: isAgain || isFittingPart(context, order),
    held,
    latest: latest ?? null,
    elsewhere: elsewhere ?? null,
    restored: doubtedSince(journal, order.key),
    account: keyAccount.account,
    lastHsCodes: meant.needsCustoms ? meant.order.parcels.map((_, index) => journal.fact(hsCodeFact(meant.order, index)) ?? '') : [],
    printers: rules.list.some(({ printer }) => printer !== null) ? labelPrintersKnown(context) : [],
    problems: meant.sender.is === 'sender' ? context.courier.problems({ sender: meant.sender.sender.address, order: meant.order }) : [],
  };
  return { readiness: assess(order, settings, rules, facts), meant, latest, elsewhere };
}

/** Returns the shipment that an order stands for now, for lists of many orders. */
export const meantNow = (context: Pick<Parts, 'journal' | 'settings' | 'now'>, order: Order, rules: RulesInForce): Meant =>
  meantBy(order, context.settings(), rules, {
    today: todayFor(context, rules),
    lastNumber: lastNumberOf(context, order),
    packed: packedLike(context, order),
    products: productsOf(context, order),
  });

/**
 * Returns `readinessOf` for an order that is about to be priced. Saves the facts that earlier parcels supplied, except those of a shipment
 * that a person composed, which belong to no order.
 */
export function readinessToPrice(context: Parts, order: Order, rules: RulesInForce, isAgain = false): Assessed {
  const assessed = readinessOf(context, order, rules, isAgain);
  const { readiness } = assessed;
  if ('written' in readiness && readiness.written !== order && !isComposed(order)) context.journal.saveOrder(readiness.written);
  return assessed;
}

/** Returns the state of an order here and at the other benches, and its hold: the facts of `withheldBy`. */
export function standingOf(
  context: Pick<BenchContext, 'journal'>,
  { key }: Pick<Order, 'key'>,
): Pick<ReadinessFacts, 'held'> & Pick<Assessed, 'latest' | 'elsewhere'> {
  const latest = context.journal.latestOf(key);
  return { latest, elsewhere: elsewhereOf(context, key, latest), held: context.journal.orderPlan(key).held };
}

/** Returns what another bench booked for this order, as far as known here, unless this bench booked that shipment or a later one. */
export function elsewhereOf(
  { journal }: Pick<BenchContext, 'journal'>,
  key: string,
  latest: Pick<Booking, 'shipmentNo' | 'state'> | undefined,
): ParcelElsewhere | undefined {
  const parcel = journal.elsewhereAt(slotOf(key));
  return parcel && latest && isSettledOrOpen(latest) && latest.shipmentNo >= parcel.shipmentNo ? undefined : parcel;
}

/** Returns the day in the warehouse; empty if no rule exists that could ask for it. */
export const todayFor = ({ now, settings }: Pick<BenchContext, 'now' | 'settings'>, { list }: RulesInForce): string =>
  list.length === 0 ? '' : localMoment(now(), settings().timeZone).day;

export const labelPrintersKnown = ({ allPrinters, printers }: Pick<BenchContext, 'allPrinters' | 'printers'>): KnownPrinter[] =>
  labelPrinters(allPrinters()).map((printer) => ({ printer, takes: printers.takes(printer, 'label') }));

/** Returns the failure that shows a stop, or a reason for a person to decide. */
export const failureFor = (
  { fail }: Pick<BenchContext, 'fail'>,
  { code, reasons }: PersonReason | Pick<Exclude<Stop, { code: 'shipped' }>, 'code' | 'reasons'>,
): Failure => fail(code, reasons.length > 0 ? reasons : '').failure;

/** Adds the problem of each field to the reasons of a stop, for callers that show nothing beside the fields. */
export const withFieldReasons = ({ code, reasons, problems }: Exclude<Stop, { code: 'shipped' }>): Parameters<typeof failureFor>[1] => ({
  code,
  reasons: [...reasons, ...problems.map(({ why }) => why)],
});

/** Identifies the same person at the same address, as the order states them. Case and spaces make no difference. */
function numberFact({ recipient }: Order): string {
  const { name, company, street, street2, street3, postalCode, city, country } = recipient;
  const parts = [name, company, street, street2, street3, postalCode, city, country];
  return `house-number ${digestOf(...parts.map((part) => part.trim().replace(/\s+/g, ' ').toLowerCase()))}`;
}

/** Returns the house number that a packer last gave for this address; not searched if the address has one. */
const lastNumberOf = ({ journal }: Pick<BenchContext, 'journal'>, order: Order): string =>
  hasNumber(order.recipient) ? '' : (journal.fact(numberFact(order)) ?? '');

/** Stores the house number that a packer gave. `order`: as it was when the packer was asked. */
export const keepNumber = ({ journal }: Pick<BenchContext, 'journal'>, order: Order, given: string): void =>
  journal.setFact(numberFact(order), given.trim());

/** Returns the fact name for the HS code of a parcel's product. `order`: with the defaults of Setup. */
export const hsCodeFact = (order: Order, parcel: number): string => `hs-code ${productOf(order, parcel)}`;
