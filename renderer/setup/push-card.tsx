import type { Setup } from '../../shared/settings.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Field, SwitchRow } from '../ui/field.tsx';

interface PushCardProps {
  readonly setup: Setup;
  readonly isOn: boolean;
  readonly onOn: (isOn: boolean) => void;
  readonly port: string;
  readonly onPort: (port: string) => void;
  readonly isPortWrong: boolean;
  readonly fromNetwork: boolean;
  readonly onFromNetwork: (fromNetwork: boolean) => void;
  readonly isBusy: boolean;
  readonly onNewToken: () => void;
}

/** Whether others may send orders, where to and with what. */
export function PushCard(props: PushCardProps) {
  const words = text.setup.sources;
  const { push, settings } = props.setup;
  const { token } = settings.push;
  return (
    <Card className="col" title={words.pushTitle} aside={<Door door={push.door} />}>
      {push.door.is === 'blocked' && (
        <p className="strong look-ink" role="alert">
          {words.door[push.door.why](push.door.port)}
        </p>
      )}
      <div className="setup-grid">
        <div className="span-4">
          <SwitchRow isOn={props.isOn} onChange={props.onOn}>
            {words.pushOn}
          </SwitchRow>
          <SwitchRow isOn={props.fromNetwork} onChange={props.onFromNetwork}>
            {words.fromNetwork}
          </SwitchRow>
        </div>
        <Field
          className="span-2"
          label={words.pushPort}
          takes="number"
          value={props.port}
          onChange={props.onPort}
          {...(props.isPortWrong && { wrong: words.wrongPort })}
        />
      </div>
      {token ? (
        <>
          <div className="row">
            <p className="muted">{words.pushTo}</p>
            <p className="mono grow">{push.address}</p>
            <CopyButton copies={push.address} label={words.copyAddress} />
          </div>
          <div className="row">
            <p className="muted">{words.pushToken}</p>
            <p className="mono grow webhook-address">{words.bearer(token)}</p>
            <CopyButton copies={words.bearer(token)} label={words.copyToken} />
          </div>
          <div className="row">
            <p className="muted grow">{words.pushTokenTold}</p>
            <Button isSmall isDisabled={props.isBusy} onPress={props.onNewToken}>
              {words.newToken}
            </Button>
          </div>
        </>
      ) : (
        <p className="muted">{words.noToken}</p>
      )}
      <p className="muted">{words.pushTold}</p>
    </Card>
  );
}

function Door({ door }: { door: Setup['push']['door'] }) {
  const words = text.setup.sources;
  switch (door.is) {
    case 'shut':
      return <span className="muted">{words.door.shut}</span>;
    case 'open':
      return <Badge state="done">{words.door.open(door.port)}</Badge>;
    case 'blocked':
      return <Badge state="look">{words.blocked}</Badge>;
  }
}
