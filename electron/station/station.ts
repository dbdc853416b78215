import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchState, firstBenchState, type Snapshot } from '../../shared/bench.ts';
import type { ComputerWarning } from '../../shared/computer-warning.ts';
import type { Handlers } from '../../shared/ipc.ts';
import { stackOf } from '../../shared/result.ts';
import { type BenchContext, createFail } from '../bench/context.ts';
import { createBenchLedger } from '../bench/exchange/bench-ledger.ts';
import type { TakenRow } from '../bench/orders/import.ts';
import type { Log } from '../bench/ports/log.ts';
import { type Actor, createAuthorize, rights } from '../calls/authorize.ts';
import type { SetupDesk } from '../calls/call-parts.ts';
import { createHandlers } from '../calls/handlers.ts';
import { openCapabilityFile } from '../courier/capability-file.ts';
import { createCourier } from '../courier/courier.ts';
import { createCredentials } from '../credentials/credentials.ts';
import { createKeyInUse, DataKeyError, loadDataKey } from '../credentials/data-key.ts';
import { openLeadPin } from '../credentials/lead-pin.ts';
import { keepLedgerAccess } from '../credentials/ledger-access.ts';
import { openSealedFiles } from '../credentials/sealed-files.ts';
import { keepLookUpAccess, keepShopAccess } from '../credentials/shop-access.ts';
import { keepSiteKeys } from '../credentials/site-keys.ts';
import { writeDurably } from '../files/durable-file.ts';
import { makePrivate } from '../files/private-folder.ts';
import { openJournal } from '../journal/journal.ts';
import { holdsJournal } from '../journal/restore.ts';
import { openWitness } from '../journal/witness.ts';
import { nameSite } from '../ledger/accept-invite.ts';
import { leaveLedger } from '../ledger/leave-ledger.ts';
import { createOrderSource } from '../orders/look-up.ts';
import { createOrderFileReader } from '../orders/order-files.ts';
import { createPushDoor } from '../orders/push-door.ts';
import { createShopBack } from '../orders/write-back.ts';
import { createPaper } from '../paper/paper.ts';
import { createPrinters } from '../printers/printers.ts';
import { createMemoryTogether } from '../workers/memory-together.ts';
import { createAtWork } from './at-work.ts';
import { createFolderLease } from './folder-lease.ts';
import { createFrameDrawing } from './frame.ts';
import { createHotFolder } from './hot-folder.ts';
import { createInWorld } from './in-world.ts';
import { createKeyExchange } from './key-exchange.ts';
import { createLeadAccess } from './lead-access.ts';
import { createLeaving } from './leaving.ts';
import { createLeftFeeds } from './left-feeds.ts';
import { createLog } from './log.ts';
import { createOtherUsers } from './other-users.ts';
import type { Platform } from './platform.ts';
import { createPrinterWatch } from './printer-watch.ts';
import { answerToPush } from './pushed-orders.ts';
import { createRecovery } from './recovery.ts';
import { openSettings } from './settings.ts';
import { createSetupDesk } from './setup-desk.ts';
import { createSiteDesk } from './site-desk.ts';
import { createSiteLedger, openSharedLedger } from './site-ledger.ts';
import { createSharedSettings } from './site-settings.ts';
import { createSnapshots } from './snapshots.ts';
import { backupFolderOf, recoveryName, type WorldParts, type WorldRooms } from './world.ts';
import { createWorldSwitch } from './world-switch.ts';

/** Creates a failure with a short reference that is also in the log. */
export type Fail = BenchContext['fail'];

export interface Station {
  readonly handlers: Handlers;
  readonly fail: Fail;
  readonly log: Log;
  snapshot(): Snapshot;
  /** Calls `listener` with every new state of the frame and the current parcel. Returns the function that stops it. */
  onSnapshot(listener: (snapshot: Snapshot) => void): () => void;
  /** Warms up the workers and the JIT, next to other work. */
  warm(): Promise<void>;
  /** True while something is sent or printed, or a batch runs: the computer must not sleep or shut down. */
  isAtWork(): boolean;
  /** Waits for a running booking, then closes the journal. Safe to call twice. */
  close(): Promise<void>;
}

