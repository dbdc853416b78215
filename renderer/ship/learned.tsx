import './learned.css';
import { useState } from 'react';
import { type Learned, takenFrom } from '../../shared/learned.ts';
import { asLastTime, type Question } from '../../shared/question.ts';
import { weightText } from '../../shared/units.ts';
import { secondPressMs } from '../key-presses.ts';
import { text } from '../text/text.ts';
import { Icon } from '../ui/icon.tsx';

/** The answer that earlier parcels give, or undefined if they give none that can be taken. */
export interface LearnedAnswer {
  /** `Box M, 1.20 kg` */
  readonly label: string;
  /** Does nothing for a press that comes sooner than anybody can read: such an Enter belongs to the key or scan before. */
  readonly take: () => void;
}

export function useLearned({ learned }: Question, send: (answer: string) => void): LearnedAnswer | undefined {
  const [drawnAt] = useState(() => performance.now());
  if (!learned) return undefined;
  const taken = takenFrom(learned);
  if (taken.length === 0) return undefined;
  return {
    label: labelOf(learned, taken.includes('weight')),
    take: () => performance.now() - drawnAt > secondPressMs && send(asLastTime),
  };
}

/** Box and weight that earlier parcels with the same items had, above the field that asks for them. */
export function LearnedNote({ learned }: { learned: Learned }) {
  const { parcels, spreadGrams, weightGrams, isSteady } = learned;
  return (
    <section className="learned" aria-label={text.ship.learned.title}>
      <p className="row muted">
        <Icon name="again" />
        <span>{text.ship.learned.from(parcels, weightGrams === null ? undefined : spreadGrams)}</span>
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
