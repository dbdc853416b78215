import { type ClipboardEvent, useState } from 'react';
import { type Address, countryCodes, leavesCustomsTerritory } from '../../shared/address.ts';
import { type AddressBlock, isAddressBlock, readAddressBlock } from '../../shared/address-block.ts';
import type { CallReply, ResolveItem } from '../../shared/ipc.ts';
import {
  type Box,
  currencyOf,
  emptyParcel,
  factsOfItems,
  isHeldByShop,
  type Order,
  type OrderKey,
  usualShipment,
} from '../../shared/order.ts';
import type { Question } from '../../shared/question.ts';
import type { QuestionKind } from '../../shared/question-kind.ts';
import { plainKey } from '../../shared/scan.ts';
import { senderNamed, usualSender } from '../../shared/sender.ts';
import type { ShipmentProblem } from '../../shared/shipment-check.ts';
import { sureOf, useConfirmedTexts } from '../confirmed-texts.ts';
import { useKey } from '../key-presses.ts';
import { useIntent, useQuery } from '../query.ts';
import { reasonText, rowReasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { Field } from '../ui/field.tsx';
import { type FieldNotesAt, fieldNotesAt, isAskedLater } from '../ui/field-problems.ts';
import { useFirstError } from '../ui/first-error.ts';
import { Foot, Primary } from '../ui/foot.tsx';
import { useWindowState } from '../window-state.ts';
import { CustomsCard, hasCustomsData } from './customs-card.tsx';
import { hasMoreData, MoreCard } from './more-card.tsx';
import { draftOf, type OrderDraft, type ParcelDraft, parcelDraftOf, readDraft } from './order-draft.ts';
import { ParcelCard, type ParcelField } from './parcel-card.tsx';

type Pasted = Pick<AddressBlock, 'unsure' | 'left'>;

interface OrderFormProps {
  readonly order: Order;
  readonly isNew: boolean;
  /** The file row of this order; closed once the order is saved. */
  readonly row: Extract<ResolveItem, { kind: 'row-unreadable' }> | null;
  /** True if saving returns to the parcel in hand, which is scanned again; false if it returns to the list. */
  readonly isInHand: boolean;
  /** True if a batch waits for it: missing parts of its address are not left to the scan. */
  readonly isInBatch?: boolean;
  /** True for the first order of a new bench: saving it opens it on Ship. */
  readonly isFirst?: boolean;
  /** The facts that Ship asks for. */
  readonly question?: Pick<Question, 'kind' | 'parcel'> | null;
  readonly onClose: () => void;
}

/** A whole order on one page. Saving stores it even with problems; an order with a problem that stops is never sent. */
export function OrderForm(props: OrderFormProps) {
  const { order: first, isNew, row, isInHand, isInBatch = false, isFirst = false, question = null, onClose } = props;
  const { station } = useWindowState();
  const words = text.orders.form;
  const [draft, setDraft] = useState(() => draftOf(first));
  const [isTried, setTried] = useState(false);
  /** Parts of a pasted address that need a check. */
  const [pasted, setPasted] = useState<Pasted>({ unsure: [], left: [] });
  const { send, failure, isBusy } = useIntent();
  const texts = useConfirmedTexts(failure);
  const setup = useQuery('setup', () => station.setup({}), []);
  const settings = setup.value?.settings;
  const usualCurrency = settings?.currency ?? 'EUR';
  const defaults = settings?.shipmentDefaults ?? usualShipment;
  useKey('leave', onClose);

  const { order } = draft;
  const read = readDraft(draft, usualCurrency);
  const checked = useCheck(read.order);
  const problems = read.order
    ? checked.problems.filter((problem) => (isInBatch && problem.part === 'recipient') || !isAskedLater(problem, order))
    : read.unread;
  const notesAt = fieldNotesAt(problems, checked.respellings);
  const senders = settings?.senders ?? [];
  const sender = (order.sender && senderNamed(senders, order.sender)?.address) || usualSender({ senders });
  const crosses = sender !== null && leavesCustomsTerritory(sender, order.recipient) && order.recipient.country !== '';
  const hasProblemIn = (...parts: readonly string[]): boolean => problems.some(({ part, stops }) => stops && parts.includes(part));
  const [more, setMore] = useFold(hasMoreData(first) || hasProblemIn('shipment'));
  const [customs, setCustoms] = useFold(hasCustomsData(first) || crosses || hasProblemIn('customs-costs', 'third-party', 'product'));
  const form = useFirstError(!question && (isInHand || isInBatch) && problems.some(({ stops }) => stops));

  const setOrder = (change: Partial<Order>): void => setDraft({ ...draft, order: { ...order, ...change } });
  const isKeyMissing = plainKey(order.key) === '';
  const isCountryInvalid = order.recipient.country !== '' && !countryCodes.has(order.recipient.country);
  const save = async (): Promise<void> => {
    setTried(true);
    if (isKeyMissing || isCountryInvalid || !read.order) return;
    const key = isNew ? (plainKey(order.key) as OrderKey) : first.key;
    // A hold by the shop stays until the shop lifts it. A missing row, or an address, is settled by the person's input.
    const { otherAddress: _decided, ...decided } = read.order;
    const hold = isHeldByShop(decided.hold) ? decided.hold : null;
    const saved = await send(station.saveOrder({ order: { ...decided, key, hold }, ...sureOf(texts.confirm()) }));
    if (!saved) return;
    if (row && !(await send(station.dismissRow({ id: row.id })))) return;
    onClose();
    if (isInHand || isFirst) await send(station.scan({ code: key }));
  };
  const isPasteDoubtful = pasted.unsure.length + pasted.left.length > 0;
  return (
    <>
      <Band
        size="compact"
        state={failure || isInHand || isInBatch || isPasteDoubtful ? 'look' : isBusy ? 'working' : 'ready'}
        message={isPasteDoubtful ? words.statusPasted : statusOf({ isInHand, isInBatch, row })}
      />
      <div className="body order-form" ref={form}>
        <RecipientCard
          title={isNew ? words.titleNew : words.titleEdit(first.key)}
          order={order}
          isNew={isNew}
          needsKey={isTried && isKeyMissing}
          isCountryInvalid={isCountryInvalid}
          asked={question ? askedFields[question.kind] : undefined}
          pasted={pasted}
          notesAt={notesAt}
          onChange={setOrder}
          onPasted={setPasted}
        />
        <div className="col">
          <FailureNote failure={failure} />
          <OrderNotices order={order} problems={problems} stops={checked.stops} />
          <Parcels
            draft={draft}
            boxes={settings?.boxes ?? []}
            usualCurrency={usualCurrency}
            asked={question ? { field: askedFields[question.kind], parcel: question.parcel ?? 0 } : undefined}
            notesAt={notesAt}
            onChange={(parcels) => setDraft({ ...draft, parcels })}
          />
          <Card>
            <Field label={words.note} value={order.noteForPacker} onChange={(noteForPacker) => setOrder({ noteForPacker })} />
          </Card>
          <MoreCard
            order={order}
            defaults={defaults}
            senders={senders.map(({ name }) => name)}
            notesAt={notesAt}
            isOpen={more}
            onToggle={setMore}
            onChange={(changed) => setDraft({ ...draft, order: changed })}
          />
        </div>
        <CustomsCard
          draft={draft}
          defaults={defaults}
          currency={usualCurrency}
          notesAt={notesAt}
          isOpen={customs}
          onToggle={setCustoms}
          onChange={setDraft}
        />
      </div>
      <Foot>
        <Button onPress={onClose}>{words.cancel}</Button>
        <p className="statement muted grow">{words.statement}</p>
        <Primary means="save" commits={texts.asked !== undefined} isDisabled={isBusy} onPress={() => void save()}>
          {texts.asked !== undefined ? text.scan.keepText(texts.asked) : isInHand || isFirst ? words.saveAndScan : words.save}
        </Primary>
      </Foot>
    </>
  );
}

/** The field that answers a question. */
const askedFields: Readonly<Record<QuestionKind, Exclude<keyof Address, 'eori'> | ParcelField>> = {
  country: 'country',
  name: 'name',
  'po-box': 'street',
  'parcel-machine': 'street',
  'post-number': 'street2',
  street: 'street',
  'house-number': 'houseNumber',
  'postal-code': 'postalCode',
  city: 'city',
  province: 'province',
  phone: 'phone',
  box: 'size',
  weight: 'weight',
  contents: 'contents',
  value: 'value',
  'hs-code': 'hsCode',
};

/** Reason why the form is open. */
function statusOf({ isInHand, isInBatch, row }: Pick<OrderFormProps, 'isInHand' | 'isInBatch' | 'row'>): string {
  const words = text.orders.form;
  if (isInHand) return words.statusInHand;
  if (isInBatch) return words.statusInBatch;
  return row ? `${text.orders.line(row.problem.line, row.problem.orderKey)}: ${rowReasonText(row.problem)}` : words.status;
}

interface RecipientCardProps {
  readonly title: string;
  readonly order: Order;
  readonly isNew: boolean;
  /** True after a try to save without an order number. */
  readonly needsKey: boolean;
  readonly isCountryInvalid: boolean;
  /** The field that has the focus. */
  readonly asked: string | undefined;
  readonly pasted: Pasted;
  readonly notesAt: FieldNotesAt;
  readonly onChange: (change: Partial<Order>) => void;
  readonly onPasted: (pasted: Pasted) => void;
}

/** Order number, reference and recipient. */
function RecipientCard({
  title,
  order,
  isNew,
  needsKey,
  isCountryInvalid,
  asked,
  pasted,
  notesAt,
  onChange,
  onPasted,
}: RecipientCardProps) {
  const words = text.orders.form;
  const address = (field: Exclude<keyof Address, 'eori'>, className: string) => (
    <Field
      className={className}
      label={words[field]}
      hasFocus={asked === field}
      value={order.recipient[field]}
      onChange={(value) => {
        onChange({ recipient: { ...order.recipient, [field]: field === 'country' ? value.toUpperCase() : value } });
        onPasted({ ...pasted, unsure: pasted.unsure.filter((each) => each !== field) });
      }}
      {...(pasted.unsure.includes(field) && { error: words.pastedUnsure })}
      {...(field === 'country' && isCountryInvalid ? { error: words.invalidCountry } : notesAt({ part: 'recipient' }, field))}
    />
  );
  /** An address of several lines fills all fields; a single line stays in the field it was pasted into. */
  const paste = (event: ClipboardEvent): void => {
    const copied = event.clipboardData.getData('text/plain');
    if (!isAddressBlock(copied)) return;
    event.preventDefault();
    const { address: read, ...look } = readAddressBlock(copied);
    const { name, phone, email, eori } = order.recipient;
    // Contact data that the block does not contain is kept, and may belong to another person.
    const kept = { phone: read.phone || phone, email: read.email || email, eori: name === read.name ? eori : '' };
    const old = (['phone', 'email'] as const).filter((field) => read[field] === '' && kept[field] !== '');
    const note = [order.noteForPacker, ...look.left].filter(Boolean).join('; ');
    onChange({ recipient: { ...read, ...kept }, noteForPacker: note, goesTo: null });
    onPasted({ ...look, unsure: [...look.unsure, ...old] });
  };
  return (
    <Card title={title}>
      <output className={`pasted ${pasted.left.length > 0 ? 'look-ink' : 'muted small'}`}>
        {pasted.left.length > 0 ? words.pastedLeft(pasted.left) : words.pasteHint}
      </output>
      <div className="form-grid" onPaste={paste}>
        <Field
          className="span-3"
          label={words.key}
          value={order.key}
          isDisabled={!isNew}
          hasFocus={isNew}
          onChange={(key) => onChange({ key: key as OrderKey })}
          {...(needsKey && { error: words.needsKey })}
        />
        <Field
          className="span-3"
          label={words.reference}
          value={order.reference}
          onChange={(reference) => onChange({ reference })}
          {...notesAt({ part: 'shipment' }, 'reference')}
        />
        {address('name', 'span-3')}
        {address('company', 'span-3')}
        {address('street', 'span-4')}
        {address('houseNumber', 'span-2')}
        {address('street2', 'span-3')}
        {address('street3', 'span-3')}
        {address('postalCode', 'span-2')}
        {address('city', 'span-4')}
        {address('country', 'span-3')}
        {address('province', 'span-3')}
        {address('phone', 'span-3')}
        {address('email', 'span-3')}
      </div>
    </Card>
  );
}

interface OrderNoticesProps {
  readonly order: Order;
  readonly problems: readonly ShipmentProblem[];
  readonly stops: CallReply<'checkOrder'>['stops'];
}

/** Reasons outside the fields that stop the order, and what the packer should know about it. */
function OrderNotices({ order, problems, stops }: OrderNoticesProps) {
  const words = text.orders.form;
  const elsewhere = problems.filter((problem) => problem.part === 'sender' && problem.stops);
  return (
    <>
      {order.hold && (
        <p className="card notice" role="alert">
          {text.failures[`order-${order.hold}`].what}
        </p>
      )}
      {!order.hold && stops && <FailureNote failure={{ ...stops, ref: '', detail: '' }} />}
      {order.otherAddress && (
        <p className="card notice" role="note">
          {words.otherAddress(order.otherAddress)}
        </p>
      )}
      {order.isPartlyRefunded && (
        <p className="card notice" role="note">
          {text.ship.partlyRefunded}
        </p>
      )}
      {elsewhere.map(({ field, why }) => (
        <p key={field} className="card notice" role="alert">
          {words.senderProblem(reasonText(why))}
        </p>
      ))}
    </>
  );
}

interface ParcelsProps {
  readonly draft: OrderDraft;
  readonly boxes: readonly Box[];
  readonly usualCurrency: string;
  /** The field that has the focus, and its parcel. */
  readonly asked: { readonly field: string; readonly parcel: number } | undefined;
  readonly notesAt: FieldNotesAt;
  readonly onChange: (parcels: readonly ParcelDraft[]) => void;
}

function Parcels({ draft, boxes, usualCurrency, asked, notesAt, onChange }: ParcelsProps) {
  return (
    <>
      {draft.parcels.map((parcel, index) => (
        <ParcelCard
          // The list only grows and shrinks at its end, or by the parcel's own button.
          key={index}
          draft={parcel}
          index={index}
          fromItems={factsOfItems(draft.order, index)}
          asked={asked?.parcel === index ? asked.field : undefined}
          boxes={boxes}
          currency={parcel.parcel.value?.currency ?? currencyOf(draft.order, usualCurrency)}
          notesAt={notesAt}
          onChange={(changed) => onChange(draft.parcels.with(index, changed))}
          onRemove={draft.parcels.length > 1 ? () => onChange(draft.parcels.toSpliced(index, 1)) : undefined}
        />
      ))}
      <Button isSmall onPress={() => onChange([...draft.parcels, parcelDraftOf(emptyParcel)])}>
        {text.orders.form.addParcel}
      </Button>
    </>
  );
}

/** Problems of this order as it would be sent now, and its spelling; the last answer while it cannot be parsed. */
function useCheck(order: Order | null): CallReply<'checkOrder'> {
  const { station } = useWindowState();
  const { value } = useQuery(
    'setup',
    // An order needs a number before it can be checked.
    () => (order?.key ? station.checkOrder({ order }) : Promise.resolve({ ok: true as const, value: nothingToSay })),
    [JSON.stringify(order)],
  );
  return value ?? nothingToSay;
}

const nothingToSay: CallReply<'checkOrder'> = { problems: [], respellings: [], stops: null };

/** Open if there is something to see, until a person opens or closes it. */
function useFold(isNeeded: boolean): [boolean, (isOpen: boolean) => void] {
  const [chosen, setChosen] = useState<boolean | null>(null);
  return [chosen ?? isNeeded, setChosen];
}
