import type { Dice } from '../crash/dice.ts';

/** Address of a person in the notation of their own country, based on real addresses and not on our own address rules. */
export interface StrangerAddress {
  readonly name: string;
  readonly company: string;
  /** The street line as a shop writes it, with the number in the country's order. */
  readonly line1: string;
  readonly line2: string;
  readonly postalCode: string;
  readonly city: string;
  readonly province: string;
  readonly country: string;
  readonly phone: string;
  readonly email: string;
  readonly kind: 'house' | 'flat' | 'post office box' | 'parcel machine' | 'no number';
}

interface Place {
  readonly names: readonly [string, ...string[]];
  readonly streets: readonly [string, ...string[]];
  /** Position of the number `#` before or after the street `*`. */
  readonly form: string;
  /** City, postal code, state. */
  readonly towns: readonly [readonly [string, string, string?], ...(readonly [string, string, string?])[]];
  readonly flat?: readonly [string, ...string[]];
  readonly box?: string;
  readonly machine?: string;
  readonly dial: string;
}

const places = {
  DE: {
    names: ['Änne Groß', 'Dr. Karl-Heinz Müller-Lüdenscheidt', 'Jörg Strauß'],
    streets: ['Straße des 17. Juni', 'Gänsemarkt', 'Am Alten Postweg'],
    form: '* #',
    towns: [
      ['Berlin', '10623'],
      ['Köln', '50667'],
    ],
    flat: ['4. OG links', 'Hinterhaus', 'Fl. 12'],
    box: 'Postfach 12 34 12',
    machine: 'Packstation 145',
    dial: '+49 30',
  },
  NL: {
    names: ["Fleur van 't Hoff", 'Jan-Willem de Boer', 'Noa IJsselstein'],
    streets: ['Kerkstraat', 'Burgemeester de Vlugtlaan', "'s-Gravenweg"],
    form: '* #',
    towns: [
      ["'s-Hertogenbosch", '5211 JX'],
      ['Den Haag', '2513AA'],
    ],
    flat: ['2 hoog', 'bis'],
    box: 'Postbus 90801',
    dial: '+31 70',
  },
  BE: {
    names: ['Éloïse Vandenbroucke', 'Wim Peeters'],
    streets: ['Rue Haute', 'Grote Steenweg'],
    form: '* #',
    towns: [
      ['Bruxelles', '1000'],
      ['Gent', '9000'],
    ],
    flat: ['bus 4', 'boîte 12'],
    box: 'Boîte postale 31',
    dial: '+32 2',
  },
  FR: {
    names: ["Anaïs L'Hermite", 'Gérard Lefèvre'],
    streets: ['rue de la République', 'avenue du 8 Mai 1945', 'chemin des Œillets'],
    form: '# *',
    towns: [
      ['Saint-Étienne', '42000'],
      ['Saint-Denis', '97400'],
    ],
    flat: ['Bât. C, 3e étage', 'Appt 27'],
    box: 'BP 20114',
    dial: '+33 4',
  },
  GB: {
    names: ["Siobhan O'Neill", 'Rhys Llewellyn-Jones'],
    streets: ['High Street', "St Mary's Mews"],
    form: '# *',
    towns: [
      ['London', 'SW1A 2AA'],
      ['Belfast', 'BT1 5GS'],
    ],
    flat: ['Flat 3B', 'Top Floor'],
    box: 'PO Box 4721',
    dial: '+44 20',
  },
  IE: {
    names: ['Caoimhe Ó Dálaigh', 'Pádraig Mac Giolla'],
    streets: ['Main Street', 'Shop Street'],
    form: '# *',
    towns: [['Galway', 'H91 E2K3']],
    flat: ['Apt 9'],
    dial: '+353 91',
  },
  ES: {
    names: ['Begoña Núñez', 'José María Ibáñez'],
    streets: ['Calle Mayor', 'Avda. de la Constitución'],
    form: '* #',
    towns: [
      ['A Coruña', '15001', 'C'],
      ['Las Palmas de Gran Canaria', '35001', 'GC'],
    ],
    flat: ['3º izq.', 'Esc. B, 2.º 1.ª'],
    box: 'Apartado de Correos 305',
    dial: '+34 981',
  },
  PT: {
    names: ['João Conceição', 'Inês Araújo'],
    streets: ['Rua de São João', 'Travessa da Espera'],
    form: '* #',
    towns: [['Vila Nova de Gaia', '4400-001']],
    flat: ['2.º Dto.', 'R/C Esq.'],
    box: 'Apartado 1042',
    dial: '+351 22',
  },
  IT: {
    names: ["Niccolò D'Angelo", 'Maria Più'],
    streets: ['Via Roma', 'Piazza XX Settembre'],
    form: '* #',
    towns: [
      ['Forlì', '47121', 'FC'],
      ['Livigno', '23041', 'SO'],
    ],
    flat: ['int. 5', 'scala A'],
    box: 'Casella postale 12',
    dial: '+39 0543',
  },
  AT: {
    names: ['Maximilian Böhm', 'Liesl Sträußl'],
    streets: ['Neubaugasse', 'Mariahilfer Straße'],
    form: '* #',
    towns: [['Wien', '1070']],
    flat: ['/2/14', 'Stiege 2 Tür 9'],
    box: 'Postfach 55',
    dial: '+43 1',
  },
  CH: {
    names: ['Reto Zürcher', 'Chloé Périsset'],
    streets: ['Seestrasse', 'rue du Rhône'],
    form: '* #',
    towns: [
      ['Zürich', '8002', 'ZH'],
      ['Genève', '1204', 'GE'],
    ],
    flat: ['3. Stock'],
    box: 'Postfach',
    dial: '+41 44',
  },
  LI: { names: ['Noldi Frick'], streets: ['Städtle'], form: '* #', towns: [['Vaduz', '9490']], dial: '+423 235' },
  LU: { names: ['Jeff Weber'], streets: ['rue Notre-Dame'], form: '#, *', towns: [['Luxembourg', 'L-2240']], dial: '+352 26' },
  DK: {
    names: ['Søren Ørsted', 'Åse Bæk'],
    streets: ['Nørrebrogade', 'Ærøvej'],
    form: '* #',
    towns: [['København N', '2200']],
    flat: ['2. th.', 'st. tv'],
    box: 'Postboks 12',
    dial: '+45 33',
  },
  SE: {
    names: ['Örjan Åkesson', 'Märta Sjöö'],
    streets: ['Östra Ågatan', 'Götgatan'],
    form: '* #',
    towns: [['Göteborg', '411 05']],
    flat: ['lgh 1203'],
    box: 'Box 118',
    dial: '+46 31',
  },
  NO: {
    names: ['Bjørn Ødegård'],
    streets: ['Øvre Slottsgate', 'Kongens gate'],
    form: '* #',
    towns: [['Tromsø', '9008']],
    flat: ['H0302'],
    box: 'Postboks 6050 Langnes',
    dial: '+47 77',
  },
  FI: {
    names: ['Väinö Hämäläinen', 'Åke Sjöblom'],
    streets: ['Hämeenkatu', 'Torggatan'],
    form: '* #',
    towns: [
      ['Tampere', '33100'],
      ['Mariehamn', '22100'],
    ],
    flat: ['A 14'],
    box: 'PL 123',
    dial: '+358 3',
  },
  IS: { names: ['Guðrún Þórsdóttir'], streets: ['Laugavegur'], form: '* #', towns: [['Reykjavík', '101']], dial: '+354 551' },
  PL: {
    names: ['Łukasz Żółć', 'Agnieszka Świątek'],
    streets: ['ul. Świętokrzyska', 'al. Jerozolimskie'],
    form: '* #',
    towns: [['Łódź', '90-001']],
    flat: ['m. 7'],
    box: 'skr. poczt. 14',
    machine: 'Paczkomat LOD14M',
    dial: '+48 42',
  },
  CZ: {
    names: ['Kateřina Šťastná'],
    streets: ['Náměstí Míru', 'U Žižkova'],
    form: '* #',
    towns: [['Plzeň', '301 00']],
    box: 'P. O. Box 77',
    dial: '+420 377',
  },
  SK: { names: ['Ľubomír Ďurčanský'], streets: ['Hlavná'], form: '* #', towns: [['Košice', '040 01']], dial: '+421 55' },
  HU: {
    names: ['Szőke Győző'],
    streets: ['Váci út', 'Erzsébet krt.'],
    form: '* #.',
    towns: [['Győr', '9021']],
    flat: ['II/4'],
    dial: '+36 96',
  },
  RO: {
    names: ['Ștefan Țurcanu'],
    streets: ['Strada Ștefan cel Mare'],
    form: '* nr. #',
    towns: [['Iași', '700028', 'IS']],
    dial: '+40 232',
  },
  SI: { names: ['Žiga Črnič'], streets: ['Čopova ulica'], form: '* #', towns: [['Ljubljana', '1000']], dial: '+386 1' },
  GR: { names: ['Γιώργος Παπαδόπουλος'], streets: ['Ερμού'], form: '* #', towns: [['Αθήνα', '105 63']], dial: '+30 21' },
  EE: { names: ['Õie Põld'], streets: ['Pikk'], form: '* #', towns: [['Tallinn', '10123']], flat: ['-5'], dial: '+372 6' },
  US: {
    names: ['Renée Nuñez-Smith', 'Bob Q. Public'],
    streets: ['W 42nd St', 'Route 66'],
    form: '# *',
    towns: [
      ['New York', '10036', 'NY'],
      ['Portland', '97205-1234', 'OR'],
    ],
    flat: ['Apt 4F', 'Suite 100'],
    box: 'PO Box 1832',
    dial: '+1 212',
  },
  CA: {
    names: ['Geneviève Bouchard'],
    streets: ['rue Sainte-Catherine O', 'Yonge St'],
    form: '# *',
    towns: [
      ['Montréal', 'H3B 1A7', 'QC'],
      ['Toronto', 'M5V 2T6', 'ON'],
    ],
    flat: ['Unit 2801'],
    box: 'PO Box 9001 STN MAIN',
    dial: '+1 514',
  },
  JP: { names: ['Sato Yuki'], streets: ['Chuo-ku Ginza'], form: '* #-2-10', towns: [['Tokyo', '104-0061', '13']], dial: '+81 3' },
  AU: {
    names: ["Kylie O'Hara"],
    streets: ['Collins Street'],
    form: '# *',
    towns: [['Melbourne', '3000', 'VIC']],
    flat: ['Level 3'],
    box: 'GPO Box 2890',
    dial: '+61 3',
  },
} as const satisfies Readonly<Record<string, Place>>;

