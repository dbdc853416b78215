import { useState } from 'react';
import { shopAddressFlaw } from '../../shared/order-source.ts';
import { isPlainBeyond } from '../../shared/plain-http.ts';
import { exampleReport, filledReport, reportFlaw, statesEvent } from '../../shared/report-template.ts';
import type { Setup } from '../../shared/settings.ts';
import { type ShipmentLayout, shipmentLayouts } from '../../shared/shipment-table.ts';
import { type WriteBackSettings, writeBackSettingsSchema } from '../../shared/write-back.ts';
import { useIntent } from '../query.ts';
import { reasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, LongField, Segment } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';
import { useDraft, useForgetDrafts } from './draft.ts';
import { KeptSecretField } from './kept-secret-field.tsx';
import { PlainHttp } from './plain-http.tsx';
import { SaveRow } from './save-row.tsx';
import { TrustHost } from './trust-host.tsx';

/** Settings of the reports to a shop, and their state. */
export function WriteBackTab({ setup }: { setup: Setup }) {
  const { station } = useWindowState();
  const forgetDrafts = useForgetDrafts();
  const words = text.setup.writeBack;
  const { writeBack } = setup.settings;
  const [folder, setFolder] = useDraft('writeBack.folder', writeBack.folder);
  const [layout, setLayout] = useDraft<ShipmentLayout>('writeBack.layout', writeBack.layout);
  const [url, setUrl] = useDraft('writeBack.url', writeBack.url);
  const [method, setMethod] = useDraft<WriteBackSettings['method']>('writeBack.method', writeBack.method);
  const [body, setBody] = useDraft('writeBack.body', writeBack.body);
  const [header, setHeader] = useDraft('writeBack.header', writeBack.header);
  const [acceptsPlain, setAcceptsPlain] = useDraft('writeBack.acceptsPlain', writeBack.acceptsPlain);
  const [token, setToken] = useDraft<string | null>('writeBack.token', null);
  const [isSaved, setSaved] = useState(false);
  const { send, failure, isBusy } = useIntent();
  const flaw = url.trim() ? shopAddressFlaw(url.trim()) : undefined;
  const template = { url: url.trim(), body: body.trim() };
  const inTemplate = flaw ? undefined : reportFlaw(template);
  const isPlain = isPlainBeyond(url.trim());
  const isHeaderInvalid = !writeBackSettingsSchema.shape.header.safeParse(header.trim()).success;
  const { http } = setup.writeBack;
  const save = async () => {
    setSaved(false);
    const given = { folder: folder.trim(), layout, ...template, method, header: header.trim(), acceptsPlain, token };
    const saved = await send(station.saveWriteBack(given));
    setSaved(saved !== undefined);
    if (saved) forgetDrafts('writeBack');
  };
  return (
    <>
      <FailureNote failure={failure} />
      <TrustHost failure={failure} />
      <FileCard
        state={setup.writeBack}
        isNone={!writeBack.folder && !writeBack.url}
        folder={folder}
        onFolder={setFolder}
        layout={layout}
        onLayout={setLayout}
      />
      <Card className="col grow" title={words.httpTitle}>
        {http && (
          <p className="strong look-ink" role="alert">
            {reasonText(http)}
          </p>
        )}
        <div className="setup-grid">
          <Field
            className="span-6 mono-field"
            label={words.url}
            placeholder={words.urlHint}
            value={url}
            onChange={(typed) => {
              setUrl(typed);
              setAcceptsPlain(false);
            }}
            {...(flaw && { error: text.setup.sources.invalidUrl[flaw] })}
          />
          <div className="span-6">
            <Segment
              label={words.method}
              options={writeBackSettingsSchema.shape.method.options.map((id) => ({ id, name: id }))}
              value={method}
              onChange={setMethod}
            />
          </div>
          <Field
            className="span-2 mono-field"
            label={text.setup.sources.header}
            value={header}
            onChange={setHeader}
            {...(isHeaderInvalid && { error: text.setup.sources.invalidHeader })}
          />
          <KeptSecretField
            className="span-4"
            label={text.setup.sources.token}
            isKept={setup.hasWriteBackToken}
            hint={text.setup.sources.tokenHint}
            withoutIt={words.withoutToken}
            typed={token}
            onType={setToken}
          />
          <LongField
            className="span-6 mono-field"
            label={words.body}
            placeholder={words.bodyHint}
            value={body}
            onChange={setBody}
            {...(inTemplate && { error: text.setup.sources.invalidBody[inTemplate.flaw](inTemplate.mark) })}
          />
        </div>
        <p className="muted">{words.marks(Object.keys(exampleReport))}</p>
        {template.body !== '' && !statesEvent(template) && <p className="strong look-ink">{words.noEvent}</p>}
        {template.url !== '' && !flaw && !inTemplate && <Preview method={method} template={template} />}
        {isPlain && (
          <PlainHttp
            risk={words.plainRisk}
            instead={words.plainInstead}
            accept={words.plainAccept}
            isAccepted={acceptsPlain}
            onAccept={setAcceptsPlain}
          />
        )}
        <p className="muted">{words.httpHint}</p>
      </Card>
      <SaveRow
        tab="writeBack"
        isBusy={isBusy}
        isSaved={isSaved}
        errors={[flaw, inTemplate, isHeaderInvalid, isPlain && !acceptsPlain].filter(Boolean).length}
        onSave={() => void save()}
      />
    </>
  );
}

/** The request for an example shipment. */
function Preview({ method, template }: { method: WriteBackSettings['method']; template: Pick<WriteBackSettings, 'url' | 'body'> }) {
  const words = text.setup.writeBack;
  const { address = '', body } = filledReport(template, exampleReport);
  return (
    <div className="request-preview">
      <p className="muted">{words.preview}</p>
      <pre className="mono">{`${method} ${address}\n${body || words.ownBody}`}</pre>
    </div>
  );
}

interface FileCardProps {
  readonly state: Setup['writeBack'];
  /** True if no shop is informed. */
  readonly isNone: boolean;
  readonly folder: string;
  readonly onFolder: (folder: string) => void;
  readonly layout: ShipmentLayout;
  readonly onLayout: (layout: ShipmentLayout) => void;
}

function FileCard({ state: { waiting, file }, isNone, folder, onFolder, layout, onLayout }: FileCardProps) {
  const words = text.setup.writeBack;
  return (
    <Card
      className="col"
      title={words.fileTitle}
      aside={<span className="muted">{waiting === 0 && isNone ? words.none : words.waiting(waiting)}</span>}
    >
      {file && (
        <p className="strong look-ink" role="alert">
          {words.fileTroubles[file]}
        </p>
      )}
      <Field label={words.folder} placeholder={words.folderHint} value={folder} onChange={onFolder} />
      <Segment
        label={words.layout}
        options={shipmentLayouts.map((id) => ({ id, name: words.layouts[id] }))}
        value={layout}
        onChange={onLayout}
      />
      <p className="muted">{words.fileHint}</p>
    </Card>
  );
}
