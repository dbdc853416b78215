import type { LookUpState } from '../../shared/order-source.ts';
import { isPlainBeyond } from '../../shared/plain-http.ts';
import { text } from '../text/text.ts';
import { Field, LongField, Segment, Select, SwitchRow } from '../ui/field.tsx';
import { KeptSecretField } from './kept-secret-field.tsx';
import { type LookUpDraft, type LookUpErrors, ofKind } from './look-up-draft.ts';
import { PlainHttp } from './plain-http.tsx';

interface LookUpFormProps {
  readonly draft: LookUpDraft;
  readonly errors: LookUpErrors;
  readonly state: LookUpState | undefined;
  /** Names of the mappings in Setup. */
  readonly mappings: readonly string[];
  readonly onChange: (change: Partial<LookUpDraft>) => void;
}

/** Settings of one look-up. */
export function LookUpForm(props: LookUpFormProps) {
  const { draft, errors, mappings, onChange } = props;
  const words = text.setup.sources;
  return (
    <>
      <div className="setup-grid">
        <Field
          className="span-2"
          label={words.name}
          placeholder={words.nameHint}
          value={draft.name}
          onChange={(name) => onChange({ name: name.slice(0, 40) })}
          {...(errors.name && { error: words.invalidName })}
        />
        <div className="span-2">
          <Select
            label={words.mapping}
            options={[
              { id: '', name: words.byColumns },
              ...mappings.map((name) => ({ id: name, name: words.byMapping(name) })),
              ...(draft.mapping === '' || mappings.includes(draft.mapping)
                ? []
                : [{ id: draft.mapping, name: words.mappingGone(draft.mapping) }]),
            ]}
            value={draft.mapping}
            onChange={(mapping) => onChange({ mapping })}
          />
        </div>
        <Field
          className="span-2"
          label={words.seconds}
          takes="number"
          value={draft.seconds}
          onChange={(seconds) => onChange({ seconds })}
          {...(errors.seconds && { error: words.invalidSeconds })}
        />
      </div>
      <Segment label={words.kind} options={kinds} value={draft.kind} onChange={(kind) => onChange(ofKind(kind, draft))} />
      {draft.kind === 'http' ? <ServerFields {...props} /> : <DatabaseFields {...props} />}
    </>
  );
}

const kinds = (['http', 'postgresql', 'mysql', 'sqlserver'] as const).map((id) => ({ id, name: text.setup.sources.kinds[id] }));

function ServerFields({ draft, errors, state, onChange }: LookUpFormProps) {
  const words = text.setup.sources;
  return (
    <div className="setup-grid">
      <Field
        className="span-6 mono-field"
        label={words.url}
        placeholder={words.urlHint}
        value={draft.url}
        // A different address needs a new confirmation.
        onChange={(url) => onChange({ url, acceptsPlain: false })}
        {...(errors.flaw && { error: words.invalidUrl[errors.flaw] })}
      />
      <Field
        className="span-3 mono-field"
        label={words.header}
        value={draft.header}
        onChange={(header) => onChange({ header })}
        {...(errors.header && { error: words.invalidHeader })}
      />
      <KeptSecretField
        className="span-3"
        label={words.token}
        isKept={state?.hasToken === true}
        hint={words.tokenHint}
        withoutIt={words.withoutToken}
        typed={draft.token}
        onType={(token) => onChange({ token })}
      />
      <LongField
        className="span-6 mono-field"
        label={words.body}
        placeholder={words.bodyHint}
        value={draft.body}
        onChange={(body) => onChange({ body })}
        {...(errors.body && { error: words.invalidBody[errors.body.flaw](errors.body.mark) })}
      />
      {isPlainBeyond(draft.url.trim()) && (
        <div className="span-6">
          <PlainHttp
            risk={words.plainRisk}
            instead={words.plainInstead}
            accept={words.plainAccept}
            isAccepted={draft.acceptsPlain}
            onAccept={(acceptsPlain) => onChange({ acceptsPlain })}
          />
        </div>
      )}
    </div>
  );
}

function DatabaseFields({ draft, errors, state, onChange }: LookUpFormProps) {
  const words = text.setup.sources;
  const field = (name: 'host' | 'database' | 'user', className: string) => (
    <Field
      className={`${className} mono-field`}
      label={words[name]}
      value={draft[name]}
      onChange={(typed) => onChange({ [name]: typed })}
      {...(errors[name] && { error: words.invalidEmpty })}
    />
  );
  return (
    <>
      <div className="setup-grid">
        {field('host', 'span-3')}
        <Field
          label={words.port}
          takes="number"
          value={draft.port}
          onChange={(port) => onChange({ port })}
          {...(errors.port && { error: words.invalidDatabasePort })}
        />
        {field('database', 'span-2')}
        {field('user', 'span-3')}
        <KeptSecretField
          className="span-3"
          label={words.password}
          isKept={state?.hasToken === true}
          withoutIt={words.withoutPassword}
          typed={draft.token}
          onType={(token) => onChange({ token })}
        />
        <LongField
          className="span-6 mono-field"
          label={words.query}
          placeholder={words.queryHint}
          value={draft.query}
          onChange={(query) => onChange({ query })}
          {...(errors.query && { error: words.invalidQuery[errors.query] })}
        />
      </div>
      <SwitchRow isOn={draft.isEncrypted} onChange={(isEncrypted) => onChange({ isEncrypted })}>
        {words.encrypted}
      </SwitchRow>
      {draft.isEncrypted && (
        <LongField
          className="mono-field"
          label={words.authority}
          placeholder={words.authorityHint}
          value={draft.authority}
          onChange={(authority) => onChange({ authority })}
        />
      )}
    </>
  );
}
