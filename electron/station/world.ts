import { basename, join } from 'node:path';
import type { OpenCode } from '../../shared/call-codes.ts';
import type { KeyAccount } from '../../shared/key-account.ts';
import type { PortState } from '../../shared/port-listener.ts';
import { type Printer, type PrinterRole, type PrinterSettings, printerOfRole } from '../../shared/printer.ts';
import type { JournalTrouble, LostJournal } from '../../shared/restored.ts';
import { ok, type Result } from '../../shared/result.ts';
import { senderAt } from '../../shared/sender.ts';
import type { Settings } from '../../shared/settings.ts';
import { webhookSecretPath } from '../../shared/webhook.ts';
import type { World } from '../../shared/world.ts';
import { type Bench, openBench } from '../bench/bench.ts';
import { type BenchContext, createContext } from '../bench/context.ts';
import type { createBenchLedger } from '../bench/exchange/bench-ledger.ts';
import { createLeftLedger } from '../bench/exchange/left-ledger.ts';
import { createMembership } from '../bench/exchange/membership.ts';
import { createPendingWrites } from '../bench/exchange/pending-writes.ts';
import { writeDown } from '../bench/exchange/write-down.ts';
import { isPapersWrite } from '../bench/labels/print-papers.ts';
import type { Learned } from '../bench/ports/contract.ts';
import type { Courier, RawAnswer } from '../bench/ports/courier.ts';
import type { Journal } from '../bench/ports/journal.ts';
import type { Ledger, SharedLedger } from '../bench/ports/ledger.ts';
import type { Log } from '../bench/ports/log.ts';
import type { Paper } from '../bench/ports/paper.ts';
import type { PendingWrites } from '../bench/ports/pending-writes.ts';
import type { Printers } from '../bench/ports/printers.ts';
import type { PrivacyDesk } from '../calls/call-parts.ts';
import type { CapabilityFile } from '../courier/capability-file.ts';
import { createTrust } from '../courier/client.ts';
import { createContractChecking } from '../courier/contract-checking.ts';
import type { CourierOptions, createCourier } from '../courier/courier.ts';
import { type Explanations, openExplanations } from '../courier/explanation-file.ts';
import { createLink, type Link } from '../courier/link.ts';
import { createWebhookListener } from '../courier/webhook-listener.ts';
import { type Credentials, fingerprintOf, type KeyAndSecret } from '../credentials/credentials.ts';
import type { Encryption } from '../credentials/encryption.ts';
import type { GeneratedSecret } from '../credentials/generated-secret.ts';
import type { LookUpAccess, ShopAccess } from '../credentials/shop-access.ts';
import { writeDurably } from '../files/durable-file.ts';
import { type Backups, createBackups } from '../journal/backup.ts';
import { finishCopyAside } from '../journal/finish-copy.ts';
import type { openJournal } from '../journal/journal.ts';
import { codeOfJournalError } from '../journal/journal-error.ts';
import { createReserve, type Reserve, withReserve } from '../journal/reserve.ts';
import { repairJournal, suspect } from '../journal/restore.ts';
import { judgeByWitness, noWitness, type openWitness, type Witness, withWitness } from '../journal/witness.ts';
import { readOrderFile } from '../orders/open-order-file.ts';
import type { OrderFileReader } from '../orders/order-files.ts';
import { sampleOrdersCsv, trainingSender } from '../training/sample-orders.ts';
import { startTrainingService, type TrainingService } from '../training/service.ts';
import { startVirtualZebra, type VirtualZebra } from '../training/zebra.ts';
import type { AtWork } from './at-work.ts';
import type { OrderSecrets } from './order-file-work.ts';
import type { Platform } from './platform.ts';
import { createPrivacyDesk } from './privacy-desk.ts';
import { createRetention, foldersOfPeople, type Retention } from './retention.ts';
import { safeStorageKeyName } from './safe-storage-key.ts';
import { openShopRooms, reportChannelsFor, type ShopRoomParts, type ShopRooms } from './shop-rooms.ts';

