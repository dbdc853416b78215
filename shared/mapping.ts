import { z } from 'zod';
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

/** Every column that a mapping reads. */
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

/** Words for units in files, without accents: `LBS`, `Gramm`, `inches`. */
const unitWords: readonly (readonly [Unit, string])[] = [
  ['kg', 'kgs?|kilos?|kilogram(?:m|me|mes|mos|mi|my|ow|s|os?)?'],
  ['g', 'gr?|gms?|gram(?:m|me|men|mes|mi|my|ow|ach|os?|s)?'],
  ['lb', 'lbs?|pounds?'],
  ['oz', 'ozs?|ounces?'],
  ['cm', 'cms?|centimet(?:er|re|res|ers|ros?|ri)|zentimeter'],
  ['mm', 'mms?|millimet(?:er|re|res|ers|ri)|milimetros?'],
  ['m', 'm|met(?:er|re|res|ers|ros?|ri)'],
  ['in', 'in|inch|inches'],
];
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

/**
 * Common names of the fields, in letters and digits only and without accents: in English, then in German, French, Dutch, Spanish,
 * Italian, Polish and the Nordic languages.
 */
const calledAs: Readonly<Record<MappedField, ReadonlySet<string>>> = {
  order: words(
    'order orderno ordernr ordernumber orderid orderreference orderkey no nr number bestellnummer bestellnr bestellung auftragsnummer auftragsnr auftrag belegnummer belegnr numerodecommande ndecommande ncommande nocommande numerocommande numcommande idcommande commande refcommande referencecommande bestelnummer bestelling numerodepedido numeropedido npedido nopedido nodepedido pedido numerodeorden numeroordine nordine noordine ordine numerodordine numerzamowienia nrzamowienia zamowienie idzamowienia ordrenummer ordrenr bestilling',
  ),
  name: words(
    'name fullname customername recipient recipientname receiver receivername shipto shiptoname shippingname deliveryname consignee empfanger empfaenger empfangername empfaengername liefername kunde kundenname destinataire nomdudestinataire nomdestinataire nomcomplet nom client nomduclient ontvanger naamontvanger naam klant klantnaam destinatario nombredestinatario nombrecompleto nombreyapellidos nombre cliente nomecliente nombrecliente nombredelcliente nomedestinatario nomecompleto nomeecognome cognomeenome nominativo nome odbiorca imieinazwisko nazwaodbiorcy nazwa klient modtager navn',
  ),
  company: words(
    'company companyname receivercompany shippingcompany firma firmenname unternehmen societe entreprise raisonsociale bedrijf bedrijfsnaam empresa razonsocial azienda ragionesociale societa ditta nazwafirmy',
  ),
  street: words(
    'street streetname streetaddress street1 streetline1 address address1 addr1 add1 addressline addressline1 shippingaddress1 receiveraddress1 shippingstreet deliveryaddress strasse straße strassehausnummer straßehausnummer strasseundhausnummer straßeundhausnummer anschrift lieferadresse rue voie adresse adresse1 adressedelivraison adresselivraison straat straatnaam adres bezorgadres calle direccion direccion1 domicilio direcciondeenvio via indirizzo indirizzo1 indirizzodispedizione indirizzodiconsegna ulica adres1 ulicainumer adresdostawy gade vej',
  ),
  house_number: words(
    'housenumber housenr houseno streetnumber hausnummer hausnr hnr numeroderue numerodevoie numero huisnummer huisnr numerodecalle num numerocivico ncivico civico numerdomu nrdomu husnummer nr',
  ),
  street_2: words(
    'address2 addr2 add2 addressline2 street2 streetline2 shippingaddress2 receiveraddress2 adresszusatz zusatz adresse2 complement complementadresse complementdadresse toevoeging huisnummertoevoeging adresregel2 direccion2 piso indirizzo2 interno adres2 nrlokalu numerlokalu nrmieszkania',
  ),
  street_3: words('address3 addr3 add3 addressline3 street3 streetline3 adresse3 adresszusatz2 adresregel3 direccion3 indirizzo3 adres3'),
  postal_code: words(
    'postalcode postcode zip zippostal zippostalcode zipcode shippingzip receiverzipcode plz postleitzahl codepostal cp codigopostal cap codicepostale kodpocztowy postnummer postnr',
  ),
  city: words(
    'city town shippingcity receivercity ort stadt wohnort ville commune localite plaats stad woonplaats ciudad poblacion localidad municipio citta comune localita miasto miejscowosc by',
  ),
  province: words(
    'province provinciaoestado estadoprovincia provinciaestado stateprovince provincestate state region county shippingprovince bundesland kanton departement provincie provincia regione wojewodztwo',
  ),
  country: words(
    'country countrycode countryiso lkz shippingcountry receivercountry land landercode laendercode landeskennzeichen pays codepays landcode pais paese nazione kraj kodkraju landkode',
  ),
  phone: words(
    'phone phonenumber telephone tel mobile shippingphone telefon telefonnummer handy handynummer numerodetelephone portable telefoon telefoonnummer mobiel telefono movil telefonomovil cellulare numertelefonu nrtelefonu telefonkontaktowy mobil',
  ),
  email: words(
    'email emailaddress mail customeremail emailadresse courriel adresseemail adressemail emailadres correo correoelectronico indirizzoemail postaelettronica adresemail epost',
  ),
  weight_kg: words(
    'weight totalweight parcelweight packageweight grossweight shippingweight orderweight weighttotal kg grams gewicht gesamtgewicht bruttogewicht paketgewicht totaalgewicht poids poidstotal poidscolis peso pesototal pesototale pesobruto pesolordo waga wagabrutto wagapaczki vægt vikt',
  ),
  length_cm: words('length laenge lange longueur lengte largo longitud lunghezza dlugosc'),
  width_cm: words('width breite largeur breedte ancho larghezza szerokosc'),
  height_cm: words('height hohe hoehe hauteur hoogte alto altura altezza wysokosc'),
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
  status: words(
    'status orderstatus orderstate bestellstatus auftragsstatus statusderbestellung statut etat statutcommande statutdecommande statutdelacommande etatcommande etatdelacommande bestelstatus bestellingstatus statusbestelling estado estatus estadopedido estadodelpedido estadoorden estadodelaorden situacion stato statoordine statodellordine statusordine statuszamowienia stanzamowienia ordrestatus',
  ),
  payment_status: words(
    'paymentstatus paymentstate financialstatus financialstate paid ispaid zahlungsstatus zahlstatus bezahlstatus bezahlt statutpaiement statutdepaiement statutdupaiement etatpaiement etatdupaiement paye payee betaalstatus betalingsstatus betaald estadopago estadodepago estadodelpago pagado pagada statopagamento statodipagamento statodelpagamento pagato statusplatnosci stanplatnosci oplacone oplacono zaplacone',
  ),
  delivery_status: words(
    'fulfillmentstatus fulfilmentstatus shippingstatus shipmentstatus deliverystatus shipped isshipped dateshipped shippeddate shippedat shippedondate dispatcheddate fulfilledat lieferstatus versandstatus versendet versendetam verschicktam statutlivraison statutdelivraison statutdelalivraison statutexpedition statutdexpedition etatlivraison etatdelalivraison expediee expedieele verzendstatus leverstatus verzonden verzondenop estadoenvio estadodeenvio estadodelenvio estadoentrega estadodelaentrega enviado statospedizione statodispedizione statodellaspedizione statoconsegna spedito statuswysylki statusdostawy statusprzesylki wyslano',
  ),
  cancelled: words(
    'cancelled canceled iscancelled iscanceled cancelledat canceledat cancelleddate canceleddate cancellationdate storniert storniertam stornodatum stornierungsdatum annulee annuleele dateannulation datedannulation geannuleerd geannuleerdop annuleringsdatum cancelado fechacancelacion fechadecancelacion fechayhoradecancelacion annullato annullatoil dataannullamento datadiannullamento anulowane anulowano dataanulowania',
  ),
  item_name: words(
    'itemname itemtitle item productname producttitle product lineitemname lineitemtitle articlename article artikelname artikelbezeichnung artikel produktname produktbezeichnung produkt bezeichnung nomduproduit nomproduit libelleproduit libelle designation nomarticle produit productnaam artikelomschrijving omschrijving nombredelproducto nombreproducto nombredelarticulo producto articulo nomeprodotto descrizionearticolo prodotto articolo nazwaproduktu nazwatowaru produkty towar varenavn vare artikkel artikelbenamning',
  ),
  item_sku: words(
    'sku itemsku productsku lineitemsku skucode variantsku stockcode productcode itemcode articlecode articlenumber articleno itemnumber itemno partnumber partno artikelnummer artikelnr artnr referenceproduit referencearticle refproduit refarticle codearticle codeproduit artikelcode productcode referenciaproducto codigoproducto codigodeproducto codigoarticulo codiceprodotto codicearticolo codart kodproduktu kodtowaru symbol varenummer varenr',
  ),
  item_quantity: words(
    'quantity qty itemquantity itemqty productquantity lineitemquantity quantityordered orderedquantity qtyordered orderquantity quantitypurchased menge anzahl stuckzahl stueckzahl bestellmenge quantite qte quantitecommandee aantal besteldaantal hoeveelheid cantidad unidades cant quantita qta quantitaordinata ilosc liczbasztuk antal mængde antall',
  ),
  // Not a bare "price": it may be the price of the whole line or order, and the value of the goods would be wrong.
  item_price: words(
    'itemprice unitprice priceperunit pricepiece productprice lineitemprice stuckpreis stueckpreis einzelpreis prixunitaire eenheidsprijs stukprijs preciounitario prezzounitario cenajednostkowa enhedspris stykpris enhetspris',
  ),
  item_barcode: words(
    'barcode barcodes itembarcode productbarcode lineitembarcode variantbarcode ean ean13 ean8 eancode eannumber eanupc upcean gtin gtin13 gtin14 gtin12 upc upca upccode isbn jan globaluniqueid strichcode barcodenummer eannummer eannr codebarre codebarres codeabarres codeean codegtin streepjescode codigodebarras codigobarras codigoean codiceabarre codiceabarra codicebarre codiceean kodkreskowy kodean stregkode strekkode streckkod viivakoodi',
  ),
  item_weight_kg: words(
    'itemweight productweight lineitemweight weightperunit weightperpiece weighteach variantweight einzelgewicht stuckgewicht stueckgewicht artikelgewicht poidsunitaire poidsduproduit poidsproduit poidsarticle stukgewicht gewichtperstuk pesounitario pesodelproducto pesoproducto pesoarticolo pesoprodotto wagajednostkowa wagaproduktu stykvægt',
  ),
  item_hs_code: words('itemhscode producthscode lineitemhscode itemtariffcode producttariffcode itemhs producths varianthscode'),
  item_origin: words(
    'origin countryoforigin origincountry itemorigin productorigin itemcountryoforigin madein countryofmanufacture manufacturingcountry ursprungsland herkunftsland herkunft ursprung paysdorigine paysorigine origine paysdefabrication landvanherkomst landvanoorsprong oorsprong herkomst paisdeorigen paisorigen origen paesediorigine paesedorigine paeseorigine krajpochodzenia oprindelsesland opprinnelsesland',
  ),
  item_picture: words(
    'picture pictureurl picturelink image imageurl imagelink imagesrc itemimage itemimageurl productimage productimageurl productimagelink lineitemimage photo photourl thumbnail thumbnailurl bild bildurl bildlink bildadresse produktbild artikelbild imageproduit imageduproduit urlimage urldelimage afbeelding afbeeldingurl productafbeelding foto fotourl imagen urlimagen urldelaimagen immagine urlimmagine zdjecie urlzdjecia billede billedurl bilde',
  ),
  item_shelf: words(
    'shelf shelfplace shelfno bin binlocation bincode binno location stocklocation warehouselocation picklocation pickinglocation storagelocation storageplace pickbin lagerplatz lagerplatze lagerort lagerfach regal regalplatz regalfach fach stellplatz emplacement emplacementstock rayon etagere casier magazijnlocatie locatie stelling schap ubicacion estanteria estante hueco ubicazione scaffale lokalizacja regalpolka polka miejsceskladowania lagerplads lagerplass lagerplats hylde hylla hyllplats hylle',
  ),
  item_gift: words(
    'gift isgift giftitem giftwrap giftwrapping giftwrapped giftwraptype giftoption giftmessage giftmessagetext giftnote geschenk istgeschenk geschenkverpackung geschenkartikel cadeau estcadeau emballagecadeau paquetcadeau isgeschenk cadeauverpakking geschenkverpakking regalo esregalo envolturaderegalo pararegalo confezioneregalo pacchettoregalo prezent pakowanienaprezent gave gaveindpakning presentinslagning',
  ),
  item_serial: words(
    'serial serialrequired serialnumberrequired needsserial needsserialnumber requiresserial requiresserialnumber isserialized serialized serialised lotrequired seriennummernpflicht seriennummerpflicht seriennummernpflichtig numerodeserierequis serienummerverplicht numerodeserieobligatorio numerodiserieobbligatorio wymaganynumerseryjny',
  ),
};

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
  'parent',
  'group',
] as const;
export type ProductField = (typeof productFields)[number];

