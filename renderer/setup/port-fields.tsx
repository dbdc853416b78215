import { type PortDoor, portSchema } from '../../shared/port-listener.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Field } from '../ui/field.tsx';

/** Whether others can reach this computer at a port, in two words. */
export function DoorBadge({ door }: { door: PortDoor }) {
  const words = text.setup.door;
  switch (door.is) {
    case 'shut':
      return <span className="muted">{words.shut}</span>;
    case 'open':
      return <Badge state="done">{words.open(door.port)}</Badge>;
    case 'blocked':
      return <Badge state="look">{words.blocked}</Badge>;
  }
}

/** Why a port is not open. */
export function DoorBlocked({ door }: { door: Extract<PortDoor, { is: 'blocked' }> }) {
  return (
    <p className="strong look-ink" role="alert">
      {text.setup.door.why[door.why](door.port)}
    </p>
  );
}

export const isPort = (typed: string): boolean => /^\d+$/.test(typed.trim()) && portSchema.safeParse(Number(typed)).success;

export function PortField({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const words = text.setup.door;
  return (
    <Field
      className="span-2"
      label={words.port}
      takes="number"
      value={typed}
      onChange={onType}
      {...(!isPort(typed) && { wrong: words.wrongPort })}
    />
  );
}

/** An address or a token that this program made, to be entered where others call from. It is shown for as long as it counts. */
export function GivenOut({ label, given, copyLabel, isLong = false }: GivenOutProps) {
  return (
    <div className="row">
      {label && <p className="muted">{label}</p>}
      <p className={`mono grow ${isLong ? 'given-out' : ''}`}>{given}</p>
      <CopyButton copies={given} label={copyLabel} />
    </div>
  );
}

interface GivenOutProps {
  readonly label?: string;
  readonly given: string;
  readonly copyLabel: string;
  /** True where it may take two lines. */
  readonly isLong?: boolean;
}
