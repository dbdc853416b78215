import { type Box, inBox, type Parcel } from '../../shared/order.ts';
import { moneyDigits } from '../../shared/units.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Select } from '../ui/field.tsx';
import type { FieldNotesAt } from '../ui/field-problems.ts';
import { type ParcelDraft, parcelDraftOf } from './order-draft.ts';

const ownSize = 'own-size';

export type ParcelField = 'size' | 'weight' | 'contents' | 'value' | 'hsCode';

interface ParcelCardProps {
  readonly draft: ParcelDraft;
  readonly index: number;
  /** Used while the fields are empty. */
  readonly fromItems: Pick<Parcel, 'contents' | 'value'>;
  /** The field that has the focus. */
  readonly asked: string | undefined;
  readonly boxes: readonly Box[];
  readonly currency: string;
  readonly notesAt: FieldNotesAt;
  readonly onChange: (draft: ParcelDraft) => void;
  readonly onRemove: (() => void) | undefined;
}

/** One parcel: its box or size, weight and contents. */
export function ParcelCard({ draft, index, fromItems, asked, boxes, currency, notesAt, onChange, onRemove }: ParcelCardProps) {
  const words = text.orders.form;
  const { parcel } = draft;
  const place = { part: 'parcel', index } as const;
  const inherits = (fromItems.contents !== '' && parcel.contents === '') || (fromItems.value !== null && draft.value === '');
  const box = boxes.find((candidate) => candidate.name === parcel.boxName);
  const pickBox = (id: string): void => {
    const chosen = boxes.find((candidate) => candidate.id === id);
    const { weight, value, products } = draft;
    onChange(
      chosen ? { ...parcelDraftOf(inBox(parcel, chosen)), weight, value, products } : { ...draft, parcel: { ...parcel, boxName: '' } },
    );
  };
  return (
    <Card
      title={words.parcelCard(index + 1)}
      aside={
        onRemove && (
          <Button kind="quiet" isSmall onPress={onRemove}>
            {words.removeParcel}
          </Button>
        )
      }
    >
      <div className="form-grid">
        <div className="span-2">
          <Select
            label={words.box}
            value={box?.id ?? ownSize}
            options={[{ id: ownSize, name: words.ownSize }, ...boxes]}
            onChange={pickBox}
            placeholder={words.ownSize}
          />
        </div>
        <Field
          className="span-2"
          label={words.size}
          hasFocus={asked === 'size'}
          unit="cm"
          placeholder={words.sizeHint}
          value={draft.size}
          onChange={(size) => onChange({ ...draft, size, parcel: { ...parcel, boxName: '' } })}
          {...notesAt(place, 'lengthCm', 'widthCm', 'heightCm')}
        />
        <Field
          className="span-2"
          label={words.weight}
          hasFocus={asked === 'weight'}
          unit="kg"
          takes="number"
          value={draft.weight}
          onChange={(weight) => onChange({ ...draft, weight })}
          {...notesAt(place, 'weightGrams')}
        />
        <Field
          className="span-2"
          label={words.contents}
          hasFocus={asked === 'contents'}
          placeholder={fromItems.contents}
          value={parcel.contents}
          onChange={(contents) => onChange({ ...draft, parcel: { ...parcel, contents } })}
          {...notesAt(place, 'contents')}
        />
        <Field
          className="span-2"
          label={words.value}
          hasFocus={asked === 'value'}
          unit={currency}
          takes="number"
          placeholder={fromItems.value ? moneyDigits(fromItems.value) : ''}
          value={draft.value}
          onChange={(value) => onChange({ ...draft, value })}
          {...notesAt(place, 'value')}
        />
        <Field
          className="span-2"
          label={words.hsCode}
          hasFocus={asked === 'hsCode'}
          value={parcel.hsCode}
          onChange={(hsCode) => onChange({ ...draft, parcel: { ...parcel, hsCode } })}
          {...notesAt(place, 'hsCode')}
        />
      </div>
      {inherits && <p className="muted small">{words.fromItems}</p>}
    </Card>
  );
}
