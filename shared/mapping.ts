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

/**
 * What people call the fields, letters and digits alone and without accents: in English, then in German, French, Dutch, Spanish, Italian,
 * Polish and the North.
 */
const calledAs: Readonly<Record<MappedField, ReadonlySet<string>>> = {
  order: words(
    'order orderno ordernr ordernumber orderid orderreference orderkey no nr number bestellnummer bestellnr bestellung auftragsnummer auftragsnr auftrag belegnummer belegnr numerodecommande ndecommande nocommande commande refcommande referencecommande bestelnummer bestelling numerodepedido numeropedido npedido nopedido nodepedido pedido numerodeorden numeroordine nordine noordine ordine numerodordine numerzamowienia nrzamowienia zamowienie idzamowienia ordrenummer ordrenr bestilling',
  ),
  name: words(
    'name fullname customername recipient recipientname receiver receivername shipto shiptoname shippingname deliveryname consignee empfanger empfaenger empfangername empfaengername liefername kunde kundenname destinataire nomdudestinataire nomdestinataire nomcomplet nom client nomduclient ontvanger naamontvanger naam klant klantnaam destinatario nombredestinatario nombrecompleto nombreyapellidos nombre cliente nomecliente nombrecliente nombredelcliente nomedestinatario nomecompleto nomeecognome cognomeenome nominativo nome odbiorca imieinazwisko nazwaodbiorcy nazwa klient modtager navn',
  ),
  company: words(
    'company companyname receivercompany shippingcompany firma firmenname unternehmen societe entreprise raisonsociale bedrijf bedrijfsnaam empresa razonsocial azienda ragionesociale societa ditta nazwafirmy',
  ),
  street: words(
    'street streetname street1 address address1 addressline1 shippingaddress1 receiveraddress1 shippingstreet deliveryaddress strasse straße strassehausnummer straßehausnummer strasseundhausnummer straßeundhausnummer anschrift lieferadresse rue voie adresse adresse1 adressedelivraison adresselivraison straat straatnaam adres bezorgadres calle direccion direccion1 domicilio direcciondeenvio via indirizzo indirizzo1 indirizzodispedizione indirizzodiconsegna ulica adres1 ulicainumer adresdostawy gade vej',
  ),
  house_number: words(
    'housenumber housenr houseno streetnumber hausnummer hausnr hnr numeroderue numerodevoie numero huisnummer huisnr numerodecalle num numerocivico ncivico civico numerdomu nrdomu husnummer nr',
  ),
  street_2: words(
    'address2 addressline2 street2 shippingaddress2 receiveraddress2 adresszusatz zusatz adresse2 complement complementadresse complementdadresse toevoeging huisnummertoevoeging adresregel2 direccion2 piso indirizzo2 interno adres2 nrlokalu numerlokalu nrmieszkania',
  ),
  street_3: words('address3 addressline3 street3 adresse3'),
  postal_code: words(
    'postalcode postcode zip zipcode shippingzip receiverzipcode plz postleitzahl codepostal cp codigopostal cap codicepostale kodpocztowy postnummer postnr',
  ),
  city: words(
    'city town shippingcity receivercity ort stadt wohnort ville commune localite plaats stad woonplaats ciudad poblacion localidad municipio citta comune localita miasto miejscowosc by',
  ),
  province: words('province state region county shippingprovince bundesland kanton departement provincie provincia regione wojewodztwo'),
  country: words(
    'country countrycode countryiso shippingcountry receivercountry land landercode laendercode landeskennzeichen pays codepays landcode pais paese nazione kraj kodkraju landkode',
  ),
  phone: words(
    'phone phonenumber telephone tel mobile shippingphone telefon telefonnummer handy handynummer numerodetelephone portable telefoon telefoonnummer mobiel telefono movil telefonomovil cellulare numertelefonu nrtelefonu telefonkontaktowy mobil',
  ),
  email: words(
    'email emailaddress mail customeremail emailadresse courriel adresseemail adressemail emailadres correo correoelectronico indirizzoemail postaelettronica adresemail epost',
  ),
  weight_kg: words(
    'weight weightkg kg totalweight parcelweight weightg weightgrams grams gewicht gewichtkg gewichtg gewichtinkg poids poidskg poidsg peso pesokg pesog waga wagakg vægt vikt',
  ),
  length_cm: words('length lengthcm lengthmm laenge lange longueur lengte largo longitud lunghezza dlugosc'),
  width_cm: words('width widthcm widthmm breite largeur breedte ancho larghezza szerokosc'),
  height_cm: words('height heightcm heightmm hohe hoehe hauteur hoogte alto altura altezza wysokosc'),
  contents: words('contents content goods description inhalt warenbeschreibung contenu inhoud contenido contenuto zawartosc'),
  value: words('value goodsvalue totalvalue amount wert warenwert valeur waarde valor valore wartosc'),
  currency: words('currency currencycode wahrung waehrung devise monnaie valuta moneda divisa waluta'),
  hs_code: words(
    'hscode hs hstariffcode tariff tariffcode commoditycode taric zolltarifnummer codesh codedouanier goederencode codigohs partidaarancelaria codigoarancelario codicehs codicedoganale kodhs kodcelny',
  ),
  reference: words(
    'reference ref referencenumber nrreferencyjny numerreferencyjny yourreference customerreference referenz kundenreferenz referenceclient referentie klantreferentie referencia riferimento referencja',
  ),
  note: words(
    'note notes comment comments remark remarks customernote bemerkung bemerkungen anmerkung notiz kommentar remarque remarques commentaire commentaires opmerking opmerkingen nota notas observaciones comentario comentarios osservazioni uwagi notatka komentarz',
  ),
  delivery_instructions: words(
    'deliveryinstructions deliverynote instructions lieferhinweis zustellhinweis lieferanweisung instructionsdelivraison consignesdelivraison leveringsinstructie bezorginstructie bezorginstructies instruccionesdeentrega istruzionidiconsegna uwagidodostawy',
  ),
  priority: words('priority prio prioritat prioritaet priorite prioriteit prioridad priorita priorytet prioritet'),
  ship_by: words(
    'shipby shipbydate shipuntil latestshipdate dispatchby versandbis versendenbis expedieravant verzendenvoor enviarantesde spedireentro wyslijdo sendsenest',
  ),
  shipping_method: words(
    'shippingmethod deliverymethod shippingservice versandart versandmethode lieferart modedelivraison modedexpedition verzendmethode verzendwijze metododeenvio formadeenvio metododispedizione sposobdostawy sposobwysylki metodadostawy',
  ),
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

const plain = (column: string): string =>
  column
    .normalize('NFKD')
    .replace(/[^\p{L}\d]/gu, '')
    .replaceAll('ł', 'l');

/** Of a place: taken from one address alone. */
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
/** What belongs to an address. */
const addressFields: ReadonlySet<MappedField> = new Set<MappedField>(['name', 'company', 'phone', 'email', ...placeFields]);

/** What stands before or behind such a name if it is the recipient's, in the languages above. */
const recipientBefore =
  /^(?:shipto|postto|deliverto|shippingaddress|deliveryaddress|shipping|ship|delivery|recipient|receiver|consignee|abweichendelieferadresse|lieferadresse|lieferanschrift|liefer|versandadresse|empfanger|empfaenger|adressedelivraison|livraison|destinataire|afleveradres|bezorgadres|verzendadres|verzend|aflever|bezorg|ontvanger|direcciondeenvio|destinatario|envio|entrega|destinazionemerce|destinazione|spedizione|consegna|odbiorca|dostawa|leverings|modtager)(?=.)/;
const recipientBehind =
  /(?<=.)(?:shipping|delivery|recipient|receiver|livraison|delivraison|destinataire|dudestinataire|verzendadres|afleveradres|deenvio|paraelenvio|destinatario|deldestinatario|destinazionemerce|destinazione|dispedizione|diconsegna|odbiorcy|dostawy|dodostawy)$/;
/** The address of another party. */
const otherParty =
  /^(?:bill|rechnung|invoice|factur|factuur|fattur|fakt|sender|absender|expediteur|afzender|remitente|mittente|nadawc|shipper|shipfrom|from|seller|buyer|payer|warehouse)/;

/** Beside these a word of the recipient means something else: a carrier, a number of a shipment, a day. */
const notBesideRecipient = words('via by nr num numero');
/** A state that a delivery is in, and who carries it. */
const notOfRecipient = words('deliverystate deliverycompany deliveryprovince shipcompany');
/** Of several recipients: the goods go here. */
const isOfGoods = (column: string): boolean =>
  /destinazione|lieferadresse|lieferanschrift|deliveryaddress|shippingaddress|livraison|afleveradres|bezorgadres/.test(
    segmentsOf(column).join(''),
  );

/** "Lieferadresse" alone names the recipient's street. */
const namesRecipient = (column: string): boolean => recipientBefore.test(plain(column)) || recipientBehind.test(plain(column));

/** A name of nested data: `shipping_address.city`. */
const isPath = (column: string): boolean => /^\S+$/.test(column) && /[\p{L}\d]\.[\p{L}]/u.test(column);
const segmentsOf = (column: string): readonly string[] => (isPath(column) ? column.split('.') : [column]).map(plain);

/** The number of an order in nested data, and not that of one of its parts: `order.order_id`. */
const isNestedOrder = (column: string): boolean =>
  isPath(column) &&
  /^(?:order|bestell|commande|pedido|ordine)/.test(segmentsOf(column).at(-1) ?? '') &&
  calledAs.order.has(segmentsOf(column).at(-1) ?? '');

const isOfOtherParty = (column: string): boolean => segmentsOf(column).some((each) => otherParty.test(each));

/** What a column is called beside the words that make it the recipient's; empty if it has none of these. */
function calledOfRecipient(column: string): readonly string[] {
  if (isOfOtherParty(column)) return [];
  const segments = segmentsOf(column);
  return [segments.at(-1) ?? '', segments.slice(-2).join('')].flatMap((name) => {
    const bare = name.replace(recipientBefore, '').replace(recipientBehind, '');
    return bare === name || notBesideRecipient.has(bare) || notOfRecipient.has(name) ? [] : [bare];
  });
}

/** First and last name, where they have columns of their own. */
const nameParts = [
  words('firstname givenname vorname prenom voornaam nombre nome imie'),
  words('lastname surname familyname nachname nom nomdefamille achternaam apellido apellidos cognome nazwisko'),
] as const;

const unitIn: readonly (readonly [RegExp, Unit])[] = [
  [/(?:^|[^a-z])(?:g|gr|grams?|gramm)$|weightg$|gewichtg$/, 'g'],
  [/(?:^|[^a-z])(?:lbs?|pounds?)$/, 'lb'],
  [/(?:^|[^a-z])(?:oz|ounces?)$/, 'oz'],
  [/(?:^|[^a-z])mm$|mm$/, 'mm'],
  [/(?:^|[^a-z])(?:in|inch|inches)$/, 'in'],
];

/**
 * A mapping to begin with: what the names of the columns say of themselves. A person looks at it before it counts. If columns name the
 * recipient ("ship to city"), only these make the address: a plain "city" beside them may be of who pays.
 */
export function proposedMapping(name: string, columns: readonly string[]): Mapping {
  const ofRecipient = new Map(columns.map((column) => [column, calledOfRecipient(column)]));
  const isNamed = (column: string, names: ReadonlySet<string>): boolean =>
    ofRecipient.get(column)?.some((each) => names.has(each)) === true;
  const isCalled = (column: string, names: ReadonlySet<string>): boolean => names.has(plain(column));
  const isPlainPlace = (column: string, field: MappedField): boolean => isCalled(column, calledAs[field]) && !namesRecipient(column);
  const isBeside = (field: MappedField): boolean =>
    columns.some((column) => isNamed(column, calledAs[field])) && columns.some((column) => isPlainPlace(column, field));
  const hasTwo = [...placeFields].some(isBeside);
  const taken = new Set<string>();
  const fields: Partial<Record<MappedField, FieldSource>> = {};
  for (const field of mappedFields) {
    const free = columns.filter((each) => !taken.has(each));
    const named = addressFields.has(field) ? free.filter((each) => isNamed(each, calledAs[field])) : [];
    const isLeftOut = (each: string): boolean => hasTwo && placeFields.has(field) && isPlainPlace(each, field);
    const column =
      named.find(isOfGoods) ??
      named[0] ??
      free.find((each) => isCalled(each, calledAs[field]) && !isLeftOut(each)) ??
      (field === 'order' ? free.find(isNestedOrder) : undefined);
    if (column === undefined) continue;
    taken.add(column);
    const unit = unitIn.find(([says, each]) => unitsOf(field).includes(each) && says.test(column.replace(/[^\p{L}]+$/u, '')))?.[1] ?? null;
    fields[field] = { ...emptySource, columns: [column], unit };
  }
  if (!fields.order && fields.reference) {
    fields.order = fields.reference;
    delete fields.reference;
  }
  const find = (is: typeof isNamed): (string | undefined)[] => nameParts.map((names) => columns.find((each) => is(each, names)));
  const parts = [find(isNamed), ...(hasTwo && fields.name ? [] : [find(isCalled)])];
  const [first, last] = parts.find(([one, other]) => one !== undefined && other !== undefined) ?? [];
  const [named = ''] = fields.name?.columns ?? [];
  if (first !== undefined && last !== undefined && (named === '' || named === first || named === last))
    fields.name = { ...emptySource, columns: [first, last] };
  return { name, columns: [...columns], fields };
}
