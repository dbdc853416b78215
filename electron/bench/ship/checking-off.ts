import { checkingOff, isCounting } from '../../../shared/bench.ts';
import type { Booking } from '../../../shared/booking.ts';
import { type CheckEvent, checked, checkReason, isCheckedOff, itemKnownBy } from '../../../shared/check-off.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { takes as takesOrder } from '../../../shared/joined.ts';
import type { Order } from '../../../shared/order.ts';
import { factsOf } from '../../../shared/order-facts.ts';
import type { Done } from '../../../shared/result.ts';
import { type RuleWork, rulesWant } from '../../../shared/rules.ts';
import { bareCode, type ScanDoubt } from '../../../shared/scan.ts';
import { usualSender } from '../../../shared/sender.ts';
import type { SenderChoice } from '../../../shared/sender-of.ts';
import type { RulesInForce } from '../../../shared/shipping-rule.ts';
import type { BenchContext } from '../context.ts';
import { writeDown } from '../exchange/write-down.ts';
import { todayFor } from '../readiness.ts';
import { type Found, isForeign, isWeight } from './found.ts';
import { isRuleDeciding } from './hand-state.ts';
import { done, type InHand } from './in-hand.ts';
import { packedAgain, unpack } from './unpack.ts';

type CheckingContext = Pick<BenchContext, 'fail' | 'journal' | 'log' | 'now' | 'settings' | 'who'>;

/** Scans the items of the order in hand off. The state of the hand refuses every purchase until the last one is checked. */
export interface CheckingOff {
  /**
   * Handles a scan while the items of the order in hand are scanned off, or after they were. Undefined if the code opens another order
   * or answers a question: its own meaning counts then.
   */
  scanned(code: string, found: Found, doubt?: ScanDoubt): Answer<'scan'> | undefined;
  /** Counts the rest of a line in the name of the packer. */
  byEye(workflowNo: number, line: number): Promise<Answer<'checkByEye'>>;
  giveSerial(workflowNo: number, serial: string): Promise<Answer<'giveSerial'>>;
  undo(workflowNo: number): Promise<Answer<'undoCheck'>>;
  /** Opens the parcel of the shipment on the screen: its items are scanned off again. Buys and prints nothing. */
  unpack(workflowNo: number): Promise<Answer<'unpack'>>;
}

interface CheckingDeps {
  /** Buys after a rule decided alone. Begins in this tick. */
  readonly buyAlone: (workflowNo: number, serviceId: string) => void;
}

export const doubtReasons = { end: 'scan-without-end', layout: 'layout-not-known' } as const satisfies Record<ScanDoubt, string>;

