import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type KeptClass, keptClasses } from '../../shared/retention.ts';
import type { Place, PlacedEncryption, RootEncryption } from './encryption.ts';

/** First byte of a value that is encrypted with the key of a day. The number of the key follows in four bytes, then the encrypted value. */
const underDayKey = 3;
const headBytes = 5;
const keyBytes = 32;
/** In place of a value that was erased by itself. */
export const erased = new Uint8Array([0]);

/** The kind of the data in each encrypted column. */
const classes: Readonly<Record<string, KeptClass>> = {
  'orders.encrypted': 'people',
  'row_problems.encrypted': 'people',
  'listed_orders.encrypted_hold': 'people',
  'bookings.encrypted_order': 'people',
  'bookings.encrypted_sender': 'people',
  'bookings.encrypted_extras': 'people',
  'bookings.encrypted_messages': 'people',
  'bookings.encrypted_verdict': 'people',
  'bookings.encrypted_packer': 'people',
  'batch_lines.encrypted': 'people',
  'outbox.encrypted_why': 'people',
  'outbox.encrypted_request': 'people',
  'outbox.encrypted_otherwise': 'people',
  'print_jobs.encrypted_title': 'people',
  'uploads.encrypted_name': 'people',
  'uploads.encrypted_message': 'people',
  'pickups.encrypted_instructions': 'people',
  'pickups.encrypted_messages': 'people',
  'pickups.encrypted_drop_off_point': 'people',
  'deliveries.encrypted_about': 'answers',
  'mirror_parcels.encrypted': 'people',
  'mirror_pickups.encrypted': 'people',
  'deleted_orders.encrypted': 'people',
  'history.encrypted_detail': 'history',
};

/** The kind of the bytes in the table `kept`, by their `kind`. */
const classesOfKept: Readonly<Record<string, KeptClass>> = {
  label: 'labels',
  remarks: 'labels',
  manifest: 'labels',
  sheet: 'labels',
  upload: 'labels',
  request: 'answers',
  answer: 'answers',
  quote: 'answers',
  delivery: 'answers',
  ref: 'answers',
  tracked: 'delivery',
};

/**
 * Columns that name no person, or only as keyed tokens, and the id of a row in the place of its value. They are encrypted with the data key
 * itself, and never expire.
 */
export const permanent: ReadonlyMap<string, string> = new Map([
  ['search_key.encrypted_key', 'one'],
  ['listed_values.encrypted', 'id'],
  ['day_keys.encrypted', "number || ' ' || day || ' ' || class"],
]);

/** Returns the kind of a value by its place; null if it is kept for good. */
export function classOf([column, row]: Place): KeptClass | null {
  if (permanent.has(column)) return null;
  const text = String(row);
  const found = column === 'kept.encrypted' ? classesOfKept[text.slice(text.lastIndexOf(' ') + 1)] : classes[column];
  if (!found) throw new Error(`No kind of data is named for ${column}.`);
  return found;
}

/** A key of a day in the form that another thread can encrypt with. */
export interface DayKey {
  readonly number: number;
  readonly key: Uint8Array;
}

/** Encrypts with the key of a day. Needs no journal: any thread may do it. */
export function encryptUnder({ number }: Pick<DayKey, 'number'>, placed: PlacedEncryption): Pick<PlacedEncryption, 'encrypt'> {
  return {
    encrypt(bytes, place) {
      const value = placed.encrypt(bytes, place);
      const encrypted = Buffer.allocUnsafe(headBytes + value.length);
      encrypted[0] = underDayKey;
      encrypted.writeUInt32BE(number, 1);
      encrypted.set(value, headBytes);
      return encrypted;
    },
  };
}

/** Returns the number of the key that a value is encrypted with; undefined if that is the data key, or no key at all. */
export const keyNumberOf = (encrypted: Uint8Array): number | undefined =>
  encrypted[0] === underDayKey && encrypted.length > headBytes
    ? new DataView(encrypted.buffer, encrypted.byteOffset).getUint32(1)
    : undefined;

interface DayKeyRow {
  readonly number: number;
  readonly day: string;
  readonly class: KeptClass;
  readonly encrypted: Uint8Array;
  readonly forgotten: number;
}
/** The first bytes of a value that is encrypted with this key, as `hex` of SQLite returns them. */
export const headOfKey = (number: number): string =>
  `${underDayKey.toString(16).padStart(2, '0')}${number.toString(16).padStart(8, '0')}`.toUpperCase();

const keyRow: z.ZodType<DayKeyRow> = z.object({
  number: z.int(),
  day: z.string(),
  class: z.enum(keptClasses),
  encrypted: z.instanceof(Uint8Array),
  forgotten: z.int(),
});

const placeOfKey = ({ number, day, class: of }: Pick<DayKeyRow, 'number' | 'day' | 'class'>): Place => [
  'day_keys.encrypted',
  `${number} ${day} ${of}`,
];

interface Opened {
  readonly number: number;
  readonly key: Uint8Array;
  readonly placed: PlacedEncryption;
  readonly encrypt: PlacedEncryption['encrypt'];
}

