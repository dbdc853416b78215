import type { FailureCode } from '../../shared/failure.ts';
import type { Message } from '../../shared/message.ts';
import type { Remark } from '../../shared/remark.ts';
import { reasonText } from './reasons.ts';
import { text } from './text.ts';

/** Texts of other systems unchanged, Packbench's codes as sentences. */
export const messageText = (message: Message): string => (typeof message === 'string' ? message : reasonText(message));

/** The path of the file that a document was saved as, if no printer was involved; undefined for any other remark on a print. */
export const savedFileOf = (message: Remark): string | undefined =>
  typeof message === 'string' && /[\\/][^\\/]+\.(pdf|zpl)$/i.test(message) ? message : undefined;

/** A remark may be a failure's short name; then its sentence is shown. */
export function remarkText(remark: Remark): string {
  if (typeof remark === 'string') return remark in text.failures ? text.failures[remark as FailureCode].what : remark;
  if (remark.code === 'manifest-not-printed') return text.timeline.notPrinted(messageText(remark.why));
  if (remark.code === 'paper-due') return text.timeline.paperDue(remark.paper, messageText(remark.why));
  return reasonText(remark);
}
