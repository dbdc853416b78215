import { useState } from 'react';
import { useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Field } from '../ui/field.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { useWindowState } from '../window-state.ts';

export interface Reasons {
  readonly reason: string;
  readonly pin: string;
}

interface CarefulWayProps {
  readonly title: string;
  readonly hint: string;
  readonly isBusy: boolean;
  readonly onSettle: (given: Reasons) => void;
}

/** The careful way: requires a reason, and the shift lead's PIN if one is set. */
export function CarefulWay({ title, hint, isBusy, onSettle }: CarefulWayProps) {
  const { station } = useWindowState();
  const words = text.resolve;
  const [given, setGiven] = useState<Reasons>({ reason: '', pin: '' });
  const setup = useQuery('setup', () => station.setup({}), []);
  const needsPin = setup.value?.hasLeadPin ?? false;
  const isReady = given.reason.trim() !== '' && (!needsPin || given.pin !== '') && !isBusy;
  return (
    <>
      <div className="entry-end">
        <p className="muted">{hint}</p>
        <div className={`careful-way ${needsPin ? 'careful-way-pin' : ''}`}>
          <Field
            label={words.reason}
            placeholder={words.reasonHint}
            value={given.reason}
            onChange={(reason) => setGiven({ ...given, reason })}
          />
          {needsPin && <Field label={words.pin} takes="secret" value={given.pin} onChange={(pin) => setGiven({ ...given, pin })} />}
        </div>
      </div>
      <HoldButton isSmall isDisabled={!isReady} onHeld={() => onSettle({ reason: given.reason.trim(), pin: given.pin })}>
        {title}
      </HoldButton>
    </>
  );
}

/** Text of the service or of a file, unchanged: readable, never parsed, and not needed by packers. */
export const Raw = ({ label, children }: { label: string; children: string }) => (
  <div className="raw">
    <div className="row">
      <p className="label">{label}</p>
      <CopyButton isAtEnd copies={children} label={`${text.frame.copy}: ${label}`} />
    </div>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it */}
    <pre className="mono" tabIndex={0} aria-label={label}>
      {children}
    </pre>
  </div>
);
