import { z } from 'zod';
import { countryRules, provinceCodes } from './country-rules.ts';

/** A postal address as people write it. An empty text means "not given". `houseNumber` may contain letters. */
export const addressSchema = z.object({
  name: z.string(),
  company: z.string(),
  street: z.string(),
  houseNumber: z.string(),
  street2: z.string(),
  street3: z.string(),
  postalCode: z.string(),
  city: z.string(),
  province: z.string(),
  /** ISO 3166-1 alpha-2, upper case. Any other value makes the bench ask the packer. */
  country: z.string(),
  phone: z.string(),
  email: z.string(),
  eori: z.string(),
});
export type Address = z.infer<typeof addressSchema>;

export const emptyAddress: Address = {
  name: '',
  company: '',
  street: '',
  houseNumber: '',
  street2: '',
  street3: '',
  postalCode: '',
  city: '',
  province: '',
  country: '',
  phone: '',
  email: '',
  eori: '',
};

/**
 * One text that had to change before it was sent to the service. `mayChangeMeaning` is true if a person should check it. `sent` is empty
 * if the only guess would be in another language.
 */
export const textChangeSchema = z.object({
  field: z.string(),
  written: z.string(),
  sent: z.string(),
  mayChangeMeaning: z.boolean(),
});
export type TextChange = z.infer<typeof textChangeSchema>;

const numberFirstCountries = new Set('US CA GB IE FR LU MC AU NZ IN ZA SG HK JP MY PH'.split(' '));
/** In these countries, a number at the end belongs to the street ("Route 66") or to a flat, never to the house. */
const onlyNumberFirst = new Set(['US', 'CA', 'AU', 'NZ']);

const numberToken = /^\d{1,5}\p{L}?(?:[-–/]\d{1,4}\p{L}?|[-–/]\p{L}{1,4}\d{0,3})*\.?,?$/u;
const noNumberToken = /^(?:s\/n|snc|b\/n|bb)\.?,?$/i;
const numberWord = /^(?:nr|no|n|nº|n°|num|núm|č|č\.?p|буд|д|hausnr)[.:]*$/i;
const wordAndNumber = /^(?:nr|no|nº|n°|буд|д)[.:]+\d{1,5}\p{L}?(?:[-–/]\d{1,4}\p{L}?)*,?$/iu;
/** Words that may follow a house number: staircase, floor, door, box, flat. */
const unitWord =
  /^(?:bis|ter|quater|hs|huis|bus|bte|bo[iî]te|box|apt|apto|app|ap|lgh|m|lok|kv|кв|оф|daire|kat|int|tv|th|mf|st|tr|og|eg|izq|izda|dcha|dcho|esq|dto|piso|et|etg|whg|top|stg|stiege|tür|flat|floor|pta|esc|porta|d)[.:]*,?$/iu;
const unitMark = /^(?:\p{L}\d{0,4}|\d{1,4}[.ºª°]{1,2}\p{L}{0,4}|D:\d{1,4}|kat:\d{1,3})\.?,?$/iu;
const joinWord = /^(?:t\/m|km|sector|nave|blk|unit|flat|tot|bis)\.?$/i;
const monthNames = new Set(
  (
    'january february march april may june july august september october november december januar februar märz mai juni juli oktober ' +
    'dezember januari februari maart mei augustus janvier février fevrier mars avril juin juillet août aout septembre octobre novembre ' +
    'décembre decembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile ' +
    'maggio giugno luglio settembre ottobre dicembre janeiro fevereiro março maio junho julho setembro outubro novembro dezembro ' +
    'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'
  ).split(' '),
);
const isMonth = (word: string): boolean => monthNames.has(word.replace(/[.,]$/, '').toLowerCase());
const yearToken = /^(?:1[5-9]|20)\d\d(?:[-–](?:1[5-9]|20)?\d\d)?$/;
const ordinalToken = /^\d{1,3}(?:[eE]|de|ste|a|o)$/;
const hasLetter = /\p{L}/u;

