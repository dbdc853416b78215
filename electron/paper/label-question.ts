import { createHash } from 'node:crypto';
import type { LabelMarks, Paper } from '../bench/ports/paper.ts';
import type { ComparedLabel } from './compare-label.ts';

type LabelQuestion = Parameters<Paper['compare']>;

/** A label compared with its order, with the other facts that every label needs. */
export interface LabelFacts extends ComparedLabel {
  readonly digest: string;
  /** Undefined for a PDF: the codes on it depend on the people it names. */
  readonly marks: LabelMarks | undefined;
  readonly leftOut: readonly string[];
}

/** Two questions with the same digest are the same question. */
export const digestOf = (...[{ bytes }, recipient, sender, expected]: LabelQuestion): string =>
  createHash('sha256')
    .update(JSON.stringify([recipient, sender, expected]))
    .update(bytes)
    .digest('base64');
