import { type ReactNode, useState } from 'react';
import { useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { useWindowState } from '../window-state.ts';
import { Field, RadioList } from './field.tsx';
import { HoldButton } from './hold-button.tsx';
import { Icon } from './icon.tsx';

interface ReasonFieldsProps {
  /** Reasons to choose from; `other` is typed. */
  readonly reasons: Readonly<Record<string, string>> & { readonly other: string };
  readonly otherReason: string;
  /** The name of the button. */
  readonly act: ReactNode;
  readonly isDisabled?: boolean;
  /** The ledger may ask for the PIN of the site as well, also if this bench lists people and needs no PIN itself. */
  readonly mayAskSite?: boolean;
  readonly onAct: (reason: string, pin: string) => void;
}

/** Asks for a reason, and for the PIN of the shift lead if there is one, before something that must not happen by mistake. */
export function ReasonFields({ reasons, otherReason, act, isDisabled = false, mayAskSite = false, onAct }: ReasonFieldsProps) {
  const { station } = useWindowState();
  const [reason, setReason] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [pin, setPin] = useState('');
  const { value: setup } = useQuery('setup', () => station.setup({}), []);
  const asksPin = setup?.hasLeadPin || (mayAskSite && setup?.hasLedger && setup.asksSitePin);
  const why = reason === null ? '' : reason === 'other' ? typed.trim() : (reasons[reason] ?? '');
  return (
    <>
      <RadioList
        label={text.ship.reason}
        options={Object.entries(reasons).map(([id, name]) => ({ id, name }))}
        value={reason}
        onChange={setReason}
      />
      <div className="again-fields">
        {reason === 'other' && <Field label={otherReason} value={typed} onChange={setTyped} hasFocus />}
        {asksPin && <Field label={text.ship.pin} value={pin} onChange={setPin} takes="secret" />}
      </div>
      <HoldButton className="to-end" isDisabled={isDisabled || !why} onHeld={() => onAct(why, pin)}>
        <Icon name="plus" />
        {act}
      </HoldButton>
    </>
  );
}
