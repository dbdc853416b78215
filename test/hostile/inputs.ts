import { answers } from './answers.ts';
import { documents } from './documents.ts';
import { files } from './files.ts';
import type { HostileInput } from './hostile-bench.ts';
import { labels } from './labels.ts';

/** All hostile inputs, by their source. */
export const inputs: readonly HostileInput[] = [...labels, ...documents, ...answers, ...files];
