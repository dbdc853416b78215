import { expect, test } from 'vitest';
import type { Address } from '../../shared/address.ts';
import { placeOf, sameAddress } from '../../shared/same-address.ts';
import { addressOf } from '../fixtures/address.ts';

type Pair = readonly [one: string, other: string, more?: readonly [Partial<Address>, Partial<Address>]];
const addressesOf = ([one, other, [more, otherMore] = [{}, {}]]: Pair) => [addressOf(one, more), addressOf(other, otherMore)] as const;

const gross = 'Jürgen Groß | | Straße des 17. Juni | 135 | 10623 | Berlin | DE';
const emily = 'Emily Carter | | 412 Maple Avenue | | 48104 | Ann Arbor | US';

const same: Readonly<Record<string, Pair>> = {
  'the example of the page': [gross, 'J. Gross | | Str. d. 17. Juni 135 | | 10623 | Berlin | DE'],
  'umlauts in two letters': [gross, 'Juergen Gross | | Strasse des 17. Juni | 135 | 10623 | BERLIN | DE'],
  'umlauts without points': [gross, 'Jurgen Gross | | STR DES 17 JUNI | 135 | 10623 | berlin | de'],
  'surname first': [gross, 'Groß, Jürgen | | Straße des 17.  Juni | 135 | D-10623 | Berlin | DE'],
  'a title': [gross, 'Herr Dr. Jürgen Groß | | Straße des 17. Juni | 135 | 10623 | Berlin | DE'],
  'number with a letter': [
    'Jürgen Größmann | Café Größmann | Schloßstraße 12a | | 61348 | Bad Homburg vor der Höhe | DE',
    'J. Größmann | CAFE GRÖSSMANN | Schloßstr. | 12 A | 61348 | Bad Homburg v. d. Höhe | DE',
  ],
  'hyphens in the street': [
    'A Ray | | Karl-Müller-Str. | 5 | 80331 | München | DE',
    'A Ray | | Karl Müllerstraße | 5 | 80331 | Muenchen | DE',
  ],
  'number first': ['Lucie Roy | | 27 Rue Oberkampf | | 75011 | Paris | FR', 'Lucie Roy | | rue Oberkampf | 27 | 75011 | PARIS | FR'],
  'a short avenue': ['Lucie Roy | | 5 av. de l’Opéra | | 75001 | Paris | FR', "Lucie Roy | | 5 Avenue de l'Opera | | 75001 | Paris | FR"],
  'a long code': [emily, 'Emily Carter | | 412 Maple Ave. | | 48104-1234 | Ann Arbor | US'],
  'flat in another word': [emily, emily, [{ street2: 'Apt 5' }, { street2: 'Apartment 5' }]],
  'flat behind the number': [
    'Theresa Höllinger | | Mariahilfer Straße 45/Stg. 2/Tür 12 | | 1060 | Wien | AT',
    'Theresa Höllinger | | Mariahilfer Str. | 45 | A-1060 | Wien | AT',
    [{}, { street2: 'Stiege 2, Tür 12' }],
  ],
  'code without a blank': [
    'P. Berg | | Prinsengracht | 263 | 1016 GV | Amsterdam | NL',
    'Piet Berg | | Prinsengracht 263 | | 1016gv | Amsterdam | NL',
  ],
  'a word that is left out': [
    'Ewa Lis | | ul. Piotrkowska 118 | | 90-006 | Łódź | PL',
    'Ewa Lis | | Piotrkowska 118 | | 90006 | Lodz | PL',
  ],
  'a short town': ['B Roth | | Am Weg | 3 | 9000 | St. Gallen | CH', 'B Roth | | Am Weg | 3 | CH-9000 | Sankt Gallen | CH'],
  'a company as the name': [
    'Claes Interieur BV | | Dam | 8 | 2000 | Antwerpen | BE',
    ' | Claes Interieur BV | Dam | 8 | 2000 | Antwerpen | BE',
  ],
  'another name with the same mail': [
    gross,
    'Mia Winter | | Straße des 17. Juni | 135 | 10623 | Berlin | DE',
    [{ email: 'gross@web.example' }, { email: ' Gross@web.example' }],
  ],
  'a box with grouped digits': [
    'Ada Voss | | Postfach 12 34 | | 97070 | Würzburg | DE',
    'Ada Voss | | Postfach | 1234 | 97070 | Wuerzburg | DE',
  ],
  'a machine with one post number': [
    'Ada Voss | | Packstation 145 | | 97070 | Würzburg | DE',
    'A. Voss | | Packstation | 145 | 97070 | Würzburg | DE',
    [{ street2: '1234567' }, { street2: '1234567' }],
  ],
  'no number at all': ['Ana Gil | | Calle Mayor | s/n | 39700 | Castro | ES', 'Ana Gil | | C/ Mayor | | 39700 | Castro | ES'],
  'letters of another script': [
    'Іван Франко | | вул. Личаківська | 12 | 79000 | Львів | UA',
    'І. Франко | | вул Личаківська | 12 | 79000 | ЛЬВІВ | UA',
  ],
  'a place without codes': ['Li Wong | | 18 Nathan Road | | | Kowloon | HK', 'Li Wong | | Nathan Rd | 18 | | KOWLOON | HK'],
};

