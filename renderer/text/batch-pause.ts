import type { BatchPause } from '../../shared/batch.ts';
import { text } from './text.ts';

/** The order at which a batch paused, and the reason. */
export const batchPauseText = ({ paused, pausedAt }: BatchPause): string =>
  paused === 'person' || paused === 'restart' ? text.batch.pausedBy[paused] : text.batch.pausedAt(pausedAt, text.failures[paused].what);
