import { z } from 'zod';
import {
  calledOfRecipient,
  furtherLines,
  headings,
  type IsCalled,
  isCalled,
  isCalledOfPayer,
  isNestedOrder,
  isOfGoods,
  isOfOtherParty,
  isPath,
  itemTotals,
  nameParts,
  namesRecipient,
  plain,
  productGrams,
  productHeadings,
  quarters,
  segmentsOf,
  unitColumns,
  unitWords,
} from './column-headings.ts';
import type { ItemFact } from './order-line.ts';

/** Fields of an order that a file may name differently; named like Packbench's own columns. */
export const mappedFields = [
  'order',
  'name',
  'company',
  'street',
  'house_number',
  'street_2',
  'street_3',
  'postal_code',
  'city',
  'province',
  'country',
  'phone',
  'email',
  'weight_kg',
  'length_cm',
  'width_cm',
  'height_cm',
  'contents',
  'value',
  'currency',
  'hs_code',
  'reference',
  'note',
  'delivery_instructions',
  'priority',
  'ship_by',
  'shipping_method',
  'status',
  'payment_status',
  'delivery_status',
  'cancelled',
  'item_name',
  'item_sku',
  'item_quantity',
  'item_price',
  'item_barcode',
  'item_weight_kg',
  'item_hs_code',
  'item_origin',
  'item_picture',
  'item_shelf',
  'item_gift',
  'item_serial',
] as const;
export type MappedField = (typeof mappedFields)[number];

const calledAs: Readonly<Record<MappedField, ReadonlySet<string>>> = headings;

/** Size of each unit in the base unit. The first of each kind is the base unit. */
const weightUnits = { kg: 1000, g: 1, lb: 453.592_37, oz: 28.349_523_125 } as const;
const sizeUnits = { cm: 1, mm: 0.1, m: 100, in: 2.54 } as const;
export type Unit = keyof typeof weightUnits | keyof typeof sizeUnits;
const unitNames = [...Object.keys(weightUnits), ...Object.keys(sizeUnits)] as [Unit, ...Unit[]];

const [unitsOfWeight, unitsOfSize, noUnits] = [Object.keys(weightUnits) as Unit[], Object.keys(sizeUnits) as Unit[], []];

const isWeight = (field: MappedField): boolean => field === 'weight_kg' || field === 'item_weight_kg';
/** True for a field of an order line: a row that fills one is an item of its order. */
export const isOfItem = (field: MappedField): boolean => field.startsWith('item_');

/** The units in which a field may be written; empty if it has none. */
export function unitsOf(field: MappedField): readonly Unit[] {
  if (isWeight(field)) return unitsOfWeight;
  return field.endsWith('_cm') ? unitsOfSize : noUnits;
}

/** Source of a field: the file's columns, joined if there are several, or without a column one text for every row. */
export const fieldSourceSchema = z.object({
  columns: z.array(z.string().min(1).max(200)).max(6),
  joinedBy: z.string().max(5),
  constant: z.string().max(200),
  /** Null if the file uses Packbench's unit. */
  unit: z.enum(unitNames).nullable(),
  /** The column that names the unit of each row; `unit` counts if its cell is empty. */
  unitColumn: z.string().max(200).optional(),
});
export type FieldSource = z.infer<typeof fieldSourceSchema>;

export const emptySource: FieldSource = { columns: [], joinedBy: ' ', constant: '', unit: null };

/** Maps a file with other column names to orders. */
export const mappingSchema = z.object({
  name: z.string().trim().min(1).max(60),
  /** Every column of the files it was made for. */
  columns: z.array(z.string().max(200)).max(500),
  fields: z.partialRecord(z.enum(mappedFields), fieldSourceSchema),
  /**
   * The recipient of rows whose address in `fields` is empty: the main address next to a delivery address. It is used as a whole; no
   * field of one address is ever filled from the other.
   */
  otherwise: z.partialRecord(z.enum(mappedFields), fieldSourceSchema).optional(),
});
export type Mapping = z.infer<typeof mappingSchema>;

