import { join } from 'node:path';
import { type BenchState, firstBenchState, type Snapshot } from '../../shared/bench.ts';
import type { ComputerWarning } from '../../shared/computer-warning.ts';
import type { Handlers } from '../../shared/ipc.ts';
import type { Printer } from '../../shared/printer.ts';
import { stackOf } from '../../shared/result.ts';
import type { Settings, Setup } from '../../shared/settings.ts';
import { type BenchContext, createFail } from '../bench/context.ts';
import { createBenchLedger } from '../bench/exchange/bench-ledger.ts';
import type { TakenRow } from '../bench/orders/import.ts';
import type { Journal } from '../bench/ports/journal.ts';
import { createAuthorize, createRightOf } from '../calls/authorize.ts';
import type { CallParts } from '../calls/call-parts.ts';
import { createHandlers } from '../calls/handlers.ts';
import { openCapabilityFile } from '../courier/capability-file.ts';
import { createCourier } from '../courier/courier.ts';
import { writeDurably } from '../files/durable-file.ts';
import { makePrivate } from '../files/private-folder.ts';
import { openJournal } from '../journal/journal.ts';
import { JournalError } from '../journal/journal-error.ts';
import { openWitness } from '../journal/witness.ts';
import { nameSite } from '../ledger/accept-invite.ts';
import { leaveLedger } from '../ledger/leave-ledger.ts';
import { createItemPictures } from '../orders/item-pictures.ts';
import { createOrderSource } from '../orders/look-up.ts';
import { createOrderFileReader } from '../orders/order-files.ts';
import { lookUpPublic } from '../orders/public-address.ts';
import { createPushListener } from '../orders/push-listener.ts';
import { createShops } from '../orders/shops/shops.ts';
import { createShopBack } from '../orders/write-back.ts';
import { createPaper } from '../paper/paper.ts';
import { createPrinters } from '../printers/printers.ts';
import { createMemoryTogether } from '../workers/memory-together.ts';
import { openAccess } from './access.ts';
import { createAtWork } from './at-work.ts';
import { createClosedWorlds } from './closed-worlds.ts';
import { createFolderLease } from './folder-lease.ts';
import { createFrameDrawing } from './frame.ts';
import { createHotFolder } from './hot-folder.ts';
import { createKeyDesk } from './key-change.ts';
import { createKeyExchange } from './key-exchange.ts';
import { type Keys, openKeys } from './keys.ts';
import { createLeaving } from './leaving.ts';
import { createLog, type Log } from './log.ts';
import { createOtherUsers } from './other-users.ts';
import type { Platform } from './platform.ts';
import { createPrinterStatuses, createPrinterWatch } from './printer-watch.ts';
import { answerToPush } from './pushed-orders.ts';
import { openSettings, type SettingsStore } from './settings.ts';
import { createSetupDesk } from './setup-desk.ts';
import { readSetup } from './setup-reading.ts';
import { shopRouteOf } from './shop-rooms.ts';
import { createSiteDesk } from './site-desk.ts';
import { createSiteLedger, openSharedLedger } from './site-ledger.ts';
import { createSharedSettings } from './site-settings.ts';
import { type Changes, createChanges, createSnapshots } from './snapshots.ts';
import { createSupportDesk } from './support-bundle.ts';
import { backupFolderOf } from './world-files.ts';
import type { OpenWorld, WorldParts, WorldRooms } from './world-parts.ts';
import { createWorldSwitch, type Entered, nothingEntered, type WorldSwitch } from './world-switch.ts';

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

/** Parts that exist from the first moment on. */
interface Base {
  readonly platform: Platform;
  readonly rooms: Rooms;
  readonly ref: () => string;
  readonly log: Log;
  readonly fail: Fail;
  readonly settings: SettingsStore;
  readonly backupFolder: () => string;
  readonly entered: Entered;
  readonly current: () => OpenWorld | undefined;
  readonly benchState: () => BenchState;
  readonly changed: Changes['changed'];
}

/**
 * Creates every module and connects them. Does not depend on Electron: tests, the tour and the shell start the same station.
 * `decorated` lets a test wrap a module, to hold or fail it; the product passes none.
 */
