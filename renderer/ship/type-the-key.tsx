import { useState } from 'react';
import { typedAs, useKey, useTyping } from '../key-presses.ts';
import { recogniseAt, typedCode } from '../scanner/which-code.ts';
import { text } from '../text/text.ts';
import { Button, type ButtonKind } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';

/** Treats a typed order key like a scanned one. Enter opens its field, and so does typing. */
export function TypeTheKey({ kind, onTyped }: { kind: ButtonKind; onTyped: (code: string) => void }) {
  const { station } = useWindowState();
  const [typed, setTyped] = useState<string>();
  const [held, setHeld] = useState('');
  const isOpen = typed !== undefined;
  useKey('leave', isOpen ? () => setTyped(undefined) : undefined);
  useTyping({ type: (more) => setTyped((before = '') => before + more), echo: setHeld, clear: () => setTyped(undefined) });
  if (!isOpen && held !== '')
    return (
      <div className="field field-on-band">
        <div className="input">{held}</div>
      </div>
    );
  if (!isOpen)
    return (
      <Button kind={kind} means="accept" onPress={() => setTyped('')}>
        {text.ship.typeTheKey}
      </Button>
    );
  const send = async (code: string) => {
    if (code.trim()) onTyped(await typedCode(code, typedAs(code), recogniseAt(station)));
  };
  return (
    <Field
      className="field-on-band"
      label={text.ship.orderKey}
      hidesLabel
      hasFocus
      takes="code"
      value={typed}
      onChange={setTyped}
      onEnter={(code) => void send(code)}
      placeholder={text.ship.orderKey}
      // A slow scan without an end appears here like typed text.
      {...(typed && { unit: text.ship.pressEnter })}
    />
  );
}