const other: Readonly<Record<string, Pair>> = {
  'another letter': [gross, gross.replace('135', '135a')],
  'a letter that is a building': [gross.replace('135', '13a'), gross.replace('135', '13'), [{}, { street2: 'A' }]],
  'digits that fall together': ['Al Ray | | Straße 1 | 23 | 10623 | Berlin | DE', 'Al Ray | | Straße 12 | 3 | 10623 | Berlin | DE'],
  'a range': [gross.replace('135', '13-15'), gross.replace('135', '13 15')],
  'another number': [gross, gross.replace('135', '153')],
  'another code': [gross, gross.replace('10623', '10632')],
  'another country': ['An Roy | | Dorpsstraat | 1 | 2000 | Antwerpen | BE', 'An Roy | | Dorpsstraat | 1 | 2000 | Antwerpen | NL'],
  'another town of one code': ['An Roy | | Kirchweg | 1 | 54570 | Salm | DE', 'An Roy | | Kirchweg | 1 | 54570 | Wallenborn | DE'],
  'only the name': ['Jürgen Groß | | Kastanienallee | 84 | 10435 | Berlin | DE', gross],
  'only the place': [gross, 'Mia Winter | | Straße des 17. Juni | 135 | 10623 | Berlin | DE'],
  'only the surname': [gross, 'Groß | | Straße des 17. Juni | 135 | 10623 | Berlin | DE'],
  'another first name': [gross, 'Julia Groß | | Straße des 17. Juni | 135 | 10623 | Berlin | DE'],
  'a further first name': ['Anna Schmidt | | Am Weg | 3 | 97070 | Ulm | DE', 'Anna Maria Schmidt | | Am Weg | 3 | 97070 | Ulm | DE'],
  'another flat': [emily, emily, [{ street2: 'Apt 5' }, { street2: 'Apt 6' }]],
  'a flat on one side': [emily, emily, [{ street2: 'Apt 5' }, {}]],
  'another floor behind the number': [
    'Al Ray | | Vestergade 22, 2. tv | | 8000 | Aarhus C | DK',
    'Al Ray | | Vestergade 22, 3. tv | | 8000 | Aarhus C | DK',
  ],
  'another company': [gross, gross, [{ company: 'Groß Keramik' }, { company: 'Groß Verlag' }]],
  'a company on one side': [gross, gross, [{ company: 'Groß Keramik' }, {}]],
  'two people of one company': [gross, gross.replace('Jürgen', 'Karin'), [{ company: 'Groß Keramik' }, { company: 'Groß Keramik' }]],
  'another post number': [
    'Ada Voss | | Packstation 145 | | 97070 | Würzburg | DE',
    'Ada Voss | | Packstation 145 | | 97070 | Würzburg | DE',
    [{ street2: '1234567' }, { street2: '7654321' }],
  ],
  'another post number as the company': [
    'Ada Voss | 1234567 | Packstation 145 | | 97070 | Würzburg | DE',
    'Ada Voss | 7654321 | Packstation 145 | | 97070 | Würzburg | DE',
  ],
  'another box': ['Ada Voss | | Postfach 1234 | | 97070 | Ulm | DE', 'Ada Voss | | Postfach 1243 | | 97070 | Ulm | DE'],
  'a box and a street of its name': ['Ada Voss | | Postfach 12 | | 97070 | Ulm | DE', 'Ada Voss | | Postfachweg 12 | | 97070 | Ulm | DE'],
  'a mail address that says nothing': [
    gross,
    'Mia Winter | | Straße des 17. Juni | 135 | 10623 | Berlin | DE',
    [{ email: 'noreply@shop.example' }, { email: 'noreply@shop.example' }],
  ],
  'another street of a similar name': [
    'Al Ray | | North Street | 12 | 48104 | Ann Arbor | US',
    'Al Ray | | Nelson Street | 12 | 48104 | Ann Arbor | US',
  ],
  'another street with the same short word': [
    'Al Ray | | Rosenstr. | 12 | 97070 | Ulm | DE',
    'Al Ray | | Rosenweg | 12 | 97070 | Ulm | DE',
  ],
  'vowels that are marks': ['Li | | สุขุมวิท | 12 | 10110 | กรุงเทพ | TH', 'Li | | สขมวท | 12 | 10110 | กรุงเทพ | TH'],
  'no country': [gross.replace('| DE', '| '), gross.replace('| DE', '| ')],
  'no town': ['Al Ray | | Am Weg | 12 | 97070 | | DE', 'Al Ray | | Am Weg | 12 | 97070 | | DE'],
  'no street': ['Al Ray | | | 12 | 97070 | Ulm | DE', 'Al Ray | | | 12 | 97070 | Ulm | DE'],
  'no name': [' | | Am Weg | 12 | 97070 | Ulm | DE', ' | | Am Weg | 12 | 97070 | Ulm | DE'],
};

