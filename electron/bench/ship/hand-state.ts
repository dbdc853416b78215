import {
  advance,
  type BenchEvent,
  type BenchState,
  firstBenchState,
  notJustJoined,
  type Opener,
  orderBegun,
  type WorkflowAt,
} from '../../../shared/bench.ts';
import { type Booking, noWish, type Wish } from '../../../shared/booking.ts';
import { isCheckedOff, mayRuleBuy } from '../../../shared/check-off.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Order, OrderKey } from '../../../shared/order.ts';
import type { SentAs } from '../../../shared/readiness.ts';
import type { RulesInForce } from '../../../shared/shipping-rule.ts';

type Tiles = WorkflowAt<'choosing'>;
type ReducedHere = 'scanned' | 'check-off-begun' | 'item-checked' | 'quoted' | 'waits-no-longer';

/** The stored facts that the tiles were priced for. */
export interface Priced {
  /** The order, its sender and its hold as stored then: if they have changed, the prices are requested again. */
  readonly asWritten: string;
  readonly from: SentAs;
}

/** An attempt to buy from the tiles. It may be abandoned while it waits. */
export interface Attempt {
  /** Never used twice in a run. */
  readonly no: number;
  /** The tiles when it began, to return to. */
  readonly tiles: Tiles;
  readonly priced: Priced;
}

/** A shipment that no order stores, because a person decided on it: several orders, a part of one, several boxes, or a return label. */
export interface Composed {
  /** With the facts given for this shipment. */
  readonly order: Order;
  /** The orders as stored then: if one of them has changed, this shipment is not bought. */
  readonly asWritten: string;
  /** The same shipment before it was put in several boxes; absent if one box holds everything. */
  readonly unboxed?: Order;
}

/** Facts about the parcel in hand that the window does not get. */
export interface ParcelFacts {
  /** Rules in force at the scan: rules saved later never buy this parcel. */
  readonly rules: RulesInForce;
  /** The order that was scanned; null if the code led to none. A shipment of several orders is found by each of them. */
  readonly scannedKey: OrderKey | null;
  /** The code of its item that opened it, or null. */
  readonly opener: Opener | null;
  /** A person asked for another shipment of the order. */
  readonly isAgain: boolean;
  /** Null if the order ships as it is stored. */
  readonly composed: Composed | null;
  /** Facts that a person gave since the scan, for the history. */
  readonly factsGiven: readonly string[];
  /** Extras wanted, kept while the prices are requested again. */
  readonly wish: Wish;
  /** Keycode of the service point that a rule chose for the order as it was priced, or null; requested again if the order changes. */
  readonly ruledPoint: string | null;
  /** Why a person has to decide, and no rule alone; or null. */
  readonly leftToPerson: Failure | null;
  /** Null until there are tiles. */
  readonly priced: Priced | null;
  /** A rule has chosen on these tiles and its purchase has not begun. */
  readonly hasRuleChosen: boolean;
  /** The note of the order that the packer confirmed; empty if none. */
  readonly noteConfirmed: string;
  /** The result of the checked items that the history has, as JSON; empty if it has none. */
  readonly checkWritten: string;
  /** The newest attempt to buy this parcel, or null if there is none or it was abandoned. */
  readonly attempt: Attempt | null;
}

/** The last scan, which may be only part of a code: it can be undone. */
export interface UnsureScan {
  readonly code: string;
  /** The workflow that it began; null if it came while a parcel was sent or printed. */
  readonly workflowNo: number | null;
  /** The order that was in hand before. */
  readonly before: OrderKey | null;
  /** Set if it scanned an item of the order in hand off. */
  readonly isItem?: true;
}

/** The complete state of the screen, including everything that decides whether something is bought. Plain data. */
export interface HandState {
  /** The part that is pushed to the window. */
  readonly shown: BenchState;
  readonly parcel: ParcelFacts;
  /** Number of the newest attempt to buy any parcel. */
  readonly attempts: number;
  /** Last fault that the label printer reported, or null. */
  readonly printerTrouble: Failure | null;
  readonly unsureScan: UnsureScan | null;
}

type Shown<Is extends BenchEvent['is']> = Extract<BenchEvent, { is: Is }>;