/** Common names of columns in a file of products. Beside no order, a plain "weight" or "HS code" is that of the product. */
const productCalledAs: Readonly<Record<Exclude<ProductField, 'weight_kg'>, readonly ReadonlySet<string>[]>> = {
  sku: [words('variantsku'), calledAs.item_sku],
  name: [
    calledAs.item_name,
    words('title titel titre titulo titolo tytul'),
    calledAs.name,
    words('description beschreibung omschrijving descripcion descrizione opis'),
  ],
  barcode: [calledAs.item_barcode, words('variantbarcodes gtinupceanorisbn gtinupceanoisbn gtinupceanoderisbn gtinupceanouisbn')],
  hs_code: [calledAs.item_hs_code, calledAs.hs_code, words('harmonizedsystemcode harmonisedsystemcode')],
  origin: [calledAs.item_origin, words('coo countryregionoforigin')],
  // The picture of a variant comes before that of its product.
  picture: [
    words('variantimage variantimageurl'),
    words('productimageurl imagesrc'),
    calledAs.item_picture,
    words('images bilder imagenes immagini afbeeldingen imagens obrazki zdjecia billeder'),
  ],
  batteries: [
    words(
      'batteries hasbatteries containsbatteries battery batteryincluded lithium batterien batterie enthaltbatterien enthaeltbatterien akku piles contientpiles batterijen baterias pilas batterietipo baterie',
    ),
  ],
  parent: [words('parent parentsku elternartikel ubergeordnet ubergeordneterartikel padre genitore rodzic')],
  group: [words('handle urlhandle')],
};
const productGrams = words('variantgrams weightvaluegrams grams');

