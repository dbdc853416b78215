import { isKitBegun, piecesChecked } from '../../../shared/check-off.ts';
import type { Answer } from '../../../shared/ipc.ts';
import { withPieces } from '../../../shared/order-line.ts';
import { notSplit, splitOff } from '../../../shared/parts.ts';
import type { BenchContext } from '../context.ts';
import { done, type InHand } from './in-hand.ts';
import { isAsShown, packingNow } from './one-box.ts';
import type { Preparing } from './preparing.ts';

interface Parts {
  readonly context: Pick<BenchContext, 'fail' | 'journal'>;
  readonly hand: InHand;
  readonly preparing: Pick<Preparing, 'prepare' | 'split'>;
}

/** Takes the packer's decision to send the items that are scanned off so far, and the rest later. They stay in their boxes. */
export async function sendLater({ context, hand, preparing }: Parts, workflowNo: number): Promise<Answer<'sendLater'>> {
  const packing = packingNow(context, hand, workflowNo);
  if (!packing) return context.fail('not-now');
  const { key, shipment: open, checkOff, composed } = packing;
  const why = hand.whole().parcel.isAgain ? ({ code: 'ships-again', key } as const) : notSplit(open);
  if (why) return context.fail('order-not-split', [why]);
  if (isKitBegun(checkOff)) return context.fail('kit-begun');
  if (piecesChecked(checkOff) === 0) return context.fail('part-empty');
  return hand.guarded(async () => {
    // An import may have changed the order since its items were shown.
    if (!isAsShown(open, checkOff)) return preparing.prepare(open);
    const pieces = checkOff.lines.map((line) => line.pieces);
    hand.fold({ is: 'restarted', key, composed: null });
    hand.fold({ is: 'part-taken' });
    await preparing.split(splitOff(open, withPieces(open.lines, pieces)), composed?.asWritten);
    return done;
  });
}