export type HandEvent =
  | Exclude<BenchEvent, { is: ReducedHere }>
  /** `isUnsure`: the scan came without its end. */
  | (Shown<'scanned'> & Pick<ParcelFacts, 'rules' | 'leftToPerson'> & { readonly isUnsure: boolean })
  /** `leftToPerson`: the window is not sure of the code, so no rule alone may buy. `isUnsure`: the scan came without its end. */
  | (Omit<Shown<'item-checked'>, 'notice'> & Pick<ParcelFacts, 'leftToPerson'> & { readonly isUnsure: boolean })
  /** The scanned code is that of a product, and leads to this order. */
  | { readonly is: 'opened-by-product'; readonly orderKey: OrderKey; readonly opener: Opener }
  | Omit<Shown<'check-off-begun'>, 'opener'>
  | { readonly is: 'scanned-meanwhile'; readonly code: string; readonly isUnsure: boolean }
  | { readonly is: 'scan-dropped'; readonly at: string }
  | { readonly is: 'asked-again'; readonly rules: RulesInForce }
  | { readonly is: 'left-to-person'; readonly failure: Failure }
  /** A return label of the shipped order in hand begins. */
  | { readonly is: 'return-begun'; readonly composed: Composed; readonly rules: RulesInForce }
  | { readonly is: 'fact-given'; readonly fact: string }
  /** Another shipment of the order in hand begins. Prices that are on their way are those of the one before. */
  | { readonly is: 'restarted'; readonly key: OrderKey; readonly composed: Composed | null }
  /** The shipment was composed, or a fact of it was given. */
  | { readonly is: 'composed'; readonly composed: Composed }
  | { readonly is: 'note-confirmed'; readonly note: string }
  /** The prices are requested again for the choices on the tiles. */
  | { readonly is: 'prices-outdated'; readonly wish: Wish }
  /** `mayDecide`: the rules would buy the advised service if nothing speaks against it. */
  | (Shown<'quoted'> & { readonly priced: Priced; readonly ruledPoint: string | null; readonly mayDecide: boolean })
  | { readonly is: 'rule-acted' }
  | { readonly is: 'check-written'; readonly written: string }
  | { readonly is: 'attempt-begun'; readonly attempt: Attempt }
  | ({ readonly is: 'attempt-waits'; readonly no: number } & Omit<Shown<'booking-moved'>, 'is'>)
  /** The packer stopped waiting before anything was sent. */
  | { readonly is: 'attempt-left'; readonly notice: Failure }
  /** An attempt bought nothing: its tiles again, with the reason. */
  | ({ readonly is: 'offered-again'; readonly priced: Priced } & Omit<Shown<'quoted'>, 'is'>);

const parcelOf = (rules: RulesInForce, leftToPerson: Failure | null = null, scannedKey: OrderKey | null = null): ParcelFacts => ({
  rules,
  scannedKey,
  opener: null,
  isAgain: false,
  composed: null,
  factsGiven: [],
  wish: noWish,
  ruledPoint: null,
  leftToPerson,
  priced: null,
  hasRuleChosen: false,
  noteConfirmed: '',
  checkWritten: '',
  attempt: null,
});

const parcelOfReturn = ({ composed, rules }: Extract<HandEvent, { is: 'return-begun' }>): ParcelFacts => ({
  ...parcelOf(rules, null, composed.order.key),
  composed,
});
const scanOf = (key: OrderKey): BenchEvent => ({ is: 'scanned', code: key, orderKey: key });

export const firstHandState = (rules: RulesInForce): HandState => ({
  shown: firstBenchState,
  parcel: parcelOf(rules),
  attempts: 0,
  printerTrouble: null,
  unsureScan: null,
});

const isWaitedFor = ({ workflow }: BenchState, { id }: Booking): boolean => workflow.step === 'booking' && workflow.booking.id === id;
const unsureAt = ({ workflow, workflowNo }: BenchState, { code, isUnsure }: Extract<HandEvent, { is: 'scanned' }>): UnsureScan | null =>
  isUnsure ? { code, workflowNo: workflowNo + 1, before: orderBegun(workflow)?.key ?? null } : null;
const unsureItem = ({ event, isUnsure }: Extract<HandEvent, { is: 'item-checked' }>): UnsureScan | null =>
  isUnsure && event.is === 'scanned-code' ? { code: event.code, workflowNo: null, before: null, isItem: true } : null;