export const mostMappings = 50;
export const mappingsSchema = z.array(mappingSchema).max(mostMappings);

/** A file of mappings, as it is exported and imported. Raise `form` with any change of a mapping. */
export const mappingFileSchema = z.object({ form: z.literal(1), packbenchMappings: mappingsSchema });
export type MappingFile = z.infer<typeof mappingFileSchema>;

export const columnsRead = ({ fields, otherwise = {} }: Mapping): readonly string[] => [
  ...new Set(
    [...Object.values(fields), ...Object.values(otherwise)].flatMap(({ columns, unitColumn }) => [
      ...columns,
      ...(unitColumn === undefined ? [] : [unitColumn]),
    ]),
  ),
];

const isSameSet = (some: readonly string[], others: ReadonlySet<string>): boolean =>
  new Set(some).size === others.size && some.every((each) => others.has(each));

/** The mapping that was made for a file of exactly these columns. */
export const mappingFor = (mappings: readonly Mapping[], columns: ReadonlySet<string>): Mapping | undefined =>
  mappings.find((mapping) => isSameSet(mapping.columns, columns));

/** The mapping whose columns are all present; of several, the one that reads most columns. */
export const mappingWithin = (mappings: readonly Mapping[], columns: ReadonlySet<string>): Mapping | undefined =>
  mappings
    .filter((mapping) => columnsRead(mapping).length > 1 && columnsRead(mapping).every((column) => columns.has(column)))
    .toSorted((one, other) => columnsRead(other).length - columnsRead(one).length)[0];

/** The mapping that nearly fits, and its missing columns. */
export function mappingBeside(
  mappings: readonly Mapping[],
  columns: ReadonlySet<string>,
): { readonly mapping: Mapping; readonly missing: readonly string[] } | undefined {
  const near = mappings
    .map((mapping) => ({ mapping, missing: columnsRead(mapping).filter((column) => !columns.has(column)) }))
    .filter(({ mapping, missing }) => missing.length > 0 && missing.length * 2 <= columnsRead(mapping).length);
  return near.toSorted((one, other) => one.missing.length - other.missing.length)[0];
}

/** The value of a field in a row, in Packbench's units. */
export function mappedText(
  field: MappedField,
  { columns, joinedBy, constant, unit, unitColumn }: FieldSource,
  cell: (column: string) => string,
): string {
  if (columns.length === 0) return constant;
  const written = columns
    .map(cell)
    .filter((text) => text !== '')
    .join(joinedBy);
  if (unitsOf(field).length === 0) return written;
  const named = unitColumn === undefined ? '' : cell(unitColumn);
  return inOurUnit(field, named === '' ? written : `${written} ${named}`, unit);
}

const wholeUnit = unitWords.map(([unit, words]) => [unit, new RegExp(`^(?:${words})$`)] as const);
/** Units at the end of a name without blanks: `weightg`, `gewichtingramm`. */
const unitBehind = unitWords.map(([unit, words]) => [unit, new RegExp(`(?:in|en|im|w)?(?:${words})$`)] as const);

const unitNamed = (field: MappedField, written: string): Unit | undefined => {
  const word = plain(written.toLowerCase());
  return wholeUnit.find(([unit, is]) => unitsOf(field).includes(unit) && is.test(word))?.[0];
};

/** The number in Packbench's unit. A unit in the cell (`300 g`) overrides that of the mapping. Any other text is returned unchanged. */
function inOurUnit(field: MappedField, written: string, usual: Unit | null): string {
  const [, digits, word = ''] = /^(\d{1,7}(?:[.,]\d{1,6})?)\s*([^\d\s].*)?$/.exec(written) ?? [];
  const unit = word === '' ? usual : unitNamed(field, word);
  if (digits === undefined || unit === undefined) return written;
  if (unit === null) return digits;
  const value = Number(digits.replace(',', '.'));
  if (isWeight(field) && unit in weightUnits) return String(Math.round(value * weightUnits[unit as keyof typeof weightUnits]) / 1000);
  if (field.endsWith('_cm') && unit in sizeUnits) return String(Math.round(value * sizeUnits[unit as keyof typeof sizeUnits] * 100) / 100);
  return written;
}

