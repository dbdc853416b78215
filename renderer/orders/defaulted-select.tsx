import { text } from '../text/text.ts';
import { Select } from '../ui/field.tsx';

const asInSetup = 'as-in-setup';

interface DefaultedSelectProps<Word extends string> {
  readonly label: string;
  readonly options: readonly Word[];
  readonly names: Readonly<Record<Word, string>>;
  /** Null if the order has no value: Setup's default applies. */
  readonly value: Word | null;
  readonly usual: Word;
  readonly onChange: (value: Word | null) => void;
}

/** One fact of an order that Setup has a default for. */
export function DefaultedSelect<Word extends string>({ label, options, names, value, usual, onChange }: DefaultedSelectProps<Word>) {
  return (
    <Select<Word | typeof asInSetup>
      label={label}
      options={[
        { id: asInSetup, name: text.orders.form.asInSetup(names[usual]) },
        ...options.map((option) => ({ id: option, name: names[option] })),
      ]}
      value={value ?? asInSetup}
      onChange={(chosen) => onChange(chosen === asInSetup ? null : chosen)}
    />
  );
}

interface YesNoSelectProps {
  readonly label: string;
  readonly value: boolean | null;
  readonly usual: boolean;
  readonly onChange: (value: boolean | null) => void;
}

const wordOf = (isSo: boolean): 'yes' | 'no' => (isSo ? 'yes' : 'no');

export function YesNoSelect({ label, value, usual, onChange }: YesNoSelectProps) {
  return (
    <DefaultedSelect
      label={label}
      options={['yes', 'no']}
      names={text.orders.form.yesNo}
      value={value === null ? null : wordOf(value)}
      usual={wordOf(usual)}
      onChange={(chosen) => onChange(chosen === null ? null : chosen === 'yes')}
    />
  );
}
