import { consignmentTypes, type Order, type ShipmentDefaults } from '../../shared/order.ts';
import { text } from '../text/text.ts';
import { Field, Select } from '../ui/field.tsx';
import type { FieldNotesAt } from '../ui/field-problems.ts';
import { FoldingCard } from '../ui/folding-card.tsx';
import { DefaultedSelect, YesNoSelect } from './defaulted-select.tsx';

interface CardProps {
  readonly order: Order;
  readonly defaults: ShipmentDefaults;
  /** Names of the senders in Setup. */
  readonly senders: readonly string[];
  readonly notesAt: FieldNotesAt;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onChange: (order: Order) => void;
}

/** Longer than any sender's name can be. */
const byRules = '-'.repeat(41);

/** "More about this parcel": fields that most shipments do not need. */
export function MoreCard({ order, defaults, senders, notesAt, isOpen, onToggle, onChange }: CardProps) {
  const words = text.orders.form;
  const place = { part: 'shipment' } as const;
  return (
    <FoldingCard title={words.moreTitle} hint={words.moreHint} isOpen={isOpen} onToggle={onToggle}>
      <div className="form-grid">
        {(senders.length > 1 || order.sender !== undefined) && (
          <div className="span-6">
            <Select
              label={words.sender}
              options={[
                { id: byRules, name: words.senderByRules },
                ...[...new Set([...senders, ...(order.sender ? [order.sender] : [])])].map((id) => ({ id, name: id })),
              ]}
              value={order.sender ?? byRules}
              onChange={(chosen) => {
                const { sender: _before, ...others } = order;
                onChange(chosen === byRules ? others : { ...others, sender: chosen });
              }}
            />
          </div>
        )}
        <div className="span-3">
          <DefaultedSelect
            label={words.type}
            options={consignmentTypes}
            names={words.types}
            value={order.consignmentType}
            usual={defaults.consignmentType}
            onChange={(consignmentType) => onChange({ ...order, consignmentType })}
          />
        </div>
        <Field
          className="span-3"
          label={words.preferredDate}
          placeholder={words.preferredDateHint}
          value={order.preferredDate}
          onChange={(preferredDate) => onChange({ ...order, preferredDate })}
          {...notesAt(place, 'preferredDate')}
        />
        <div className="span-2">
          <YesNoSelect
            label={words.stackable}
            value={order.stackable}
            usual={defaults.stackable}
            onChange={(stackable) => onChange({ ...order, stackable })}
          />
        </div>
        <div className="span-2">
          <YesNoSelect
            label={words.batteries}
            value={order.hasBatteries}
            usual={defaults.hasBatteries}
            onChange={(hasBatteries) => onChange({ ...order, hasBatteries })}
          />
        </div>
        <div className="span-2">
          <YesNoSelect
            label={words.returnLabel}
            value={order.returnLabel}
            usual={defaults.returnLabel}
            onChange={(returnLabel) => onChange({ ...order, returnLabel })}
          />
        </div>
        <Field
          className="span-6"
          label={words.instructions}
          placeholder={defaults.deliveryInstructions}
          value={order.deliveryInstructions}
          onChange={(deliveryInstructions) => onChange({ ...order, deliveryInstructions })}
          {...notesAt(place, 'deliveryInstructions')}
        />
      </div>
    </FoldingCard>
  );
}

/** True if this order has further data that differ from the usual. */
export const hasMoreData = (order: Order): boolean =>
  order.sender !== undefined ||
  order.consignmentType !== null ||
  order.stackable !== null ||
  order.hasBatteries !== null ||
  order.returnLabel !== null ||
  order.preferredDate !== '' ||
  order.deliveryInstructions !== '';
