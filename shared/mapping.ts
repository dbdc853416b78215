import { z } from 'zod';

/** Facts of an order that may stand under other names in a file; called as our own columns are. */
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
] as const;
export type MappedField = (typeof mappedFields)[number];

/** How many of ours one of theirs is; the first of each kind is ours. */
const weightUnits = { kg: 1000, g: 1, lb: 453.592_37, oz: 28.349_523_125 } as const;
const sizeUnits = { cm: 1, mm: 0.1, m: 100, in: 2.54 } as const;
export type Unit = keyof typeof weightUnits | keyof typeof sizeUnits;
const unitNames = [...Object.keys(weightUnits), ...Object.keys(sizeUnits)] as [Unit, ...Unit[]];

/** The units a field may be written in; none where it has none. */
export function unitsOf(field: MappedField): readonly Unit[] {
  if (field === 'weight_kg') return Object.keys(weightUnits) as Unit[];
  return field.endsWith('_cm') ? (Object.keys(sizeUnits) as Unit[]) : [];
}

/** What a field is made of: their columns, joined where they are several, or without a column one text for every row. */
export const fieldSourceSchema = z.object({
  columns: z.array(z.string().min(1).max(200)).max(6),
  joinedBy: z.string().max(5),
  constant: z.string().max(200),
  /** Null where theirs is ours. */
  unit: z.enum(unitNames).nullable(),
});
export type FieldSource = z.infer<typeof fieldSourceSchema>;

export const emptySource: FieldSource = { columns: [], joinedBy: ' ', constant: '', unit: null };

/** How a file whose columns are named otherwise becomes orders. */
export const mappingSchema = z.object({
  name: z.string().trim().min(1).max(60),
  /** Every column of the files it was made for. */
  columns: z.array(z.string().max(200)).max(500),
  fields: z.partialRecord(z.enum(mappedFields), fieldSourceSchema),
});
export type Mapping = z.infer<typeof mappingSchema>;

export const mostMappings = 50;
export const mappingsSchema = z.array(mappingSchema).max(mostMappings);

/** A file of mappings, as it is exported and imported. */
export const mappingFileSchema = z.object({ packbenchMappings: mappingsSchema });

/** Every column that a mapping reads. */
export const columnsRead = ({ fields }: Mapping): readonly string[] => [
  ...new Set(Object.values(fields).flatMap((source) => source?.columns ?? [])),
];

const isSameSet = (some: readonly string[], others: ReadonlySet<string>): boolean =>
  new Set(some).size === others.size && some.every((each) => others.has(each));

/** The mapping that was made for a file of exactly these columns. */
export const mappingFor = (mappings: readonly Mapping[], columns: ReadonlySet<string>): Mapping | undefined =>
  mappings.find((mapping) => isSameSet(mapping.columns, columns));

/** The mapping all of whose columns are there, the one that reads most of them. */
export const mappingWithin = (mappings: readonly Mapping[], columns: ReadonlySet<string>): Mapping | undefined =>
  mappings
    .filter((mapping) => columnsRead(mapping).length > 1 && columnsRead(mapping).every((column) => columns.has(column)))
    .toSorted((one, other) => columnsRead(other).length - columnsRead(one).length)[0];

/** The mapping that nearly fits, and which of its columns are not there. */
export function mappingBeside(
  mappings: readonly Mapping[],
  columns: ReadonlySet<string>,
): { readonly mapping: Mapping; readonly missing: readonly string[] } | undefined {
  const near = mappings
    .map((mapping) => ({ mapping, missing: columnsRead(mapping).filter((column) => !columns.has(column)) }))
    .filter(({ mapping, missing }) => missing.length > 0 && missing.length * 2 <= columnsRead(mapping).length);
  return near.toSorted((one, other) => one.missing.length - other.missing.length)[0];
}

/** What a field of a row says, in our units. */
export function mappedText(
  field: MappedField,
  { columns, joinedBy, constant, unit }: FieldSource,
  cell: (column: string) => string,
): string {
  if (columns.length === 0) return constant;
  const written = columns
    .map(cell)
    .filter((text) => text !== '')
    .join(joinedBy);
  return unit === null ? written : inOurUnit(field, written, unit);
}

/** What is no number stays as it was written: that it cannot be read is said of its row. */
function inOurUnit(field: MappedField, written: string, unit: Unit): string {
  if (!/^\d{1,7}(?:[.,]\d{1,6})?$/.test(written)) return written;
  const value = Number(written.replace(',', '.'));
  if (field === 'weight_kg' && unit in weightUnits) return String(Math.round(value * weightUnits[unit as keyof typeof weightUnits]) / 1000);
  if (field.endsWith('_cm') && unit in sizeUnits) return String(Math.round(value * sizeUnits[unit as keyof typeof sizeUnits] * 100) / 100);
  return written;
}

/** What a mapping may mend: the columns of the file are there, and nobody knows them. */
export const isMendedByMapping = ({ code }: { readonly code: string }): boolean =>
  code === 'columns-not-known' || code === 'mapping-lacks-columns' || code === 'xml-without-orders';

/** Why a mapping cannot be used; empty where it can. */
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

