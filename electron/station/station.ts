import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchState, firstBenchState, type Snapshot } from '../../shared/bench.ts';
import type { Handlers } from '../../shared/ipc.ts';
import { stackOf } from '../../shared/result.ts';
import { worldSchema } from '../../shared/world.ts';
import { type BenchContext, createFail } from '../bench/context.ts';
import { createBenchGrants } from '../bench/exchange/bench-grants.ts';
import type { Log } from '../bench/ports/log.ts';
import { type Actor, createAuthorize, rights } from '../calls/authorize.ts';
import type { SetupDesk } from '../calls/call-parts.ts';
import { createHandlers } from '../calls/handlers.ts';
import { openCapabilityFile } from '../courier/capability-file.ts';
import { createCourier } from '../courier/courier.ts';
import { createCredentials } from '../credentials/credentials.ts';
import { createKeyInUse, DataKeyError, loadDataKey } from '../credentials/data-key.ts';
import { openLeadPin } from '../credentials/lead-pin.ts';
import { openSealedFiles } from '../credentials/sealed-files.ts';
import { writeDurably } from '../files/durable-file.ts';
import { makePrivate } from '../files/private-folder.ts';
import { openJournal } from '../journal/journal.ts';
import { holdsJournal } from '../journal/restore.ts';
import { openWitness } from '../journal/witness.ts';
import { createPaper } from '../paper/paper.ts';
import { createPrinters } from '../printers/printers.ts';
import { createFrameDrawing } from './frame.ts';
import { createInWorld } from './in-world.ts';
import { createLeadAccess } from './lead-access.ts';
import { createLog } from './log.ts';
import type { Platform } from './platform.ts';
import { createPrinterWatch } from './printer-watch.ts';
import { createRecovery } from './recovery.ts';
import { openSettings } from './settings.ts';
import { createSetupDesk } from './setup-desk.ts';
import { createSnapshots } from './snapshots.ts';
import { backupFolderOf, recoveryName, type WorldParts, type WorldRooms } from './world.ts';
import { createWorldSwitch } from './world-switch.ts';

/** Makes a failure with a short reference that also stands in the log. */
export type Fail = BenchContext['fail'];

export interface Station {
  readonly handlers: Handlers;
  readonly fail: Fail;
  readonly log: Log;
  snapshot(): Snapshot;
  /** Called with every new state of the frame and the parcel in hand. Answers the function that ends it. */
  onSnapshot(listener: (snapshot: Snapshot) => void): () => void;
  /** What makes the first parcels as fast as later ones, beside whatever else there is to do. */
  warm(): Promise<void>;
  /** Lets a booking under way end, then closes the journal. Safe to call twice. */
  close(): Promise<void>;
}

/** The rooms a decorator may be put around. */
export interface Rooms extends WorldRooms {
  readonly createPrinters: typeof createPrinters;
}

const refLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const pollMs = 3000;

/**
 * Creates every room and hands them to each other. Knows no Electron: tests, the tour and the shell start the same station.
 * `decorated` lets a test put a decorator around a room, to hold or fail it; the product gives none.
 */
