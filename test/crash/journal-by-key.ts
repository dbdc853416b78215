import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { oldName } from '../../electron/journal/old-name.ts';
import { witnessOf } from '../path/plain-station.ts';
import { owesShop } from './old-journal.ts';

const now = 'journal-live.sqlite';
/** Of a key that no station here has. */
const byKey = oldName({ key: 'aaaaaaaaaaaa', account: '' });

/** Keeps the live journal of a folder by key, as programs before this one did, with its witness and its copies. False where there is none, or none that such a program can have left. */
export function keepByKey(dir: string): boolean {
  if (existsSync(join(dir, byKey))) return true;
  if (!existsSync(join(dir, now)) || owesShop(join(dir, now))) return false;
  for (const folder of [dir, witnessOf(dir)])
    for (const name of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
      if (/(^|\/)journal-live\.sqlite(-wal|\.witness|\..*\.backup)?$/.test(name))
        renameSync(join(folder, name), join(folder, name.replace(now, byKey)));
  return true;
}
