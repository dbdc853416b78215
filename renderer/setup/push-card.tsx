import type { Setup } from '../../shared/settings.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SwitchRow } from '../ui/field.tsx';
import { PlainHttp } from './plain-http.tsx';
import { GeneratedText, PortBadge, PortBlocked, PortField } from './port-fields.tsx';

interface PushCardProps {
  readonly setup: Setup;
  readonly isOn: boolean;
  readonly onOn: (isOn: boolean) => void;
  readonly port: string;
  readonly onPort: (port: string) => void;
  readonly fromNetwork: boolean;
  readonly onFromNetwork: (fromNetwork: boolean) => void;
  readonly acceptsPlain: boolean;
  readonly onAcceptsPlain: (acceptsPlain: boolean) => void;
  /** The token that was made on this screen; null if none was, or after the screen was left. */
  readonly token: string | null;
  readonly isBusy: boolean;
  readonly onNewToken: () => void;
}

/** Settings for orders from others: on or off, the address and the token. */
export function PushCard(props: PushCardProps) {
  const words = text.setup.sources;
  const { push } = props.setup;
  const { token } = props;
  return (
    <Card className="col" title={words.pushTitle} aside={<PortBadge state={push.listener} />}>
      {push.listener.is === 'blocked' && <PortBlocked state={push.listener} />}
      <div className="setup-grid">
        <div className="span-4">
          <SwitchRow isOn={props.isOn} onChange={props.onOn}>
            {words.pushOn}
          </SwitchRow>
          <SwitchRow isOn={props.fromNetwork} onChange={props.onFromNetwork}>
            {words.fromNetwork}
          </SwitchRow>
        </div>
        <PortField typed={props.port} onType={props.onPort} />
      </div>
      {props.isOn && props.fromNetwork && (
        <PlainHttp
          risk={words.pushPlainRisk}
          instead={words.pushPlainInstead}
          accept={words.pushPlainAccept}
          isAccepted={props.acceptsPlain}
          onAccept={props.onAcceptsPlain}
        />
      )}
      {push.hasToken ? (
        <>
          <GeneratedText label={words.pushTo} given={push.address} copyLabel={words.copyAddress} />
          {token !== null && <GeneratedText label={words.pushToken} given={words.bearer(token)} copyLabel={words.copyToken} isLong />}
          <div className="row">
            <p className={token === null ? 'muted grow' : 'grow'}>{token === null ? words.pushTokenHint : words.pushTokenOnce}</p>
            <Button isSmall isDisabled={props.isBusy} onPress={props.onNewToken}>
              {words.newToken}
            </Button>
          </div>
        </>
      ) : (
        <p className="muted">{words.noToken}</p>
      )}
      <p className="muted">{words.pushHint}</p>
    </Card>
  );
}
