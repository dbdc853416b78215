import type { PrintJobState } from '../../shared/printer.ts';
import type { Remark } from '../../shared/remark.ts';
import { remarkText } from '../text/messages.ts';
import { text } from '../text/text.ts';

/** Destination of a document: its print state, the path it was saved as, or a message of its printer. */
export function PrintRemark({ remark }: { remark: Remark }) {
  if (typeof remark === 'string' && remark in text.frame.jobStates) return text.frame.jobStates[remark as PrintJobState];
  const shown = remarkText(remark);
  const [, folder = '', file] = /^(.*[\\/])([^\\/]+)$/.exec(shown) ?? [];
  if (!file) return shown;
  return (
    <>
      {text.frame.savedAs(file)}
      <small className="remark-folder">{folder}</small>
    </>
  );
}