export type Country = keyof typeof places;
export const countries = Object.keys(places) as [Country, ...Country[]];

const houses = ['5', '118', '12a', '3-5', '7 B', '1', '204', '99/1'] as const;
const nameless = ['Teach Beag', 'The Old Forge', 'Haus Waldfrieden', 'Gut Sonnenhof', 'Villa Aurora'] as const;

/** Returns a random address: some are in a flat, at a post office box or a parcel machine, or have no house number. */
export function drawAddress(dice: Dice, country: Country = dice.pick(countries)): StrangerAddress {
  const place: Place = places[country];
  const name = dice.pick(place.names);
  const [city, postalCode, province = ''] = dice.pick(place.towns);
  const street = place.form.replace('*', dice.pick(place.streets)).replace('#', dice.pick(houses));
  const roll = dice.whole(100);
  const [kind, line1, line2] = ((): readonly [StrangerAddress['kind'], string, string] => {
    if (roll < 8 && place.box) return ['post office box', place.box, ''];
    if (roll < 12 && place.machine) return ['parcel machine', place.machine, String(10_000_000 + dice.whole(89_999_999))];
    if (roll < 18) return ['no number', dice.pick(nameless), ''];
    if (roll < 38 && place.flat) return ['flat', street, dice.pick(place.flat)];
    return ['house', street, ''];
  })();
  const plain = name
    .normalize('NFD')
    .replace(/[^A-Za-z]+/g, '.')
    .toLowerCase();
  return {
    name,
    company: dice.chance(0.15) ? dice.pick(['Müller & Söhne GmbH', 'Café Noir', 'ACME S.p.A.', 'Świat Książki sp. z o.o.']) : '',
    line1,
    line2,
    postalCode,
    city,
    province,
    country,
    phone: `${place.dial} 555 ${String(dice.whole(10_000)).padStart(4, '0')}`,
    email: `${plain || 'somebody'}@example.com`,
    kind,
  };
}