/** A weight with the unit that its source names, in kilograms. Text that is no such weight is returned unchanged. */
export const kilogramsOf = (written: string, unit: string): string =>
  written === '' ? '' : inOurUnit('item_weight_kg', `${written} ${unit}`.trim(), null);

/**
 * In kilograms and centimetres. Couriers take no parcel beyond these limits, and no box with goods weighs less, so the unit is most
 * likely another one.
 */
const [leastKg, mostKg, mostCm] = [0.01, 70, 300];

/** True for a weight or a size that no parcel has, in Packbench's unit, or whose unit is not known. An item may be lighter. */
export function isBeyondParcels(field: MappedField, text: string): boolean {
  if (unitsOf(field).length === 0 || isOfItem(field) || !/^\d/.test(text)) return false;
  const value = Number(text.replace(',', '.'));
  if (Number.isNaN(value)) return /^\d+(?:[.,]\d+)?\s*\p{L}+\.?$/u.test(text);
  return field === 'weight_kg' ? value < leastKg || value > mostKg : value > mostCm;
}

/** True if a mapping may fix the problem: the file has columns, but they are unknown. */
export const isFixedByMapping = ({ code }: { readonly code: string }): boolean =>
  code === 'columns-not-known' || code === 'mapping-lacks-columns' || code === 'xml-without-orders';

/** Why a mapping cannot be used; empty if it can. */
export function mappingWrongs({ name, fields }: Mapping): readonly ('name' | 'order' | 'address')[] {
  const address = (['name', 'company', 'street', 'city', 'postal_code', 'country'] as const).filter(
    (field) => (fields[field]?.columns.length ?? 0) > 0,
  );
  return [
    ...(name.trim() === '' ? (['name'] as const) : []),
    ...(fields.order?.columns.length === 1 ? [] : (['order'] as const)),
    ...(address.length >= 2 ? [] : (['address'] as const)),
  ];
}

/** The fact of an item that a column with this name holds, or undefined. Weights are left out: they may be those of the parcel. */
export function itemFactNamed(column: string): ItemFact | undefined {
  const name = plain(column);
  return factsByHeading.find((fact) => calledAs[`item_${fact}`].has(name));
}
const factsByHeading = ['barcode', 'hs_code', 'origin', 'picture', 'shelf', 'gift', 'serial'] as const satisfies readonly ItemFact[];

/** Facts in a file of products. */
export const productFields = [
  'sku',
  'name',
  'barcode',
  'weight_kg',
  'hs_code',
  'origin',
  'picture',
  'batteries',
  'parts',
  'parent',
  'group',
] as const;
export type ProductField = (typeof productFields)[number];

/** The columns of a file of products by field, the best first. Without a SKU column it is no such file. */
export function productColumns(columns: readonly string[]): Partial<Record<ProductField, FieldSource>> {
  const found: Partial<Record<ProductField, FieldSource>> = {};
  for (const field of productFields) {
    const called = field === 'weight_kg' ? [] : productHeadings[field].flatMap((names) => columns.filter((each) => names.has(plain(each))));
    if (called.length > 0) found[field] = { ...emptySource, columns: [...new Set(called)].slice(0, 6) };
  }
  const grams = columns.find((each) => productGrams.has(plain(each)));
  if (grams !== undefined) return { ...found, weight_kg: { ...emptySource, columns: [grams], unit: 'g' } };
  const fields = ['item_weight_kg', 'weight_kg'] as const;
  const weight = fields.flatMap((field) => columns.find((each) => measureOf(field, each)) ?? [])[0];
  if (weight === undefined) return found;
  const unit = fields.map((field) => measureOf(field, weight)?.unit).find((each) => each !== undefined && each !== null) ?? null;
  const unitColumn = unitColumnOf('item_weight_kg', columns);
  return { ...found, weight_kg: { ...emptySource, columns: [weight], unit, ...(unitColumn !== undefined && { unitColumn }) } };
}

