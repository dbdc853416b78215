import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchState, type Frame, firstBenchState, type Snapshot } from '../../shared/bench.ts';
import type { Answer, CallArgs, Handlers } from '../../shared/ipc.ts';
import { type Month, monthIn } from '../../shared/month.ts';
import { type PlanLevel, planLevel, planToldFact } from '../../shared/plan.ts';
import type { PrinterRole, PrinterStatus } from '../../shared/printer.ts';
import type { LostJournal } from '../../shared/restored.ts';
import { failed, ok, type Result, stackOf } from '../../shared/result.ts';
import { isAccountName, isLeadPin, type Setup } from '../../shared/settings.ts';
import { webhookAddress } from '../../shared/webhook.ts';
import { type World, worldSchema } from '../../shared/world.ts';
import { allowedBy, type BenchContext, createFail } from '../bench/context.ts';
import { createBenchGrants } from '../bench/exchange/bench-grants.ts';
import type { Log } from '../bench/ports/log.ts';
import { firstStepsOf } from '../bench/setup/first-steps.ts';
import { isLiveProven } from '../bench/ship/live-proof.ts';
import { type Actor, createAuthorize, rights } from '../calls/authorize.ts';
import type { CallParts } from '../calls/call-parts.ts';
import { createHandlers } from '../calls/handlers.ts';
import { readBaseUrl } from '../courier/base-url.ts';
import { openCapabilityFile } from '../courier/capability-file.ts';
import { createCourier } from '../courier/courier.ts';
import { ownAddress } from '../courier/webhook-door.ts';
import { createCredentials } from '../credentials/credentials.ts';
import { createKeyInUse, DataKeyError, loadDataKey } from '../credentials/data-key.ts';
import { openLeadPin } from '../credentials/lead-pin.ts';
import { makeRecoveryCode, openRecoveryKey, recoveryMadeAt, writeRecoveryKey } from '../credentials/recovery-key.ts';
import { openSealedFiles } from '../credentials/sealed-files.ts';
import { writeDurably } from '../files/durable-file.ts';
import { makePrivate } from '../files/private-folder.ts';
import { stampOf } from '../journal/backup.ts';
import { openJournal } from '../journal/journal.ts';
import { beginEmptyJournal, holdsJournal, markRestored, restoreMissing } from '../journal/restore.ts';
import { sealingIn } from '../journal/sealing.ts';
import { openWitness } from '../journal/witness.ts';
import { createPaper } from '../paper/paper.ts';
import { createPrinters } from '../printers/printers.ts';
import { createInWorld } from './in-world.ts';
import { createLog } from './log.ts';
import type { Platform } from './platform.ts';
import { saveSettings, saveWebhooks } from './save-settings.ts';
import { openSettings } from './settings.ts';
import { createSnapshots } from './snapshots.ts';
import { backupFolderOf, createCourierFor, type OpenWorld, openWorld, recoveryName, type WorldParts, type WorldRooms } from './world.ts';

/** Makes a failure with a short reference that also stands in the log. */
export type Fail = BenchContext['fail'];

export interface Station {
  readonly handlers: Handlers;
  readonly fail: Fail;
  readonly log: Log;
  snapshot(): Snapshot;
  /** Called with every new state of the frame and the parcel in hand. Answers the function that ends it. */
  onSnapshot(listener: (snapshot: Snapshot) => void): () => void;
  /** Lets a booking under way end, then closes the journal. Safe to call twice. */
  close(): Promise<void>;
}

/** The rooms a decorator may be put around. */
export interface Rooms extends WorldRooms {
  readonly createPrinters: typeof createPrinters;
}

const refLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const pollMs = 3000;
/** Nobody types a secret of the service faster; a guess does. */
const proofWaitMs = 1000;

