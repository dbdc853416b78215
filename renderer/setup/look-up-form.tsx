import type { LookUpState } from '../../shared/order-source.ts';
import { text } from '../text/text.ts';
import { Field, Select, SwitchRow } from '../ui/field.tsx';
import type { LookUpDraft, LookUpWrongs } from './look-up-draft.ts';

interface LookUpFormProps {
  readonly draft: LookUpDraft;
  readonly wrongs: LookUpWrongs;
  readonly state: LookUpState | undefined;
  /** Names of the mappings in Setup. */
  readonly mappings: readonly string[];
  readonly onChange: (change: Partial<LookUpDraft>) => void;
}

/** How one look-up is asked. */
export function LookUpForm({ draft, wrongs, state, mappings, onChange }: LookUpFormProps) {
  const words = text.setup.sources;
  return (
    <>
      <SwitchRow isOn={draft.isOn} onChange={(isOn) => onChange({ isOn })}>
        {words.lookUpOn}
      </SwitchRow>
      <div className="setup-grid">
        <Field
          className="span-2"
          label={words.name}
          placeholder={words.nameHint}
          value={draft.name}
          onChange={(name) => onChange({ name: name.slice(0, 40) })}
          {...(wrongs.name && { wrong: words.wrongName })}
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
          {...(wrongs.seconds && { wrong: words.wrongSeconds })}
        />
        <Field
          className="span-6 mono-field"
          label={words.url}
          placeholder={words.urlHint}
          value={draft.url}
          onChange={(url) => onChange({ url })}
          {...(wrongs.flaw && { wrong: words.wrongUrl[wrongs.flaw] })}
        />
        <Field
          className="span-3 mono-field"
          label={words.header}
          value={draft.header}
          onChange={(header) => onChange({ header })}
          {...(wrongs.header && { wrong: words.wrongHeader })}
        />
        <Field
          className="span-3 mono-field"
          label={words.token}
          takes="secret"
          placeholder={state?.hasToken === true ? words.tokenKept : words.tokenHint}
          value={draft.token}
          onChange={(token) => onChange({ token })}
        />
      </div>
    </>
  );
}
