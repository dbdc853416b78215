import { createDecipheriv } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

// Reads a journal with its data key and nothing else, as a thief who has both would.

const [nonceBytes, tagBytes] = [12, 16];

/** The bytes that were encrypted with this key. Their place is not checked: a thief does not care either. */
function decrypted(encrypted: Uint8Array, key: Uint8Array): Uint8Array {
  const body = 1 + nonceBytes + tagBytes;
  if (encrypted.length < body) return new Uint8Array();
  const cipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes });
  return cipher.update(encrypted.subarray(body));
}

/** Runs with a copy of a database and its log, so that reading changes neither. */
function withCopy<T>(file: string, work: (database: DatabaseSync) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-opened-'));
  try {
    const copy = join(folder, 'journal');
    for (const ending of ['', '-wal']) if (existsSync(file + ending)) copyFileSync(file + ending, copy + ending);
    const database = new DatabaseSync(copy);
    try {
      return work(database);
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const isBytes = (value: SQLOutputValue | undefined): value is Uint8Array<ArrayBuffer> => value instanceof Uint8Array;

interface WrappedKey {
  readonly number: number;
  readonly name: string;
  readonly encrypted: Uint8Array;
}
const keysOf = (database: DatabaseSync): readonly WrappedKey[] =>
  database
    .prepare('SELECT number, day, class, encrypted FROM day_keys WHERE forgotten = 0')
    .all()
    .flatMap(({ number, day, class: of, encrypted }) =>
      isBytes(encrypted) ? [{ number: Number(number), name: `key ${Number(number)} for ${String(of)} of ${String(day)}`, encrypted }] : [],
    );

/** The keys of days in a journal, encrypted with the data key as they are on the disk. */
export const wrappedKeysIn = (file: string): readonly WrappedKey[] => withCopy(file, keysOf);

/** Every value of a journal that its keys still open, with its table and column. */
export function valuesIn(file: string, dataKey: Uint8Array): readonly { readonly column: string; readonly bytes: Uint8Array }[] {
  return withCopy(file, (database) => {
    const keys = new Map(keysOf(database).map(({ number, encrypted }) => [number, decrypted(encrypted, dataKey)]));
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%BLOB%'").all();
    return tables.flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM "${String(name)}"`)
        .all()
        .flatMap((row) =>
          Object.entries(row).flatMap(([column, value]) => {
            if (!isBytes(value)) return [];
            const isOfDay = value[0] === 3 && value.length > 5;
            const key = isOfDay ? keys.get(Buffer.from(value).readUInt32BE(1)) : value[0] === 2 ? dataKey : undefined;
            const kind = typeof row['kind'] === 'string' ? ` ${row['kind']}` : '';
            return key ? [{ column: `${String(name)}.${column}${kind}`, bytes: decrypted(isOfDay ? value.subarray(5) : value, key) }] : [];
          }),
        ),
    );
  });
}
