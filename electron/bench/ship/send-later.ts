import { checkingOff, orderBegun } from '../../../shared/bench.ts';
import { type CheckOff, piecesChecked } from '../../../shared/check-off.ts';
import type { Answer } from '../../../shared/ipc.ts';
import type { Order } from '../../../shared/order.ts';
import { notSplit, splitOff, withPieces } from '../../../shared/parts.ts';
import type { BenchContext } from '../context.ts';
import { done, type InHand } from './in-hand.ts';
import type { Preparing } from './preparing.ts';

interface Parts {
  readonly context: Pick<BenchContext, 'fail' | 'journal'>;
  readonly hand: InHand;
  readonly preparing: Pick<Preparing, 'prepare' | 'split'>;
}

/** Takes the packer's decision to send the items that are scanned off so far, and the rest later. */
export async function sendLater({ context, hand, preparing }: Parts, workflowNo: number): Promise<Answer<'sendLater'>> {
  const { workflow, checkOff } = hand.state();
  const begun = orderBegun(workflow);
  if (!hand.isStill(workflowNo) || !begun || !checkOff || !checkingOff(hand.state()) || checkOff.asksSerial) return context.fail('not-now');
  const { isAgain, composed, rules, leftToPerson, factsGiven, noteConfirmed } = hand.whole().parcel;
  const { key } = begun;
  const open = composed?.order ?? context.journal.order(key);
  if (!open) return context.fail('not-now');
  const why = isAgain ? ({ code: 'ships-again', key } as const) : notSplit(open);
  if (why) return context.fail('order-not-split', [why]);
  if (piecesChecked(checkOff) === 0) return context.fail('part-empty');
  return hand.guarded(async () => {
    // An import may have changed the order since its items were shown.
    if (!isAsShown(open, checkOff)) return preparing.prepare(open);
    const pieces = checkOff.lines.map((line) => line.pieces);
    // A new workflow: prices that are on their way are those of the whole order.
    hand.fold({ is: 'scanned', code: key, orderKey: key, rules, leftToPerson, isUnsure: false });
    hand.fold({ is: 'note-confirmed', note: noteConfirmed });
    for (const fact of factsGiven) hand.fold({ is: 'fact-given', fact });
    hand.fold({ is: 'part-taken' });
    await preparing.split(splitOff(open, withPieces(open.lines, pieces)));
    return done;
  });
}

const isAsShown = ({ lines }: Order, checkOff: CheckOff): boolean =>
  lines.length === checkOff.lines.length &&
  checkOff.lines.every(({ line: shown }, at) => {
    const line = lines[at];
    return line?.sku === shown.sku && line.name === shown.name && line.quantity === shown.quantity;
  });
