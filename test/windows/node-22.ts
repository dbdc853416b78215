// Loaded first under Wine. Node 24 does not run in Wine 8, so Node 22 replaces it. Features that Packbench uses and that it or Wine lacks
// are added here, and in no other file.
import { constants, DatabaseSync } from 'node:sqlite';
import './no-keep-alive.ts';

type Authorizer = (action: number, table: string | null) => number;

// Node 22 has no authorizer. The journal uses it to learn which tables a statement reads and writes: here they are found in the text.
const { prototype } = DatabaseSync as { prototype: Partial<DatabaseSync> & Pick<DatabaseSync, 'prepare'> };
if (!prototype.setAuthorizer) {
  const authorizers = new WeakMap<object, Authorizer>();
  const { prepare } = prototype;
  const namesIn = (database: DatabaseSync): string[] =>
    prepare
      .call(database, `SELECT name FROM sqlite_master WHERE type IN ('table', 'view')`)
      .all()
      .map((row) => String(row['name']));
  Object.assign(prototype, {
    setAuthorizer(this: DatabaseSync, authorizer: Authorizer) {
      authorizers.set(this, authorizer);
    },
    prepare(this: DatabaseSync, sql: string) {
      const tell = authorizers.get(this);
      for (const name of tell ? namesIn(this).filter((each) => new RegExp(`\\b${each}\\b`, 'i').test(sql)) : []) {
        tell?.(constants.SQLITE_READ, name);
        if (/^\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b/i.test(sql)) tell?.(constants.SQLITE_UPDATE, name);
      }
      return prepare.call(this, sql);
    },
  });
}
