import { emptyAddress } from '../../shared/address.ts';
import { type ThirdParty, thirdPartyTypes } from '../../shared/customs.ts';
import { currencyOf, incoterms, type Order, type ShipmentDefaults } from '../../shared/order.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import type { FieldNotesAt } from '../ui/field-problems.ts';
import { FoldingCard } from '../ui/folding-card.tsx';
import { DefaultedSelect, YesNoSelect } from './defaulted-select.tsx';
import { costNames, type OrderDraft, type ProductDraft } from './order-draft.ts';
import { Products } from './products.tsx';
import { Party } from './third-party-fields.tsx';

interface CustomsCardProps {
  readonly draft: OrderDraft;
  readonly defaults: ShipmentDefaults;
  readonly currency: string;
  readonly notesAt: FieldNotesAt;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onChange: (draft: OrderDraft) => void;
}

/** "Customs papers": data required for goods that leave their customs territory. */
export function CustomsCard({ draft, defaults, currency: usual, notesAt, isOpen, onToggle, onChange }: CustomsCardProps) {
  const words = text.orders.form;
  const { order } = draft;
  const currency = currencyOf(order, usual);
  const setOrder = (change: Partial<Order>): void => onChange({ ...draft, order: { ...order, ...change } });
  const setProducts = (parcel: number, products: readonly ProductDraft[]): void =>
    onChange({ ...draft, parcels: draft.parcels.map((each, at) => (at === parcel ? { ...each, products } : each)) });
  const setParty = (index: number, party: ThirdParty): void => setOrder({ thirdParties: order.thirdParties.with(index, party) });
  return (
    <FoldingCard className="customs" title={words.customsTitle} hint={words.customsHint} isOpen={isOpen} onToggle={onToggle}>
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
          {...notesAt({ part: 'recipient' }, 'eori')}
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
            {...notesAt({ part: 'customs-costs' }, name)}
          />
        ))}
        <Field
          className="span-12"
          label={words.exportDeclaration}
          placeholder={defaults.exportDeclaration}
          value={order.customsCosts.exportDeclaration}
          onChange={(exportDeclaration) => setOrder({ customsCosts: { ...order.customsCosts, exportDeclaration } })}
          {...notesAt({ part: 'customs-costs' }, 'exportDeclaration')}
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
          notesAt={notesAt}
          onChange={(products) => setProducts(index, products)}
        />
      ))}
      {order.thirdParties.map((party, index) => (
        <Party
          key={index}
          party={party}
          index={index}
          notesAt={notesAt}
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

/** True if this order has customs data that differ from the usual. */
export const hasCustomsData = (order: Order): boolean =>
  order.incoterms !== null ||
  order.ownCustomsInvoice !== null ||
  order.recipient.eori !== '' ||
  order.thirdParties.length > 0 ||
  order.parcels.some(({ products }) => products.length > 0) ||
  order.customsCosts.exportDeclaration !== '' ||
  costNames.some((name) => order.customsCosts[name] !== null);
