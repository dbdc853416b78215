import { cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { doubtLeftBehind } from '../../electron/bench/exchange/restored.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { mergeOldJournals } from '../../electron/journal/merge-old.ts';
import { oldName } from '../../electron/journal/old-name.ts';
import { openWitness } from '../../electron/journal/witness.ts';
import { mergedFact } from '../../electron/station/merged-fact.ts';
import { bookingStates } from '../../shared/booking.ts';
import type { KeyAccount } from '../../shared/key-account.ts';
import { bringTo } from '../contract/journal.ts';
import { anOrder, aPoint, bytes, extras, label, quote, sender, service } from './samples.ts';
import { newFile } from './temporary-file.ts';
import { sealing } from './temporary-journal.ts';

export const first: KeyAccount = { key: 'aaaaaaaaaaaa', account: '' };
export const second: KeyAccount = { key: 'bbbbbbbbbbbb', account: 'Acme B.V.' };

/** A clock that moves a second per reading. */
function clockFrom(start: number): () => Date {
  let at = start;
  return () => new Date((at += 1000));
}

export const liveJournalAt = (file: string, keyAccount: KeyAccount, start = Date.UTC(2026, 10, 21, 9)): Journal =>
  openJournal({ file, world: 'live', sealing, now: clockFrom(start), id: () => crypto.randomUUID(), keyAccount });

/** Where the old journals of a bench and what stands beside them are. */
export interface OldBench {
  readonly folder: string;
  readonly into: string;
  readonly witnessFolder: string;
  readonly backupFolder: string;
}

export function benchIn(folder: string): OldBench {
  return {
    folder,
    into: join(folder, 'journal-live.sqlite'),
    witnessFolder: `${folder}.witness`,
    backupFolder: join(folder, 'backups'),
  };
}

export const oldFile = ({ folder }: OldBench, of: KeyAccount): string => join(folder, oldName(of));

/** An order bought with the label it came with, under an order number of its own. */
export function buy(journal: Journal, key: string, orderNo: string, account = ''): string {
  const order = anOrder(key, { name: `Recipient ${key}` });
  journal.takeOrders([order], []);
  const { id } = journal.draft(order, 'Ana');
  journal.writeQuote(id, order, quote);
  const request = bytes(JSON.stringify({ action: 'ship', ...(account && { account }) }));
  journal.writeIntent(id, { order, sender, service, extras, request });
  journal.takeForSending(id);
  journal.writeAnswer(id, { status: 200, contentType: 'application/json', body: bytes(`{"result":{"order_no":"${orderNo}"}}`) });
  journal.writeBooked(id, { orderNo, consignmentNo: `C${orderNo}`, label, remarks: null, trackingNos: [], warnings: [], adoptedBy: null });
  journal.writeLabelCodes(id, [`CODE${orderNo}`]);
  return id;
}

/**
 * Two journals of one bench, as they were kept one for each key and account: ORD-1 was bought with the first and is a draft with the
 * second, ORD-2 is in doubt with the first, ORD-3 was put aside with the first and bought with the second, ORD-4 was bought with both.
 */
export function anOldBench(): OldBench {
  const bench = benchIn(dirname(newFile()));
  const one = liveJournalAt(oldFile(bench, first), { key: '', account: '' });
  const bought = buy(one, 'ORD-1', '1001');
  bringTo(one, 'unknown', one.draft(anOrder('ORD-2'), 'Ana'));
  one.park(one.draft(anOrder('ORD-3'), 'Ana').id, true);
  buy(one, 'ORD-4', '1004');
  const drive = { courierKey: 'dhl', courierName: 'DHL', date: '2026-11-24', readyTime: '16:00', closingTime: '17:30', instructions: '' };
  one.openPickup({ id: crypto.randomUUID(), ...drive, dropOffPoint: aPoint, bookingIds: [bought] }, bytes('{}'), '');
  one.addUpload(
    { bookingId: bought, orderNo: '1001', documentType: 'Customs Invoice', name: 'a.pdf', mediaType: 'application/pdf' },
    bytes('a'),
  );
  one.keepDelivery({ receivedAt: new Date(0), contentType: '', body: bytes('delivery'), candidates: ['1001'] });
  one.setFact('live-proven', 'yes');
  one.close();
  const two = liveJournalAt(oldFile(bench, second), { key: '', account: '' }, Date.UTC(2026, 10, 22, 9));
  two.draft(anOrder('ORD-1'), 'Ben');
  buy(two, 'ORD-3', '2003', second.account);
  buy(two, 'ORD-4', '2004', second.account);
  const left = buy(two, 'ORD-5', '2005', second.account);
  two.addPrintJobs({ bookingId: left, pickupId: null }, [
    { role: 'label', printerId: 'label', title: 'Label', piece: 1, pieces: 1, copy: 0, sheet: label },
  ]);
  bringTo(two, 'answered', two.draft(anOrder('ORD-6'), 'Ben'));
  two.close();
  return bench;
}

/** The same files in a folder of their own. */
export function copyOf({ folder, witnessFolder }: OldBench): OldBench {
  const copy = benchIn(join(mkdtempSync(`${folder}-`), 'data'));
  cpSync(folder, copy.folder, { recursive: true });
  if (existsSync(witnessFolder)) cpSync(witnessFolder, copy.witnessFolder, { recursive: true });
  return copy;
}

type Merging = Parameters<typeof mergeOldJournals>[0];

export const merge = (bench: OldBench, keyAccount: KeyAccount, change: Partial<Merging> = {}) =>
  mergeOldJournals({
    into: bench.into,
    witnessFolder: bench.witnessFolder,
    backupFolder: bench.backupFolder,
    keyAccount,
    world: 'live',
    sealing,
    openJournal,
    witnessAt: (file) =>
      openWitness({
        file: join(bench.witnessFolder, `${file.slice(bench.folder.length + 1)}.witness`),
        log: () => undefined,
        changed: () => undefined,
      }),
    doubtLeftBehind,
    mergedFact,
    now: clockFrom(Date.UTC(2026, 10, 23, 9)),
    id: () => crypto.randomUUID(),
    log: () => undefined,
    ...change,
  });

/** All that can be read of a journal, and nothing that is different each time it is sealed. */
export function pictureOf(file: string, keyAccount: KeyAccount) {
  const journal = liveJournalAt(file, keyAccount, Date.UTC(2026, 10, 24, 9));
  const everything = { search: '', offset: 0, limit: 1000 };
  const bookings = journal.bookings({ ...everything, states: bookingStates }).rows;
  try {
    return {
      bookings,
      labels: bookings.map(({ id }) => journal.label(id)),
      histories: bookings.map(({ id }) => journal.history(id)),
      orders: journal.orders(everything).rows,
      pickups: journal.pickups(99),
      uploads: journal.openUploads(),
      deliveries: journal.deliveries('waiting'),
      toCollect: journal.notHandedOver().map(({ id }) => id),
      found: ['1001', '2003', 'C2004'].map((number) => journal.findBooking(number)?.id),
      byCode: ['CODE1001', 'CODE2003'].map((code) => journal.labelCodeHolders(code)),
      searched: journal.orders({ ...everything, search: 'recipient' }).total,
      parked: journal.parkedBookings().length,
      proven: journal.fact(`live-proven ${first.key}`),
      break: journal.firstHistoryBreak(),
      lines: journal.extent().lastSequence,
      isWhole: journal.isWhole(),
    };
  } finally {
    journal.close();
  }
}

export const filesIn = ({ folder }: OldBench): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('journal-'))
    .toSorted();
