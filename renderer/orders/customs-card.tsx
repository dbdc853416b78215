import { type Address, emptyAddress } from '../../shared/address.ts';
import { emptyProduct, type Product, type ThirdParty, thirdPartyTypes } from '../../shared/customs.ts';
import { currencyOf, incoterms, type Order, type ShipmentDefaults } from '../../shared/order.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Field, Select } from '../ui/field.tsx';
import type { WrongAt } from '../ui/field-problems.ts';
import { FoldingCard } from '../ui/folding-card.tsx';
import { DefaultedSelect, YesNoSelect } from './defaulted-select.tsx';
import { costNames, type OrderDraft, type ParcelDraft, type ProductDraft, productDraftOf } from './order-draft.ts';

interface CustomsCardProps {
  readonly draft: OrderDraft;
  readonly defaults: ShipmentDefaults;
  readonly currency: string;
  readonly wrong: WrongAt;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onChange: (draft: OrderDraft) => void;
}

/** "Customs papers": what goods need that leave their customs territory. */
export function CustomsCard({ draft, defaults, currency: usual, wrong, isOpen, onToggle, onChange }: CustomsCardProps) {
  const words = text.orders.form;
  const { order } = draft;
  const currency = currencyOf(order, usual);
  const setOrder = (change: Partial<Order>): void => onChange({ ...draft, order: { ...order, ...change } });
  const setProducts = (parcel: number, products: readonly ProductDraft[]): void =>
    onChange({ ...draft, parcels: draft.parcels.map((each, at) => (at === parcel ? { ...each, products } : each)) });
  const setParty = (index: number, party: ThirdParty): void => setOrder({ thirdParties: order.thirdParties.with(index, party) });
  return (
    <FoldingCard className="customs" title={words.customsTitle} told={words.customsTold} isOpen={isOpen} onToggle={onToggle}>
      <div className="customs-grid">
        <div className="span-2">
          <DefaultedSelect
            label={words.incoterms}
            options={incoterms}
            names={words.incotermNames}
            value={order.incoterms}
            usual={defaults.incoterms}
            onChange={(terms) => setOrder({ incoterms: terms })}
          />
        </div>
        <div className="span-2">
          <YesNoSelect
            label={words.ownInvoice}
            value={order.ownCustomsInvoice}
            usual={defaults.ownCustomsInvoice}
            onChange={(ownCustomsInvoice) => setOrder({ ownCustomsInvoice })}
          />
        </div>
        <Field
          className="span-2"
          label={words.eori}
          value={order.recipient.eori}
          onChange={(eori) => setOrder({ recipient: { ...order.recipient, eori } })}
          {...wrong({ part: 'recipient' }, 'eori')}
        />
        {costNames.map((name) => (
          <Field
            key={name}
            className="span-2"
            label={words.costs[name]}
            unit={order.customsCosts[name]?.currency ?? currency}
            takes="number"
            value={draft.costs[name]}
            onChange={(cost) => onChange({ ...draft, costs: { ...draft.costs, [name]: cost } })}
            {...wrong({ part: 'customs-costs' }, name)}
          />
        ))}
        <Field
          className="span-12"
          label={words.exportDeclaration}
          placeholder={defaults.exportDeclaration}
          value={order.customsCosts.exportDeclaration}
          onChange={(exportDeclaration) => setOrder({ customsCosts: { ...order.customsCosts, exportDeclaration } })}
          {...wrong({ part: 'customs-costs' }, 'exportDeclaration')}
        />
      </div>
      {draft.parcels.map((parcel, index) => (
        <Products
          // The list only grows and shrinks at its end, or by the parcel's own button.
          key={index}
          parcel={parcel}
          index={index}
          isOnly={draft.parcels.length === 1}
          currency={currency}
          wrong={wrong}
          onChange={(products) => setProducts(index, products)}
        />
      ))}
      {order.thirdParties.map((party, index) => (
        <Party
          key={index}
          party={party}
          index={index}
          wrong={wrong}
          onChange={(changed) => setParty(index, changed)}
          onRemove={() => setOrder({ thirdParties: order.thirdParties.toSpliced(index, 1) })}
        />
      ))}
      <Button
        isSmall
        onPress={() => setOrder({ thirdParties: [...order.thirdParties, { type: thirdPartyTypes[0], address: emptyAddress }] })}
      >
        {words.addParty}
      </Button>
    </FoldingCard>
  );
}

