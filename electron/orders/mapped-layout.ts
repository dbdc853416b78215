import {
  columnsRead,
  type FieldSource,
  isBeyondParcels,
  isOfItem,
  type MappedField,
  type Mapping,
  mappedText,
} from '../../shared/mapping.ts';
import { emptyParcel, type Order } from '../../shared/order.ts';
import type { Money } from '../../shared/units.ts';
import { cell, type Layout, type Reading, type Row } from './layout.ts';
import { plainLayout } from './plain-layout.ts';

/**
 * Reads a file with other column names through our own layout. If it has no weights or sizes of parcels, a further row of an order is a
 * further item, not a parcel: shops write a row for each item. If fields of items are mapped, contents and HS code of a row are those of
 * its item, unless the item has its own.
 */
export function mappedLayout(mapping: Mapping): Layout {
  const read = new Set(columnsRead(mapping));
  const sources = sourcesOf(withItemSources(mapping.fields));
  const fields = new Set<string>(sources.map(([field]) => field));
  const hasParcels = sources.some(([field, { columns }]) => columns.length > 0 && /^weight_kg$|_cm$/.test(field));
  const others = sourcesOf(mapping.otherwise ?? {});
  const fixed = new Set(sources.flatMap(([field, { columns }]) => (columns.length === 0 ? [field] : [])));
  /** Uses the whole other address if no row of the order has the first one. */
  const ours = (rows: readonly Row[], reading: Reading): readonly Row[] => {
    const read = rows.map((row) => ({ ...row, cells: cellsBy(sources, row, reading) }));
    if (others.length === 0 || read.some(({ cells }) => saysWhere.some((field) => !fixed.has(field) && cells.get(field)))) return read;
    return read.map((row, at) => {
      const other = new Map(
        others.map(([field, source]) => [field, mappedText(field, source, (column) => cell(rows[at]?.cells ?? row.cells, column)).trim()]),
      );
      // A country alone is a default of the shop, and belongs to its address.
      for (const field of addressOf) if (!fixed.has(field)) row.cells.set(field, other.get(field) ?? '');
      return row;
    });
  };
  return {
    keyColumn: mapping.fields.order?.columns[0] ?? '',
    used: (column) => read.has(column),
    needless: () => false,
    readOrder(key, rows, reading) {
      const order = plainLayout.readOrder(key, ours(rows, reading), { ...reading, columns: fields });
      return order && !hasParcels && order.parcels.length > 1 ? withItems(order) : order;
    },
  };
}

type Sources = readonly (readonly [MappedField, FieldSource])[];
/** The fields of an item, with the row's own fields for those that are missing. */
function withItemSources(fields: Mapping['fields']): Mapping['fields'] {
  const names = Object.keys(fields) as MappedField[];
  if (!names.some(isOfItem)) return fields;
  const { contents, hs_code, item_name = contents, item_hs_code = hs_code } = fields;
  return { ...fields, ...(item_name && { item_name }), ...(item_hs_code && { item_hs_code }) };
}

const sourcesOf = (fields: Mapping['fields']): Sources => Object.entries(fields) as [MappedField, FieldSource][];

/** Without one of these fields there is no address. */
const saysWhere = ['name', 'company', 'street', 'postal_code', 'city'] as const;
const addressOf = [...saysWhere, 'house_number', 'street_2', 'street_3', 'province', 'country'] as const;

/**
 * Returns the fields of a row. A weight or size that no parcel can have is left out and reported, and the packer enters it at the bench.
 */
function cellsBy(sources: Sources, row: Row, reading: Reading): Map<string, string> {
  const at = (column: string): string => cell(row.cells, column);
  return new Map(
    sources.map(([field, source]) => {
      const text = mappedText(field, source, at).trim();
      if (field === 'weight_kg' && /^0+(?:[.,]0+)?$/.test(text)) return [field, ''];
      if (!isBeyondParcels(field, text)) return [field, text];
      reading.remark(row, {
        code: 'measure-of-no-parcel',
        column: source.columns.join(', '),
        written: source.columns.map(at).join(' '),
        read: inWords(field, text),
      });
      return [field, ''];
    }),
  );
}

const inWords = (field: MappedField, text: string): string =>
  /\p{L}/u.test(text) ? text : `${text} ${field === 'weight_kg' ? 'kg' : 'cm'}`;

/** Merges the rows into one parcel with all their contents. */
function withItems(order: Order): Order {
  const { lines, parcels } = order;
  const contents = [...new Set(parcels.map((parcel) => parcel.contents).filter(Boolean))];
  const [hsCode = '', ...others] = new Set(parcels.map((parcel) => parcel.hsCode).filter(Boolean));
  return {
    ...order,
    lines:
      lines.length > 0
        ? lines
        : parcels.flatMap(({ contents: name, value }) => (name === '' ? [] : [{ name, sku: '', quantity: 1, price: value }])),
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

/** Null if one of the amounts is unknown, or in another currency. */
function sumOf([first = null, ...rest]: readonly (Money | null)[]): Money | null {
  if (!first || rest.some((each) => each?.currency !== first.currency)) return null;
  return { ...first, minor: rest.reduce((sum, each) => sum + (each?.minor ?? 0), first.minor) };
}
