import { useState } from 'react';
import type { Address } from '../../shared/address.ts';
import type { ResolveItem } from '../../shared/ipc.ts';
import { moneyDigits, readMoney } from '../../shared/money.ts';
import { type Box, countryCodes, emptyParcel, inBox, type Order, type OrderKey, type Parcel, readGrams } from '../../shared/order.ts';
import { useKey } from '../keys.ts';
import { useIntent, useQuery } from '../query.ts';
import { station } from '../station.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field, Select } from '../ui/field.tsx';
import { Foot, Primary } from '../ui/foot.tsx';

/** A parcel as it is being typed: texts until all of them can be read. */
interface ParcelDraft {
  readonly parcel: Parcel;
  readonly size: string;
  readonly weight: string;
  readonly value: string;
}

interface OrderFormProps {
  readonly order: Order;
  readonly isNew: boolean;
  /** The row of a file this order stands for; put away once the order is saved. */
  readonly row: Extract<ResolveItem, { kind: 'row-unreadable' }> | null;
  readonly onClose: () => void;
}

const ownSize = 'own-size';

export function OrderForm({ order: first, isNew, row, onClose }: OrderFormProps) {
  const words = text.orders.form;
  const [order, setOrder] = useState(first);
  const [drafts, setDrafts] = useState(() => first.parcels.map(draftOf));
  const [isTried, setTried] = useState(false);
  const { send, failure, isBusy } = useIntent();
  const setup = useQuery(() => station.setup({}), []);
  const boxes = setup.value?.settings.boxes ?? [];
  const currency = setup.value?.settings.currency ?? 'EUR';
  useKey('Escape', onClose);

  const parcels = drafts.map((draft) => readDraft(draft, currency));
  const isKeyMissing = !order.key.trim();
  const isCountryWrong = order.recipient.country !== '' && !countryCodes.has(order.recipient.country);
  const save = async () => {
    setTried(true);
    const read = parcels.flatMap(({ parcel }) => (parcel ? [parcel] : []));
    if (isKeyMissing || isCountryWrong || read.length < drafts.length) return;
    const saved = await send(station.saveOrder({ order: { ...order, key: order.key.trim() as OrderKey, parcels: read } }));
    if (!saved) return;
    if (row && !(await send(station.dismissRow({ id: row.id })))) return;
    onClose();
  };
  const address = (field: keyof Address, className: string, wrong?: string) => (
    <Field
      className={className}
      label={words[field as Exclude<keyof Address, 'street3' | 'eori'>]}
      value={order.recipient[field]}
      onChange={(value) =>
        setOrder({ ...order, recipient: { ...order.recipient, [field]: field === 'country' ? value.toUpperCase() : value } })
      }
      {...(wrong && { wrong })}
    />
  );
  return (
    <>
      <Band
        size="compact"
        state={failure ? 'look' : isBusy ? 'working' : 'ready'}
        says={row ? `${text.orders.line(row.problem.line, row.problem.orderKey)}: ${row.problem.reason}` : words.says}
      />
      <div className="body order-form">
        <Card title={isNew ? words.titleNew : words.titleEdit(first.key)}>
          <div className="form-grid">
            <Field
              className="span-3"
              label={words.key}
              value={order.key}
              isDisabled={!isNew}
              hasFocus={isNew}
              onChange={(key) => setOrder({ ...order, key: key as OrderKey })}
              {...(isTried && isKeyMissing && { wrong: words.needsKey })}
            />
            <Field
              className="span-3"
              label={words.reference}
              value={order.reference}
              onChange={(reference) => setOrder({ ...order, reference })}
            />
            {address('name', 'span-2')}
            {address('company', 'span-2')}
            {address('email', 'span-2')}
            {address('street', 'span-4')}
            {address('houseNumber', 'span-2')}
            {address('street2', 'span-2')}
            {address('postalCode', 'span-2')}
            {address('city', 'span-2')}
            {address('country', 'span-2', isCountryWrong ? words.wrongCountry : undefined)}
            {address('province', 'span-2')}
            {address('phone', 'span-2')}
          </div>
        </Card>
        <div className="col">
          <FailureNote failure={failure} />
          {drafts.map((draft, index) => (
            <ParcelCard
              // The list only grows and shrinks at its end, or by the parcel's own button.
              key={index}
              draft={draft}
              number={index + 1}
              boxes={boxes}
              currency={currency}
              wrong={parcels[index]}
              onChange={(changed) => setDrafts(drafts.map((each, at) => (at === index ? changed : each)))}
              onRemove={drafts.length > 1 ? () => setDrafts(drafts.filter((_each, at) => at !== index)) : undefined}
            />
          ))}
          <Button isSmall onPress={() => setDrafts([...drafts, draftOf(emptyParcel)])}>
            {words.addParcel}
          </Button>
          <Card>
            <div className="form-grid">
              <Field
                className="span-6"
                label={words.note}
                value={order.noteForPacker}
                onChange={(noteForPacker) => setOrder({ ...order, noteForPacker })}
              />
              <Field
                className="span-6"
                label={words.instructions}
                value={order.deliveryInstructions}
                onChange={(deliveryInstructions) => setOrder({ ...order, deliveryInstructions })}
              />
            </div>
          </Card>
        </div>
      </div>
      <Foot>
        <Button onPress={onClose}>{words.cancel}</Button>
        <p className="statement muted grow">{words.statement}</p>
        <Primary keyName="F10" isDisabled={isBusy} onPress={() => void save()}>
          {words.save}
        </Primary>
      </Foot>
    </>
  );
}

