import { type Address } from '../../shared/address.ts';
import { type ThirdParty, thirdPartyTypes } from '../../shared/customs.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Field, Select } from '../ui/field.tsx';
import type { FieldNotesAt } from '../ui/field-problems.ts';

const partyFields: readonly (readonly [Exclude<keyof Address, 'country'>, string])[] = [
  ['name', 'span-3'],
  ['company', 'span-3'],
  ['eori', 'span-3'],
  ['street', 'span-4'],
  ['houseNumber', 'span-2'],
  ['street2', 'span-3'],
  ['street3', 'span-3'],
  ['postalCode', 'span-2'],
  ['city', 'span-3'],
  ['province', 'span-1'],
  ['phone', 'span-3'],
  ['email', 'span-3'],
];

interface PartyProps {
  readonly party: ThirdParty;
  readonly index: number;
  readonly notesAt: FieldNotesAt;
  readonly onChange: (party: ThirdParty) => void;
  readonly onRemove: () => void;
}

/** A party besides sender and recipient that customs must know. */
export function Party({ party, index, notesAt, onChange, onRemove }: PartyProps) {
  const words = text.orders.form;
  const place = { part: 'third-party', index } as const;
  const set = (field: keyof Address, written: string): void => onChange({ ...party, address: { ...party.address, [field]: written } });
  return (
    <section className="customs-part">
      <div className="row">
        <h3>{words.partyTitle(index + 1)}</h3>
        <Button kind="quiet" isSmall className="push" label={words.removePartyOf(index + 1)} onPress={onRemove}>
          {words.remove}
        </Button>
      </div>
      <div className="customs-grid">
        <div className="span-3">
          <Select
            label={words.partyType}
            options={thirdPartyTypes.map((type) => ({ id: type, name: words.partyTypes[type] }))}
            value={party.type}
            onChange={(type) => onChange({ ...party, type })}
          />
        </div>
        {partyFields.map(([field, className]) => (
          <Field
            key={field}
            className={className}
            label={words[field]}
            value={party.address[field]}
            onChange={(written) => set(field, written)}
            {...notesAt(place, field)}
          />
        ))}
        <Field
          className="span-2"
          label={words.country}
          value={party.address.country}
          onChange={(written) => set('country', written.toUpperCase())}
          {...notesAt(place, 'country')}
        />
      </div>
    </section>
  );
}
