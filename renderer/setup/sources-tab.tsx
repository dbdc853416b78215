import { useState } from 'react';
import type { ImportReport } from '../../shared/ipc.ts';
import { isMendedByMapping } from '../../shared/mapping.ts';
import { pushSettingsSchema } from '../../shared/order-push.ts';
import { lookUpFlaw, lookUpSettingsSchema } from '../../shared/order-source.ts';
import type { Setup } from '../../shared/settings.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, SwitchRow } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';
import { useDraft, useForgetDrafts } from './draft.ts';
import { PushCard } from './push-card.tsx';
import { SaveRow } from './save-row.tsx';

/** Whose server is asked for the order of a scanned number, and who may send orders. */
export function SourcesTab({ setup }: { setup: Setup }) {
  const { station } = useWindowState();
  const forgetDrafts = useForgetDrafts();
  const words = text.setup.sources;
  const { lookUp, push } = setup.settings;
  const [isOn, setOn] = useDraft('sources.isOn', lookUp.isOn);
  const [url, setUrl] = useDraft('sources.url', lookUp.url);
  const [header, setHeader] = useDraft('sources.header', lookUp.header);
  const [token, setToken] = useDraft('sources.token', '');
  const [seconds, setSeconds] = useDraft('sources.seconds', String(lookUp.mostSeconds));
  const [isPushOn, setPushOn] = useDraft('sources.isPushOn', push.isOn);
  const [port, setPort] = useDraft('sources.port', String(push.port));
  const [fromNetwork, setFromNetwork] = useDraft('sources.fromNetwork', push.fromNetwork);
  const [isSaved, setSaved] = useState(false);
  const { send, failure, isBusy } = useIntent();
  const { shape } = lookUpSettingsSchema;
  const flaw = isOn || url.trim() ? lookUpFlaw(url.trim()) : undefined;
  const isHeaderWrong = !shape.header.safeParse(header.trim()).success;
  const isSecondsWrong = !/^\d+$/.test(seconds.trim()) || !shape.mostSeconds.safeParse(Number(seconds)).success;
  const isPortWrong = !/^\d+$/.test(port.trim()) || !pushSettingsSchema.shape.port.safeParse(Number(port)).success;
  const save = async (newToken: boolean) => {
    setSaved(false);
    const given = { isOn, url: url.trim(), header: header.trim(), mostSeconds: Number(seconds), token: token === '' ? null : token };
    const savedLookUp = await send(station.saveLookUp(given));
    const saved = savedLookUp && (await send(station.savePush({ isOn: isPushOn, port: Number(port), fromNetwork, newToken })));
    setSaved(saved !== undefined);
    if (saved) forgetDrafts('sources');
  };
  const wrongs = [flaw, isHeaderWrong, isSecondsWrong, isPortWrong].filter(Boolean).length;
  return (
    <>
      <FailureNote failure={failure} />
      <Card className="col" title={words.lookUpTitle}>
        <SwitchRow isOn={isOn} onChange={setOn}>
          {words.lookUpOn}
        </SwitchRow>
        <div className="setup-grid">
          <Field
            className="span-6 mono-field"
            label={words.url}
            placeholder={words.urlHint}
            value={url}
            onChange={setUrl}
            {...(flaw && { wrong: words.wrongUrl[flaw] })}
          />
          <Field
            className="span-2 mono-field"
            label={words.header}
            value={header}
            onChange={setHeader}
            {...(isHeaderWrong && { wrong: words.wrongHeader })}
          />
          <Field
            className="span-3 mono-field"
            label={words.token}
            takes="secret"
            placeholder={setup.hasLookUpToken ? words.tokenKept : words.tokenHint}
            value={token}
            onChange={setToken}
          />
          <Field
            label={words.seconds}
            takes="number"
            value={seconds}
            onChange={setSeconds}
            {...(isSecondsWrong && { wrong: words.wrongSeconds })}
          />
        </div>
        <FailureNote failure={setup.lookUpTrouble} />
        <p className="muted">{/^http:/i.test(url.trim()) ? words.plainTold : words.lookUpTold}</p>
        <TryIt isOn={lookUp.url !== ''} />
      </Card>
      <PushCard
        setup={setup}
        isOn={isPushOn}
        onOn={setPushOn}
        port={port}
        onPort={setPort}
        isPortWrong={isPortWrong}
        fromNetwork={fromNetwork}
        onFromNetwork={setFromNetwork}
        isBusy={isBusy}
        onNewToken={() => wrongs === 0 && void save(true)}
      />
      <SaveRow tab="sources" isBusy={isBusy} isSaved={isSaved} wrongs={wrongs} onSave={() => void save(false)} />
    </>
  );
}

/** Asks as a scan would, with what is saved. */
function TryIt({ isOn }: { isOn: boolean }) {
  const { station } = useWindowState();
  const words = text.setup.sources;
  const { send, failure, isBusy } = useIntent();
  const [code, setCode] = useState('');
  const [report, setReport] = useState<ImportReport | null>();
  const ask = async () => {
    setReport(undefined);
    setReport(await send(station.tryLookUp({ code: code.trim() })));
  };
  return (
    <>
      <FailureNote failure={failure} />
      {failure?.reasons?.some(isMendedByMapping) && <p className="strong">{words.triedMap}</p>}
      <div className="setup-grid">
        <Field className="span-2" label={words.tryNumber} value={code} onChange={setCode} />
        <Button isSmall className="to-end" isDisabled={!isOn || isBusy || code.trim() === ''} onPress={() => void ask()}>
          {words.tryIt}
        </Button>
        <output className="span-3 muted to-end">
          {report === undefined ? words.tryTold : report === null ? words.triedNone : text.orders.report(report)}
        </output>
      </div>
    </>
  );
}
