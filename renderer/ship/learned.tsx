import './learned.css';
import { useState } from 'react';
import { type Learned, takenFrom } from '../../shared/learned.ts';
import { asItems, gramsOf, type ItemsWeight, offeredAnswer, type Question } from '../../shared/question.ts';
import { weightText } from '../../shared/units.ts';
import { secondPressMs } from '../key-presses.ts';
import { text } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';

/** The answer that earlier parcels give, else the weight of the items; undefined if there is none that can be taken. */
export interface LearnedAnswer {
  /** `Box M, 1.20 kg` */
  readonly label: string;
  readonly question: string;
  /** Does nothing for a press that comes sooner than anybody can read: such an Enter belongs to the key or scan before. */
  readonly take: () => void;
}

/** `isReturn`: the answer is that of the shipment that comes back. */
export function useLearned(question: Question, isReturn: boolean, send: (answer: string) => void): LearnedAnswer | undefined {
  const [drawnAt] = useState(() => performance.now());
  const answer = offeredAnswer(question);
  const words = answer === undefined ? undefined : wordsOf(question, answer, isReturn);
  return answer === undefined || !words ? undefined : { ...words, take: () => performance.now() - drawnAt > secondPressMs && send(answer) };
}

function wordsOf(
  { learned, fromItems }: Question,
  answer: string,
  isReturn: boolean,
): Pick<LearnedAnswer, 'label' | 'question'> | undefined {
  if (answer === asItems) {
    const label = fromItems && weightText(gramsOf(fromItems));
    return label === undefined ? undefined : { label, question: text.ship.fromItems.question(label) };
  }
  const label = learned && labelOf(learned, takenFrom(learned).includes('weight'));
  return label === undefined
    ? undefined
    : { label, question: (isReturn ? text.returns.asSentQuestion : text.ship.learned.question)(label) };
}

/** The weight of the items and of the empty box, above the field that asks for the weight. */
export function ItemsWeightNote({ fromItems }: { fromItems: ItemsWeight }) {
  const words = text.ship.fromItems;
  const { itemGrams, boxName, boxGrams } = fromItems;
  return (
    <section className="learned" aria-label={words.title}>
      <p className="row muted">
        <Icon name="scale" />
        <span>
          {boxName === null ? words.withoutBox(weightText(itemGrams)) : words.withBox(weightText(itemGrams), boxName, weightText(boxGrams))}
        </span>
      </p>
      <b className="learned-value">{weightText(gramsOf(fromItems))}</b>
    </section>
  );
}

/** Box and weight that earlier parcels with the same items had, above the field that asks for them. */
export function LearnedNote({ learned, isReturn }: { learned: Learned; isReturn: boolean }) {
  const { parcels, spreadGrams, weightGrams, isSteady } = learned;
  return (
    <section className="learned" aria-label={isReturn ? text.returns.asSent : text.ship.learned.title}>
      <p className="row muted">
        <Icon name="again" />
        <span>{isReturn ? text.returns.asSent : text.ship.learned.from(parcels, weightGrams === null ? undefined : spreadGrams)}</span>
      </p>
      <b className="learned-value">{labelOf(learned, true)}</b>
      {!isSteady && <p className="muted">{text.ship.learned.unsteady}</p>}
    </section>
  );
}

const labelOf = ({ boxName, weightGrams }: Learned, hasWeight: boolean): string =>
  [
    ...(boxName === null ? [] : [text.ship.learned.box(boxName)]),
    ...(weightGrams === null || !hasWeight ? [] : [weightText(weightGrams)]),
  ].join(', ');
