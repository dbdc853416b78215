import { text } from '../text/text.ts';
import { SwitchRow } from '../ui/field.tsx';

interface PlainHttpProps {
  /** Data that others on the network can read, in one sentence. */
  readonly risk: string;
  /** How to avoid it. */
  readonly instead: string;
  /** Text of the acceptance. */
  readonly accept: string;
  readonly isAccepted: boolean;
  readonly onAccept: (isAccepted: boolean) => void;
}

/** Warning that plain HTTP can be read on the network. Nothing is opened or sent that way before the admin accepts it here. */
export function PlainHttp({ risk, instead, accept, isAccepted, onAccept }: PlainHttpProps) {
  return (
    <div className="col">
      <p className="strong look-ink">{risk}</p>
      <p className="muted">{instead}</p>
      <div className={`row ${isAccepted ? '' : 'is-invalid'}`}>
        <SwitchRow isOn={isAccepted} onChange={onAccept}>
          {accept}
        </SwitchRow>
        {!isAccepted && <span className="stop-ink">{text.setup.plainNotAccepted}</span>}
      </div>
    </div>
  );
}
