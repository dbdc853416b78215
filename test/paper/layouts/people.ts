import { type Address, emptyAddress } from '../../../shared/address.ts';
import type { Dice } from '../../crash/dice.ts';

interface Country {
  readonly code: string;
  readonly names: readonly [string, ...string[]];
  readonly towns: readonly [Town, ...Town[]];
  readonly streets: readonly [string, ...string[]];
  readonly isNumberFirst: boolean;
}
type Town = readonly [postalCode: string, city: string, province?: string];

const list = (text: string) => text.split(', ') as [string, ...string[]];

/** Each country: code, form of a street line, names; then its towns; then its streets. */
const table = `
  DE; * #; GERMANY, Deutschland, DE;
    10435 | Berlin, 80331 | München, 01067 | Dresden, 50667 | Köln, 24103 | Kiel;
    Kastanienallee, Goethestraße, Am Alten Markt, Lindenweg, Große Bleichen, Karl-Marx-Straße
  NL; * #; NETHERLANDS, Nederland, NL;
    3511 LN | Utrecht, 1012 AB | Amsterdam, 5611 EM | Eindhoven, 5222 AE | 's-Hertogenbosch, 3846 CA | 't Harde;
    Oudegracht, Keizersgracht, 's-Gravenlaan, Van Goghstraat, Lange Nieuwstraat
  FR; # *; FRANCE, France, FR;
    44000 | Nantes, 69003 | Lyon, 13008 | Marseille, 92130 | Issy-les-Moulineaux, 94240 | L'Haÿ-les-Roses;
    rue de la Paix, avenue Camus, boulevard Saint-Michel, chemin de l'Église, place du Général Leclerc
  GB; # *; UNITED KINGDOM, GREAT BRITAIN, GB;
    GL55 6HU | Chipping Campden, M1 4BT | Manchester, EH1 1YZ | Edinburgh, LS1 5PS | Leeds, PE30 1AA | King's Lynn;
    Station Road, St. Mary's Close, High Street, Mill Hill Lane, Orchard Way
  US; # *; UNITED STATES, USA, US;
    28052 | Gastonia | NC, 95128 | San Jose | CA, 60061 | Vernon Hills | IL, 78701 | Austin | TX;
    N Main St, S Winchester Blvd, Oak Ridge Dr, 5th Avenue, Corporate Woods Pkwy
  PL; * #; POLAND, Polska, PL;
    00-950 | Warszawa, 30-002 | Kraków, 90-001 | Łódź;
    ul. Długa, Aleje Jerozolimskie, ul. Piotrkowska, os. Bohaterów
  IT; * #; ITALY, Italia, IT;
    20121 | Milano | MI, 00151 | Roma | RM, 17014 | Cairo Montenotte | SV, 67100 | L'Aquila | AQ;
    Via Roma, Corso Vittorio Emanuele, Piazza dell'Unità, Viale Monza
  SE; * #; SWEDEN, Sverige, SE;
    113 22 | Stockholm, 532 38 | Skara, 216 12 | Limhamn;
    Odengatan, Västra Hamngatan, Stora Nygatan, Kungsvägen
  ES; * #; SPAIN, España, ES;
    28013 | Madrid, 08002 | Barcelona, 41001 | Sevilla;
    Calle Mayor, Paseo de la Castellana, Avenida de América, Ronda del Guadiana
  AT; * #; AUSTRIA, Österreich, AT;
    5020 | Salzburg, 1070 | Wien, 5400 | Hallein;
    Mariahilfer Straße, Getreidegasse, Salzachufer
  CZ; * #; CZECH REPUBLIC, Česká republika, CZ;
    110 00 | Praha 1, 602 00 | Brno;
    Vodičkova, Na Příkopě, Masarykova
  DK; * #; DENMARK, Danmark, DK;
    8000 | Århus C, 9000 | Aalborg, 6000 | Kolding;
    Nørregade, Åboulevarden, Vestergade
`;

export const countries = table
  .trim()
  .split(/(?<!;)\n/)
  .map((line): Country => {
    const [code = '', form, names = '', towns = '', streets = ''] = line.trim().split(/;\s+/);
    return {
      code,
      names: list(names),
      towns: list(towns).map((town) => town.split(' | ')) as unknown as Country['towns'],
      streets: list(streets),
      isNumberFirst: form === '# *',
    };
  }) as unknown as readonly [Country, ...Country[]];

const givenNames = list('Anna, Jörg, Marie-Claire, Piotr, Zoë, Søren, Luca, Ingrid, Małgorzata, Tom, Ana Lucía, Jan');
const surnames = list(
  "Lehmann, Müller, O'Brien, de Vries, Kowalczyk, Vilboux, García Márquez, Smith, van den Berg, Žižková, Åkesson, Rossi, Meyer-Lüdenscheidt, Brown",
);
const companyWords = list('Nordlicht, Acme, Velo, Blue River, Tante Emma, Atelier, Kaufmann, Polar, Santa Rosa, Hifi');
const companyTrades = list('Trading, Supplies, Logistics, Electronics, Moden, Design, Books');
const companyKinds = list('GmbH, B.V., Ltd, SARL, Inc., S.r.l., AB, ');
const seconds = list('2nd floor, Hinterhaus, Apt 103, Building C, bât. Les Tilleuls, c/o Familie Weber');

