import type { WorkflowAt } from '../../../shared/bench.ts';
import type { Doubt, KnownAs, TypedAs } from '../../../shared/known-code.ts';
import { asItems, asLastTime, noHouseNumber, type Question, toTheBox } from '../../../shared/question.ts';
import type { QuestionKind } from '../../../shared/question-kind.ts';
import { isOnlyScanned } from '../../../shared/scan.ts';
import { type Knows, knownCode } from '../known-code.ts';
import { mistakenFor } from '../typed-code.ts';
import { isWeight } from './found.ts';

/** How an answer was entered. */
export interface Given {
  readonly isSure?: boolean | undefined;
  readonly typedAs?: TypedAs | undefined;
}

/** How an answer to a question was read. */
type ReadAnswer =
  | { readonly is: 'answer' }
  /** Only a scanner sends such a code. */
  | { readonly is: 'scan'; readonly code: string }
  | { readonly is: 'doubt'; readonly doubt: Doubt };

const asItIs: ReadAnswer = { is: 'answer' };

/** True if an unknown text looks more like a code than like an answer to this question. */
function isLikeCode(text: string, kind: QuestionKind): boolean {
  if (kind === 'box' || (kind === 'weight' && isWeight(text))) return false;
  const shortest = kind === 'weight' ? 3 : 4;
  return text.length >= shortest && /\d/.test(text) && /^[!-~]+$/.test(text);
}

/**
 * An answer that is also a known code is never accepted without asking: a slow scan ends up in the field like typed text. `isSure` counts
 * only for the answer that was asked about before.
 */
export function readAnswer(
  context: Knows,
  { doubt: before }: WorkflowAt<'asking'>,
  { kind, found, offer, learned, fromItems }: Question,
  given: string,
  { isSure = false, typedAs }: Given,
): ReadAnswer {
  const answer = given.trim();
  // These are keys of the screen, not text.
  if (answer === toTheBox || answer === noHouseNumber || (kind === 'hs-code' && answer === found) || answer === offer?.number)
    return asItIs;
  if ((learned && answer === asLastTime) || (fromItems && answer === asItems)) return asItIs;
  const readings = [answer, ...(typedAs?.readings ?? [])];
  const scanned = readings.find(isOnlyScanned);
  if (scanned !== undefined && answer !== '') return { is: 'scan', code: scanned };
  if (isSure && before?.answer === answer) return asItIs;
  const likeScan: KnownAs = { is: 'scan' };
  // A second scan after the text that is asked about.
  if (before && answer !== before.answer && answer.startsWith(before.answer))
    return { is: 'doubt', doubt: { answer, code: answer, knownAs: likeScan } };
  for (const code of readings) {
    const knownAs = mistakenFor(knownCode(context, code), code, kind);
    if (knownAs) return { is: 'doubt', doubt: { answer, code, knownAs } };
  }
  const isDoubtful = typedAs?.isLikeScan === true && readings.some((each) => isLikeCode(each, kind));
  return isDoubtful ? { is: 'doubt', doubt: { answer, code: answer, knownAs: likeScan } } : asItIs;
}
