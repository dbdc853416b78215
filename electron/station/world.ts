import { join } from 'node:path';
import type { OpenCode } from '../../shared/call-codes.ts';
import { type Printer, type PrinterRole, type PrinterSettings, printerOfRole } from '../../shared/printer.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import { webhookSecretPath } from '../../shared/webhook.ts';
import type { World } from '../../shared/world.ts';
import { openBench } from '../bench/bench.ts';
import { type BenchContext, createContext } from '../bench/context.ts';
import { createLeftLedger } from '../bench/exchange/left-ledger.ts';
import { createMembership } from '../bench/exchange/membership.ts';
import { writeDown } from '../bench/exchange/write-down.ts';
import type { RawAnswer } from '../bench/ports/courier.ts';
import type { Journal } from '../bench/ports/journal.ts';
import type { Ledger } from '../bench/ports/ledger.ts';
import type { CourierOptions } from '../courier/courier.ts';
import { createLink } from '../courier/link.ts';
import { createWebhookListener } from '../courier/webhook-listener.ts';
import { fingerprintOf } from '../credentials/credentials.ts';
import type { OrderSecrets } from './order-file-work.ts';
import { createPrivacyDesk } from './privacy-desk.ts';
import { createRetention, foldersOfPeople } from './retention.ts';
import { openShopRooms } from './shop-rooms.ts';
import { loadSampleOrders, startBox, withTrainingSender } from './training-box.ts';
import { contractCheckingOf, createCourierFor, explanationsIn, learnedOf } from './world-courier.ts';
import { backupFolderOf, journalFileOf } from './world-files.ts';
import { journalTroubleOf, openKept } from './world-journal.ts';
import type { Connected, OpenWorld, WorldParts } from './world-parts.ts';

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

/** Data that only helps to understand an answer later must not hide the failure itself. */
function keepUnread(context: BenchContext, action: string, ref: string, answer: RawAnswer): void {
  writeDown(context, () => context.journal.keepUnread(action, ref, answer), ref);
}

/** Selects the ledger that permits one-time requests: this bench's own, or that of its site. Sales in the simulator are not shared. */
function ledgerOf(parts: WorldParts, journal: Journal, world: World, isBox: boolean): Ledger {
  if (isBox) return parts.createLedger(parts);
  const shared = parts.sharedLedger();
  if (shared) return createMembership({ ...parts, journal, world, now: parts.platform.now, elapsed: parts.platform.elapsed }, shared);
  return parts.hasSiteAccess() || journal.feed() ? createLeftLedger({ ...parts, journal }) : parts.createLedger(parts);
}

/** Documents go into a folder if Setup names no printer for them; labels need a real printer. */
function printersOf({ printers }: Settings, virtualPrinter: PrinterSettings | undefined, folder: string): readonly Printer[] {
  const named = (role: PrinterRole): boolean => printers.some(({ route }) => route.role === role);
  return [
    ...printers,
    ...(virtualPrinter && !named('label') ? [printerOfRole('label', virtualPrinter)] : []),
    ...(named('document') ? [] : [printerOfRole('document', { address: `folder:${folder}`, dpi: 203, widthMm: 210, heightMm: 297 })]),
  ];
}
