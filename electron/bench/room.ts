import type { FailureCode } from '../../shared/failure.ts';
import { type Failure, failureRemedies } from '../../shared/failure.ts';
import type { PrinterRole, PrinterSettings } from '../../shared/printer.ts';
import type { JournalTrouble } from '../../shared/restored.ts';
import type { Settings } from '../../shared/settings.ts';
import type { World } from '../../shared/world.ts';
import type { Courier, Journal, Log, OwedAnswers, Paper, Printers } from './ports.ts';

/** What every walk of the bench is given. One room per world: its own journal, its own courier. */
export interface Room {
  readonly world: World;
  readonly journal: Journal;
  readonly owed: OwedAnswers;
  /** Why nothing new may be booked on this disk and with this journal, or null. */
  readonly journalTrouble: () => JournalTrouble | null;
  readonly courier: Courier;
  readonly paper: Paper;
  readonly printers: Printers;
  readonly settings: () => Settings;
  /** The printer of a role, or undefined where Setup names none. Documents are kept in a folder then. */
  readonly printer: (role: PrinterRole) => PrinterSettings | undefined;
  readonly checkPin: (pin: string) => boolean;
  readonly now: () => Date;
  readonly id: () => string;
  /** A failure with a short reference that also stands in the log. */
  readonly fail: (code: FailureCode, detail?: string) => { readonly ok: false; readonly failure: Failure };
  readonly log: Log;
  /** Tells everybody that a list or the parcel in hand changed. */
  readonly changed: () => void;
}

/** Makes `fail` from a source of references. Kept apart so that rooms and tests build failures the same way. */
export function createFail(ref: () => string, log: Log): Room['fail'] {
  return (code, detail = '') => {
    const failure: Failure = { code, ref: ref(), detail };
    log('failed', { code, ref: failure.ref, action: failureRemedies[code] });
    return { ok: false, failure };
  };
}
