import { basename, join } from 'node:path';
import type { World } from '../../shared/world.ts';
import type { WorldParts } from './world-parts.ts';

export const backupFolderOf = ({ platform, settings }: Pick<WorldParts, 'platform' | 'settings'>): string =>
  settings().backupFolder || join(platform.dataDir, 'backups');

export const witnessFileOf = ({ platform }: WorldParts, journalFile: string): string =>
  join(platform.witnessDir, `${basename(journalFile)}.witness`);

/** File name of the recovery key, in the data folder and beside the backups. */
export const recoveryName = 'recovery-key';

/** One journal per environment, whatever keys and accounts it is used with, so that changing a key never buys an order twice. */
export const journalFileOf = ({ platform }: Pick<WorldParts, 'platform'>, world: World): string =>
  join(platform.dataDir, `journal-${world}.sqlite`);
