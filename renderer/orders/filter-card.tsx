import { allOrders, isAllOrders, type OrderFilter, orderSorts, orderStages, shipByFilters, takenFilters } from '../../shared/order-list.ts';
import { priorities } from '../../shared/order-plan.ts';
import { useQuery } from '../query.ts';
import { countryName } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/field.tsx';
import { useWindowState } from '../window-state.ts';
import { SideCard } from './side-card.tsx';

interface FilterCardProps {
  readonly filter: OrderFilter;
  readonly onChange: (filter: OrderFilter) => void;
  readonly onClose: () => void;
}

/** Filter and sort order of the order list. */
export function FilterCard({ filter, onChange, onClose }: FilterCardProps) {
  const { station } = useWindowState();
  const words = text.orders.filter;
  const by = useQuery('orders', () => station.ordersBy({}), []).value ?? { sources: [], countries: [] };
  const choice = { filter, onChange };
  return (
    <SideCard
      title={words.title}
      aside={
        <Button kind="quiet" isSmall means="leave" onPress={onClose}>
          {text.orders.close}
        </Button>
      }
    >
      <div className="orders-filter">
        <Choice {...choice} field="stage" label={words.stage} options={orderStages} nameOf={(each) => words.stages[each]} />
        <Choice {...choice} field="shipBy" label={words.shipBy} options={shipByFilters} nameOf={(each) => words.shipBys[each]} />
        <Choice
          {...choice}
          field="priority"
          label={words.priority}
          options={priorities}
          nameOf={(each) => text.orders.plan.priorities[each]}
        />
        <Choice {...choice} field="taken" label={words.taken} options={takenFilters} nameOf={(each) => words.takens[each]} />
        <Choice {...choice} field="country" label={words.country} options={by.countries} nameOf={countryName} />
        <Choice {...choice} field="source" label={words.source} options={by.sources} nameOf={(each) => each} />
        <div className="orders-filter-wide">
          <Select
            label={words.sort}
            options={orderSorts.map((id) => ({ id, name: words.sorts[id] }))}
            value={filter.sort}
            onChange={(sort) => onChange({ ...filter, sort })}
          />
        </div>
        {!isAllOrders(filter) && (
          <Button kind="quiet" isSmall className="orders-filter-wide" onPress={() => onChange(allOrders)}>
            {words.clear}
          </Button>
        )}
      </div>
    </SideCard>
  );
}

const any = '';

interface ChoiceProps<Field extends Exclude<keyof OrderFilter, 'sort'>> {
  readonly filter: OrderFilter;
  readonly onChange: (filter: OrderFilter) => void;
  readonly field: Field;
  readonly label: string;
  readonly options: readonly NonNullable<OrderFilter[Field]>[];
  readonly nameOf: (value: NonNullable<OrderFilter[Field]>) => string;
}

function Choice<Field extends Exclude<keyof OrderFilter, 'sort'>>(props: ChoiceProps<Field>) {
  const { filter, onChange, field, label, options, nameOf } = props;
  return (
    <Select<string>
      label={label}
      options={[{ id: any, name: text.orders.filter.any }, ...options.map((id) => ({ id, name: nameOf(id) || id }))]}
      value={filter[field] ?? any}
      onChange={(id) => onChange({ ...filter, [field]: id === any ? null : id })}
    />
  );
}