/** Names whose meaning depends on the neighbouring columns: "Estado" next to a town is a state of Mexico, "Stato" a country. */
const placeBeside: Readonly<Record<string, MappedField>> = { estado: 'province', stato: 'country' };
const besidePlace: readonly MappedField[] = ['postal_code', 'city', 'province', 'country'];

/** Fields of a place; all are taken from the same address. */
const placeFields: ReadonlySet<MappedField> = new Set<MappedField>([
  'street',
  'house_number',
  'street_2',
  'street_3',
  'postal_code',
  'city',
  'province',
  'country',
]);
const addressFields: ReadonlySet<MappedField> = new Set<MappedField>(['name', 'company', 'phone', 'email', ...placeFields]);

/** A measure with its unit in the column name: `weightg` is a weight in grams. */
function measureOf(field: MappedField, column: string): { readonly unit: Unit | null } | undefined {
  const name = plain(column);
  const names = calledAs[field];
  const behind = unitBehind.find(([unit, is]) => unitsOf(field).includes(unit) && is.test(name) && names.has(name.replace(is, '')));
  if (behind) return { unit: behind[0] };
  return names.has(name) ? { unit: unitNamed(field, name) ?? null } : undefined;
}

type Fields = Mapping['fields'];
/** First and last name, if both are there. */
function nameIn(columns: readonly string[], is: IsCalled): FieldSource | undefined {
  const [first, last] = nameParts.map((names) => columns.find((each) => is(each, names)));
  return first === undefined || last === undefined ? undefined : { ...emptySource, columns: [first, last] };
}

/** The address in these columns, each identified by `is`. */
function addressIn(columns: readonly string[], is: IsCalled): Fields {
  const found: Fields = {};
  for (const field of ['name', 'company', ...placeFields] as const) {
    const column = columns.find((each) => is(each, calledAs[field]));
    if (column !== undefined) found[field] = { ...emptySource, columns: [column] };
  }
  const name = nameIn(columns, is);
  return name ? { ...found, name } : found;
}

/** The address of the same file for rows without a delivery address. */
function otherAddress(columns: readonly string[], fields: Fields, isNamed: IsCalled): Fields | undefined {
  const used = new Set(Object.values(fields).flatMap((source) => source?.columns ?? []));
  const isOurs = (['street', 'city', 'postal_code'] as const).some((field) => fields[field]?.columns.some(namesRecipient));
  if (!isOurs) return undefined;
  const free = columns.filter((each) => !used.has(each));
  const plainColumns = columns.filter((each) => !namesRecipient(each) && !isOfOtherParty(each));
  const isOfRecipient: IsCalled = (column, names) => isNamed(column, names) || (names === calledAs.name && isCalled(column, names));
  const candidates = [addressIn(free, isOfRecipient), addressIn(plainColumns, isCalled), addressIn(free, isCalledOfPayer)];
  return candidates.find(({ street, city, postal_code }) => street && (city ?? postal_code));
}

/**
 * A proposed mapping, based on the column names. A person checks it before it is used. If columns name the recipient ("ship to city"),
 * only these make the address: a plain "city" may belong to the payer.
 */
