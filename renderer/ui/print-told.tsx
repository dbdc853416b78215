import type { FailureCode } from '../../shared/failure.ts';
import type { PrintJobState } from '../../shared/printer.ts';
import { text } from '../text/text.ts';

/** Where a document went: a state of its print, the file it was saved as, or a sentence of its printer. */
export function PrintTold({ told }: { told: string }) {
  if (told in text.frame.jobStates) return text.frame.jobStates[told as PrintJobState];
  if (told in text.failures) return text.failures[told as FailureCode].what;
  const [, folder = '', file] = /^(.*[\\/])([^\\/]+)$/.exec(told) ?? [];
  if (!file) return told;
  return (
    <>
      {text.frame.savedAs(file)}
      <small className="told-folder">{folder}</small>
    </>
  );
}
