import { createHash } from 'node:crypto';
import type { LabelMarks, Paper } from '../bench/ports/paper.ts';
import type { ComparedLabel } from './compare-label.ts';

type LabelQuestion = Parameters<Paper['compare']>;

/** A label held against its order, with what else is asked of every label. */
export interface LabelFacts extends ComparedLabel {
  /** Of the question that was answered. */
  readonly digest: string;
  /** Undefined of a PDF: what looks like a code on it depends on the people it names. */
  readonly marks: LabelMarks | undefined;
  readonly leftOut: readonly string[];
}

/** Two questions with one digest are the same question. */
export const digestOf = (...[{ bytes }, recipient, sender, expected]: LabelQuestion): string =>
  createHash('sha256')
    .update(JSON.stringify([recipient, sender, expected]))
    .update(bytes)
    .digest('base64');
