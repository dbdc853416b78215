import type { Snapshot } from '../../shared/bench.ts';
import type { WorldCode } from '../../shared/call-codes.ts';
import type { Explanation } from '../../shared/explanation.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { Answer, CallArgs } from '../../shared/ipc.ts';
import type { Mapping } from '../../shared/mapping.ts';
import type { Proof } from '../../shared/person.ts';
import type { FoundPrinter, PrinterRole, PrinterStatus } from '../../shared/printer.ts';
import type { Receipt } from '../../shared/privacy.ts';
import type { Done, Result } from '../../shared/result.ts';
import type { Setup } from '../../shared/settings.ts';
import type { Bench } from '../bench/bench.ts';
import type { BenchContext } from '../bench/context.ts';
import type { ItemPictures } from '../bench/ports/item-pictures.ts';

/** The parts of the station that calls use. */
export interface CallParts {
  /**
   * Runs a call in the open environment. Refuses it if none is open, so that the window points to Setup. An action that cannot be written
   * to the journal counts as not done.
   */
  readonly inWorld: <T, C extends FailureCode = never>(
    act: (bench: Bench) => Promise<Result<T, C>> | Result<T, C>,
  ) => Promise<Result<T, C | WorldCode>>;
  readonly fail: BenchContext['fail'];
  readonly snapshot: () => Snapshot;
  readonly planSeen: () => void;
  readonly desktop: Desktop;
  readonly findPrinters: () => Promise<FoundPrinter[]>;
  readonly searchPrinters: () => Promise<FoundPrinter[]>;
  readonly stopSearch: () => void;
  readonly askPrinter: (role: PrinterRole) => Promise<PrinterStatus>;
  readonly pictures: Pick<ItemPictures, 'load'>;
  readonly setup: SetupDesk;
  readonly site: SiteDesk;
  readonly signIn: SignInDesk;
  /** That of the open environment. */
  readonly privacy: () => PrivacyDesk | undefined;
  readonly support: SupportDesk;
}

/** Finds, exports and erases people's data in the open environment. */
export interface PrivacyDesk {
  read(): Answer<'privacy'>;
  find(asked: CallArgs<'findPerson'>): Promise<Answer<'findPerson'>>;
  /** Collects everything about the chosen orders in one file. */
  collect(asked: CallArgs<'exportPerson'>): Promise<Result<{ readonly name: string; readonly bytes: Uint8Array }, 'order-not-found'>>;
  erase(asked: CallArgs<'erasePerson'>): Promise<Result<Receipt, 'order-not-found'>>;
}

/** The support bundle: a text without people and secrets. */
export interface SupportDesk {
  /** Makes a new one. */
  show(): string;
  /** The one that was shown last. */
  shown(): string | undefined;
  /** Writes to the history that it was saved, and by whom. */
  saved(): void;
}

/** The person at the bench, and the list of people. */
export interface SignInDesk {
  /** Signs in the owner of this badge; false if it is no badge. */
  takeBadge(code: string): boolean;
  signIn(proof: Proof): Answer<'signIn'>;
  signOut(): Answer<'signOut'>;
  stillHere(): Answer<'stillHere'>;
  approve(given: CallArgs<'approve'>): Answer<'approve'>;
  savePerson(given: CallArgs<'savePerson'>): Answer<'savePerson'>;
  removePerson(id: string): Answer<'removePerson'>;
  removeEverybody(proof: string): Promise<Answer<'removeEverybody'>>;
}

/** File dialogs, and the browser for web pages. */
interface Desktop {
  readonly openExternal: (url: string) => Promise<void>;
  readonly chooseOrderFile: () => Promise<{ readonly name: string; readonly bytes: Uint8Array } | undefined>;
  /** Undefined if the user cancels. Rejects if the file cannot be written. */
  readonly saveFile: (name: string, bytes: Uint8Array) => Promise<string | undefined>;
}

