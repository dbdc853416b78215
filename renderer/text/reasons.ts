import type { Failure } from '../../shared/failure.ts';
import type { RowProblem } from '../../shared/order.ts';
import type { Reason } from '../../shared/reason.ts';
import { language } from './language.ts';
import { sentenceOf } from './sentences.ts';
import { text } from './text.ts';

export const reasonText = (reason: Reason): string => sentenceOf(language.reasons, reason);

/** Message about a row of a file. */
export const rowReasonText = ({ reason }: RowProblem): string => (typeof reason === 'string' ? reason : reasonText(reason));

/** Details below a failure: the reasons that this program found, one per line, or else the message of the other side. */
export function detailOf({ code, reasons: found, detail }: Pick<Failure, 'reasons' | 'detail'> & Partial<Pick<Failure, 'code'>>): string {
  if (found) return found.map(reasonText).join('\n');
  return detail !== '' && code === 'label-printer-gone' ? text.frame.itsPrinter(detail) : detail;
}
