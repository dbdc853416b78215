import { useEffect, useRef, useState } from 'react';
import { isPressedAgain, secondPressMs } from '../key-presses.ts';

/** A packer who means the digit continues within this time, in ms; after a double press, a packer looks up first. */
const goesOnWithinMs = 400;

interface TypedAnswer {
  readonly typed: string;
  readonly onChange: (value: string) => void;
  /** The same for a pad that appears under the finger: a second touch at the same place writes nothing. */
  readonly onTouch: (value: string) => void;
  /** True for a single digit that may repeat the key of the previous question's answer: not an answer yet. */
  readonly isDoubtful: boolean;
  /** The digit that was removed again; empty if none was. */
  readonly takenOut: string;
}

/**
 * The text of a field that appears right after a key was pressed. A second press of that key ends up in it. If nothing follows for a
 * moment it is removed, so that `1` for the box and then `0.8` does not become 10.8 kg.
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
