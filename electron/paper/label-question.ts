import { hash } from 'node:crypto';
import type { Address } from '../../shared/address.ts';
import type { ExpectedLabels } from '../bench/ports/paper.ts';
import type { ComparedLabel } from './compare-label.ts';
import type { ForeignParts, ZplLabel } from './zpl-label.ts';

/** Is this ZPL the label of this recipient? */
export interface LabelQuestion {
  readonly bytes: Uint8Array;
  readonly recipient: Address;
  readonly sender: Address;
  readonly expected: ExpectedLabels;
}

export interface LabelAnswer extends ComparedLabel {
  /** Of the question that was answered. */
  readonly digest: string;
  readonly label: ZplLabel;
  readonly foreign: ForeignParts;
}

/** Two questions with one digest are the same question. */
export const digestOf = ({ bytes, recipient, sender, expected }: LabelQuestion): string =>
  hash('sha256', Buffer.concat([Buffer.from(JSON.stringify([recipient, sender, expected])), bytes]), 'base64');