export function createCheckingOff(context: CheckingContext, hand: InHand, { buyAlone }: CheckingDeps): CheckingOff {
  const at = (): string => context.now().toISOString();

  function check(event: CheckEvent, leftToPerson: Failure | null = null, isUnsure = false): Done<'journal-unwritable'> {
    const opened = hand.state();
    if (opened.workflow.step === 'unpacked' && opened.checkOff) {
      const counted = checked(opened.checkOff, event);
      // Written before it is shown: if that fails, the last piece is not counted yet.
      if (isCheckedOff(counted)) return packedAgain(context, hand, opened.workflow.booking.id, counted);
    }
    hand.fold({ is: 'item-checked', event, leftToPerson, isUnsure });
    const { workflow, workflowNo } = hand.state();
    if (workflow.step !== 'choosing' || !isRuleDeciding(hand.whole())) return done;
    buyAlone(workflowNo, workflow.serviceId);
    hand.fold({ is: 'rule-acted' });
    return done;
  }

  async function press(workflowNo: number, event: () => CheckEvent): Promise<Answer<'undoCheck'>> {
    if (!hand.isStill(workflowNo) || !checkingOff(hand.state())) return context.fail('not-now');
    return check(event());
  }

  /** True for a number of the parcel that is open, or a code of its label: the packer scans that too early. */
  const isOwn = ({ id, order }: Booking, code: string, found: Found): boolean =>
    found.known?.id === id ||
    (found.order !== undefined && takesOrder(order, found.order.key)) ||
    context.journal.labelCodeHolders(bareCode(code)).includes(id);

  return {
    scanned(code, found, doubt) {
      const { checkOff, workflow } = hand.state();
      if (!checkOff || !isCounting(workflow)) return undefined;
      const isOrder = !isForeign(found) || found.isLeftOut || found.unread !== undefined;
      const knownBy = itemKnownBy(checkOff, code);
      // The bar code of an item of this order wins over an order with that number: the packer holds the item. A SKU does not.
      const isItem = knownBy === 'barcode' || (knownBy === 'sku' && !isOrder);
      if (!isItem && workflow.step === 'unpacked' && isOwn(workflow.booking, code, found)) return context.fail('items-not-packed');
      if (!checkingOff(hand.state())) return isItem ? context.fail('item-too-many', code) : undefined;
      if (isOrder && !isItem) return undefined;
      if (!isItem && workflow.step === 'asking' && isWeight(code)) return undefined;
      const leftToPerson = doubt ? context.fail('scan-unsure', [{ code: doubtReasons[doubt] }]).failure : null;
      return check({ is: 'scanned-code', code, at: at() }, leftToPerson, doubt === 'end');
    },
    byEye: (workflowNo, line) => press(workflowNo, () => ({ is: 'by-eye', line, packer: context.settings().packer, at: at() })),
    giveSerial: (workflowNo, serial) => press(workflowNo, () => ({ is: 'serial-typed', serial, at: at() })),
    unpack: async (workflowNo) => unpack(context, hand, workflowNo),
    undo: (workflowNo) => press(workflowNo, () => ({ is: 'undone', at: at() })),
  };
}

interface Checkable {
  readonly order: Order;
  readonly rules: RulesInForce;
  readonly sender: SenderChoice;
  /** True if a fact that is missing now stays missing. */
  readonly isWhole: boolean;
}

/** True if the items of this order are scanned off at this bench. A rule that may hold asks for it once no further fact is asked for. */
export function mustCheckItems(context: Pick<CheckingContext, 'now' | 'settings'>, { order, rules, sender, isWhole }: Checkable): boolean {
  return context.settings().checksItems || rulesCheckItems(context, { order, rules, sender, isWhole });
}

/** True if a rule asks for it, whatever the setting of the bench is. */
export const rulesCheckItems = (context: Pick<CheckingContext, 'now' | 'settings'>, of: Checkable): boolean =>
  of.order.lines.length > 0 && wantedByRule(context, 'checksItems', of);

/** True if the packer has to confirm the note of this order first. */
export const mustConfirmNote = (context: Pick<CheckingContext, 'now' | 'settings'>, of: Checkable): boolean =>
  of.order.noteForPacker.trim() !== '' && wantedByRule(context, 'confirmsNote', of);

function wantedByRule(
  context: Pick<CheckingContext, 'now' | 'settings'>,
  work: RuleWork,
  { order, rules, sender, isWhole }: Checkable,
): boolean {
  if (rules.list.every((rule) => rule[work] !== true)) return false;
  const usual = usualSender(context.settings());
  const from = sender.is === 'sender' ? sender.sender.address : usual;
  if (!from) return isWhole;
  const wants = rulesWant(work, rules, factsOf(order, from, todayFor(context, rules), usual ?? from));
  return wants === true || (isWhole && wants === 'maybe');
}

/** Writes what was checked, by whom by eye, and the serial numbers into the history of the parcel. */
export function writeChecked(
  context: Pick<BenchContext, 'fail' | 'journal' | 'log'>,
  hand: Pick<InHand, 'whole' | 'fold'>,
  bookingId: string,
): Done<'journal-unwritable'> {
  const { journal } = context;
  const { shown, parcel } = hand.whole();
  const reason = shown.checkOff && checkReason(shown.checkOff);
  const written = JSON.stringify(reason ?? '');
  if (!reason || parcel.checkWritten === written) return done;
  // Committed with the intent.
  const recorded = writeDown(context, () => journal.soon(() => journal.record(bookingId, 'items-checked', reason)));
  if (!recorded.ok) return recorded;
  hand.fold({ is: 'check-written', written });
  return done;
}