/** The only function that changes the state of the screen. Refuses an event that does not fit the step. */
export function reduce(state: HandState, event: HandEvent): HandState | 'unfitting' {
  const { parcel, shown } = state;
  const withParcel = (change: Partial<ParcelFacts>): HandState => ({ ...state, parcel: { ...parcel, ...change } });
  const show = (moved: BenchEvent, rest: Partial<HandState> = {}): HandState | 'unfitting' => {
    const next = advance(shown, moved);
    return next === 'unfitting' ? next : { ...state, ...rest, shown: next };
  };
  const showTiles = (tiles: Omit<Tiles, 'step' | 'points' | 'extras'>, priced: Priced): HandState | 'unfitting' =>
    show({ ...tiles, is: 'quoted' }, { parcel: { ...parcel, priced, hasRuleChosen: false, attempt: null } });
  switch (event.is) {
    case 'scanned': {
      const { code, orderKey, rules, leftToPerson } = event;
      const unsureScan = unsureAt(shown, event);
      return show({ is: 'scanned', code, orderKey }, { parcel: parcelOf(rules, leftToPerson, orderKey), unsureScan });
    }
    case 'opened-by-product':
      return withParcel({ scannedKey: event.orderKey, opener: event.opener });
    case 'check-off-begun':
      return show({ ...event, opener: parcel.opener });
    case 'scanned-meanwhile':
      return { ...state, unsureScan: event.isUnsure ? { code: event.code, workflowNo: null, before: null } : null };
    case 'item-checked': {
      const { event: check, leftToPerson: doubt } = event;
      const unsureScan = unsureItem(event);
      const left = doubt ? { parcel: { ...parcel, leftToPerson: doubt, hasRuleChosen: false } } : {};
      return show({ is: 'item-checked', event: check, notice: doubt }, { unsureScan, ...left });
    }
    case 'scan-dropped': {
      const { unsureScan } = state;
      if (!unsureScan) return state;
      if (!unsureScan.isItem) return show({ is: 'waits-no-longer', code: unsureScan.code }, { unsureScan: null });
      const dropped = show({ is: 'item-checked', event: { is: 'scan-dropped', at: event.at }, notice: null }, { unsureScan: null });
      return dropped === 'unfitting' ? { ...state, unsureScan: null } : dropped;
    }
    case 'put-down':
      return show(event, { parcel: parcelOf(parcel.rules) });
    case 'asked-again': {
      // Its items are others than those of the first shipment.
      const { checkOff: _checkOff, ...rest } = shown;
      return { ...state, shown: rest, parcel: { ...parcelOf(event.rules, null, parcel.scannedKey), isAgain: true } };
    }
    case 'return-begun':
      return show(scanOf(event.composed.order.key), { parcel: parcelOfReturn(event), unsureScan: null });
    case 'left-to-person':
      return withParcel({ leftToPerson: event.failure });
    case 'fact-given':
      return withParcel({ factsGiven: [...parcel.factsGiven, event.fact] });
    case 'restarted': {
      const restarted = { ...parcel, composed: event.composed, ruledPoint: null, priced: null, hasRuleChosen: false, attempt: null };
      return show(scanOf(event.key), { parcel: restarted, unsureScan: null });
    }
    case 'composed':
      return withParcel({ composed: event.composed });
    case 'note-confirmed':
      return withParcel({ noteConfirmed: event.note });
    case 'prices-outdated':
      return withParcel({ wish: event.wish });
    case 'quoted': {
      const { priced, ruledPoint, mayDecide, ...quoted } = event;
      const hasRuleChosen = mayDecide && quoted.notice === null && parcel.leftToPerson === null;
      const notice = quoted.notice ?? parcel.leftToPerson ?? state.printerTrouble;
      const waits = hasRuleChosen && !isCheckedOff(shown.checkOff);
      return show(
        { ...quoted, notice, ...(waits && { buysAlone: true }) },
        { parcel: { ...parcel, priced, ruledPoint, hasRuleChosen, attempt: null } },
      );
    }
    case 'rule-acted':
      return withParcel({ hasRuleChosen: false });
    case 'check-written':
      return withParcel({ checkWritten: event.written });
    case 'attempt-begun':
      if (shown.workflow.step !== 'choosing' || !isCheckedOff(shown.checkOff)) return 'unfitting';
      return { ...withParcel({ attempt: event.attempt }), attempts: event.attempt.no, shown: notJustJoined(shown) };
    case 'attempt-waits': {
      const { no, booking, doing, since } = event;
      // An abandoned attempt takes no screen. A request on its way is shown in any case, and its answer if the screen waits for it.
      if (!(doing === 'checking-label' ? isWaitedFor(shown, booking) : doing === 'sending' || parcel.attempt?.no === no)) return state;
      return show({ is: 'booking-moved', booking, doing, since });
    }
    case 'attempt-left': {
      if (!parcel.attempt) return state;
      const { step: _step, points: _points, extras: _extras, ...tiles } = parcel.attempt.tiles;
      return showTiles({ ...tiles, notice: event.notice }, parcel.attempt.priced);
    }
    case 'offered-again': {
      const { is: _is, priced, ...tiles } = event;
      return showTiles(tiles, priced);
    }
    case 'printer-moved':
      return show(event, { printerTrouble: event.failure });
    case 'service-selected':
    case 'extras-changed':
      // A person has chosen.
      return show(event, { parcel: { ...parcel, hasRuleChosen: false } });
    case 'source-asked':
    case 'found-several':
    case 'found-same-address':
    case 'found-note':
    case 'joined':
    case 'answered':
    case 'asked':
    case 'part-taken':
    case 'quote-started':
    case 'points-listed':
    case 'booking-moved':
    case 'label-doubtful':
    case 'label-of-another':
    case 'print-moved':
    case 'next-waits':
    case 'finished':
    case 'found-shipped':
    case 'unpacked':
    case 'found-doubtful':
    case 'found-unknown':
    case 'stopped':
    case 'broke':
      return show(event);
  }
}

/** True if a rule has chosen for the parcel in hand, every item is checked off with the scanner, and the purchase has not begun. */
export const isRuleDeciding = ({ shown, parcel }: HandState): boolean =>
  shown.workflow.step === 'choosing' && parcel.hasRuleChosen && mayRuleBuy(shown.checkOff);

/** True if this attempt may still buy: it is the newest of the parcel in hand, no person has stopped it, and no item is left to check. */
export const isAttemptOn = ({ shown: { workflow, checkOff }, parcel: { attempt } }: HandState, no: number): boolean =>
  attempt?.no === no && isCheckedOff(checkOff) && workflow.step === 'booking' && workflow.booking.id === attempt.tiles.bookingId;
