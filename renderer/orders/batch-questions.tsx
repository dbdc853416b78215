import { useState } from 'react';
import type { BatchQuestion } from '../../shared/batch.ts';
import { sureOf, useConfirmedTexts } from '../confirmed-texts.ts';
import { useIntent, useQuery } from '../query.ts';
import { countryCodeOf } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';

/** Questions to answer before prices can be requested. */
export function BatchQuestions({ questions }: { questions: readonly BatchQuestion[] }) {
  return (
    <Card isFlush title={text.batch.questionsTitle}>
      <ul className="list batch-questions">
        {questions.map((question) => (
          <Asked key={`${question.kind} ${question.fits}`} question={question} />
        ))}
      </ul>
    </Card>
  );
}

/** One question with its field; the answer applies to every order that it fits. */
function Asked({ question: { kind, fits, orders, first } }: { question: BatchQuestion }) {
  const { station } = useWindowState();
  const words = text.batch;
  const { send, failure, isBusy } = useIntent();
  const texts = useConfirmedTexts(failure);
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const { value: setup } = useQuery('setup', () => station.setup({}), []);
  const answer = async (given: string, confirmed: readonly string[] = []) => {
    if (!given.trim()) return;
    const answered = await send(
      station.answerBatch({ kind, fits, answer: kind === 'country' ? countryCodeOf(given) : given, ...sureOf(confirmed) }),
    );
    setRefused(answered?.answered === 0);
  };
  const { title } = text.ship.questions[kind];
  // Enter in the field answers but does not confirm, because a bar code ends with Enter.
  const isAsked = texts.asked !== undefined && texts.asked === typed.trim();
  return (
    <li>
      <span className="what grow">
        <b>{title}</b>
        <span>{kind === 'country' ? words.fitsCountry(fits, orders, first) : words.fits(fits, orders, first)}</span>
        <FailureNote failure={failure} />
      </span>
      {kind === 'box' ? (
        setup?.settings.boxes.map((box) => (
          <Button
            key={box.id}
            isSmall
            label={`${box.name}: ${words.answer(orders)}`}
            isDisabled={isBusy}
            onPress={() => void answer(box.id)}
          >
            {box.name}
          </Button>
        ))
      ) : (
        <>
          <Field
            label={title}
            hidesLabel
            value={typed}
            onChange={setTyped}
            onEnter={(given) => void answer(given)}
            placeholder={text.ship.questions[kind].hint}
            {...(kind === 'weight' && { unit: 'kg' })}
            {...(kind === 'value' && { unit: setup?.settings.currency ?? '' })}
            {...(isRefused && { error: words.refused })}
          />
          <Button
            isSmall
            label={`${title}, ${words.answer(orders)}`}
            isDisabled={isBusy || !typed.trim()}
            commits={isAsked}
            onPress={() => void answer(typed, isAsked ? texts.confirm() : [])}
          >
            {isAsked ? text.scan.keepText(typed.trim()) : words.answer(orders)}
          </Button>
        </>
      )}
    </li>
  );
}