export async function buildStation(platform: Platform, decorated: Partial<Rooms> = {}): Promise<Station> {
  const { otherUsers, computerWarnings } = openWarnings(platform, (all) => lock.withoutSolved(all));
  const changes = createChanges();
  const { changed } = changes;
  const base = openBase(platform, decorated, changed);
  const { rooms, ref, log, fail, settings, backupFolder, entered, current, benchState } = base;
  const keys = await openKeys(platform, backupFolder(), log);
  const { isLocked } = keys.dataKey;
  if (!isLocked()) unlockSettings(base, keys);
  const devices = openDevices(base, keys);
  const { watch, statuses, atWork } = devices;
  const inWorld = createInWorld(current, fail);
  const { hotFolder, pushListener, movePush } = openEntrances(base, keys, inWorld);
  const siteLedger = createSiteLedger({ ...keys, access: keys.ledgerAccess, platform, fail, log, ref }, rooms.openSharedLedger);
  const exchange = createKeyExchange({
    platform,
    sharedLedger: siteLedger.current,
    kept: keys.siteKeys,
    printers: () => ({ ...statuses.now }),
    log,
    fail,
  });
  const setup = (): Setup =>
    readSetup({
      platform,
      keys,
      entered,
      settings,
      siteLedger,
      pushListener,
      computerWarnings,
      hasPassphrase: () => lock.isSet(),
      closedWorlds,
      keyChange: () => keyChange.state(),
    });
  const goOn = (): Promise<void> => goOnUnlocked(base, keys, { movePush, worlds });
  const { record, note } = createNotes(base, () => signIn.who());
  const { recoveryFiles, lead, signIn, keyParts, lock } = openAccess({ ...base, keys, record, note, setup, goOn });
  const named = (): Settings => signIn.named(settings.read());
  const world: Omit<WorldParts, 'lost'> = {
    ...rooms,
    ...keys,
    ...devices,
    platform,
    settings: named,
    keepForms: (forms) => void settings.change({ forms: [...forms] }),
    encryption: keys.dataKey.encryption,
    checkPin: lead.check,
    ref,
    fail,
    log,
    changed,
    capabilities: openCapabilityFile(join(platform.dataDir, 'capabilities.json'), platform.now, writeDurably),
    sharedLedger: siteLedger.current,
    hasSiteAccess: siteLedger.hasAccess,
  };
  const closedWorlds = createClosedWorlds(world);
  const worlds = createWorldSwitch({
    world,
    entered,
    settings,
    isLocked,
    isUnprotected: lock.isMissingFor,
    setup,
    whenEntered: () => void watch.askAll(),
    released: closedWorlds.release,
  });
  const frame = createFrameDrawing({
    now: platform.now,
    settings: settings.read,
    signIn: signIn.state,
    current,
    printers: statuses.now,
    warnings: watch.warnings,
    unreportedElsewhere: closedWorlds.unreported,
    hotFolder: hotFolder.state,
    isPortBlocked: () => pushListener.state().is === 'blocked',
    computerWarnings,
    lostJournal: () => entered.lost?.journal ?? null,
    lockedData: lock.locked,
  });
  const snapshots = createSnapshots(
    () => ({ frame: frame.draw(), bench: benchState() }),
    (error) => log('bug', { step: 'push', ref: fail('bug').failure.ref, stack: stackOf(error) }),
    platform.sleep,
    platform.pictureMs,
  );
  changes.listen(snapshots.changed);
  const desk = { platform, settings, siteLedger, siteKeys: keys.siteKeys, isLocked, worlds, lead, fail, setup, who: signIn.who };
  const shared = createSharedSettings({ ...desk, sharedLedger: siteLedger.current, note: record, log, changed });
  const leaving = createLeaving({ ...desk, world, closedWorlds, leaveLedger: rooms.leaveLedger });
  const { recovery, keyChange } = createKeyDesk({ ...desk, ...keys, ...keyParts, lock, recoveryFiles, closedWorlds, log, recovered: goOn });
  const siteDesk = createSiteDesk({ ...desk, exchange, nameSite: rooms.nameSite });
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
      pictures: devices.pictures,
      setup: createSetupDesk({ ...desk, world, printers: watch, recovery, lock, keyChange, movePush, shared, read: setup }),
      site: { ...siteDesk, leaveLedger: leaving.leave },
      signIn,
      privacy: () => current()?.privacy,
      support: createSupportDesk({ platform, settings, statuses, setup, note }),
    },
    signIn,
    { isLocked, authorize: createAuthorize(fail), rightOf: rightAt(base) },
    async () => {
      await worlds.current()?.bench.context.events.delivered();
      snapshots.flush();
    },
  );

  await worlds.openLast();
  await movePush();
  const rounds = lookRegularly(base, async () => {
    void current()?.maintainJournalAndBackup();
    void current()?.bench.outbox.look();
    current()?.bench.lookAtShops();
    current()?.bench.lookForNumbers();
    if (!worlds.isUnderWay() && !isLocked()) void closedWorlds.look(current()?.world);
    if (!isLocked()) for (const part of [exchange, leaving, shared, keyChange]) void part.look();
    void hotFolder.look().catch((error: unknown) => log('bug', { step: 'hot-folder', ref: ref(), stack: stackOf(error) }));
    atWork.look();
    signIn.look();
    otherUsers.look(current()?.world === 'live');
    await watch.look();
  });
  async function close(): Promise<void> {
    rounds.stop();
    snapshots.close();
    watch.stopSearch();
    await Promise.all([pushListener.move(null), hotFolder.close(), worlds.close(), rounds.stopped]);
    await Promise.all([keyChange.idle(), watch.answered(), closedWorlds.release()]);
    await siteLedger.close();
    for (const each of [devices.paper, devices.pictures, devices.orderFileReader]) each.close();
    platform.keepAwake(false);
  }
  let closing: Promise<void> | undefined;
  return {
    handlers,
    fail,
    log,
    snapshot: snapshots.now,
    onSnapshot: snapshots.listen,
    warm: devices.paper.warm,
    isAtWork: atWork.isOn,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Makes the data folder private, and returns the problems of this computer; `unsolved` leaves out those that have a remedy already. */
function openWarnings(platform: Platform, unsolved: (all: readonly ComputerWarning[]) => readonly ComputerWarning[]) {
  const folderWarning = makePrivate(platform.dataDir, platform.os) ? [] : [{ code: 'folder-open' as const, folder: platform.dataDir }];
  const otherUsers = createOtherUsers({ folder: platform.machineDir, user: platform.user, dataDir: platform.dataDir, now: platform.now });
  const computerWarnings = (): readonly ComputerWarning[] => [
    ...otherUsers.warnings(),
    ...folderWarning,
    ...unsolved(platform.computerWarnings()),
  ];
  return { otherUsers, computerWarnings };
}

const rightAt = ({ current }: Base): ReturnType<typeof createRightOf> =>
  createRightOf({ nextReprint: (bookingId) => current()?.bench.nextReprint(bookingId) });

function openBase(platform: Platform, decorated: Partial<Rooms>, changed: Base['changed']): Base {
  const log = createLog(join(platform.dataDir, 'log'), platform.now);
  const ref = (): string => Array.from(platform.random(4), (byte) => refLetters[byte % refLetters.length]).join('');
  const settings = openSettings(join(platform.dataDir, 'settings.json'), platform.now, writeDurably);
  if (settings.setAside) log('settings-set-aside');
  const entered = nothingEntered();
  const current = (): OpenWorld | undefined => entered.current;
  return {
    platform,
    rooms: {
      openJournal,
      openWitness,
      createCourier,
      createPrinters,
      createLedger: createBenchLedger,
      createOrderSource,
      createShopBack,
      createShops,
      openSharedLedger,
      leaveLedger,
      nameSite,
      ...decorated,
    },
    ref,
    log,
    fail: createFail(ref, log),
    settings,
    backupFolder: () => backupFolderOf({ platform, settings: settings.read }),
    entered,
    current,
    benchState: () => current()?.bench.ship.state() ?? firstBenchState,
    changed,
  };
}

/** Continues with data that was locked until now. */
async function goOnUnlocked(
  base: Base,
  keys: Keys,
  { movePush, worlds }: { readonly movePush: () => Promise<void>; readonly worlds: WorldSwitch },
): Promise<void> {
  unlockSettings(base, keys);
  await movePush();
  base.changed();
  const last = base.settings.read().world;
  if (last) await worlds.enter(last);
}

/** Reads the encrypted settings. The secrets that an older version kept among them go to files of their own. */
function unlockSettings({ settings, log }: Base, { dataKey, pushToken, webhookSecret }: Keys): void {
  const before = settings.setAside;
  settings.unlock(dataKey.encryption, ({ push, webhooks }) => {
    if (push.token !== '') pushToken.keep(push.token);
    if (webhooks.secret !== '') webhookSecret.keep(webhooks.secret);
  });
  if (settings.setAside !== before) log('settings-set-aside');
}

/** Writes to the history of the open environment. `note`: one line without a parcel, also to the log, in the name of `who`. */
function createNotes({ log, current }: Base, who: () => string) {
  const record = (...line: Parameters<Journal['record']>): void => current()?.bench.context.journal.record(...line);
  const note = (what: string): void => {
    log(what);
    record(null, what, who());
  };
  return { record, note };
}

/** The printers, the processes that read labels, documents and order files, and the part that loads pictures of items. */
function openDevices({ platform, rooms, ref, log, settings, current, benchState, changed }: Base, keys: Pick<WorldParts, 'proxyAccess'>) {
  const atWork = createAtWork(platform.keepAwake, () => current()?.bench.batch.isRunning() === true);
  const statuses = createPrinterStatuses(current, () => changed([]));
  const silence = (): BenchContext['silence'] | undefined => current()?.bench.context.silence;
  const printers = atWork.watchedPrinters(
    rooms.createPrinters({
      platform: platform.os,
      folder: join(platform.dataDir, 'printing'),
      ref,
      sumatraPdfPath: platform.sumatraPdfPath,
      workers: platform.workers,
      onStatus: statuses.report,
      mutePrinters: {
        isMute: (at) => silence()?.isMute(at) === true,
        answered: (at) => silence()?.answered(at),
      },
    }),
  );
  const together = createMemoryTogether();
  const paper = createPaper({ ref, log, workers: platform.workers, together });
  const orderFileReader = createOrderFileReader({ workers: platform.workers, together, log });
  const named = (): readonly Printer[] => settings.read().printers;
  const watch = createPrinterWatch({ printers, named, current, statuses, state: benchState, changed: () => changed([]) });
  const pictures = createItemPictures({
    publicRoute: shopRouteOf({ platform, ...keys }, { lookup: lookUpPublic }),
    ownRoute: shopRouteOf({ platform, ...keys }),
    elapsed: platform.elapsed,
    log,
  });
  return { atWork, statuses, printers, paper, orderFileReader, watch, pictures };
}

/** The ways on which orders arrive without the packer: a folder and a port. They take orders only for the live environment. */
function openEntrances({ platform, log, fail, settings, current, changed }: Base, { pushToken }: Keys, inWorld: CallParts['inWorld']) {
  const hotFolder = createHotFolder({
    folder: () => settings.read().hotFolder,
    markFile: join(platform.dataDir, 'hot-folder-mark'),
    random: platform.random,
    take() {
      const open = current();
      if (open?.world !== 'live') return undefined;
      return async (file) => {
        const answer = await inWorld((bench) => bench.import.takeUnasked(file));
        return answer.ok && !answer.value.isWhole && current() !== open ? fail('not-now') : answer;
      };
    },
    lease: createFolderLease(() => current()?.bench.context.ledger, platform.id),
    changed,
    log,
  });
  const pushListener = createPushListener({
    async take(bytes) {
      if (current()?.world !== 'live') return { status: 503, body: { code: 'not-live' } };
      const taken: TakenRow[] = [];
      const file = { name: 'push.json', bytes };
      return answerToPush(await inWorld((bench) => bench.import.takeUnasked(file, (row) => void taken.push(row))), taken);
    },
    log,
    changed,
  });
  return {
    hotFolder,
    pushListener,
    /** Opens, moves or closes the port, as Setup defines it now. */
    movePush(): Promise<void> {
      const token = pushToken.read();
      return pushListener.move(token === undefined ? null : { ...settings.read().push, token });
    },
  };
}

/** Calls `look` every few seconds, one after the other, until it is stopped. */
function lookRegularly({ platform }: Base, look: () => Promise<void>): { readonly stop: () => void; readonly stopped: Promise<void> } {
  const end = Promise.withResolvers<void>();
  let isStopped = false;
  async function run(): Promise<void> {
    while (!isStopped) {
      await look();
      await Promise.race([platform.sleep(lookEveryMs), end.promise]);
    }
  }
  return {
    stop() {
      isStopped = true;
      end.resolve();
    },
    stopped: run(),
  };
}

/** Runs calls in the environment that is open when they arrive. */
function createInWorld(current: () => OpenWorld | undefined, fail: CallParts['fail']): CallParts['inWorld'] {
  return async (act) => {
    const world = current();
    if (!world) return fail('not-connected');
    try {
      return await world.bench.whileOpen(() => act(world.bench));
    } catch (error) {
      if (error instanceof JournalError && error.code === 'unwritable') return fail('journal-unwritable');
      throw error;
    }
  };
}