/** A flat, floor or room by itself: `Fl. 12` is not a street with the number 12. */
const unitAlone =
  /^(?:halle|hala|hal|hall|gebäude|geb|tor|rampe|villa|building|bldg|warehouse|nave|block|fl|flat|floor|level|apt|apto|appt?|apartment|unit|suite|ste|room|rm|top|whg|wohnung|zimmer|zi|lgh|lok|m|kv|кв|int|interno|scala|esc|piso|planta|stiege|stg|tür|bât|bâtiment|hinterhaus|og|etage|stock)[.:]*[ #]*\d[\p{L}\d/-]{0,5}[.,]?$/iu;
/** A named, uncounted floor: in "6368 Ground Floor" the number belongs to a plot, and the street is on another line. */
const namedFloor =
  /^(?:(?:lower|upper) )?(?:ground|first|second|third|fourth|fifth|sixth|top|basement|mezzanine|\d{1,2}(?:st|nd|rd|th))[ -](?:floor|fl|flr|flat|level|storey|story)\b[.,]?(?: (?:flat|unit|room|no\.?|office|shop))?(?: ?(?:\d{1,4}\p{L}?|\p{L}))?[.,]?$/iu;
export const isUnit = (line: string): boolean => unitAlone.test(line.trim()) || namedFloor.test(line.trim());

const siteWord = String.raw`(?:werk|tor|halle|gebäude|geb\.|haus|lager|lagerhalle|rampe|eingang|aufgang|bauteil|hof|stellplatz|ladestelle|anlieferung|wareneingang|warenannahme|plant|building|bldg\.?|block|unit|gate|dock|hall|hangar|warehouse|bay|entrance|yard|bâtiment|batiment|bât\.?|bat\.?|entrepôt|entrepot|usine|porte|portail|quai|entrée|zone|z\.?i\.?|z\.?a\.?|parc|nave|muelle|puerta|almacén|almacen|edificio|fábrica|módulo|portal|polígono|armazém|edifício|portão|cais|pavilhão|capannone|magazzino|cancello|stabilimento|padiglione|ingresso|gebouw|hal|loods|magazijn|poort|ingang|bygning|byggnad|lagerhall|rakennus|hala|magazyn|budynek|bud\.|brama|wejście|budova|brána|sklad|vrata|zgrada|skladište|skladišče|épület|csarnok|raktár|kapu|hală|clădire|depozit|poartă)`;
/** A compass direction, a count, a letter or a Roman number. */
const siteName = String.raw`(?:[#:.]? ?(?:n[ro°º]\.? ?)?(?:\d{1,4}\p{L}?(?:[-–/+&]\d{1,4}\p{L}?)*|\p{L}\d{0,3}|[IVX]{1,5}|nord|süd|ost|west|north|south|east|sud|est|ouest|norte|sur|sul|ovest|noord|zuid|oost|mitte))`;
const siteParts = new RegExp(
  `^${siteWord}(?: ${siteName})?(?:(?:,| -| –| /|;|\\.)? (?:und |and |et |y |e |en )?${siteWord}(?: ${siteName})?)*[.,]?$`,
  'iu',
);
const siteStart = new RegExp(`^${siteWord}(?!\\p{L})`, 'iu');
/** A word that only streets have, whole or at the end of a name: "Rue", "Werkstr.", "Veemarktkade". */
const streetWord =
  /(?<!\p{L})(?:street|st|road|rd|avenue|ave|av|lane|ln|drive|boulevard|blvd|bd|bld|way|crescent|close|terrace|rue|route|chemin|quai|impasse|allée|place|cours|via|viale|corso|piazza|piazzale|strada|calle|c\/|avenida|avda|paseo|camino|plaza|carrer|carretera|ctra|rua|travessa|largo|praça|ulica|ulice|ul|aleja|al|plac|pl|utca|út|útja|tér|nám|náměstí|třída|cesta|trg|(?:\p{L}+[ -]?)?(?:str|straße|strasse|gasse|weg|platz|allee|ring|damm|ufer|chaussee|pfad|steig|straat|laan|gracht|kade|plein|dreef|steenweg|vej|gade|gatan|gata|vägen|veien|vegen|katu)|\p{L}{3,}gate)(?!\p{L})/iu;

/** True if a line names parts of a site, such as "Werk II, Tor 3", and nothing else. A village may number its houses "Haus 4". */
export const isSitePart = (line: string): boolean => siteParts.test(line.trim().replace(/\s+/g, ' '));
/** True if a line has a word that only streets have, and a house number. */
const isNamedStreet = (line: string, country: string): boolean => streetWord.test(line) && splitStreet(line, country) !== undefined;

/** The end of a company's name that no street has: its legal form. */
const legalForm =
  /(?<=\p{L}.*[\s,.&])(?:gmbh|ggmbh|mbh|ag|kg|ohg|gbr|ug(?: \(haftungsbeschränkt\))?|e\.? ?k\.?|e\.? ?v\.?|b\.?v\.?|n\.?v\.?|v\.?o\.?f\.?|sarl|sas|sasu|eurl|s\.?r\.?l\.?|s\.?p\.?a\.?|s\.?l\.?u?\.?|lda\.?|ltd\.?|limited|plc|llc|llp|inc\.?|corp\.?|sp\. ?z ?o\. ?o\.?|s\.?r\.?o\.?|a\/s|aps|oy|oyj|kft\.?|zrt\.?|d\.?o\.?o\.?)$/iu;
/** True if a line is the name of a company and not a street. */
const isCompanyName = (line: string): boolean => legalForm.test(line.trim()) && !streetWord.test(line);

/** The line of two that is the street. Not sure if both may be it: then only a person can tell. */
export function streetOfTwo(first: string, second: string, country: string): { readonly is: 'first' | 'second'; readonly isSure: boolean } {
  const sure = (is: 'first' | 'second') => ({ is, isSure: true });
  if (first.length > longestLine || second.length > longestLine) return sure('first');
  const isPart = isUnit(first) || isSitePart(first);
  if ((isPart || isCompanyName(first)) && splitStreet(second, country) && !isSitePart(second)) return sure('second');
  if (!isNamedStreet(second, country)) return sure('first');
  if (siteStart.test(first.trim()) && !streetWord.test(first)) return sure('second');
  if (!splitStreet(first, country)) return sure('first');
  return { is: streetWord.test(first) ? 'first' : 'second', isSure: false };
}

/** Maximum length of an address line, in characters. */
const longestLine = 300;

/**
 * Splits "Veemarktkade 8" into street and house number; number first if the country writes it that way ("12 rue de la Gare"). Floor, door
 * and box stay with the number. Every word of the source is in the result; if that is impossible, returns undefined and the packer is
 * asked.
 */
export function splitStreet(line: string, country: string): { street: string; houseNumber: string } | undefined {
  if (line.length > longestLine || isUnit(line)) return undefined;
  const words = line
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ([-–/]) (?=\d)/g, '$1')
    .split(' ');
  if (numberFirstCountries.has(country)) return splitAtStart(words) ?? (onlyNumberFirst.has(country) ? undefined : splitAtEnd(words));
  return splitAtEnd(words) ?? splitAtStart(words);
}

