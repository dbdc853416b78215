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

/**
 * Each country: position of the number `#` before or after the street `*`, dialling code, names, streets; towns with postal code and
 * state, flats, post office box, parcel machine.
 */
const places = {
  DE: `* #; +49 30; Änne Groß | Dr. Karl-Heinz Müller-Lüdenscheidt | Jörg Strauß; Straße des 17. Juni | Gänsemarkt | Am Alten Postweg;
    Berlin = 10623 | Köln = 50667; 4. OG links | Hinterhaus | Fl. 12; Postfach 12 34 12; Packstation 145`,
  NL: `* #; +31 70; Fleur van 't Hoff | Jan-Willem de Boer | Noa IJsselstein; Kerkstraat | Burgemeester de Vlugtlaan | 's-Gravenweg;
    's-Hertogenbosch = 5211 JX | Den Haag = 2513AA; 2 hoog | bis; Postbus 90801`,
  BE: `* #; +32 2; Éloïse Vandenbroucke | Wim Peeters; Rue Haute | Grote Steenweg;
    Bruxelles = 1000 | Gent = 9000; bus 4 | boîte 12; Boîte postale 31`,
  FR: `# *; +33 4; Anaïs L'Hermite | Gérard Lefèvre; rue de la République | avenue du 8 Mai 1945 | chemin des Œillets;
    Saint-Étienne = 42000 | Saint-Denis = 97400; Bât. C, 3e étage | Appt 27; BP 20114`,
  GB: `# *; +44 20; Siobhan O'Neill | Rhys Llewellyn-Jones; High Street | St Mary's Mews;
    London = SW1A 2AA | Belfast = BT1 5GS; Flat 3B | Top Floor; PO Box 4721`,
  IE: `# *; +353 91; Caoimhe Ó Dálaigh | Pádraig Mac Giolla; Main Street | Shop Street;
    Galway = H91 E2K3; Apt 9`,
  ES: `* #; +34 981; Begoña Núñez | José María Ibáñez; Calle Mayor | Avda. de la Constitución;
    A Coruña = 15001 = C | Las Palmas de Gran Canaria = 35001 = GC; 3º izq. | Esc. B, 2.º 1.ª; Apartado de Correos 305`,
  PT: `* #; +351 22; João Conceição | Inês Araújo; Rua de São João | Travessa da Espera;
    Vila Nova de Gaia = 4400-001; 2.º Dto. | R/C Esq.; Apartado 1042`,
  IT: `* #; +39 0543; Niccolò D'Angelo | Maria Più; Via Roma | Piazza XX Settembre;
    Forlì = 47121 = FC | Livigno = 23041 = SO; int. 5 | scala A; Casella postale 12`,
  AT: `* #; +43 1; Maximilian Böhm | Liesl Sträußl; Neubaugasse | Mariahilfer Straße;
    Wien = 1070; /2/14 | Stiege 2 Tür 9; Postfach 55`,
  CH: `* #; +41 44; Reto Zürcher | Chloé Périsset; Seestrasse | rue du Rhône;
    Zürich = 8002 = ZH | Genève = 1204 = GE; 3. Stock; Postfach`,
  LI: `* #; +423 235; Noldi Frick; Städtle;
    Vaduz = 9490`,
  LU: `#, *; +352 26; Jeff Weber; rue Notre-Dame;
    Luxembourg = L-2240`,
  DK: `* #; +45 33; Søren Ørsted | Åse Bæk; Nørrebrogade | Ærøvej;
    København N = 2200; 2. th. | st. tv; Postboks 12`,
  SE: `* #; +46 31; Örjan Åkesson | Märta Sjöö; Östra Ågatan | Götgatan;
    Göteborg = 411 05; lgh 1203; Box 118`,
  NO: `* #; +47 77; Bjørn Ødegård; Øvre Slottsgate | Kongens gate;
    Tromsø = 9008; H0302; Postboks 6050 Langnes`,
  FI: `* #; +358 3; Väinö Hämäläinen | Åke Sjöblom; Hämeenkatu | Torggatan;
    Tampere = 33100 | Mariehamn = 22100; A 14; PL 123`,
  IS: `* #; +354 551; Guðrún Þórsdóttir; Laugavegur;
    Reykjavík = 101`,
  PL: `* #; +48 42; Łukasz Żółć | Agnieszka Świątek; ul. Świętokrzyska | al. Jerozolimskie;
    Łódź = 90-001; m. 7; skr. poczt. 14; Paczkomat LOD14M`,
  CZ: `* #; +420 377; Kateřina Šťastná; Náměstí Míru | U Žižkova;
    Plzeň = 301 00; ; P. O. Box 77`,
  SK: `* #; +421 55; Ľubomír Ďurčanský; Hlavná;
    Košice = 040 01`,
  HU: `* #.; +36 96; Szőke Győző; Váci út | Erzsébet krt.;
    Győr = 9021; II/4`,
  RO: `* nr. #; +40 232; Ștefan Țurcanu; Strada Ștefan cel Mare;
    Iași = 700028 = IS`,
  SI: `* #; +386 1; Žiga Črnič; Čopova ulica;
    Ljubljana = 1000`,
  GR: `* #; +30 21; Γιώργος Παπαδόπουλος; Ερμού;
    Αθήνα = 105 63`,
  EE: `* #; +372 6; Õie Põld; Pikk;
    Tallinn = 10123; -5`,
  US: `# *; +1 212; Renée Nuñez-Smith | Bob Q. Public; W 42nd St | Route 66;
    New York = 10036 = NY | Portland = 97205-1234 = OR; Apt 4F | Suite 100; PO Box 1832`,
  CA: `# *; +1 514; Geneviève Bouchard; rue Sainte-Catherine O | Yonge St;
    Montréal = H3B 1A7 = QC | Toronto = M5V 2T6 = ON; Unit 2801; PO Box 9001 STN MAIN`,
  JP: `* #-2-10; +81 3; Sato Yuki; Chuo-ku Ginza;
    Tokyo = 104-0061 = 13`,
  AU: `# *; +61 3; Kylie O'Hara; Collins Street;
    Melbourne = 3000 = VIC; Level 3; GPO Box 2890`,
};

type List = readonly [string, ...string[]];
const list = (text: string): List => text.split(' | ') as [string, ...string[]];

function placeOf(country: Country) {
  const [form = '', dial = '', names = '', streets = '', towns = '', flat, box, machine] = places[country].split(/;\s+/);
  return { form, dial, names: list(names), streets: list(streets), towns: list(towns), flat: flat ? list(flat) : undefined, box, machine };
}

export type Country = keyof typeof places;
export const countries = Object.keys(places) as [Country, ...Country[]];

const houses = ['5', '118', '12a', '3-5', '7 B', '1', '204', '99/1'] as const;
const nameless = ['Teach Beag', 'The Old Forge', 'Haus Waldfrieden', 'Gut Sonnenhof', 'Villa Aurora'] as const;

/** Returns a random address: some are in a flat, at a post office box or a parcel machine, or have no house number. */
export function drawAddress(dice: Dice, country: Country = dice.pick(countries)): StrangerAddress {
  const place = placeOf(country);
  const name = dice.pick(place.names);
  const [city = '', postalCode = '', province = ''] = dice.pick(place.towns).split(' = ');
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