/** The modules that a test may decorate. */
export interface Rooms extends WorldRooms {
  readonly createPrinters: typeof createPrinters;
  readonly openSharedLedger: typeof openSharedLedger;
  readonly leaveLedger: typeof leaveLedger;
  readonly nameSite: typeof nameSite;
}

const refLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Interval at which a station checks its printers, folders, backup and other benches. */
export const lookEveryMs = 3000;

/**
 * Creates every module and connects them. Does not depend on Electron: tests, the tour and the shell start the same station.
 * `decorated` lets a test wrap a module, to hold or fail it; the product passes none.
 */
export async function buildStation(platform: Platform, decorated: Partial<Rooms> = {}): Promise<Station> {
  const isPrivate = makePrivate(platform.dataDir, platform.os);
  const rooms: Rooms = {
    openJournal,
    openWitness,
    createCourier,
    createPrinters,
    createLedger: createBenchLedger,
    createOrderSource,
    createShopBack,
    openSharedLedger,
    leaveLedger,
    nameSite,
    ...decorated,
  };
  const log = createLog(join(platform.dataDir, 'log'), platform.now);
  const ref = (): string => Array.from(platform.random(4), (byte) => refLetters[byte % refLetters.length]).join('');
  const fail = createFail(ref, log);
  const settings = openSettings(join(platform.dataDir, 'settings.json'), platform.now, writeDurably);
  if (settings.setAside) log('settings-set-aside');
  const backupFolder = (): string => backupFolderOf({ platform, settings: settings.read });
  const recoveryFiles = (): readonly string[] => [backupFolder(), platform.dataDir].map((folder) => join(folder, recoveryName));

  const keyFile = join(platform.dataDir, 'data-key');
  const loaded = await loadDataKey({
    file: keyFile,
    copy: join(backupFolder(), 'data-key'),
    hasSealedData: holdsJournal(platform.dataDir) || holdsJournal(backupFolder()),
    wrap: platform.wrapKey,
    unwrap: platform.unwrapKey,
    random: platform.random,
  }).catch((error: unknown) => {
    if (!(error instanceof DataKeyError)) throw error;
    log('data-key', { state: 'locked', stack: stackOf(error) });
  });
  const dataKey = createKeyInUse(loaded ?? undefined);
  const { sealing } = dataKey;
  const otherUsers = createOtherUsers({ folder: platform.machineDir, user: platform.user, dataDir: platform.dataDir, now: platform.now });
  const computerWarnings = (): readonly ComputerWarning[] => [
    ...otherUsers.warnings(),
    ...(isPrivate ? [] : [{ code: 'folder-open' as const, folder: platform.dataDir }]),
    ...platform.computerWarnings(),
  ];
  const credentialsDir = join(platform.dataDir, 'credentials');
  mkdirSync(credentialsDir, { recursive: true });
  const files = openSealedFiles({ dir: credentialsDir, sealing });
  const credentials = createCredentials(files);
  const leadPin = openLeadPin({ files, mark: join(platform.witnessDir, 'lead-pin'), now: platform.now, elapsed: platform.elapsed });

  const benchState = (): BenchState => worlds.current()?.bench.ship.state() ?? firstBenchState;
  const snapshots = createSnapshots(
    () => ({ frame: frame.draw(), bench: benchState() }),
    (error) => log('bug', { step: 'push', ref: fail('bug').failure.ref, stack: stackOf(error) }),
    platform.sleep,
    platform.pictureMs,
  );
  const { changed } = snapshots;
  const silence = (): BenchContext['silence'] | undefined => worlds.current()?.bench.context.silence;
  const atWork = createAtWork(() => platform.keepAwake(isAtWork()));
  const isAtWork = (): boolean => atWork.isOn() || worlds.current()?.bench.batch.isRunning() === true;
  const printers = atWork.watchedPrinters(
    rooms.createPrinters({
      platform: platform.os,
      folder: join(platform.dataDir, 'printing'),
      ref,
      sumatraPdfPath: platform.sumatraPdfPath,
      workers: platform.workers,
      told: (address, status) => watch.told(address, status),
      talk: {
        isMute: (at) => silence()?.isMute(at) === true,
        answered: (at) => silence()?.answered(at),
      },
    }),
  );
  const together = createMemoryTogether();
  const paper = createPaper({ ref, log, workers: platform.workers, together });
  const orderFileReader = createOrderFileReader({ workers: platform.workers, together, log });
  const watch = createPrinterWatch({
    printers,
    named: () => settings.read().printers,
    current: () => worlds.current(),
    state: benchState,
    changed: () => changed([]),
  });
  /** Writes one line to the open environment's history and to the log, without a parcel. */
  const note = (what: string): void => {
    log(what);
    worlds.current()?.bench.context.journal.record(null, what, settings.read().packer);
  };
  const setup: SetupDesk['read'] = () => desk.read();
  const lead = createLeadAccess({ platform, leadPin, credentials, recoveryFiles, fail, note, setup });
  const siteKeys = keepSiteKeys(files);
  const siteLedger = createSiteLedger(
    { access: keepLedgerAccess({ files, mark: join(platform.witnessDir, 'ledger') }), siteKeys, platform, fail, log, ref },
    rooms.openSharedLedger,
  );
  const world: Omit<WorldParts, 'lost'> = {
    platform,
    settings: settings.read,
    keepForms: (forms) => void settings.change({ forms: [...forms] }),
    credentials,
    lookUpAccess: keepLookUpAccess(files),
    writeBackAccess: keepShopAccess(files, 'shop-write-back'),
    proxyAccess: keepShopAccess(files, 'proxy'),
    paper,
    orderFileReader,
    printers,
    atWork,
    sealing,
    checkPin: lead.check,
    ref,
    fail,
    log,
    changed,
    capabilities: openCapabilityFile(join(platform.dataDir, 'capabilities.json'), platform.now, writeDurably),
    sharedLedger: siteLedger.current,
    isToldLedger: siteLedger.isTold,
    ...rooms,
  };
  const leftFeeds = createLeftFeeds(world);
  const exchange = createKeyExchange({
    platform,
    sharedLedger: siteLedger.current,
    kept: siteKeys,
    printers: () => ({ ...watch.statuses }),
    log,
    fail,
  });
  const worlds = createWorldSwitch({
    world,
    settings,
    isLocked: dataKey.isLocked,
    setup,
    entered: () => void watch.askAll(),
    released: leftFeeds.release,
  });
  const frame = createFrameDrawing({
    now: platform.now,
    settings: settings.read,
    current: worlds.current,
    printers: watch.statuses,
    warnings: watch.warnings,
    unreportedElsewhere: leftFeeds.unreported,
    hotFolder: () => hotFolder.state(),
    isDoorBlocked: () => pushDoor.state().is === 'blocked',
    computerWarnings,
    lostJournal: worlds.lostJournal,
    lockedData: () => (dataKey.isLocked() ? { backupFolder: backupFolder() } : null),
  });
  const inWorld = createInWorld(worlds.current, fail);
  const hotFolder = createHotFolder({
    folder: () => settings.read().hotFolder,
    markFile: join(platform.dataDir, 'hot-folder-mark'),
    random: platform.random,
    // Orders in the folder are to be shipped, so they are taken only in the live environment, never in one that is used for trials.
    take() {
      const open = worlds.current();
      if (open?.world !== 'live') return undefined;
      return async (file) => {
        const answer = await inWorld((bench) => bench.import.takeUnasked(file));
        return answer.ok && !answer.value.isWhole && worlds.current() !== open ? fail('not-now') : answer;
      };
    },
    lease: createFolderLease(() => worlds.current()?.bench.context.ledger, platform.id),
    changed,
    log,
  });
  const pushDoor = createPushDoor({
    async take(bytes) {
      if (worlds.current()?.world !== 'live') return { status: 503, body: { code: 'not-live' } };
      const taken: TakenRow[] = [];
      const file = { name: 'push.json', bytes };
      return answerToPush(await inWorld((bench) => bench.import.takeUnasked(file, (row) => void taken.push(row))), taken);
    },
    log,
    changed,
  });
  const recovery = createRecovery({
    platform,
    keyFile,
    dataKey,
    backupFolder,
    files: recoveryFiles,
    credentials,
    checkPin: lead.check,
    fail,
    log,
    note,
    async recovered() {
      changed();
      const last = settings.read().world;
      if (last) await worlds.enter(last);
    },
    setup,
  });
  const shared = createSharedSettings({
    platform,
    settings,
    sharedLedger: siteLedger.current,
    note: (...line) => worlds.current()?.bench.context.journal.record(...line),
    log,
    fail,
    changed,
  });
  const desk = createSetupDesk({
    world,
    settings,
    dataKey,
    leadPin,
    worlds,
    printers: watch,
    lead,
    recovery,
    siteLedger,
    pushDoor,
    shared,
    computerWarnings,
  });
  const leaving = createLeaving({
    world,
    settings,
    siteLedger,
    siteKeys,
    worlds,
    leftFeeds,
    lead,
    setup,
    leaveLedger: rooms.leaveLedger,
  });
  const siteDesk = createSiteDesk({
    platform,
    settings,
    isLocked: dataKey.isLocked,
    siteLedger,
    siteKeys,
    exchange,
    lead,
    worlds,
    fail,
    setup,
    nameSite: rooms.nameSite,
  });

  // The packer at the bench may do everything; actions of the shift lead ask for the PIN.
  const actor = (): Actor => ({ name: settings.read().packer, may: rights });
  const handlers = createHandlers(
    {
      inWorld,
      fail,
      snapshot: snapshots.now,
      planSeen: frame.planSeen,
      desktop: platform,
      findPrinters: watch.find,
      searchPrinters: watch.search,
      stopSearch: watch.stopSearch,
      askPrinter: watch.ask,
      setup: desk,
      site: { ...siteDesk, leaveLedger: leaving.leave },
    },
    actor,
    createAuthorize(fail),
    async () => {
      await worlds.current()?.bench.context.events.delivered();
      snapshots.tell();
    },
  );

  const whenClosed = Promise.withResolvers<void>();
  let isClosed = false;
  const poll = async (): Promise<void> => {
    while (!isClosed) {
      void worlds.current()?.lookAfterJournal();
      void worlds.current()?.bench.outbox.look();
      if (!worlds.isUnderWay()) void leftFeeds.look(worlds.current()?.world);
      if (!dataKey.isLocked()) void exchange.look();
      if (!dataKey.isLocked()) void leaving.look();
      if (!dataKey.isLocked()) void shared.look();
      void hotFolder.look().catch((error: unknown) => log('bug', { step: 'hot-folder', ref: ref(), stack: stackOf(error) }));
      platform.keepAwake(isAtWork());
      otherUsers.look(worlds.current()?.world === 'live');
      await watch.look();
      await Promise.race([platform.sleep(lookEveryMs), whenClosed.promise]);
    }
  };
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    isClosed = true;
    snapshots.close();
    watch.stopSearch();
    whenClosed.resolve();
    await Promise.all([pushDoor.move(null), hotFolder.close(), worlds.close(), polling]);
    await watch.answered();
    await leftFeeds.release();
    await siteLedger.close();
    paper.close();
    platform.keepAwake(false);
    orderFileReader.close();
  }

  await worlds.openLast();
  await pushDoor.move(settings.read().push);
  const polling = poll();

  return {
    handlers,
    fail,
    log,
    snapshot: snapshots.now,
    onSnapshot: snapshots.listen,
    warm: paper.warm,
    isAtWork,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