/** Joins this bench to a site, and carries out the shift lead's decisions about its benches. */
export interface SiteDesk {
  nameSite(given: CallArgs<'nameSite'>): Promise<Answer<'nameSite'>>;
  joinSite(given: CallArgs<'joinSite'>): Promise<Answer<'joinSite'>>;
  invite(given: CallArgs<'invite'>): Promise<Answer<'invite'>>;
  withdrawInvite(): Promise<Answer<'withdrawInvite'>>;
  benches(): Promise<Answer<'benches'>>;
  vouchFor(given: CallArgs<'vouchFor'>): Promise<Answer<'vouchFor'>>;
  takeDoubts(given: CallArgs<'takeDoubts'>): Promise<Answer<'takeDoubts'>>;
  retireBench(given: CallArgs<'retireBench'>): Promise<Answer<'retireBench'>>;
  leaveLedger(given: CallArgs<'leaveLedger'>): Promise<Answer<'leaveLedger'>>;
}

/** Reads and changes Setup, whether or not an environment is open. */
export interface SetupDesk {
  read(): Setup;
  /**
   * `seen`: the version of the site's shared settings on which the change is based. Refuses a text that is also a known code, unless the
   * packer confirmed it.
   */
  save(change: Omit<CallArgs<'saveSettings'>, 'seen'>, seen: string | null): Promise<Answer<'saveSettings'>>;
  /** Replaces stored mappings of the same name. */
  keepMappings(mappings: readonly Mapping[]): Done<'setting-invalid'>;
  mappingFile(): { readonly name: string; readonly bytes: Uint8Array };
  takeMappingFile(bytes: Uint8Array): Answer<'importMappings'>;
  saveRules(rules: Omit<CallArgs<'saveRules'>, 'seen'>, seen: string | null): Promise<Answer<'saveRules'>>;
  shareSettings(pin: string): Promise<Answer<'shareSettings'>>;
  keepExplanation(explanation: Explanation): Answer<'keepExplanation'>;
  dropExplanation(explanation: Explanation): Answer<'dropExplanation'>;
  trustHost(host: string): Answer<'trustHost'>;
  forgetForm(id: string): Answer<'forgetForm'>;
  saveLookUps(lookUps: CallArgs<'saveLookUps'>['lookUps']): Answer<'saveLookUps'>;
  savePush(change: CallArgs<'savePush'>): Promise<Answer<'savePush'>>;
  connectShop(given: CallArgs<'connectShop'>): Promise<Answer<'connectShop'>>;
  disconnectShop(kind: CallArgs<'disconnectShop'>['kind']): Answer<'disconnectShop'>;
  saveWriteBack(given: CallArgs<'saveWriteBack'>): Promise<Answer<'saveWriteBack'>>;
  saveWebhooks(change: CallArgs<'saveWebhooks'>): Promise<Answer<'saveWebhooks'>>;
  copyWebhookAddress(): Promise<Answer<'copyWebhookAddress'>>;
  connect(given: CallArgs<'connect'>): Promise<Answer<'connect'>>;
  enter(world: CallArgs<'enterWorld'>['world']): Promise<Answer<'enterWorld'>>;
  beginEmpty(reason: string, pin: string): Promise<Answer<'beginEmptyJournal'>>;
  declareRestored(): Promise<Answer<'declareRestored'>>;
  changeLeadPin(oldPin: string, pin: string): Promise<Answer<'setLeadPin'>>;
  resetLeadPin(proof: string, pin: string): Promise<Answer<'resetLeadPin'>>;
  newRecoveryCode(pin: string): Answer<'makeRecoveryCode'>;
  changeDataKey(pin: string): Promise<Answer<'changeDataKey'>>;
  openData(passphrase: string): Promise<Answer<'openData'>>;
  setPassphrase(given: CallArgs<'setPassphrase'>): Promise<Answer<'setPassphrase'>>;
  recover(folder: string, code: string): Promise<Answer<'recover'>>;
}