/** A person reads of the plan's limit once a month for each level. */
const planSaid = (month: string, level: PlanLevel): string => `${month} ${level}`;

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
  const runningSince = platform.now();
  const settings = openSettings(join(platform.dataDir, 'settings.json'), platform.now, writeDurably);
  if (settings.setAside) log('settings-set-aside');
  const backupFolder = backupFolderOf({ platform, settings: settings.read });
  const keyFile = join(platform.dataDir, 'data-key');
  const loaded = await loadDataKey({
    file: keyFile,
    copy: join(backupFolder, 'data-key'),
    hasSealedData: holdsJournal(platform.dataDir) || holdsJournal(backupFolder),
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
  const capabilities = openCapabilityFile(join(platform.dataDir, 'capabilities.json'), platform.now, writeDurably);
  const printers = rooms.createPrinters({
    platform: platform.os,
    folder: join(platform.dataDir, 'printing'),
    ref,
    sumatraPdfPath: platform.sumatraPdfPath,
    told: printerTold,
    talk: {
      isMute: (at) => current?.bench.context.silence.isMute(at) === true,
      answered: (at) => current?.bench.context.silence.answered(at),
    },
  });
  const paper = createPaper({ ref, startPdfWorker: platform.startPdfWorker });

  let current: OpenWorld | undefined;
  let lostJournal: LostJournal | null = null;
  /** Where a journal can begin in the place of the lost one. */
  let lostFile = '';
  const statuses: Record<PrinterRole, PrinterStatus> = { label: { kind: 'none' }, document: { kind: 'none' } };

  /** The month stays the same for long, and telling it takes longer than all the rest of a push. */
  let lastMonth: { readonly timeZone: string; readonly month: Month } | undefined;
  const monthNow = (): Month => {
    const [now, { timeZone }] = [platform.now(), settings.read()];
    const isSame = lastMonth?.timeZone === timeZone && lastMonth.month.from <= now && now < lastMonth.month.until;
    if (!lastMonth || !isSame) lastMonth = { timeZone, month: monthIn(now, timeZone) };
    return lastMonth.month;
  };

  const frame = (): Omit<Frame, 'revisions'> => {
    const now = settings.read();
    const context = current?.bench.context;
    const journal = context?.journal;
    const month = monthNow();
    const monthCount = journal?.bookedBetween(month.from, month.until) ?? 0;
    // Shipments of the other worlds are in no plan.
    const monthLimit = current?.world === 'live' ? now.monthLimit : null;
    const level = planLevel(monthCount, monthLimit);
    return {
      world: current?.world ?? null,
      liveProven: context !== undefined && isLiveProven(context),
      benchName: now.benchName,
      packer: now.packer,
      ...(current?.link() ?? { service: 'not-connected', overdueSince: null }),
      labelPrinter: statuses.label,
      documentPrinter: statuses.document,
      month: month.name,
      monthCount,
      monthLimit,
      planNotice:
        level !== 'within' && journal?.fact(planToldFact(context?.keyAccount.account ?? '')) !== planSaid(month.name, level) ? level : null,
      toResolve: current?.bench.resolve.count() ?? 0,
      leftInDoubt: current?.bench.leftInDoubt.open() ?? [],
      importing: current?.bench.import.now() ?? null,
      paused: current?.bench.breaker.pause() ?? null,
      lostJournal,
      lockedData: dataKey.isLocked() ? { backupFolder: backupFolderOf({ platform, settings: settings.read }) } : null,
      journalTrouble: current?.bench.context.journalTrouble() ?? null,
      restored: current?.bench.restoredJournal.open() ?? null,
      backupFails: (current?.backups.problem() ?? null) !== null,
      witnessFails: current?.witness.fails() ?? false,
      sounds: now.sounds,
    };
  };
  const benchState = (): BenchState => current?.bench.ship.state() ?? firstBenchState;
  const snapshots = createSnapshots(
    () => ({ frame: frame(), bench: benchState() }),
    (error) => log('bug', { step: 'push', ref: fail('bug').failure.ref, stack: stackOf(error) }),
    platform.sleep,
  );
  const { changed } = snapshots;

  const parts: WorldParts = {
    platform,
    settings: settings.read,
    credentials,
    paper,
    printers,
    sealing,
    checkPin,
    ref,
    fail,
    log,
    changed,
    capabilities,
    lost: (journal, file) => {
      lostJournal = journal;
      lostFile = file;
      changed();
    },
    ...rooms,
  };

  async function askPrinter(role: PrinterRole): Promise<PrinterStatus> {
    const printer = current?.bench.context.printer(role);
    const status: PrinterStatus = printer ? await printers.status(printer) : { kind: 'none' };
    show(role, status);
    return status;
  }

  function show(role: PrinterRole, status: PrinterStatus): void {
    if (role === 'label') current?.bench.ship.printerMoved(status);
    if (JSON.stringify(status) === JSON.stringify(statuses[role])) return;
    statuses[role] = status;
    changed([]);
  }

  /** Whoever asked it: what a printer lets know stands on the screen at once. */
  function printerTold(address: string, status: PrinterStatus): void {
    for (const role of ['label', 'document'] as const) if (current?.bench.context.printer(role)?.address === address) show(role, status);
  }

  let isClosed = false;
  const poll = async (): Promise<void> => {
    while (!isClosed) {
      void current?.lookAfterJournal();
      if (!isPrinterWanted()) await Promise.all([askPrinter('label'), askPrinter('document')]);
      await Promise.race([platform.sleep(pollMs), whenClosed.promise]);
    }
  };
  const whenClosed = Promise.withResolvers<void>();

  /** A question of ours would hold up the bench's own, or the label, at a printer that takes its time to answer. */
  const isPrinterWanted = (): boolean => {
    const { walk } = benchState();
    return walk.step === 'booking' && (walk.doing === 'asking-printer' || statuses.label.kind === 'cannot-say');
  };

  const isBusy = (): boolean => benchState().walk.step === 'booking';

  let entering: Promise<Answer<'enterWorld'>> | undefined;

  /** One switch at a time: a world that is left open behind another would go on printing, and could not be entered again. */
  async function enter(world: World, whileClosed?: () => void): Promise<Answer<'enterWorld'>> {
    if (dataKey.isLocked()) return fail('data-locked');
    if (isBusy() || entering || isClosed) return fail('not-now');
    entering = moveTo(world, whileClosed).finally(() => {
      entering = undefined;
    });
    return entering;
  }

  /** Leaves the world that was open only for one that opens; else goes back. */
  async function moveTo(world: World, whileClosed: () => void = () => undefined): Promise<Answer<'enterWorld'>> {
    const before = current;
    current = undefined;
    lostJournal = null;
    try {
      await before?.close();
      whileClosed();
      const opened = await openWorld(parts, world);
      if (!opened.ok) {
        if (lostJournal) settings.change({ world });
        return opened;
      }
      current = opened.value;
    } finally {
      // Where a journal was lost a person has to decide first: no other world covers that.
      const back = !current && before && !lostJournal ? await openWorld(parts, before.world) : undefined;
      if (back?.ok) current = back.value;
    }
    settings.change({ world });
    log('world', { world });
    changed();
    void Promise.all([askPrinter('label'), askPrinter('document')]);
    return ok(setup());
  }

  /** A person's word that the parcels of a lost journal are nobody's business any more. */
  async function beginEmpty(reason: string, pin: string): Promise<Answer<'beginEmptyJournal'>> {
    if (!lostJournal) return fail('not-now');
    const allowed = allowedBy({ fail, checkPin }, reason, pin);
    if (!allowed.ok) return allowed;
    const { world } = lostJournal;
    beginEmptyJournal({ file: lostFile, now: platform.now, sealing: sealingIn(world, sealing) });
    log('journal', { state: 'begun-empty' });
    const entered = await enter(world);
    if (entered.ok) current?.bench.context.journal.record(null, 'begun-empty', `${settings.read().packer}: ${allowed.value}`);
    return entered;
  }

  /** A person's word that the whole computer was put back, witnesses and all: every journal of it knows too little. */
  async function declareRestored(): Promise<Answer<'declareRestored'>> {
    const { world } = settings.read();
    if (!current || !world) return fail('not-now');
    const folder = platform.dataDir;
    return enter(world, () => markRestored({ folder, runningSince, now: platform.now, log }));
  }

  /** One line of the open world's history and of the log; no parcel's. */
  const note = (what: string): void => {
    log(what);
    current?.bench.context.journal.record(null, what, settings.read().packer);
  };

  function checkPin(pin: string): ReturnType<BenchContext['checkPin']> {
    if (pin === '' && leadPin.isSet()) return fail('pin-wrong');
    const guess = leadPin.guess(pin);
    if (guess.is === 'right') return ok({});
    if (guess.is === 'too-soon') return fail('pin-too-soon', new Date(platform.now().getTime() + guess.waitMs).toISOString());
    note('pin-wrong');
    return fail('pin-wrong');
  }

  function setLeadPin(pin: string, what: 'pin-set' | 'pin-reset'): Result<Setup, 'setting-invalid'> {
    if (pin !== '' && !isLeadPin(pin)) return fail('setting-invalid', 'A PIN has 4 to 12 digits.');
    leadPin.set(pin);
    note(pin === '' ? 'pin-removed' : what);
    return ok(setup());
  }

  const recoveryFiles = (): readonly string[] => [backupFolderOf(parts), platform.dataDir].map((folder) => join(folder, recoveryName));

  /** What a packer does not know: the account's secret or the recovery code. Where neither was ever kept there is nothing to protect. */
  async function resetLeadPin(proof: string, pin: string): Promise<Answer<'resetLeadPin'>> {
    const isKept = worldSchema.options.some(credentials.has) || recoveryFiles().some(existsSync);
    const isProven = credentials.isSecret(proof) || recoveryFiles().some((file) => openRecoveryKey(file, proof) instanceof Uint8Array);
    if (!isKept || isProven) return setLeadPin(pin, 'pin-reset');
    note('pin-reset-refused');
    await platform.sleep(proofWaitMs);
    return fail('proof-wrong');
  }

  /** Wraps the data key once more, by a code that is shown once; the code before is good for nothing any more. */
  function newRecoveryCode(pin: string): Answer<'makeRecoveryCode'> {
    const checked = checkPin(pin);
    if (!checked.ok) return checked;
    const code = makeRecoveryCode(platform.random);
    writeRecoveryKey(recoveryFiles(), { dataKey: dataKey.bytes(), code, salt: platform.random(16), madeAt: platform.now() });
    note('recovery-code-made');
    return ok({ code });
  }

  /**
   * Takes the copies of another computer, or of another user, into use: their data key with the code, the newest copy of each journal
   * that is missing here. Everything then counts as restored. A wrong code changes nothing; nothing is deleted.
   */
  async function recover(folder: string, code: string): Promise<Answer<'recover'>> {
    const from = folder || backupFolderOf(parts);
    const key = openRecoveryKey(join(from, recoveryName), code);
    if (key === 'missing') return fail('recovery-key-missing', from);
    if (key === 'wrong-code') return fail('recovery-code-wrong');
    const isFresh = !holdsJournal(platform.dataDir) && !worldSchema.options.some(credentials.has);
    if (!dataKey.isLocked() && !isFresh) return fail('recovery-not-empty');
    const { dataDir, now } = platform;
    markRestored({ folder: dataDir, runningSince, now, log });
    const wrapped = await platform.wrapKey(key);
    if (existsSync(keyFile)) renameSync(keyFile, `${keyFile}.set-aside-${stampOf(now())}`);
    writeDurably(keyFile, wrapped);
    dataKey.use(key);
    bindOld();
    restoreMissing({ from, folder: dataDir, now, log });
    writeDurably(join(dataDir, recoveryName), readFileSync(join(from, recoveryName)));
    log('recovered');
    changed();
    const { world } = settings.read();
    if (world) await enter(world);
    return ok(setup());
  }

  async function connect(given: CallArgs<'connect'>): Promise<Answer<'connect'>> {
    if (dataKey.isLocked()) return fail('data-locked');
    const baseUrl = readBaseUrl(given.baseUrl);
    if (!baseUrl.ok) return failed({ ...baseUrl.failure, ref: ref() });
    const kept = given.key ? undefined : credentials.read(given.world, baseUrl.value);
    if (kept && !kept.ok) return kept;
    const login = kept?.value ?? { key: given.key.trim(), secret: given.secret.trim() };
    if (!login.key || !login.secret) return fail('not-connected');
    const connection = { baseUrl: baseUrl.value, account: given.account.trim() };
    if (!isAccountName(connection.account))
      return fail('setting-invalid', `The service takes plain Latin letters only: ${connection.account}`);
    const accepted = await createCourierFor(parts, given.world, connection, () => login).check();
    if (!accepted.ok) return accepted;
    credentials.save(given.world, login, baseUrl.value);
    settings.change({ connections: { ...settings.read().connections, [given.world]: connection } });
    return enter(given.world);
  }

  const setup = (): Setup => ({
    settings: settings.read(),
    hasCredentials: {
      training: true,
      sandbox: credentials.has('sandbox'),
      live: credentials.has('live'),
    },
    hasLeadPin: leadPin.isSet(),
    recoveryMadeAt: recoveryMadeAt(join(platform.dataDir, recoveryName)) ?? null,
    backup: current?.backups.state() ?? { folder: backupFolderOf(parts), lastAt: null, problem: null },
    witness: { folder: platform.witnessDir, fails: current?.witness.fails() ?? false },
    firstSteps: firstStepsOf(current?.bench.context.journal),
    dictionaryProblems: current?.dictionaryProblems ?? [],
    webhooks: {
      door: current?.webhookDoor() ?? { is: 'shut' },
      address: webhookAddress(settings.read().webhooks, current?.world ?? null, ownAddress()),
      lastAt: current?.bench.context.journal.lastDeliveryAt() ?? null,
    },
  });

  const planSeen = (): void => {
    const { month, planNotice } = frame();
    const context = current?.bench.context;
    if (planNotice) context?.journal.setFact(planToldFact(context.keyAccount.account), planSaid(month, planNotice));
    changed();
  };

  const callParts: CallParts = {
    inWorld: createInWorld(() => current, fail),
    fail,
    snapshot: snapshots.now,
    planSeen,
    desktop: platform,
    printers,
    askPrinter,
    setup: {
      read: setup,
      save(change) {
        const saved = saveSettings(settings, fail, change);
        if (!saved.ok) return saved;
        current?.bench.kickPrinting();
        changed();
        void askPrinter('label');
        void askPrinter('document');
        return ok(setup());
      },
      async saveWebhooks(change) {
        saveWebhooks(settings, platform.random, change);
        await current?.moveWebhookDoor();
        changed();
        return ok(setup());
      },
      connect,
      enter,
      beginEmpty,
      declareRestored,
      changeLeadPin(oldPin, pin) {
        const checked = checkPin(oldPin);
        return checked.ok ? setLeadPin(pin, 'pin-set') : checked;
      },
      resetLeadPin,
      newRecoveryCode,
      recover,
    },
  };
  // Whoever stands at the bench may do all of it; what needs the lead asks for the PIN.
  const actor = (): Actor => ({ name: settings.read().packer, may: rights });
  const handlers = createHandlers(callParts, actor, createAuthorize(fail));

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    isClosed = true;
    snapshots.close();
    whenClosed.resolve();
    // Whether a switch under way succeeds is told to the one who asked for it.
    if (entering) await Promise.allSettled([entering]);
    await current?.close();
    current = undefined;
    await paper.close();
  }

  const { world } = settings.read();
  if (world && !dataKey.isLocked()) {
    const opened = await openWorld(parts, world);
    if (opened.ok) current = opened.value;
  }
  void poll();

  return {
    handlers,
    fail,
    log,
    snapshot: snapshots.now,
    onSnapshot: snapshots.listen,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