const drawName = (dice: Dice): string => `${dice.pick(givenNames)} ${dice.pick(surnames)}`;
export const drawCompany = (dice: Dice): string =>
  `${dice.pick(companyWords)} ${dice.pick(companyTrades)} ${dice.pick(companyKinds)}`.trim();

function drawNumber(dice: Dice): string {
  const number = String(1 + dice.whole(dice.chance(0.2) ? 900 : 99));
  if (dice.chance(0.75)) return number;
  return number + dice.pick([' B', 'a', '-3', '/7', 'c', ' bis'] as const);
}

/** A person in their own spelling, accents included. */
export function drawPerson(dice: Dice): Address {
  const country = dice.pick(countries);
  const [postalCode, city, province = ''] = dice.pick(country.towns);
  const isCompany = dice.chance(0.08);
  return {
    ...emptyAddress,
    name: isCompany ? '' : drawName(dice),
    company: isCompany || dice.chance(0.25) ? drawCompany(dice) : '',
    street: dice.pick(country.streets),
    houseNumber: dice.chance(0.05) ? '' : drawNumber(dice),
    street2: dice.chance(0.15) ? dice.pick(seconds) : '',
    postalCode,
    city,
    province,
    country: country.code,
    phone: dice.chance(0.5) ? `+${30 + dice.whole(60)} ${100 + dice.whole(900)} ${1_000_000 + dice.whole(8_999_999)}` : '',
  };
}

export function drawSender(dice: Dice): Address {
  const person = drawPerson(dice);
  return {
    ...person,
    company: dice.chance(0.85) ? drawCompany(dice) : person.company,
    name: dice.chance(0.4) ? person.name || drawName(dice) : '',
    houseNumber: person.houseNumber || '8',
    street2: '',
  };
}

const named = (person: Address): Address => (person.name + person.company === '' ? { ...person, company: 'Polar Design' } : person);

export interface Shipment {
  readonly to: Address;
  readonly from: Address;
  /** Recipients of other orders that must never be taken for this one. */
  readonly others: Readonly<Record<string, Address>>;
}

export function drawShipment(dice: Dice): Shipment {
  const to = drawPerson(dice);
  const from = named(drawSender(dice));
  const sameTown = dice.chance(0.15)
    ? { ...to, postalCode: from.postalCode, city: from.city, province: from.province, country: from.country }
    : to;
  const own = dice.chance(0.08) ? { ...sameTown, street: from.street } : sameTown;
  return { to: own, from, others: othersOf(dice, own) };
}

const elsewhere = (dice: Dice, than: Address): Address => {
  for (;;) {
    const other = drawPerson(dice);
    if (other.postalCode !== than.postalCode && other.street !== than.street && other.city !== than.city) return other;
  }
};
const somebodyElse = (dice: Dice, than: Address): Address => {
  for (;;) {
    const other = drawPerson(dice);
    if (other.name !== '' && other.name !== than.name && other.name.split(' ').at(-1) !== than.name.split(' ').at(-1)) return other;
  }
};
const door = ({ street, houseNumber, postalCode, city, province, country }: Address) => ({
  street,
  houseNumber,
  postalCode,
  city,
  province,
  country,
});

function othersOf(dice: Dice, own: Address): Readonly<Record<string, Address>> {
  const away = elsewhere(dice, own);
  const otherStreet = dice.pick(countries).streets.find((street) => street !== own.street) ?? 'Elsewhere';
  const base = /^\d+/.exec(own.houseNumber)?.[0] ?? '3';
  const plain = { ...own, street2: '' };
  return {
    'somebody else': { ...somebodyElse(dice, own), phone: '' },
    'somebody else at the same door': { ...own, name: somebodyElse(dice, own).name, company: '' },
    'a namesake in another town': { ...plain, ...door(away) },
    'a namesake in the same street of another town': { ...plain, ...door(away), street: own.street, houseNumber: `${base}9` },
    'a namesake in another street': { ...plain, street: otherStreet, houseNumber: '208' },
    ...(own.houseNumber === ''
      ? {}
      : {
          'a namesake whose number has a letter': { ...plain, houseNumber: own.houseNumber === base ? `${base} B` : base },
          'a namesake a few doors away': { ...plain, houseNumber: String(Number(base) + 2) },
          'a namesake without a number': { ...plain, houseNumber: '' },
          'a namesake without a number in another town': { ...plain, ...door(away), street: own.street, houseNumber: '' },
        }),
  };
}

const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', æ: 'ae', Æ: 'Ae' };
const germanLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue' };

export function inPlainLetters(text: string, country: string): string {
  const german = country === 'DE' || country === 'AT';
  return text
    .replace(/[^\0-\x7f]/g, (letter) => plainLetters[letter] ?? (german ? (germanLetters[letter] ?? letter) : letter))
    .normalize('NFD')
    .replace(/[^\0-\x7f]/g, '');
}

/** The address in the characters that the service accepts. */
export function asSent(address: Address): Address {
  const plain = (text: string): string => inPlainLetters(text, address.country);
  return {
    ...address,
    name: plain(address.name),
    company: plain(address.company),
    street: plain(address.street),
    street2: plain(address.street2),
    city: plain(address.city),
  };
}

/** The street line as this country writes it on an envelope. */
export function streetLine({ street, houseNumber, country }: Address): string {
  if (houseNumber === '') return street;
  return countries.find(({ code }) => code === country)?.isNumberFirst ? `${houseNumber} ${street}` : `${street} ${houseNumber}`;
}
