import type { Restored } from '../../shared/restored.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';

/** Time from which the journal may not contain all shipments. */
export const restoredSince = ({ backupAt }: Restored): string =>
  backupAt === null ? text.resolve.restored.since.empty : momentText(backupAt);
