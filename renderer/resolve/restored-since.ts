import type { Restored } from '../../shared/restored.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';

/** From when on the journal may not know what was shipped. */
export const restoredSince = ({ backupAt }: Restored): string =>
  backupAt === null ? text.resolve.restored.since.empty : momentText(backupAt);
