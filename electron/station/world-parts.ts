import type { KeyAccount } from '../../shared/key-account.ts';
import type { PortState } from '../../shared/port-listener.ts';
import type { PrinterSettings } from '../../shared/printer.ts';
import type { LostJournal } from '../../shared/restored.ts';
import type { Settings } from '../../shared/settings.ts';
import type { World } from '../../shared/world.ts';
import type { Bench } from '../bench/bench.ts';
import type { BenchContext } from '../bench/context.ts';
import type { createBenchLedger } from '../bench/exchange/bench-ledger.ts';
import type { SharedLedger } from '../bench/ports/ledger.ts';
import type { Log } from '../bench/ports/log.ts';
import type { Paper } from '../bench/ports/paper.ts';
import type { Printers } from '../bench/ports/printers.ts';
import type { PrivacyDesk } from '../calls/call-parts.ts';
import type { CapabilityFile } from '../courier/capability-file.ts';
import type { createCourier } from '../courier/courier.ts';
import type { Explanations } from '../courier/explanation-file.ts';
import type { Link } from '../courier/link.ts';
import type { Credentials, KeyAndSecret } from '../credentials/credentials.ts';
import type { Encryption } from '../credentials/encryption.ts';
import type { GeneratedSecret } from '../credentials/generated-secret.ts';
import type { LookUpAccess, ShopAccess } from '../credentials/shop-access.ts';
import type { Backups } from '../journal/backup.ts';
import type { openJournal } from '../journal/journal.ts';
import type { openWitness, Witness } from '../journal/witness.ts';
import type { OrderFileReader } from '../orders/order-files.ts';
import type { TrainingService } from '../training/service.ts';
import type { VirtualZebra } from '../training/zebra.ts';
import type { AtWork } from './at-work.ts';
import type { Platform } from './platform.ts';
import type { Retention } from './retention.ts';
import type { ShopRoomParts, ShopRooms } from './shop-rooms.ts';

/** One open environment: its bench, and in training the simulated service and printer. */
export interface OpenWorld {
  readonly world: World;
  readonly bench: Bench;
  readonly link: Link['state'];
  readonly virtualPrinter: PrinterSettings | undefined;
  readonly baseUrl: string;
  readonly explanations: Explanations;
  readonly backups: Pick<Backups, 'problem' | 'state' | 'idle'>;
  readonly retention: Pick<Retention, 'state'>;
  readonly privacy: PrivacyDesk;
  readonly witness: Pick<Witness, 'isFailing'>;
  /** Maintains the journal every few seconds, including a backup when it is due. The environment stays open until it ends. */
  readonly maintainJournalAndBackup: () => Promise<unknown>;
  readonly webhookListener: () => PortState;
  /** Opens, moves or closes the webhook receiver, as Setup defines it now. */
  readonly moveWebhookListener: () => Promise<void>;
  close(): Promise<void>;
}

export interface WorldRooms extends ShopRooms {
  readonly openJournal: typeof openJournal;
  readonly createCourier: typeof createCourier;
  readonly openWitness: typeof openWitness;
  readonly createLedger: typeof createBenchLedger;
}

export interface WorldParts extends WorldRooms, Omit<ShopRoomParts, keyof ShopRooms> {
  readonly platform: Platform;
  readonly settings: () => Settings;
  readonly keepForms: BenchContext['keepForms'];
  readonly credentials: Credentials;
  readonly lookUpAccess: LookUpAccess;
  readonly connectedShopAccess: LookUpAccess;
  readonly writeBackAccess: ShopAccess;
  /** `name:password` for the proxy of this network, if it asks for one. */
  readonly proxyAccess: ShopAccess;
  readonly pushToken: GeneratedSecret;
  readonly webhookSecret: GeneratedSecret;
  readonly paper: Paper;
  readonly orderFileReader: OrderFileReader;
  readonly printers: Printers;
  readonly atWork: AtWork;
  readonly encryption: Encryption;
  readonly checkPin: BenchContext['checkPin'];
  readonly ref: () => string;
  readonly fail: BenchContext['fail'];
  readonly log: Log;
  readonly changed: BenchContext['changed'];
  readonly capabilities: CapabilityFile;
  /** The ledger of the site; undefined for a bench that shares its orders with no other. */
  readonly sharedLedger: () => SharedLedger | undefined;
  /** True if this bench shares its orders, whether or not the ledger could be opened. */
  readonly hasSiteAccess: () => boolean;
  /** Receives a damaged journal without a good backup, and the file in which a new one could begin. */
  readonly lost: (journal: LostJournal, file: string) => void;
}

/** The simulated service and printer of the training environment. */
export interface Box {
  readonly service: TrainingService;
  readonly printer: VirtualZebra;
  readonly stop: () => Promise<void>;
}

/** The service, the printer and the key that an environment works with. */
export interface Connected {
  readonly world: World;
  readonly box: Box | undefined;
  readonly connection: { readonly baseUrl: string; readonly account: string };
  readonly login: KeyAndSecret;
  readonly settings: () => Settings;
  readonly keyAccount: KeyAccount;
}
