import { existsSync, promises, realpathSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createBenchLedger } from '../../electron/bench/exchange/bench-ledger.ts';
import type { Courier } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Printers } from '../../electron/bench/ports/printers.ts';
import { createCourier } from '../../electron/courier/courier.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { openWitness } from '../../electron/journal/witness.ts';
import { nameSite } from '../../electron/ledger/accept-invite.ts';
import { leaveLedger } from '../../electron/ledger/leave-ledger.ts';
import { createOrderSource } from '../../electron/orders/look-up.ts';
import { createShops } from '../../electron/orders/shops/shops.ts';
import { createShopBack } from '../../electron/orders/write-back.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import type { Rooms } from '../../electron/station/station.ts';
import type { BatchLine } from '../../shared/batch.ts';
import { commitNames } from './points.ts';
import { shopFolders } from './shop-folders.ts';

export interface PointsSeen {
  /** Called at each point that the station reaches. */
  at(point: string): void;
  /** Called with the journal of the environment that was opened last. */
  opened(journal: Journal): void;
}

/**
 * Returns the station's rooms with a call at each point they reach: before and after every commit of the journal, and before, during and
 * after every action on the outside world.
 */
export function roomsWithPoints({ at, opened }: PointsSeen): Rooms {
  const commits = nameCommits(at);
  nameMoves(around);
  return {
    openJournal(options) {
      const journal = commits.while('open', () => openJournal(options));
      opened(journal);
      return new Proxy(journal, {
        get(target, name: keyof Journal) {
          if (name === 'copyTo') return (file: string) => around('back up', () => target.copyTo(file));
          const method = target[name] as (...args: unknown[]) => unknown;
          return (...args: unknown[]) => commits.while(commitName(target, name, args), () => method.apply(target, args));
        },
      });
    },
    openWitness(options) {
      const witness = openWitness(options);
      let isFirst = true;
      return {
        ...witness,
        write(head) {
          const name = witnessName(commits.last(), isFirst);
          isFirst = false;
          at(`${name}, begun`);
          witness.write(head);
          at(`${name}, ended`);
        },
      };
    },
    createCourier(options) {
      const courier = createCourier(options);
      return {
        ...courier,
        sendOnce: (request, until) => around(`send ${request.action}`, () => courier.sendOnce(request, until)),
      } satisfies Courier;
    },
    openSharedLedger: () => undefined,
    leaveLedger,
    nameSite,
    createOrderSource(options) {
      const source = createOrderSource(options);
      return { ...source, ask: (...asked) => around('ask shop', () => source.ask(...asked)) };
    },
    createShops,
    createShopBack(options) {
      const back = createShopBack(options);
      return { ...back, post: (request) => around('tell shop', () => back.post(request)) };
    },
    createLedger(options) {
      const ledger = createBenchLedger(options);
      return { ...ledger, claim: (attempt) => around(`grant ${attempt.what.is}`, () => ledger.claim(attempt)) };
    },
    createPrinters(options) {
      const printers = createPrinters(options);
      const print: Printers['print'] = (printer, sheet, title, aboutToSend) =>
        around(`print ${title.startsWith('Label') ? 'label' : 'document'}`, () => printers.print(printer, sheet, title, aboutToSend));
      return { ...printers, print };
    },
  };

  async function around<T>(name: string, act: () => Promise<T>): Promise<T> {
    at(`${name}, begun`);
    const acting = act();
    at(`${name}, under way`);
    const result = await acting;
    at(`${name}, ended`);
    return result;
  }
}

/** Action behind a move into this folder. */
const movesInto: Readonly<Record<string, string>> = {
  work: 'claim order file',
  done: 'finish order file',
  [shopFolders.shipped]: 'lay file for shop',
};

