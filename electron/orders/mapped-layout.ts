import { columnsRead, type MappedField, type Mapping, mappedText } from '../../shared/mapping.ts';
import { emptyParcel, type Order } from '../../shared/order.ts';
import type { Money } from '../../shared/units.ts';
import { type Cells, cell, type Layout } from './layout.ts';
import { plainLayout } from './plain-layout.ts';

/**
 * Reads a file whose columns are named otherwise as our own layout. If it says nothing of how large or heavy parcels are, a further row of
 * an order is a further item, and no parcel: shops write a row for each.
 */
export function mappedLayout(mapping: Mapping): Layout {
  const read = new Set(columnsRead(mapping));
  const sources = Object.entries(mapping.fields) as [MappedField, NonNullable<Mapping['fields'][MappedField]>][];
  const fields = new Set<string>(sources.map(([field]) => field));
  const hasParcels = sources.some(([field, { columns }]) => columns.length > 0 && /^weight_kg$|_cm$/.test(field));
  const ours = (cells: Cells): Cells =>
    new Map(sources.map(([field, source]) => [field, mappedText(field, source, (column) => cell(cells, column)).trim()]));
  return {
    keyColumn: mapping.fields.order?.columns[0] ?? '',
    used: (column) => read.has(column),
    needless: () => false,
    readOrder(key, rows, reading) {
      const order = plainLayout.readOrder(
        key,
        rows.map((row) => ({ ...row, cells: ours(row.cells) })),
        { ...reading, columns: fields },
      );
      return order && !hasParcels && order.parcels.length > 1 ? withItems(order) : order;
    },
  };
}

/** One parcel with all that the rows name. */
function withItems(order: Order): Order {
  const { parcels } = order;
  const contents = [...new Set(parcels.map((parcel) => parcel.contents).filter(Boolean))];
  const [hsCode = '', ...others] = new Set(parcels.map((parcel) => parcel.hsCode).filter(Boolean));
  return {
    ...order,
    lines: parcels.flatMap(({ contents: name, value }) => (name === '' ? [] : [{ name, sku: '', quantity: 1, price: value }])),
    parcels: [
      {
        ...emptyParcel,
        contents: contents.join(', '),
        value: sumOf(parcels.map(({ value }) => value)),
        hsCode: others.length === 0 ? hsCode : '',
        products: parcels.flatMap(({ products }) => products),
      },
    ],
  };
}

/** Null if one of them is not known, or in another currency. */
function sumOf([first = null, ...rest]: readonly (Money | null)[]): Money | null {
  if (!first || rest.some((each) => each?.currency !== first.currency)) return null;
  return { ...first, minor: rest.reduce((sum, each) => sum + (each?.minor ?? 0), first.minor) };
}