interface ProductsProps {
  readonly parcel: ParcelDraft;
  readonly index: number;
  readonly isOnly: boolean;
  readonly currency: string;
  readonly wrong: WrongAt;
  readonly onChange: (products: readonly ProductDraft[]) => void;
}

/** What is in one parcel, piece by piece. Every fact of a product is needed. */
function Products({ parcel: { products }, index: parcel, isOnly, currency, wrong, onChange }: ProductsProps) {
  const words = text.orders.form;
  return (
    <section className="customs-part">
      <h3>{isOnly ? words.productsTitle : words.productsOf(parcel + 1)}</h3>
      {products.map((draft, index) => {
        const place = { part: 'product', parcel, index } as const;
        const set = (change: Partial<ProductDraft>): void => onChange(products.with(index, { ...draft, ...change }));
        const fact = (field: 'code' | 'description' | 'originCountry' | 'hsCode', className: string) => (
          <Field
            className={className}
            label={words.product[field]}
            value={draft.product[field]}
            onChange={(written) => set({ product: withFact(draft.product, field, written) })}
            {...wrong(place, field)}
          />
        );
        return (
          <div className="customs-grid" key={index}>
            {fact('code', 'span-2')}
            {fact('description', 'span-3')}
            <Field
              label={words.product.quantity}
              takes="number"
              value={draft.quantity}
              onChange={(quantity) => set({ quantity })}
              {...wrong(place, 'quantity')}
            />
            {fact('originCountry', '')}
            <Field
              label={words.product.weight}
              takes="number"
              value={draft.weight}
              onChange={(weight) => set({ weight })}
              {...wrong(place, 'weightGrams')}
            />
            <Field
              label={words.product.value(draft.product.value?.currency ?? currency)}
              takes="number"
              value={draft.value}
              onChange={(value) => set({ value })}
              {...wrong(place, 'value')}
            />
            {fact('hsCode', 'span-2')}
            <Button kind="quiet" isSmall label={words.removeProductOf(index + 1)} onPress={() => onChange(products.toSpliced(index, 1))}>
              {words.remove}
            </Button>
          </div>
        );
      })}
      <Button isSmall onPress={() => onChange([...products, productDraftOf(emptyProduct)])}>
        {isOnly ? words.addProduct : words.addProductTo(parcel + 1)}
      </Button>
    </section>
  );
}

const withFact = (product: Product, field: 'code' | 'description' | 'originCountry' | 'hsCode', written: string): Product => ({
  ...product,
  [field]: field === 'originCountry' ? written.toUpperCase() : written,
});

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
  readonly wrong: WrongAt;
  readonly onChange: (party: ThirdParty) => void;
  readonly onRemove: () => void;
}

/** Somebody besides sender and recipient whom customs must know. */
function Party({ party, index, wrong, onChange, onRemove }: PartyProps) {
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
            {...wrong(place, field)}
          />
        ))}
        <Field
          className="span-2"
          label={words.country}
          value={party.address.country}
          onChange={(written) => set('country', written.toUpperCase())}
          {...wrong(place, 'country')}
        />
      </div>
    </section>
  );
}

/** What this order says for customs beyond the usual. */
export const saysCustoms = (order: Order): boolean =>
  order.incoterms !== null ||
  order.ownCustomsInvoice !== null ||
  order.recipient.eori !== '' ||
  order.thirdParties.length > 0 ||
  order.parcels.some(({ products }) => products.length > 0) ||
  order.customsCosts.exportDeclaration !== '' ||
  costNames.some((name) => order.customsCosts[name] !== null);
