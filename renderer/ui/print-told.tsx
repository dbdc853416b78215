import type { PrintJobState } from '../../shared/printer.ts';
import type { Remark } from '../../shared/remark.ts';
import { remarkText } from '../text/said.ts';
import { text } from '../text/text.ts';

/** Destination of a document: its print state, the path it was saved as, or a message of its printer. */
export function PrintTold({ told: said }: { told: Remark }) {
  if (typeof said === 'string' && said in text.frame.jobStates) return text.frame.jobStates[said as PrintJobState];
  const told = remarkText(said);
  const [, folder = '', file] = /^(.*[\\/])([^\\/]+)$/.exec(told) ?? [];
  if (!file) return told;
  return (
    <>
      {text.frame.savedAs(file)}
      <small className="told-folder">{folder}</small>
    </>
  );
}