/** What people call the fields, in the languages of shops; letters and digits alone, the first that fits counts. */
const calledAs: Readonly<Record<MappedField, RegExp>> = {
  order:
    /^(?:order|orderno|ordernr|ordernumber|orderid|orderreference|orderkey|no|nr|number|bestellnummer|bestellnr|bestelnummer|auftragsnummer|auftragsnr|auftrag|belegnummer|ordrenummer|ordrenr|bestilling|numerodecommande|commande|pedido|numeropedido|zamowienie)$/,
  name: /^(?:name|fullname|customername|recipient|recipientname|receiver|receivername|shipto|shiptoname|shippingname|deliveryname|consignee|empfaenger|empfänger|kunde|ontvanger|naam|klant|modtager|navn|destinataire|nom|destinatario|nombre|odbiorca)$/,
  company: /^(?:company|companyname|receivercompany|shippingcompany|firma|firmenname|bedrijf|bedrijfsnaam|societe|société|empresa)$/,
  street:
    /^(?:street|streetname|address|address1|addressline1|adresse|adresse1|strasse|straße|straat|adres|gade|vej|rue|calle|direccion|dirección|ulica|shippingaddress1|receiveraddress1|shippingstreet|deliveryaddress)$/,
  house_number: /^(?:housenumber|housenr|houseno|hausnummer|hausnr|huisnummer|huisnr|husnummer|streetnumber|numero|nr)$/,
  street_2: /^(?:address2|addressline2|street2|adresse2|adresszusatz|toevoeging|complement|shippingaddress2|receiveraddress2)$/,
  street_3: /^(?:address3|addressline3|street3|adresse3)$/,
  postal_code:
    /^(?:postalcode|postcode|zip|zipcode|plz|postleitzahl|postnummer|postnr|codepostal|codigopostal|shippingzip|receiverzipcode|kodpocztowy)$/,
  city: /^(?:city|town|ort|stadt|plaats|stad|woonplaats|by|ville|ciudad|poblacion|shippingcity|receivercity|miasto)$/,
  province: /^(?:province|state|region|county|provincie|bundesland|provincia|shippingprovince)$/,
  country:
    /^(?:country|countrycode|countryiso|land|landcode|landkode|laendercode|pays|codepays|pais|país|shippingcountry|receivercountry|kraj)$/,
  phone: /^(?:phone|phonenumber|telephone|tel|mobile|telefon|telefonnummer|telefoon|telefoonnummer|mobil|telefono|teléfono|shippingphone)$/,
  email: /^(?:email|emailaddress|mail|epost|customeremail|courriel|correo)$/,
  weight_kg:
    /^(?:weight|weightkg|kg|totalweight|parcelweight|weightg|weightgrams|grams|gewicht|gewichtkg|gewichtg|poids|peso|vægt|vikt|waga)$/,
  length_cm: /^(?:length|lengthcm|lengthmm|laenge|länge|lengte|longueur|largo)$/,
  width_cm: /^(?:width|widthcm|widthmm|breite|breedte|largeur|ancho)$/,
  height_cm: /^(?:height|heightcm|heightmm|hoehe|höhe|hoogte|hauteur|alto)$/,
  contents: /^(?:contents|content|goods|description|inhalt|inhoud|contenu|contenido|warenbeschreibung)$/,
  value: /^(?:value|goodsvalue|totalvalue|wert|warenwert|waarde|valeur|valor|amount)$/,
  currency: /^(?:currency|currencycode|waehrung|währung|valuta|devise|moneda)$/,
  hs_code: /^(?:hscode|hs|hstariffcode|tariff|tariffcode|zolltarifnummer|commoditycode|taric)$/,
  reference: /^(?:reference|ref|yourreference|customerreference|referenz|kundenreferenz|referentie)$/,
  note: /^(?:note|notes|comment|comments|remark|remarks|bemerkung|notiz|opmerking|customernote)$/,
  delivery_instructions: /^(?:deliveryinstructions|deliverynote|instructions|lieferhinweis|leveringsinstructie)$/,
  priority: /^(?:priority|prio|priorität|prioritaet|prioriteit|prioritet|priorité|priorite|prioridad|priorytet)$/,
  shipping_method:
    /^(?:shippingmethod|deliverymethod|shippingservice|versandart|verzendmethode|modedelivraison|metododeenvio|metododispedizione|sposobdostawy)$/,
  ship_by: /^(?:shipby|shipbydate|shipuntil|latestshipdate|dispatchby|versandbis|versendenbis|verzendenvoor|sendsenest)$/,
};
const unitIn: readonly (readonly [RegExp, Unit])[] = [
  [/(?:^|[^a-z])(?:g|gr|grams?|gramm)$|weightg$|gewichtg$/, 'g'],
  [/(?:^|[^a-z])(?:lbs?|pounds?)$/, 'lb'],
  [/(?:^|[^a-z])(?:oz|ounces?)$/, 'oz'],
  [/(?:^|[^a-z])mm$|mm$/, 'mm'],
  [/(?:^|[^a-z])(?:in|inch|inches)$/, 'in'],
];

/** A mapping to begin with: what the names of the columns say of themselves. A person looks at it before it counts. */
export function proposedMapping(name: string, columns: readonly string[]): Mapping {
  const taken = new Set<string>();
  const fields: Partial<Record<MappedField, FieldSource>> = {};
  for (const field of mappedFields) {
    const column = columns.find((each) => !taken.has(each) && calledAs[field].test(each.replace(/[^\p{L}\d]/gu, '')));
    if (column === undefined) continue;
    taken.add(column);
    const unit = unitIn.find(([says, each]) => unitsOf(field).includes(each) && says.test(column.replace(/[^\p{L}]+$/u, '')))?.[1] ?? null;
    fields[field] = { ...emptySource, columns: [column], unit };
  }
  const [first, last] = ['first', 'last'].map((which) =>
    columns.find((each) =>
      new RegExp(
        `^(?:${which === 'first' ? 'firstname|vorname|voornaam|prenom|givenname' : 'lastname|surname|nachname|achternaam|familyname'})$`,
      ).test(each.replace(/[^\p{L}\d]/gu, '')),
    ),
  );
  if (!fields.name && first !== undefined && last !== undefined) fields.name = { ...emptySource, columns: [first, last] };
  return { name, columns: [...columns], fields };
}
