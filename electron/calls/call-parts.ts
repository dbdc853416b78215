import type { Snapshot } from '../../shared/bench.ts';
import type { WorldCode } from '../../shared/call-codes.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { Answer, CallArgs } from '../../shared/ipc.ts';
import type { Mapping } from '../../shared/mapping.ts';
import type { FoundPrinter, PrinterRole, PrinterStatus } from '../../shared/printer.ts';
import type { Done, Result } from '../../shared/result.ts';
import type { Setup } from '../../shared/settings.ts';
import type { Bench } from '../bench/bench.ts';
import type { BenchContext } from '../bench/context.ts';

/** What the calls need of the station. */
export interface CallParts {
  /**
   * Runs a call in the open world. Without one it is refused, with the way to Setup. A person's act that cannot be written down did
   * not happen.
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
  readonly setup: SetupDesk;
  readonly site: SiteDesk;
}

/** Where a person chooses files, and where web pages open. */
interface Desktop {
  readonly openExternal: (url: string) => Promise<void>;
  readonly chooseOrderFile: () => Promise<{ readonly name: string; readonly bytes: Uint8Array } | undefined>;
  /** Undefined where the person chose no place. Rejects where it cannot be written. */
  readonly saveFile: (name: string, bytes: Uint8Array) => Promise<string | undefined>;
}

/** How this bench joins those of its site, and what a lead decides about them. */
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

/** What Setup shows and changes, whether or not a world is open. */
export interface SetupDesk {
  read(): Setup;
  /**
   * `seen`: the version of what all benches have in common that the change was made from. Refuses a text that is a known code too, unless
   * the packer confirmed it.
   */
  save(change: CallArgs<'saveSettings'>['settings'], seen: string | null, confirmed?: readonly string[]): Promise<Answer<'saveSettings'>>;
  /** One of a name that is kept already takes its place. */
  keepMappings(mappings: readonly Mapping[]): Done<'setting-invalid'>;
  mappingFile(): { readonly name: string; readonly bytes: Uint8Array };
  takeMappingFile(bytes: Uint8Array): Answer<'importMappings'>;
  saveRules(rules: Omit<CallArgs<'saveRules'>, 'seen'>, seen: string | null): Promise<Answer<'saveRules'>>;
  shareSettings(pin: string): Promise<Answer<'shareSettings'>>;
  trustHost(host: string): Answer<'trustHost'>;
  forgetForm(id: string): Answer<'forgetForm'>;
  saveLookUps(lookUps: CallArgs<'saveLookUps'>['lookUps']): Answer<'saveLookUps'>;
  savePush(change: CallArgs<'savePush'>): Promise<Answer<'savePush'>>;
  saveWriteBack(given: CallArgs<'saveWriteBack'>): Promise<Answer<'saveWriteBack'>>;
  saveWebhooks(change: CallArgs<'saveWebhooks'>): Promise<Answer<'saveWebhooks'>>;
  connect(given: CallArgs<'connect'>): Promise<Answer<'connect'>>;
  enter(world: CallArgs<'enterWorld'>['world']): Promise<Answer<'enterWorld'>>;
  beginEmpty(reason: string, pin: string): Promise<Answer<'beginEmptyJournal'>>;
  declareRestored(): Promise<Answer<'declareRestored'>>;
  changeLeadPin(oldPin: string, pin: string): Answer<'setLeadPin'>;
  resetLeadPin(proof: string, pin: string): Promise<Answer<'resetLeadPin'>>;
  newRecoveryCode(pin: string): Answer<'makeRecoveryCode'>;
  recover(folder: string, code: string): Promise<Answer<'recover'>>;
}