/** Reports each file that changes hands between the program and a shop. */
function nameMoves(around: (name: string, act: () => Promise<void>) => Promise<void>): void {
  const { rename } = promises;
  promises.rename = async (from, to) => {
    const folder = dirname(String(to));
    // The path of a folder that is held open contains its descriptor number.
    const name = movesInto[basename(existsSync(folder) ? realpathSync(folder) : folder)];
    return name ? around(name, () => rename(from, to)) : rename(from, to);
  };
  syncBuiltinESMExports();
}

/** Steps of a shipment that are named differently if it ships several orders, a part of one, or brings goods back. */
const ofShipment: ReadonlySet<string> = new Set(['writeIntent', 'takeForSending', 'writeAnswer', 'writeBooked']);

function whatShips(journal: Journal, [id, intent]: readonly unknown[]): '' | ' together' | ' part' | ' back' {
  const intended = (intent as Partial<Parameters<Journal['writeIntent']>[1]> | undefined)?.order;
  const order = intended ?? journal.booking(String(id))?.order;
  if (order?.joined) return ' together';
  if (order?.returnOf) return ' back';
  return order?.part ? ' part' : '';
}

const isToQuote = (line: unknown): boolean => (line as Partial<BatchLine>).state === 'to-quote';

/** Names a commit: methods that move something with the new state, facts with their name, and lines of the history with their text. */
function commitName(journal: Journal, name: string, args: readonly unknown[]): string {
  if (ofShipment.has(name)) return name + whatShips(journal, args);
  if (name === 'moveJob' || name === 'moveUpload') return `${name} ${String(args[2])}`;
  // A decision about the parcels of a batch ends with lines that are priced again.
  if (name === 'writeBatchLine' && isToQuote(args[2])) return `${name} to-quote`;
  if (name === 'record') return `${name} ${String(args[1])}`;
  return name === 'setFact' ? `${name} ${String(args[0])}` : name;
}

/** The rollback guard is written when something is about to be sent or printed, and when its journal is opened and closed. */
const witnessName = (after: string, isFirst: boolean): string => {
  if (isFirst) return 'witness at opening';
  return /^(take\w*ForSending( together| part| back)?|moveUpload sending|writePrinterMark)$/.test(after)
    ? `witness after ${after}`
    : 'witness at closing';
};

/** Reports each commit of the database before and after it is made, named by what the journal is doing. */
function nameCommits(at: (point: string) => void): { while<T>(name: string, act: () => T): T; last(): string } {
  let doing = '';
  let last = '';
  /** The last write in a commit of several writes. */
  let together = '';
  let changesBefore = 0;
  let isNew = false;
  const exec = DatabaseSync.prototype.exec;
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
    isNew ||= sql.startsWith('PRAGMA user_version = ');
    if (sql === 'PRAGMA journal_mode = DELETE') {
      exec.call(this, sql);
      return at('back up, log closed');
    }
    if (sql.startsWith('BEGIN')) changesBefore = changesOf(this);
    if (sql !== 'COMMIT') return exec.call(this, sql);
    // Several writes may turn out to be none.
    const writtenTogether = changesOf(this) === changesBefore ? '' : together;
    const named = doing === 'soon' ? writtenTogether : doing;
    const opening = isNew ? 'new journal' : 'learn words';
    const name = doing === 'open' ? opening : withoutName.has(doing) ? '' : named;
    isNew = false;
    last = name;
    if (name) at(`${name}, uncommitted`);
    exec.call(this, sql);
    if (name) at(`${name}, committed`);
  };
  return {
    /** Returns the name of the last commit. */
    last: () => last,
    while(name, act) {
      const before = doing;
      doing = name;
      if (name === 'soon' || (before === 'soon' && commitNames.has(name))) together = name;
      try {
        return act();
      } finally {
        doing = before;
      }
    },
  };
}

const changesOf = (database: DatabaseSync): number => Number(database.prepare('SELECT total_changes() AS total').get()?.['total']);

/** Commits without a point. A checkpoint holds nothing that is read back, and occurs whenever nothing waits. */
const withoutName: ReadonlySet<string> = new Set(['checkpoint']);
