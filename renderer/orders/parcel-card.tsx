import { type Box, inBox } from '../../shared/order.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Select } from '../ui/field.tsx';
import type { FieldNotesAt } from '../ui/field-problems.ts';
import { type ParcelDraft, parcelDraftOf } from './order-draft.ts';

const ownSize = 'own-size';

interface ParcelCardProps {
  readonly draft: ParcelDraft;
  readonly index: number;
  readonly boxes: readonly Box[];
  readonly currency: string;
  readonly notesAt: FieldNotesAt;
  readonly onChange: (draft: ParcelDraft) => void;
  readonly onRemove: (() => void) | undefined;
}

/** One parcel: its box or size, weight and contents. */
export function ParcelCard({ draft, index, boxes, currency, notesAt, onChange, onRemove }: ParcelCardProps) {
  const words = text.orders.form;
  const { parcel } = draft;
  const place = { part: 'parcel', index } as const;
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
          unit="cm"
          placeholder={words.sizeHint}
          value={draft.size}
          onChange={(size) => onChange({ ...draft, size, parcel: { ...parcel, boxName: '' } })}
          {...notesAt(place, 'lengthCm', 'widthCm', 'heightCm')}
        />
        <Field
          className="span-2"
          label={words.weight}
          unit="kg"
          takes="number"
          value={draft.weight}
          onChange={(weight) => onChange({ ...draft, weight })}
          {...notesAt(place, 'weightGrams')}
        />
        <Field
          className="span-2"
          label={words.contents}
          value={parcel.contents}
          onChange={(contents) => onChange({ ...draft, parcel: { ...parcel, contents } })}
          {...notesAt(place, 'contents')}
        />
        <Field
          className="span-2"
          label={words.value}
          unit={currency}
          takes="number"
          value={draft.value}
          onChange={(value) => onChange({ ...draft, value })}
          {...notesAt(place, 'value')}
        />
        <Field
          className="span-2"
          label={words.hsCode}
          value={parcel.hsCode}
          onChange={(hsCode) => onChange({ ...draft, parcel: { ...parcel, hsCode } })}
          {...notesAt(place, 'hsCode')}
        />
      </div>
    </Card>
  );
}
