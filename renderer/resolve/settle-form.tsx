import { type ReactNode, useState } from 'react';
import { useQuery } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Field } from '../ui/field.tsx';
import { HoldButton } from '../ui/hold-button.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { useWindowState } from '../window-state.ts';

/** One of the two ways an item can be closed. */
export function Way({ icon, title, hint, children }: { icon: IconName; title: string; hint: string; children: ReactNode }) {
  return (
    <section className="card col way">
      <div className="row" data-state={icon}>
        <Icon name={icon} className="way-icon" />
        <h2>{title}</h2>
      </div>
      <p className="muted">{hint}</p>
      <div className="way-end">{children}</div>
    </section>
  );
}

/** Two ways side by side. */
export const Ways = ({ children }: { children: ReactNode }) => <div className="ways">{children}</div>;

export interface Reasons {
  readonly reason: string;
  readonly pin: string;
}

interface CarefulWayProps {
  readonly title: string;
  readonly hint: string;
  readonly given: Reasons;
  readonly onChange: (given: Reasons) => void;
  readonly isBusy: boolean;
  readonly onSettle: () => void;
}

/** The careful way: requires a reason, and the shift lead's PIN if one is set. */
export function CarefulWay({ title, hint, given, onChange, isBusy, onSettle }: CarefulWayProps) {
  const { station } = useWindowState();
  const words = text.resolve;
  const setup = useQuery('setup', () => station.setup({}), []);
  const needsPin = setup.value?.hasLeadPin ?? false;
  const isReady = given.reason.trim() !== '' && (!needsPin || given.pin !== '') && !isBusy;
  return (
    <Way icon="stop" title={title} hint={hint}>
      <div className={`careful-way ${needsPin ? 'careful-way-pin' : ''}`}>
        <Field
          label={words.reason}
          placeholder={words.reasonHint}
          value={given.reason}
          onChange={(reason) => onChange({ ...given, reason })}
        />
        {needsPin && <Field label={words.pin} takes="secret" value={given.pin} onChange={(pin) => onChange({ ...given, pin })} />}
      </div>
      <HoldButton isSmall isDisabled={!isReady} onHeld={onSettle}>
        {title}
      </HoldButton>
    </Way>
  );
}

/** Text of the service, unchanged: readable, never parsed, and not needed by packers. Folded unless `isShown`. */
export function Raw({ label, isShown = false, children }: { label: string; isShown?: boolean; children: string }) {
  const [isOpen, setOpen] = useState(isShown);
  return (
    <div className="raw">
      <div className="row">
        {isShown ? (
          <p className="label">{label}</p>
        ) : (
          <Button kind="quiet" isSmall onPress={() => setOpen(!isOpen)}>
            <Icon name="down" className="i-s" />
            {isOpen ? text.resolve.hide(label) : text.resolve.show(label)}
          </Button>
        )}
        <CopyButton isAtEnd copies={children} label={`${text.frame.copy}: ${label}`} />
      </div>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys have to reach it
        <pre className="mono" tabIndex={0} aria-label={label}>
          {children}
        </pre>
      )}
    </div>
  );
}