export async function buildStation(platform: Platform, decorated: Partial<Rooms> = {}): Promise<Station> {
  makePrivate(platform.dataDir, platform.os);
  const rooms: Rooms = { openJournal, openWitness, createCourier, createPrinters, createGrants: createBenchGrants, ...decorated };
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
  const credentialsDir = join(platform.dataDir, 'credentials');
  mkdirSync(credentialsDir, { recursive: true });
  const files = openSealedFiles({ dir: credentialsDir, sealing });
  const credentials = createCredentials(files);
  const leadPin = openLeadPin({ files, mark: join(platform.witnessDir, 'lead-pin'), now: platform.now });
  const bindOld = (): void => {
    files.bind();
    for (const each of worldSchema.options) credentials.bind(each, settings.read().connections[each]?.baseUrl ?? '');
  };
  if (!dataKey.isLocked()) bindOld();

  const benchState = (): BenchState => worlds.current()?.bench.ship.state() ?? firstBenchState;
  const snapshots = createSnapshots(
    () => ({ frame: frame.draw(), bench: benchState() }),
    (error) => log('bug', { step: 'push', ref: fail('bug').failure.ref, stack: stackOf(error) }),
    platform.sleep,
  );
  const { changed } = snapshots;
  const silence = (): BenchContext['silence'] | undefined => worlds.current()?.bench.context.silence;
  const printers = rooms.createPrinters({
    platform: platform.os,
    folder: join(platform.dataDir, 'printing'),
    ref,
    sumatraPdfPath: platform.sumatraPdfPath,
    startSpooler: platform.startSpooler,
    told: (address, status) => watch.told(address, status),
    talk: {
      isMute: (at) => silence()?.isMute(at) === true,
      answered: (at) => silence()?.answered(at),
    },
  });
  const paper = createPaper({ ref, log, startPaperWorker: platform.startPaperWorker });
  const watch = createPrinterWatch({
    printers,
    named: () => settings.read().printers,
    current: () => worlds.current(),
    state: benchState,
    changed: () => changed([]),
  });
  /** One line of the open world's history and of the log; no parcel's. */
  const note = (what: string): void => {
    log(what);
    worlds.current()?.bench.context.journal.record(null, what, settings.read().packer);
  };
  const setup: SetupDesk['read'] = () => desk.read();
  const lead = createLeadAccess({ platform, leadPin, credentials, recoveryFiles, fail, note, setup });
  const world: Omit<WorldParts, 'lost'> = {
    platform,
    settings: settings.read,
    credentials,
    paper,
    printers,
    sealing,
    checkPin: lead.check,
    ref,
    fail,
    log,
    changed,
    capabilities: openCapabilityFile(join(platform.dataDir, 'capabilities.json'), platform.now, writeDurably),
    ...rooms,
  };
  const worlds = createWorldSwitch({ world, settings, isLocked: dataKey.isLocked, setup, entered: () => void watch.askAll() });
  const frame = createFrameDrawing({
    now: platform.now,
    settings: settings.read,
    current: worlds.current,
    printers: watch.statuses,
    mismatch: watch.mismatch,
    lostJournal: worlds.lostJournal,
    lockedData: () => (dataKey.isLocked() ? { backupFolder: backupFolder() } : null),
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
    unlocked: bindOld,
    async recovered() {
      changed();
      const last = settings.read().world;
      if (last) await worlds.enter(last);
    },
    setup,
  });
  const desk = createSetupDesk({ world, settings, dataKey, leadPin, worlds, printers: watch, lead, recovery });

  // Whoever stands at the bench may do all of it; what needs the lead asks for the PIN.
  const actor = (): Actor => ({ name: settings.read().packer, may: rights });
  const handlers = createHandlers(
    {
      inWorld: createInWorld(worlds.current, fail),
      fail,
      snapshot: snapshots.now,
      planSeen() {
        frame.planSeen();
        changed();
      },
      desktop: platform,
      findPrinters: watch.find,
      searchPrinters: watch.search,
      stopSearch: watch.stopSearch,
      askPrinter: watch.ask,
      setup: desk,
    },
    actor,
    createAuthorize(fail),
  );

  const whenClosed = Promise.withResolvers<void>();
  let isClosed = false;
  const poll = async (): Promise<void> => {
    while (!isClosed) {
      void worlds.current()?.lookAfterJournal();
      await watch.look();
      await Promise.race([platform.sleep(pollMs), whenClosed.promise]);
    }
  };
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    isClosed = true;
    snapshots.close();
    watch.stopSearch();
    whenClosed.resolve();
    // A folder that is asked about has a file of ours in it until it answered.
    await Promise.all([worlds.close(), polling]);
    await paper.close();
  }

  await worlds.openLast();
  const polling = poll();

  return {
    handlers,
    fail,
    log,
    snapshot: snapshots.now,
    onSnapshot: snapshots.listen,
    warm: paper.warm,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