/** One open environment: its bench, and in training the simulated service and printer. */
export interface OpenWorld {
  readonly world: World;
  readonly bench: Bench;
  readonly link: Link['state'];
  readonly virtualPrinter: PrinterSettings | undefined;
  readonly baseUrl: string;
  readonly explanations: Explanations;
  readonly backups: Pick<Backups, 'problem' | 'state'>;
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

const checkConnectMs = 10_000;

/** The service, the printer and the key that an environment works with. */
interface Connected {
  readonly world: World;
  readonly box: Box | undefined;
  readonly connection: { readonly baseUrl: string; readonly account: string };
  readonly login: KeyAndSecret;
  readonly settings: () => Settings;
  readonly keyAccount: KeyAccount;
}

/** Opens an environment: connects its courier service, opens its journal and resumes interrupted work. */
export async function openWorld(parts: WorldParts, world: World): Promise<Result<OpenWorld, OpenCode>> {
  const { platform, log, changed } = parts;
  const box = world === 'training' && !parts.settings().connections.training ? await startBox(parts) : undefined;
  const connection = box ? { baseUrl: box.service.url, account: '' } : parts.settings().connections[world];
  if (!connection) return parts.fail('not-connected');
  const login = box ? ok({ key: box.service.key, secret: box.service.secret }) : parts.credentials.read(world, connection.baseUrl);
  if (!login.ok) return login;
  const connected: Connected = {
    world,
    box,
    connection,
    login: login.value,
    settings: () => (box ? withTrainingSender(parts.settings()) : parts.settings()),
    keyAccount: { key: fingerprintOf(login.value.key), account: connection.account },
  };
  const kept = openKept(parts, connected);
  if (!kept.ok) {
    await box?.stop();
    return kept;
  }
  const { journal, witness, backups, reserve, pendingWrites } = kept.value;
  const explanations = explanationsIn(platform.dataDir);
  const { dictionary } = explanations;
  const unusable = explanations.problems().length;
  if (unusable > 0) log('error-dictionary-unreadable', { count: unusable });
  const link = createLink(platform, () => changed([]));
  const unread: CourierOptions['unread'] = (action, ref, answer) => keepUnread(context, action, ref, answer);
  const courier = parts.atWork.watchedCourier(
    link.watched(createCourierFor(parts, world, connection, () => login.value, { dictionary, unread })),
  );
  const virtualPrinter: PrinterSettings | undefined = box && { address: box.printer.url, dpi: 203, widthMm: 102, heightMm: 152 };
  const checking = world === 'sandbox' ? contractCheckingOf(parts, connected) : undefined;
  const context = createContext({
    ...parts,
    ...connected,
    courier,
    journal,
    pendingWrites,
    contract: { learned: learnedOf(parts.capabilities, connection.baseUrl), checking },
    ledger: ledgerOf(parts, journal, world, box !== undefined),
    orderFiles: parts.orderFileReader.filesOf((): OrderSecrets => ({ world, ...journal.keyOfOrders() })),
    ...openShopRooms(parts),
    journalTrouble: () => journalTroubleOf(kept.value),
    allPrinters: () => printersOf(connected.settings(), virtualPrinter, join(platform.dataDir, 'documents')),
    now: platform.now,
    elapsed: platform.elapsed,
    id: platform.id,
  });
  const bench = await openBench(context, platform.sleep);
  if (box && context.journal.orders({ search: '', offset: 0, limit: 1 }).total === 0) loadSampleOrders(context);
  void courier.check();
  // Sends nothing yet: it shows if the service keeps an unused connection open.
  courier.connectAhead('once');
  const listener = createWebhookListener({ commit: (delivery) => bench.webhookInbox.take(delivery), now: platform.now, log, changed });
  const retention = createRetention({
    journal,
    ledger: context.ledger,
    file: journalFileOf(parts, world),
    backups,
    backupFolder: () => backupFolderOf(parts),
    oldFiles: () => foldersOfPeople(platform.dataDir, parts.settings().hotFolder),
    timeZone: () => parts.settings().timeZone,
    now: platform.now,
    log,
    changed: () => changed(['setup']),
    forgotten: () => bench.webhookInbox.reread(),
  });
  const moveWebhookListener = (): Promise<void> => {
    const { isOn, ...reach } = parts.settings().webhooks;
    const secret = parts.webhookSecret.read();
    return listener.move(isOn && secret !== undefined ? { ...reach, secretPath: webhookSecretPath(world, secret) } : null);
  };
  await moveWebhookListener();
  return ok({
    world,
    bench,
    link: link.state,
    virtualPrinter,
    baseUrl: connection.baseUrl,
    explanations,
    backups,
    retention,
    privacy: createPrivacyDesk(context, retention),
    witness,
    maintainJournalAndBackup: () =>
      bench.whileOpen(async () => {
        void context.ledger.look();
        await bench.writePending();
        // A backup in the middle of an import would take disk space from the rest of the file.
        if (!bench.import.isBusy()) {
          await backups.look();
          await retention.look();
        }
        if (witness.isFailing()) witness.write(journal.head());
        if (pendingWrites.ids().length === 0) reserve.hold();
        return ok({});
      }),
    webhookListener: listener.state,
    moveWebhookListener,
    async close() {
      checking?.stop();
      // From here on the bench refuses new work, before anything is awaited.
      const closed = bench.close();
      await listener.move(null);
      await closed;
      await box?.stop();
    },
  });
}

/** The parts of an environment that keep its data on this disk. */
interface Kept {
  readonly journal: Journal;
  readonly witness: Witness;
  readonly backups: Backups;
  readonly reserve: Reserve;
  readonly pendingWrites: PendingWrites;
}

/** Opens the journal, after repairing it if that is needed. Fails if it is lost. */
function openKept(parts: WorldParts, { world, box, settings, keyAccount }: Connected): Result<Kept, 'journal-lost'> {
  const { platform, log, changed } = parts;
  const file = journalFileOf(parts, world);
  // Sales in the simulator cost nothing, and its data is lost together with its folder, so it needs no rollback guard.
  const witness = box ? noWitness : parts.openWitness({ file: witnessFileOf(parts, file), log, changed });
  const isWitnessed = (witness.read()?.sequence ?? 0) > 0;
  const backupFolder = backupFolderOf(parts);
  const repaired = repairJournal({ file, backupFolder, isWitnessed, now: platform.now, log });
  if (repaired.is === 'lost') {
    parts.lost({ world, keptAs: [...repaired.keptAs], backupFolder }, file);
    return parts.fail('journal-lost');
  }
  const reserve = createReserve({ ...platform.disk, file: join(platform.dataDir, 'reserve'), log });
  reserve.hold();
  const reserved = withReserve(
    parts.openJournal({
      file,
      world,
      encryption: parts.encryption,
      now: platform.now,
      id: platform.id,
      who: () => settings().packer,
      keyAccount,
      accounts: () => settings().senders.flatMap(({ account }) => account || []),
      reportChannels: (key) => (world === 'live' ? reportChannelsFor(settings(), key, reserved) : []),
    }),
    reserve,
  );
  judgeByWitness(reserved, witness, platform.now);
  const journal = withWitness(reserved, witness);
  const backups = createBackups({
    journal,
    file,
    finishCopy: finishCopyAside(platform.startCopyWorker),
    keyFiles: ['data-key', recoveryName, safeStorageKeyName].map((name) => join(platform.dataDir, name)),
    folder: () => backupFolderOf(parts),
    now: platform.now,
    log,
    changed,
    suspected: () => suspect(file),
  });
  return ok({ journal, witness, backups, reserve, pendingWrites: createPendingWrites(log, codeOfJournalError) });
}

function journalTroubleOf({ pendingWrites, backups, reserve }: Kept): JournalTrouble | null {
  const pending = pendingWrites.ids();
  if (!pending.every(isPapersWrite)) return 'answer-not-written';
  if (backups.problem() === 'journal-damaged') return 'journal-damaged';
  return pending.length > 0 || reserve.isLow() ? 'disk-low' : null;
}

/** Data that only helps to understand an answer later must not hide the failure itself. */
function keepUnread(context: BenchContext, action: string, ref: string, answer: RawAnswer): void {
  writeDown(context, () => context.journal.keepUnread(action, ref, answer), ref);
}

function contractCheckingOf(parts: WorldParts, { connection, login }: Connected): ReturnType<typeof createContractChecking> {
  const { platform, proxyAccess, ref, log, changed } = parts;
  return createContractChecking({
    client: {
      baseUrl: connection.baseUrl,
      credentials: () => login,
      resolveProxy: platform.resolveProxy,
      proxyLogin: proxyAccess.read,
      trust: createTrust(platform.trustedCertificates),
      connectMs: checkConnectMs,
    },
    account: connection.account,
    now: platform.now,
    sleep: platform.sleep,
    ref,
    log,
    changed,
  });
}

/** Selects the ledger that permits one-time requests: this bench's own, or that of its site. Sales in the simulator are not shared. */
function ledgerOf(parts: WorldParts, journal: Journal, world: World, isBox: boolean): Ledger {
  if (isBox) return parts.createLedger(parts);
  const shared = parts.sharedLedger();
  if (shared) return createMembership({ ...parts, journal, world, now: parts.platform.now, elapsed: parts.platform.elapsed }, shared);
  return parts.hasSiteAccess() || journal.feed() ? createLeftLedger({ ...parts, journal }) : parts.createLedger(parts);
}

export function createCourierFor(
  {
    platform,
    settings,
    ref,
    log,
    capabilities,
    proxyAccess,
    createCourier,
  }: Pick<WorldParts, 'platform' | 'settings' | 'ref' | 'log' | 'capabilities' | 'proxyAccess' | 'createCourier'>,
  world: World,
  connection: { readonly baseUrl: string; readonly account: string },
  credentials: () => { readonly key: string; readonly secret: string } | undefined,
  { dictionary = explanationsIn(platform.dataDir).dictionary, unread }: Pick<CourierOptions, 'dictionary' | 'unread'> = {},
): Courier {
  return createCourier({
    connection,
    credentials,
    spellings: () => settings().spellings,
    capabilities: () => capabilities.read(connection.baseUrl),
    drifted: (action, what) => capabilities.noteDrift(connection.baseUrl, action, what),
    dictionary,
    ...(unread && { unread }),
    environment: world === 'live' ? 'production' : 'development',
    resolveProxy: platform.resolveProxy,
    proxyLogin: proxyAccess.read,
    trustedCertificates: platform.trustedCertificates,
    ref,
    log: (event, facts) => log(event, facts),
    clock: platform,
    random: () => (platform.random(4).reduce((sum, byte) => sum * 256 + byte, 0) >>> 0) / 2 ** 32,
  });
}

/** The shop's explanations of errors, read whenever an environment opens. */
const explanationsIn = (dataDir: string): Explanations => openExplanations(join(dataDir, 'error-dictionary.json'), writeDurably);

/** Learned per service: knowledge about one service does not apply to another. */
const learnedOf = (capabilities: CapabilityFile, baseUrl: string): Learned => ({
  read: () => capabilities.read(baseUrl),
  save: capabilities.save,
  drift: () => capabilities.drift(baseUrl),
});

export const backupFolderOf = ({ platform, settings }: Pick<WorldParts, 'platform' | 'settings'>): string =>
  settings().backupFolder || join(platform.dataDir, 'backups');

const witnessFileOf = ({ platform }: WorldParts, journalFile: string): string =>
  join(platform.witnessDir, `${basename(journalFile)}.witness`);

/** File name of the recovery key, in the data folder and beside the backups. */
export const recoveryName = 'recovery-key';

/** One journal per environment, whatever keys and accounts it is used with, so that changing a key never buys an order twice. */
export const journalFileOf = ({ platform }: Pick<WorldParts, 'platform'>, world: World): string =>
  join(platform.dataDir, `journal-${world}.sqlite`);

/** Documents go into a folder if Setup names no printer for them; labels need a real printer. */
function printersOf({ printers }: Settings, virtualPrinter: PrinterSettings | undefined, folder: string): readonly Printer[] {
  const named = (role: PrinterRole): boolean => printers.some(({ route }) => route.role === role);
  return [
    ...printers,
    ...(virtualPrinter && !named('label') ? [printerOfRole('label', virtualPrinter)] : []),
    ...(named('document') ? [] : [printerOfRole('document', { address: `folder:${folder}`, dpi: 203, widthMm: 210, heightMm: 297 })]),
  ];
}

/** The training environment needs no setup: its parcels start at an invented warehouse. */
const withTrainingSender = (settings: Settings): Settings =>
  settings.senders.length > 0 ? settings : { ...settings, senders: [senderAt(trainingSender)] };

function loadSampleOrders({ journal }: Pick<BenchContext, 'journal'>): void {
  const read = readOrderFile({ name: 'sample orders', bytes: new TextEncoder().encode(sampleOrdersCsv) });
  if (read.ok) journal.takeOrders(read.value.orders, read.value.problems);
}

/** The simulated service and printer of the training environment. */
interface Box {
  readonly service: TrainingService;
  readonly printer: VirtualZebra;
  readonly stop: () => Promise<void>;
}

async function startBox({ platform, encryption: { encrypt, decrypt } }: WorldParts): Promise<Box> {
  const dir = join(platform.dataDir, 'training');
  const place = 'training';
  const encryption = {
    encrypt: (bytes: Uint8Array) => encrypt(bytes, place),
    decrypt: (bytes: Uint8Array) => decrypt(bytes, place),
  };
  const secret = Buffer.from(platform.random(16)).toString('hex');
  const service = await startTrainingService({
    key: 'training',
    secret,
    clock: platform.now,
    dir: join(dir, 'service'),
    encryption,
    delayMs: 150,
  });
  const printer = await startVirtualZebra({ dir: join(dir, 'printer'), encryption, clock: platform.now });
  return {
    service,
    printer,
    async stop() {
      await service.stop();
      await printer.stop();
    },
  };
}