/** The columns of a file of products by field, the best first. Without a SKU column it is no such file. */
export function productColumns(columns: readonly string[]): Partial<Record<ProductField, FieldSource>> {
  const found: Partial<Record<ProductField, FieldSource>> = {};
  for (const field of productFields) {
    const called = field === 'weight_kg' ? [] : productCalledAs[field].flatMap((names) => columns.filter((each) => names.has(plain(each))));
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

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

const plain = (column: string): string =>
  column
    .normalize('NFKD')
    .replace(/[^\p{L}\d]/gu, '')
    .replaceAll('ł', 'l');

/** In Argentina the quarter of a city, in Spain the town. If there are two such columns, the other one is the town. */
const quarters = words('localidad');

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
/** All fields of an address. */
const addressFields: ReadonlySet<MappedField> = new Set<MappedField>(['name', 'company', 'phone', 'email', ...placeFields]);

/** Words before or behind a name that mark it as the recipient's, in the languages above. */
const recipientBefore =
  /^(?:shipto|postto|deliverto|del(?=add|name|town|city|post|coun|street|comp|phone|tel|email)|shippingaddress|deliveryaddress|shipping|ship|delivery|recipient|receiver|consignee|abweichendelieferadresse|lieferadresse|lieferanschrift|liefer|versandadresse|empfanger|empfaenger|empfang(?=firma|name|vorname|nachname|stra|hausn|plz|ort|land|lkz|tel|mail|email)|adressedelivraison|livraison|destinataire|afleveradres|bezorgadres|verzendadres|verzend|aflever|bezorg|ontvanger|direcciondeenvio|destinatario|envio|entrega|destinazionemerce|destinazione|spedizione|consegna|odbiorca|dostawa|leverings|modtager)(?=.)/;
const recipientBehind =
  /(?<=.)(?:shipping|delivery|recipient|receiver|livraison|delivraison|destinataire|dudestinataire|verzendadres|afleveradres|deenvio|paraelenvio|destinatario|deldestinatario|destinazionemerce|destinazione|dispedizione|diconsegna|odbiorcy|dostawy|dodostawy)$/;
/** Words that mark the address of another party. */
const otherParty =
  /^(?:bill|rechnung|invoice|factur|factuur|fattur|fakt|sender|absender|expediteur|afzender|remitente|mittente|nadawc|shipper|shipfrom|from|seller|buyer|payer|warehouse)/;

/** With these words, a recipient word means something else: a carrier, a number of a shipment, a day. */
const notBesideRecipient = words('via by nr num numero');
/** Columns that do not describe the recipient: the state of a delivery, and its carrier. */
const notOfRecipient = words('deliverystate deliverycompany deliveryprovince shipcompany');
/** Preferred if several columns name a recipient: the goods go to this address. */
const isOfGoods = (column: string): boolean =>
  /destinazione|lieferadresse|lieferanschrift|deliveryaddress|shippingaddress|livraison|afleveradres|bezorgadres/.test(
    segmentsOf(column).join(''),
  );

/** True for "Lieferadresse" too, which alone names the recipient's street. */
const namesRecipient = (column: string): boolean => recipientBefore.test(plain(column)) || recipientBehind.test(plain(column));

/** A name of nested data: `shipping_address.city`. */
const isPath = (column: string): boolean => /^\S+$/.test(column) && /[\p{L}\d]\.[\p{L}]/u.test(column);
const segmentsOf = (column: string): readonly string[] => (isPath(column) ? column.split('.') : [column]).map(plain);

/** The order number in nested data, and not that of one of its parts: `order.order_id`. */
const isNestedOrder = (column: string): boolean =>
  isPath(column) &&
  /^(?:order|bestell|commande|pedido|ordine)/.test(segmentsOf(column).at(-1) ?? '') &&
  calledAs.order.has(segmentsOf(column).at(-1) ?? '');

const isOfOtherParty = (column: string): boolean => segmentsOf(column).some((each) => otherParty.test(each));

/** Names of a column without the words that mark it as the recipient's; empty if it has none of these. */
function calledOfRecipient(column: string): readonly string[] {
  if (isOfOtherParty(column)) return [];
  const segments = segmentsOf(column);
  return [segments.at(-1) ?? '', segments.slice(-2).join('')].flatMap((name) => {
    const bare = name.replace(recipientBefore, '').replace(recipientBehind, '');
    if (bare === name || notBesideRecipient.has(bare) || notOfRecipient.has(name)) return [];
    const [, line] = /^(?:delivery|shipping|ship)(?:add|addr|address)?(?:line)?([1-5])$/.exec(name) ?? [];
    return [line === undefined ? bare : `address${line}`];
  });
}

/** First and last name, if they have columns of their own. */
const nameParts = [
  words('firstname givenname vorname prenom voornaam nombre nome imie'),
  words('lastname surname familyname nachname nom nomdefamille achternaam apellido apellidos cognome nazwisko'),
] as const;

/** Street lines without a field of their own. */
const furtherLines = words('address4 address5 addr4 addr5 add4 add5 addressline4 addressline5 street4 street5 adresse4');

/** The column that names the unit of weights, and of sizes. */
const unitColumns: Readonly<Record<'weight' | 'size', ReadonlySet<string>>> = {
  weight: words(
    'weightunit weightunits unitweight unitofweight weightuom weightunitofmeasure weightunitcode gewichtseinheit einheitgewicht unitepoids unitedepoids gewichtseenheid gewichteenheid unidadpeso unidaddepeso unitapeso unitadipeso unitadimisurapeso jednostkawagi',
  ),
  size: words(
    'dimensionunit dimensionunits dimensionsunit dimensionuom sizeunit lengthunit masseinheit einheitmasse unitedimension unitedimensions unitedesdimensions afmetingseenheid unidaddimension unidaddimensiones unitadimensioni unitadimisuradimensioni jednostkawymiarow',
  ),
};

/** A measure with its unit in the column name: `weightg` is a weight in grams. */
function measureOf(field: MappedField, column: string): { readonly unit: Unit | null } | undefined {
  const name = plain(column);
  const names = calledAs[field];
  const behind = unitBehind.find(([unit, is]) => unitsOf(field).includes(unit) && is.test(name) && names.has(name.replace(is, '')));
  if (behind) return { unit: behind[0] };
  return names.has(name) ? { unit: unitNamed(field, name) ?? null } : undefined;
}

type Fields = Mapping['fields'];
type IsCalled = (column: string, names: ReadonlySet<string>) => boolean;

const isCalled: IsCalled = (column, names) => names.has(plain(column));

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

const ofPayerBefore =
  'billto billing billingaddress bill billaddress rechnung rechnungs rechnungsadresse rechnungsanschrift invoice invoiceto invoiceaddress facturation adressefacturation factuur factuuradres fatturazione facturacion'.split(
    ' ',
  );
const ofPayerBehind = 'billing facturation defacturation factuuradres fatturazione difatturazione facturacion'.split(' ');

/** True if a column without its payer words has one of the names. */
const isCalledOfPayer: IsCalled = (column, names) => {
  const segments = segmentsOf(column);
  return [segments.at(-1) ?? '', segments.slice(-2).join('')].some(
    (name) =>
      ofPayerBefore.some((word) => name.startsWith(word) && names.has(name.slice(word.length))) ||
      ofPayerBehind.some((word) => name.endsWith(word) && names.has(name.slice(0, -word.length))),
  );
};

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
