import { useState } from 'react';
import type { Setup } from '../../shared/settings.ts';
import { webhookSettingsSchema } from '../../shared/webhook.ts';
import { useIntent } from '../query.ts';
import { momentText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, SwitchRow } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';
import { useDraft, useForgetDrafts } from './draft.ts';
import { PlainHttp } from './plain-http.tsx';
import { GeneratedText, isPort, PortBadge, PortBlocked, PortField } from './port-fields.tsx';
import { SaveRow } from './save-row.tsx';

/** Settings for the service's deliveries to this computer: on or off, the address, and the state of the port. */
export function WebhooksTab({ setup }: { setup: Setup }) {
  const { station } = useWindowState();
  const forgetDrafts = useForgetDrafts();
  const words = text.setup.webhooks;
  const { webhooks } = setup.settings;
  const { listener, address } = setup.webhooks;
  const [isOn, setOn] = useDraft('webhooks.isOn', webhooks.isOn);
  const [port, setPort] = useDraft('webhooks.port', String(webhooks.port));
  const [reachedAt, setReachedAt] = useDraft('webhooks.reachedAt', webhooks.reachedAt);
  const [fromNetwork, setFromNetwork] = useDraft('webhooks.fromNetwork', webhooks.fromNetwork);
  const [acceptsPlain, setAcceptsPlain] = useDraft('webhooks.acceptsPlain', webhooks.acceptsPlain);
  const [isSaved, setSaved] = useState(false);
  const { send, failure, isBusy } = useIntent();
  const { shape } = webhookSettingsSchema;
  const isPortInvalid = !isPort(port);
  const isPlaceInvalid = !shape.reachedAt.safeParse(reachedAt.trim()).success;
  const isNotAccepted = isOn && fromNetwork && !acceptsPlain;

  const save = async (newAddress: boolean) => {
    setSaved(false);
    const reach = { port: Number(port), fromNetwork, acceptsPlain };
    const saved = await send(station.saveWebhooks({ isOn, ...reach, reachedAt: reachedAt.trim(), newAddress }));
    setSaved(saved !== undefined);
    if (saved) forgetDrafts('webhooks');
  };
  const errors = [isPortInvalid, isPlaceInvalid, isNotAccepted].filter(Boolean).length;
  return (
    <>
      <Card className="col" title={words.title} aside={<PortBadge state={listener} />}>
        {listener.is === 'blocked' ? <PortBlocked state={listener} /> : <p className="muted">{words.hint}</p>}
        <FailureNote failure={failure} />
        <div className="setup-grid">
          <div className="span-3">
            <SwitchRow isOn={isOn} onChange={setOn}>
              {words.isOn}
            </SwitchRow>
          </div>
          <div className="span-3">
            <SwitchRow
              isOn={fromNetwork}
              onChange={(may) => {
                setFromNetwork(may);
                setAcceptsPlain(false);
              }}
            >
              {words.fromNetwork}
            </SwitchRow>
          </div>
        </div>
        {isOn && fromNetwork && (
          <PlainHttp
            risk={words.plainRisk}
            instead={words.plainInstead}
            accept={words.plainAccept}
            isAccepted={acceptsPlain}
            onAccept={setAcceptsPlain}
          />
        )}
        <div className="setup-grid">
          <PortField typed={port} onType={setPort} />
          <Field
            className="span-4 mono-field"
            label={words.reachedAt}
            placeholder={words.reachedAtHint}
            value={reachedAt}
            onChange={setReachedAt}
            {...(isPlaceInvalid && { error: words.invalidReachedAt })}
          />
        </div>
        <p className="muted">{words.reachedAtNote}</p>
      </Card>
      <Card className="col grow" title={words.addressTitle} aside={<span className="muted">{lastOf(setup)}</span>}>
        {address ? (
          <>
            <GeneratedText
              given={address}
              copyLabel={words.copyAddress}
              copies={async () => (await station.copyWebhookAddress({})).ok}
              isLong
            />
            <p className="muted">{words.addressHint}</p>
            <p className="muted">{words.reachHint}</p>
            <div className="row">
              <p className="muted grow">{words.secretHint}</p>
              <Button isSmall isDisabled={isBusy || errors > 0} onPress={() => void save(true)}>
                {words.newAddress}
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>{words.noAddress}</p>
            <p className="muted">{words.reachHint}</p>
          </>
        )}
      </Card>
      <SaveRow tab="webhooks" isBusy={isBusy} isSaved={isSaved} errors={errors} onSave={() => void save(false)} />
    </>
  );
}

const lastOf = ({ webhooks: { lastAt } }: Setup): string =>
  lastAt === null ? text.setup.webhooks.none : text.setup.webhooks.last(momentText(lastAt));
