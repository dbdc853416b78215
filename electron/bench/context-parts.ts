import type { PinCode } from '../../shared/call-codes.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { KeyAccount } from '../../shared/key-account.ts';
import type { List } from '../../shared/lists.ts';
import type { Printer } from '../../shared/printer.ts';
import type { Reason } from '../../shared/reason.ts';
import type { JournalTrouble } from '../../shared/restored.ts';
import type { Done, Refusal } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import type { DecidedForm } from '../../shared/sheet-class.ts';
import type { World } from '../../shared/world.ts';
import type { ContractChecking, Learned } from './ports/contract.ts';
import type { Courier } from './ports/courier.ts';
import type { Journal } from './ports/journal.ts';
import type { Ledger } from './ports/ledger.ts';
import type { Log } from './ports/log.ts';
import type { OrderFiles, OrderSource, ShopBack } from './ports/orders.ts';
import type { Paper } from './ports/paper.ts';
import type { PendingWrites } from './ports/pending-writes.ts';
import type { Printers } from './ports/printers.ts';

/** What a world brings: its own journal, its own courier. */
export interface ContextParts {
  readonly world: World;
  /** What is sent is sent with it. */
  readonly keyAccount: KeyAccount;
  readonly journal: Journal;
  readonly pendingWrites: PendingWrites;
  readonly ledger: Ledger;
  /** Why nothing new may be booked on this disk and with this journal, or null. */
  readonly journalTrouble: () => JournalTrouble | null;
  readonly courier: Courier;
  /** Only a sandbox is checked. */
  readonly contract: { readonly learned: Learned; readonly checking: ContractChecking | undefined };
  readonly orderFiles: OrderFiles;
  readonly orderSource: OrderSource;
  readonly shopBack: ShopBack;
  readonly paper: Paper;
  readonly printers: Printers;
  readonly settings: () => Settings;
  /** In place of those that Setup knows. */
  readonly keepForms: (forms: readonly DecidedForm[]) => void;
  /** Those that Setup names. Where it names none for documents they are kept in a folder. */
  readonly allPrinters: () => readonly Printer[];
  /** Refuses a PIN that is wrong, or that comes too soon after wrong ones. */
  readonly checkPin: (pin: string) => Done<PinCode>;
  readonly now: () => Date;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed: () => number;
  readonly id: () => string;
  /** A failure with a short reference that also stands in the log. Behind the code: what the other side said, or what we found. */
  readonly fail: <C extends FailureCode>(code: C, why?: string | Reason | readonly Reason[]) => Refusal<C>;
  readonly log: Log;
  /** Tells everybody that the state changed, and the lists named; where none is named, any of them. */
  readonly changed: (touched?: readonly List[]) => void;
}