const withoutComma = (words: readonly string[]): string => words.join(' ').replace(/[\s,]+$/, '');

function splitAtEnd(words: readonly string[]): { street: string; houseNumber: string } | undefined {
  for (let at = 1; at < words.length; at += 1) {
    const street = words.slice(0, at);
    if (!street.some((word) => hasLetter.test(word)) || !isHouseNumber(words.slice(at))) continue;
    const [before = '', number = ''] = [words[at - 1], words[at]];
    // "8 Mai 1945" and "Plein 1940-1945" are names; "Dorpsstraat 12 2" could be a house 12 with a flat, or a street that ends in 12.
    if (yearToken.test(number) && (isMonth(before) || /^(?:plein|place|plaza|piazza)$/i.test(before))) return undefined;
    if (/^\d{1,3}$/.test(before)) return undefined;
    // "Villa 12, Street 4B", "Flores 123 Bloco Apto 45": the last number may belong to a flat.
    if (street.slice(1).some((word) => /^\d{1,5}\p{L}?,$/u.test(word)) || (street.some(hasDigit) && endsInUnit(before))) return undefined;
    // "Nadir Sk. No:2/2 B Blok 84": another number is marked as the house number.
    if (street.some((word, index) => wordAndNumber.test(word) || (numberWord.test(word) && numberToken.test(street[index + 1] ?? ''))))
      return undefined;
    // "Westplein 6 t/m 8", "Statale 16 km 12", "Plot 7, Sector 18": only a person can tell which number is the house number.
    if (joinWord.test(before) && street.some((word) => numberToken.test(word))) return undefined;
    return { street: withoutComma(street), houseNumber: withoutComma(words.slice(at)) };
  }
  return undefined;
}

function isHouseNumber(words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  if (noNumberToken.test(first)) return areUnits(words);
  if (numberWord.test(first)) return numberToken.test(second) && areUnits(words.slice(1));
  return (numberToken.test(first) || wordAndNumber.test(first)) && areUnits(words);
}

const hasDigit = (word: string): boolean => /\d/.test(word);
/** "Apto", and "2/Top" in the Austrian form. */
const endsInUnit = (word: string): boolean => isUnitWord(word.slice(word.lastIndexOf('/') + 1));
/** A regular expression does not match the Turkish dotted capital I as `i`. */
const isUnitWord = (word: string): boolean => unitWord.test(word.replaceAll('İ', 'I'));

/** True if everything behind the number is a unit, or a number that follows a unit or a comma. */
function areUnits([number = '', ...rest]: readonly string[]): boolean {
  if (rest.length > 6) return false;
  return rest.every((word, index) => {
    if (isUnitWord(word) || unitMark.test(word) || /^[-–]$/.test(word)) return true;
    const before = rest[index - 1] ?? number;
    return numberToken.test(word) && (before.endsWith(',') || !/^\d/.test(before) || endsInUnit(before));
  });
}