export function proposedMapping(name: string, columns: readonly string[]): Mapping {
  const ofRecipient = new Map(columns.map((column) => [column, calledOfRecipient(column)]));
  const isNamed: IsCalled = (column, names) => ofRecipient.get(column)?.some((each) => names.has(each)) === true;
  const isPlainPlace = (column: string, field: MappedField): boolean => isCalled(column, calledAs[field]) && !namesRecipient(column);
  const isBeside = (field: MappedField): boolean =>
    columns.some((column) => isNamed(column, calledAs[field])) && columns.some((column) => isPlainPlace(column, field));
  const hasTwo = [...placeFields].some(isBeside);
  // Beside the total of the line, as in a file of Etsy, a bare "Price" is that of one piece.
  const hasTotals = columns.some((each) => itemTotals.has(plain(each))) && columns.some((each) => isCalled(each, headings.item_quantity));
  const taken = new Set<string>();
  const fields: Fields = {};
  for (const field of mappedFields) {
    const free = columns.filter((each) => !taken.has(each));
    const named = addressFields.has(field) ? free.filter((each) => isNamed(each, calledAs[field])) : [];
    const isLeftOut = (each: string): boolean => hasTwo && placeFields.has(field) && isPlainPlace(each, field);
    const called = free.filter((each) => measureOf(field, each) !== undefined && !isLeftOut(each));
    const column =
      named.find(isOfGoods) ??
      named[0] ??
      called.find((each) => !quarters.has(plain(each))) ??
      called[0] ??
      free.find((each) => isPlaceBeside(each, field, columns)) ??
      (field === 'order' ? free.find(isNestedOrder) : undefined) ??
      (field === 'item_price' && hasTotals ? free.find((each) => plain(each) === 'price') : undefined) ??
      (stateFields.has(field) ? free.find((each) => isNestedState(each, field)) : undefined);
    if (column === undefined) continue;
    taken.add(column);
    const unitColumn = unitColumnOf(field, columns);
    fields[field] = {
      ...emptySource,
      columns: [column],
      unit: measureOf(field, column)?.unit ?? null,
      ...(unitColumn !== undefined && { unitColumn }),
    };
  }
  // Details of an item are of no use without its name.
  if (!fields.item_name && !fields.item_sku && !fields.contents)
    for (const field of mappedFields) if (isOfItem(field)) delete fields[field];
  if (!fields.order && fields.reference) {
    fields.order = fields.reference;
    delete fields.reference;
  }
  const named = nameIn(columns, isNamed);
  const whole = named ?? (hasTwo && fields.name ? undefined : nameIn(columns, isCalled));
  const [nameColumn = ''] = fields.name?.columns ?? [];
  // A plain "name" next to "shipping first name" may be that of an item.
  const isTheirs =
    nameColumn === '' || whole?.columns.includes(nameColumn) === true || (named !== undefined && !namesRecipient(nameColumn));
  if (whole && isTheirs) fields.name = whole;
  const further = columns.filter((each) => isNamed(each, furtherLines) || isCalled(each, furtherLines));
  if (fields.street_3 && further.length > 0)
    fields.street_3 = { ...fields.street_3, columns: [...fields.street_3.columns, ...further].slice(0, 6), joinedBy: ', ' };
  const otherwise = otherAddress(columns, fields, isNamed);
  return { name, columns: [...columns], fields, ...(otherwise && { otherwise }) };
}

const stateFields: ReadonlySet<MappedField> = new Set<MappedField>(['status', 'payment_status', 'delivery_status']);

/** `order.status`, `order_status.name`: in nested data a state may be a separate object. */
function isNestedState(column: string, field: MappedField): boolean {
  const [before = '', last = ''] = segmentsOf(column).slice(-2);
  if (!isPath(column) || last === 'id') return false;
  const names = calledAs[field];
  return names.has(before + last) || (last !== 'status' && names.has(last)) || names.has(before);
}

function isPlaceBeside(column: string, field: MappedField, columns: readonly string[]): boolean {
  if (placeBeside[plain(column)] !== field) return false;
  const at = columns.indexOf(column);
  return [columns[at - 1], columns[at + 1]].some(
    (each) =>
      each !== undefined &&
      besidePlace.some((place) => calledAs[place].has(plain(each)) || calledOfRecipient(each).some((bare) => calledAs[place].has(bare))),
  );
}

function unitColumnOf(field: MappedField, columns: readonly string[]): string | undefined {
  if (unitsOf(field).length === 0) return undefined;
  const names = unitColumns[isWeight(field) ? 'weight' : 'size'];
  return columns.find((each) => isCalled(each, names));
}