test.each(Object.keys(same))('%s: one parcel could hold both', (title) => {
  const [one, another] = addressesOf(same[title] as Pair);
  expect(sameAddress(one, another)).toBeDefined();
  expect(sameAddress(another, one)).toEqual(sameAddress(one, another));
  expect(placeOf(another)).toBe(placeOf(one));
});

test.each(Object.keys(other))('%s: two parcels', (title) => {
  const [one, another] = addressesOf(other[title] as Pair);
  expect(sameAddress(one, another)).toBeUndefined();
  expect(sameAddress(another, one)).toBeUndefined();
});

test('what is written in another way is named', () => {
  const differs = (pair: Pair) => sameAddress(...addressesOf(pair));
  expect(differs([gross, `  ${gross}`])).toEqual({ by: 'name', differs: [] });
  expect(differs([gross, gross.replace('Jürgen', 'J.')])).toEqual({ by: 'name', differs: ['name'] });
  expect(differs([gross, 'Jürgen Groß | | Str. d. 17. Juni 135 | | 10 623 | BERLIN | DE'])).toEqual({
    by: 'name',
    differs: ['street', 'postal-code', 'city'],
  });
  const mail = { email: 'gross@web.example' };
  expect(differs([gross, gross.replace('Jürgen', 'Julia'), [mail, mail]])).toEqual({ by: 'mail', differs: ['name'] });
});

test('an address without street, country, or both code and town has no place to be found at', () => {
  expect(placeOf(addressOf('Al Ray | | | 12 | 97070 | Ulm | DE'))).toBe('');
  expect(placeOf(addressOf('Al Ray | | Am Weg | 12 | 97070 | Ulm | '))).toBe('');
  expect(placeOf(addressOf('Al Ray | | Am Weg | 12 | | | DE'))).toBe('');
});