function splitAtStart(words: readonly string[]): { street: string; houseNumber: string } | undefined {
  const [first = '', second = ''] = words;
  if (!/^\d{1,5}\p{L}?(?:[-–/]\d{1,4}\p{L}?)*,?$/u.test(first) || ordinalToken.test(first)) return undefined;
  const takes = /^(?:bis|ter|quater|\d\/\d),?$/i.test(second) ? 2 : 1;
  const street = words.slice(takes);
  const [name = ''] = street;
  if (!street.some((word) => hasLetter.test(word)) || isMonth(name) || isUnit(street.join(' '))) return undefined;
  return { street: withoutComma(street), houseNumber: withoutComma(words.slice(0, takes)) };
}

/** True if two public rule sets agree that an address needs a postal code. In other countries a missing code only causes a warning. */
export const needsPostalCode = (country: string): boolean => countryRules[country]?.postalCode === 'must';

/** True if the service requires a state or province, by its official code. */
export const needsProvince = (country: string): boolean => country in provinceCodes;
export const isProvince = (country: string, code: string): boolean => provinceCodes[country]?.has(code) === true;

/** Countries whose customs territory is the European Union; every other country is its own territory. */
const unionCountries = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(' '));

/** Places that share a country code but are a customs territory of their own, by postal code. */
const placesApart = [
  ['FR', /^97[0-8]/, 'french-overseas'],
  ['FR', /^98[4-8]/, 'french-overseas'],
  ['ES', /^(?:35|38)/, 'canary-islands'],
  ['ES', /^51/, 'ceuta'],
  ['ES', /^52/, 'melilla'],
  ['FI', /^22\d{3}$/, 'aland'],
  ['DE', /^78266/, 'buesingen'],
  ['DE', /^27498/, 'heligoland'],
  ['IT', /^23041/, 'livigno'],
  ['IT', /^2206[01]/, 'campione-d-italia'],
  ['GR', /^6308[67]/, 'mount-athos'],
  ['DK', /^39\d\d$/, 'greenland'],
  ['DK', /^\d{3}$/, 'faroe-islands'],
  ['NO', /^917\d$/, 'svalbard'],
  ['GB', /^BT/i, 'northern-ireland'],
  ['GB', /^JE/i, 'jersey'],
  ['GB', /^GY/i, 'guernsey'],
] as const satisfies readonly (readonly [country: string, postalCode: RegExp, place: string])[];
export type PlaceApart = (typeof placesApart)[number][2];

/** The place with a customs territory of its own that an address lies in; undefined if there is none. */
export const placeApart = ({ country, postalCode }: Pick<Address, 'country' | 'postalCode'>): PlaceApart | undefined =>
  placesApart.find(([of, code]) => of === country && code.test(postalCode.trim()))?.[2];

/**
 * Northern Ireland follows the EU rules for goods and is part of the United Kingdom. The Isle of Man belongs to the customs territory of
 * the United Kingdom, Liechtenstein to that of Switzerland.
 */
function customsTerritories(address: Pick<Address, 'country' | 'postalCode'>): readonly string[] {
  const { country } = address;
  const apart = placeApart(address);
  if (apart === 'northern-ireland') return ['EU', 'GB'];
  if (apart !== undefined) return [apart];
  if (unionCountries.has(country)) return ['EU'];
  return [{ IM: 'GB', LI: 'CH' }[country] ?? country];
}

export const leavesCustomsTerritory = (from: Address, to: Address): boolean =>
  !customsTerritories(from).some((territory) => customsTerritories(to).includes(territory));

/** Every country an address may name: ISO 3166, and `XK`, the carriers' code for Kosovo. */
export const countryCodes = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI ' +
    'CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ ' +
    'GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
    'LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG ' +
    'PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK ' +
    'TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW XK'
  ).split(' '),
);

/** The fields of an address that are printed on a label. */
export const labelLines = [
  'name',
  'company',
  'street',
  'houseNumber',
  'street2',
  'street3',
  'postalCode',
  'city',
  'province',
  'country',
] as const satisfies readonly (keyof Address)[];

/** True if the labels of both addresses would be the same. */
export const isSameOnLabel = (one: Address, other: Address): boolean => labelLines.every((line) => one[line].trim() === other[line].trim());

/** The label's address in one line. */
export const addressLine = (address: Address): string => {
  const { name, company, street, houseNumber, street2, street3, postalCode, city, province, country } = address;
  const lines = [name, company, `${street} ${houseNumber}`.trim(), street2, street3, `${postalCode} ${city}`.trim(), province, country];
  return lines.filter(Boolean).join(', ');
};
