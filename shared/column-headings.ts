/** Headings of columns in files of shops and warehouses, in eight languages, and what a heading means by itself. */

/**
 * Common names of the fields, in letters and digits only and without accents: in English, then in German, French, Dutch, Spanish,
 * Italian, Polish and the Nordic languages.
 */
export const headings = {
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
  // Not a bare "price": it may be the price of the whole line or order, and the value of the goods would be wrong. See `itemTotals`.
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
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;

/** Common names of columns in a file of products. Beside no order, a plain "weight" or "HS code" is that of the product. */
export const productHeadings = {
  sku: [words('variantsku'), headings.item_sku],
  name: [
    headings.item_name,
    words('title titel titre titulo titolo tytul'),
    headings.name,
    words('description beschreibung omschrijving descripcion descrizione opis'),
  ],
  barcode: [headings.item_barcode, words('variantbarcodes gtinupceanorisbn gtinupceanoisbn gtinupceanoderisbn gtinupceanouisbn')],
  hs_code: [headings.item_hs_code, headings.hs_code, words('harmonizedsystemcode harmonisedsystemcode')],
  origin: [headings.item_origin, words('coo countryregionoforigin')],
  // The picture of a variant comes before that of its product.
  picture: [
    words('variantimage variantimageurl'),
    words('productimageurl imagesrc'),
    headings.item_picture,
    words('images bilder imagenes immagini afbeeldingen imagens obrazki zdjecia billeder'),
  ],
  batteries: [
    words(
      'batteries hasbatteries containsbatteries battery batteryincluded lithium batterien batterie enthaltbatterien enthaeltbatterien akku piles contientpiles batterijen baterias pilas batterietipo baterie',
    ),
  ],
  parts: [words('parts kit kitparts kitcomponents kititems bundle bundleparts bundleitems bundlecomponents components stuckliste')],
  parent: [words('parent parentsku elternartikel ubergeordnet ubergeordneterartikel padre genitore rodzic')],
  group: [words('handle urlhandle')],
} as const satisfies Readonly<Record<string, readonly ReadonlySet<string>[]>>;
export const productGrams = words('variantgrams weightvaluegrams grams');

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** A heading in letters and digits only, without accents. */
export const plain = (column: string): string =>
  column
    .normalize('NFKD')
    .replace(/[^\p{L}\d]/gu, '')
    .replaceAll('ł', 'l');

/** In Argentina the quarter of a city, in Spain the town. If there are two such columns, the other one is the town. */
export const quarters = words('localidad');

/** First and last name, if they have columns of their own. */
export const nameParts = [
  words('firstname givenname vorname prenom voornaam nombre nome imie'),
  words('lastname surname familyname nachname nom nomdefamille achternaam apellido apellidos cognome nazwisko'),
] as const;

/** Street lines without a field of their own. */
export const furtherLines = words('address4 address5 addr4 addr5 add4 add5 addressline4 addressline5 street4 street5 adresse4');

/** The column that names the unit of weights, and of sizes. */
export const unitColumns: Readonly<Record<'weight' | 'size', ReadonlySet<string>>> = {
  weight: words(
    'weightunit weightunits unitweight unitofweight weightuom weightunitofmeasure weightunitcode gewichtseinheit einheitgewicht unitepoids unitedepoids gewichtseenheid gewichteenheid unidadpeso unidaddepeso unitapeso unitadipeso unitadimisurapeso jednostkawagi',
  ),
  size: words(
    'dimensionunit dimensionunits dimensionsunit dimensionuom sizeunit lengthunit masseinheit einheitmasse unitedimension unitedimensions unitedesdimensions afmetingseenheid unidaddimension unidaddimensiones unitadimensioni unitadimisuradimensioni jednostkawymiarow',
  ),
};

/** The price of all pieces of a line. */
export const itemTotals = words('itemtotal linetotal');

/** Words for units in files, without accents: `LBS`, `Gramm`, `inches`. */
export const unitWords = [
  ['kg', 'kgs?|kilos?|kilogram(?:m|me|mes|mos|mi|my|ow|s|os?)?'],
  ['g', 'gr?|gms?|gram(?:m|me|men|mes|mi|my|ow|ach|os?|s)?'],
  ['lb', 'lbs?|pounds?'],
  ['oz', 'ozs?|ounces?'],
  ['cm', 'cms?|centimet(?:er|re|res|ers|ros?|ri)|zentimeter'],
  ['mm', 'mms?|millimet(?:er|re|res|ers|ri)|milimetros?'],
  ['m', 'm|met(?:er|re|res|ers|ros?|ri)'],
  ['in', 'in|inch|inches'],
] as const;

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
export const isOfGoods = (column: string): boolean =>
  /destinazione|lieferadresse|lieferanschrift|deliveryaddress|shippingaddress|livraison|afleveradres|bezorgadres/.test(
    segmentsOf(column).join(''),
  );

/** True for "Lieferadresse" too, which alone names the recipient's street. */
export const namesRecipient = (column: string): boolean => recipientBefore.test(plain(column)) || recipientBehind.test(plain(column));

/** A name of nested data: `shipping_address.city`. */
export const isPath = (column: string): boolean => /^\S+$/.test(column) && /[\p{L}\d]\.[\p{L}]/u.test(column);
export const segmentsOf = (column: string): readonly string[] => (isPath(column) ? column.split('.') : [column]).map(plain);

/** The order number in nested data, and not that of one of its parts: `order.order_id`. */
export const isNestedOrder = (column: string): boolean =>
  isPath(column) &&
  /^(?:order|bestell|commande|pedido|ordine)/.test(segmentsOf(column).at(-1) ?? '') &&
  headings.order.has(segmentsOf(column).at(-1) ?? '');

export const isOfOtherParty = (column: string): boolean => segmentsOf(column).some((each) => otherParty.test(each));

/** Names of a column without the words that mark it as the recipient's; empty if it has none of these. */
export function calledOfRecipient(column: string): readonly string[] {
  if (isOfOtherParty(column)) return [];
  const segments = segmentsOf(column);
  return [segments.at(-1) ?? '', segments.slice(-2).join('')].flatMap((name) => {
    const bare = name.replace(recipientBefore, '').replace(recipientBehind, '');
    if (bare === name || notBesideRecipient.has(bare) || notOfRecipient.has(name)) return [];
    const [, line] = /^(?:delivery|shipping|ship)(?:add|addr|address)?(?:line)?([1-5])$/.exec(name) ?? [];
    return [line === undefined ? bare : `address${line}`];
  });
}

export type IsCalled = (column: string, names: ReadonlySet<string>) => boolean;

export const isCalled: IsCalled = (column, names) => names.has(plain(column));

const ofPayerBefore =
  'billto billing billingaddress bill billaddress rechnung rechnungs rechnungsadresse rechnungsanschrift invoice invoiceto invoiceaddress facturation adressefacturation factuur factuuradres fatturazione facturacion'.split(
    ' ',
  );
const ofPayerBehind = 'billing facturation defacturation factuuradres fatturazione difatturazione facturacion'.split(' ');

/** True if a column without its payer words has one of the names. */
export const isCalledOfPayer: IsCalled = (column, names) => {
  const segments = segmentsOf(column);
  return [segments.at(-1) ?? '', segments.slice(-2).join('')].some(
    (name) =>
      ofPayerBefore.some((word) => name.startsWith(word) && names.has(name.slice(word.length))) ||
      ofPayerBehind.some((word) => name.endsWith(word) && names.has(name.slice(0, -word.length))),
  );
};
