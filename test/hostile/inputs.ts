import { answers } from './answers.ts';
import { documents } from './documents.ts';
import { files } from './files.ts';
import type { HostileInput } from './hostile-bench.ts';
import { labels } from './labels.ts';

/** Everything that is handed in, by where it comes from. */
export const inputs: readonly HostileInput[] = [...labels, ...documents, ...answers, ...files];
