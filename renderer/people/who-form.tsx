import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import type { Failure } from '../../shared/failure.ts';
import type { Person, Proof } from '../../shared/person.ts';
import { useScanTarget } from '../key-presses.ts';
import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, NumberPad } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';

/** State of the form: the chosen name, its PIN, and how a proof is sent. */
export interface Who {
  readonly people: readonly Person[];
  readonly chosen: Person | undefined;
  readonly choose: (id: string | null) => void;
  readonly pin: string;
  readonly setPin: (pin: string) => void;
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  readonly isReady: boolean;
  readonly send: () => void;
}

/** `prove` sends the proof, and returns why it was refused. Scans are badges while this is used. */
export function useWho(people: readonly Person[], firstId: string | null, prove: (proof: Proof) => Promise<Failure | null>): Who {
  const [id, setId] = useState(firstId);
  const [pin, setPin] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const chosen = people.find((person) => person.id === id);
  const ask = async (proof: Proof) => {
    setBusy(true);
    setPin('');
    setFailure(await prove(proof));
    setBusy(false);
  };
  useScanTarget((badge) => void ask({ badge }));
  const isReady = !isBusy && chosen?.hasPin === true && pin !== '';
  return {
    people,
    chosen,
    choose(next) {
      setId(next);
      setPin('');
      setFailure(null);
    },
    pin,
    setPin: (typed) => setPin(typed.replace(/\D/g, '')),
    isBusy,
    failure,
    isReady,
    send: () => chosen && isReady && void ask({ id: chosen.id, pin }),
  };
}

interface WhoFormProps {
  readonly who: Who;
  readonly about: (person: Person) => string;
  readonly badge: string;
  /** Shown below the names. */
  readonly children?: ReactNode;
}

/** The names, a place for the badge, and the PIN of the chosen name. Up and down choose a name while the PIN is typed. */
export function WhoForm({ who, about, badge, children }: WhoFormProps) {
  const { people, chosen, choose } = who;
  const words = text.people;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || people.length === 0) return;
    event.preventDefault();
    const at = chosen ? people.indexOf(chosen) + step : 0;
    choose(people[(at + people.length) % people.length]?.id ?? null);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows come out of the field for the PIN
    <fieldset className="who-form" onKeyDown={move}>
      <div className="col">
        <section className="drop scan-spot">
          <Icon name="badge" />
          <span>
            <b>{badge}</b>
            <span>{words.scanBadgeHint}</span>
          </span>
        </section>
        <RadioGroup className="people" aria-label={words.list} value={chosen?.id ?? null} onChange={choose}>
          {people.map((person) => (
            <Radio key={person.id} value={person.id} className="person">
              <span className="face" aria-hidden="true">
                {initialsOf(person.name)}
              </span>
              <span>
                <b translate="no">{person.name}</b>
                <small>{about(person)}</small>
              </span>
            </Radio>
          ))}
        </RadioGroup>
        <FailureNote failure={who.failure} hasButton={false} />
        {children}
      </div>
      <Card className="col pin-card" title={chosen ? words.pinOf(chosen.name) : words.noName}>
        {chosen?.hasPin === false ? (
          <p>{words.badgeOnly}</p>
        ) : (
          <>
            <Field
              key={chosen?.id ?? ''}
              label={words.pin}
              hidesLabel
              isXl
              hasFocus
              takes="secret"
              isDisabled={chosen === undefined}
              value={who.pin}
              onChange={who.setPin}
              onEnter={who.send}
            />
            <p className="muted">{words.guesses}</p>
            <NumberPad digitsOnly value={who.pin} onChange={who.setPin} deleteLabel={words.deleteDigit} />
          </>
        )}
      </Card>
    </fieldset>
  );
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => Array.from(word ?? '')[0] ?? '').join('');
}
