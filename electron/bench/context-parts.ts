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
import type { Shops } from './ports/shops.ts';

/** Parts of one environment: its own journal, its own courier. */
export interface ContextParts {
  readonly world: World;
  /** Key and account that every request is sent with. */
  readonly keyAccount: KeyAccount;
  readonly journal: Journal;
  readonly pendingWrites: PendingWrites;
  readonly ledger: Ledger;
  /** Returns why nothing new may be booked with this disk and journal, or null. */
  readonly journalTrouble: () => JournalTrouble | null;
  readonly courier: Courier;
  /** `checking` exists only in the sandbox. */
  readonly contract: { readonly learned: Learned; readonly checking: ContractChecking | undefined };
  readonly orderFiles: OrderFiles;
  readonly orderSource: OrderSource;
  readonly shopBack: ShopBack;
  readonly shops: Shops;
  readonly paper: Paper;
  readonly printers: Printers;
  readonly settings: () => Settings;
  /** Replaces the forms that Setup knows. */
  readonly keepForms: (forms: readonly DecidedForm[]) => void;
  /** Printers that Setup names. If it names none for documents, they are kept in a folder. */
  readonly allPrinters: () => readonly Printer[];
  /** Refuses a wrong PIN, or one that comes too soon after wrong ones. */
  readonly checkPin: (pin: string) => Done<PinCode>;
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  readonly id: () => string;
  /** Builds a failure with a short reference that is also in the log. `why`: the message of the other side, or what the bench found. */
  readonly fail: <C extends FailureCode>(code: C, why?: string | Reason | readonly Reason[]) => Refusal<C>;
  readonly log: Log;
  /** Notifies all listeners that the state and the named lists changed; if no list is named, any of them may have. */
  readonly changed: (touched?: readonly List[]) => void;
}
