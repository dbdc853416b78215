import { useEffect, useRef, useState } from 'react';
import { isPressedAgain, secondPressMs } from '../key-presses.ts';

/** A packer who means the digit types on sooner; after a double press one looks up first. */
const goesOnWithinMs = 400;

interface TypedAnswer {
  readonly typed: string;
  readonly onChange: (value: string) => void;
  /** The same for a pad that comes up under the finger: a second touch of what was touched before writes nothing. */
  readonly onTouch: (value: string) => void;
  /** A lone digit that may be the second press of the key that answered the question before: no answer yet. */
  readonly isDoubtful: boolean;
  /** The digit that was taken out again; empty if none was. */
  readonly takenOut: string;
}

/**
 * The text of a field that comes up right after a key was pressed. A second press of that key lands in it: if nothing follows for a moment it is
 * taken out again, so that `1` for the box and then `0.8` does not become 10.8 kg.
 */
export function useTypedAnswer(): TypedAnswer {
  const [typed, setTyped] = useState('');
  const [isDoubtful, setDoubtful] = useState(false);
  const [takenOut, setTakenOut] = useState('');
  const hasBegun = useRef(false);
  const [drawnAt] = useState(() => performance.now());
  useEffect(() => {
    if (!isDoubtful) return undefined;
    const timer = setTimeout(() => {
      setTakenOut(typed);
      setTyped('');
      setDoubtful(false);
    }, goesOnWithinMs);
    return () => clearTimeout(timer);
  }, [isDoubtful, typed]);
  const onChange = (value: string): void => {
    setDoubtful(!hasBegun.current && isPressedAgain(value));
    hasBegun.current = true;
    setTakenOut('');
    setTyped(value);
  };
  return { typed, isDoubtful, takenOut, onChange, onTouch: (value) => performance.now() - drawnAt > secondPressMs && onChange(value) };
}
