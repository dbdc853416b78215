import type { BatchPause } from '../../shared/batch.ts';
import { text } from './text.ts';

/** At which order a batch paused, and why. */
export const batchPauseText = ({ paused, pausedAt }: BatchPause): string =>
  paused === 'person' || paused === 'restart' ? text.batch.pausedBy[paused] : text.batch.pausedAt(pausedAt, text.failures[paused].what);