export interface DayKeys extends PlacedEncryption {
  /** Encrypts with the key of an earlier day: other benches had the value since then. */
  readonly encryptOfDay: (bytes: Uint8Array, place: Place, day: string) => Uint8Array;
  /** True if the value was deleted on purpose: its key is gone, or the value itself. */
  readonly isForgotten: (encrypted: Uint8Array) => boolean;
  /** The key of today for this kind. */
  readonly current: (of: KeptClass) => DayKey;
  /** Runs within each commit: writes the keys that were made since the last one. */
  readonly write: () => void;
  /** Runs after each commit. */
  readonly committed: () => void;
  /** Reads the keys again, after a rollback. */
  readonly rolledBack: () => void;
  /** Closes all keys in memory, because some were deleted. */
  readonly forget: () => void;
}

/**
 * The keys of days, each for one kind of data, wrapped with the data key. A key is written with the first commit after it was made. If that
 * commit is rolled back, the key stays in memory and is written with the next one: bytes that were encrypted with it may be in use.
 */
export function createDayKeys(
  root: RootEncryption,
  journal: {
    readonly all: () => readonly unknown[];
    readonly insert: (row: Omit<DayKeyRow, 'forgotten'>) => void;
    readonly today: () => string;
  },
): DayKeys {
  let rows: Map<number, DayKeyRow> | undefined;
  const opened = new Map<number, Opened>();
  const currents = new Map<KeptClass, { readonly day: string; readonly opened: Opened }>();
  const unwritten = new Map<number, DayKeyRow>();
  let writing: readonly number[] = [];
  let last = 0;

  function known(): Map<number, DayKeyRow> {
    if (rows) return rows;
    rows = new Map(
      journal
        .all()
        .map((found) => keyRow.parse(found))
        .map((row) => [row.number, row]),
    );
    last = Math.max(last, ...rows.keys());
    for (const [number, row] of unwritten) rows.set(number, row);
    return rows;
  }

  /** Throws if the data key does not open it. */
  function open(row: DayKeyRow): Opened {
    const before = opened.get(row.number);
    if (before) return before;
    const key = root.decrypt(row.encrypted, placeOfKey(row));
    const placed = root.under(key);
    const made = { number: row.number, key, placed, ...encryptUnder(row, placed) };
    opened.set(row.number, made);
    return made;
  }

  function make(day: string, of: KeptClass): Opened {
    const all = known();
    last += 1;
    const named = { number: last, day, class: of };
    const row: DayKeyRow = { ...named, encrypted: root.encrypt(randomBytes(keyBytes), placeOfKey(named)), forgotten: 0 };
    all.set(row.number, row);
    unwritten.set(row.number, row);
    return open(row);
  }

  /** The newest key of a day that the data key opens: after that was replaced, older ones stay closed. */
  function usable(day: string, of: KeptClass): Opened | undefined {
    const rowsOfDay = [...known().values()].filter((row) => row.day === day && row.class === of && row.forgotten === 0);
    for (const row of rowsOfDay.toReversed())
      try {
        return open(row);
      } catch {
        // A value that needs this key is reported when it is read.
      }
    return undefined;
  }

  function current(of: KeptClass): Opened {
    const day = journal.today();
    const now = currents.get(of);
    if (now?.day === day) return now.opened;
    const found = usable(day, of) ?? make(day, of);
    currents.set(of, { day, opened: found });
    return found;
  }

  return {
    encryptOfDay(bytes, place, day) {
      const of = classOf(place);
      if (of === null) return root.encrypt(bytes, place);
      const key = day < journal.today() ? (usable(day, of) ?? make(day, of)) : current(of);
      return key.encrypt(bytes, place);
    },
    encrypt(bytes, place) {
      const of = classOf(place);
      return of === null ? root.encrypt(bytes, place) : current(of).encrypt(bytes, place);
    },
    decrypt(encrypted, place) {
      const of = classOf(place);
      const number = of === null ? undefined : keyNumberOf(encrypted);
      if (number === undefined) return root.decrypt(encrypted, place);
      const row = known().get(number);
      // Moved bytes would outlive the data that they were moved among.
      if (!row || row.forgotten || row.class !== of) throw new Error(`There is no key ${number} for ${place.join(' of ')}.`);
      return open(row).placed.decrypt(encrypted.subarray(headBytes), place);
    },
    isForgotten(encrypted) {
      if (encrypted.length === erased.length) return encrypted[0] === erased[0];
      const number = keyNumberOf(encrypted);
      return number !== undefined && known().get(number)?.forgotten === 1;
    },
    current: (of) => {
      const { number, key } = current(of);
      // A copy: a slice would be sent to the other thread with the whole buffer.
      return { number, key: Uint8Array.from(key) };
    },
    write() {
      for (const row of unwritten.values()) journal.insert(row);
      writing = [...unwritten.keys()];
    },
    committed() {
      for (const number of writing) unwritten.delete(number);
      writing = [];
    },
    rolledBack() {
      rows = undefined;
    },
    forget() {
      rows = undefined;
      opened.clear();
      currents.clear();
    },
  };
}