interface ParcelCardProps {
  readonly draft: ParcelDraft;
  readonly number: number;
  readonly boxes: readonly Box[];
  readonly currency: string;
  readonly wrong: ReadDraft | undefined;
  readonly onChange: (draft: ParcelDraft) => void;
  readonly onRemove: (() => void) | undefined;
}

function ParcelCard({ draft, number, boxes, currency, wrong, onChange, onRemove }: ParcelCardProps) {
  const words = text.orders.form;
  const { parcel } = draft;
  const box = boxes.find((candidate) => candidate.name === parcel.boxName);
  const pickBox = (id: string) => {
    const chosen = boxes.find((candidate) => candidate.id === id);
    onChange(
      chosen
        ? { ...draftOf(inBox(parcel, chosen)), weight: draft.weight, value: draft.value }
        : { ...draft, parcel: { ...parcel, boxName: '' } },
    );
  };
  return (
    <Card
      title={words.parcelCard(number)}
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
          {...(wrong?.isSizeWrong && { wrong: words.wrongSize })}
        />
        <Field
          className="span-2"
          label={words.weight}
          unit="kg"
          takes="number"
          value={draft.weight}
          onChange={(weight) => onChange({ ...draft, weight })}
          {...(wrong?.isWeightWrong && { wrong: words.wrongWeight })}
        />
        <Field
          className="span-2"
          label={words.contents}
          value={parcel.contents}
          onChange={(contents) => onChange({ ...draft, parcel: { ...parcel, contents } })}
        />
        <Field
          className="span-2"
          label={words.value}
          unit={parcel.value?.currency ?? currency}
          takes="number"
          value={draft.value}
          onChange={(value) => onChange({ ...draft, value })}
          {...(wrong?.isValueWrong && { wrong: words.wrongValue })}
        />
        <Field
          className="span-2"
          label={words.hsCode}
          value={parcel.hsCode}
          onChange={(hsCode) => onChange({ ...draft, parcel: { ...parcel, hsCode } })}
        />
      </div>
    </Card>
  );
}

function draftOf(parcel: Parcel): ParcelDraft {
  const { lengthCm, widthCm, heightCm, weightGrams, value } = parcel;
  return {
    parcel,
    size: lengthCm === null || widthCm === null || heightCm === null ? '' : `${lengthCm} x ${widthCm} x ${heightCm}`,
    weight: weightGrams === null ? '' : String(weightGrams / 1000),
    value: value ? moneyDigits(value) : '',
  };
}

interface ReadDraft {
  readonly isSizeWrong: boolean;
  readonly isWeightWrong: boolean;
  readonly isValueWrong: boolean;
  /** Null while any of its texts cannot be read. */
  readonly parcel: Parcel | null;
}

/** Empty texts are facts nobody has given yet; they are asked for at the bench. */
function readDraft({ parcel, size, weight, value }: ParcelDraft, currency: string): ReadDraft {
  const [lengthCm, widthCm, heightCm, ...more] = size
    .split(/[x×*]/i)
    .map((part) => Number(part.trim().replace(',', '.')))
    .filter((length) => length > 0);
  const hasSize = size.trim() !== '';
  const isSizeWrong = hasSize && (lengthCm === undefined || widthCm === undefined || heightCm === undefined || more.length > 0);
  const weightGrams = weight.trim() ? readGrams(weight) : null;
  const money = value.trim() ? readMoney(value.replace(',', '.'), parcel.value?.currency ?? currency) : null;
  const isRead = !isSizeWrong && weightGrams !== undefined && money !== undefined;
  return {
    isSizeWrong,
    isWeightWrong: weightGrams === undefined,
    isValueWrong: money === undefined,
    parcel: isRead
      ? { ...parcel, lengthCm: lengthCm ?? null, widthCm: widthCm ?? null, heightCm: heightCm ?? null, weightGrams, value: money }
      : null,
  };
}
