import { expect, test } from 'vitest';
import { address, type Column, linesOf, outcomeOf, sheetOf } from './label-columns.ts';

const shop = address({ company: 'Moden GmbH', street: 'Goethestrasse', houseNumber: '37', postalCode: '50667', city: 'Koeln' });
const zoe = address({ name: 'Zoe Meyer', street: 'Lindenweg', houseNumber: '5', postalCode: '10115', city: 'Berlin' });

/** Results for the label to Zoe, and for the same with sender and recipient swapped. */
const bothWays = (draw: (from: typeof shop, to: typeof zoe) => readonly Column[]): readonly string[] =>
  [draw(shop, zoe), draw(zoe, shop)].map((columns) => outcomeOf([sheetOf(columns)], zoe, shop));

test('a label that does not show its direction is unclear, and not a return label', () => {
  const equal = bothWays((from, to) => [
    [20, 20, 20, linesOf(to)],
    [20, 200, 20, linesOf(from)],
  ]);
  expect(equal).toEqual(['label-direction-unclear', 'label-direction-unclear']);
});

test('the size of characters alone does not make a return label', () => {
  const bySize = bothWays((from, to) => [
    [20, 20, 20, linesOf(from)],
    [20, 200, 30, linesOf(to)],
  ]);
  expect(bySize).toEqual(['match', 'label-direction-unclear']);
});

test('next to an outward label, the size of characters identifies a return label', () => {
  const [out, back] = [
    [shop, zoe],
    [zoe, shop],
  ].map(([from = shop, to = zoe], at) =>
    sheetOf(
      [
        [20, 20, 20, linesOf(from)],
        [20, 200, 30, linesOf(to)],
      ],
      [`JD451005507971711${at}`],
    ),
  );
  if (!out || !back) throw new Error('no sheets');
  expect(outcomeOf([out, back], zoe, shop, { parcels: 1, returnAsked: true })).toBe('match');
});

const noted = (from: typeof shop, to: typeof zoe, captions: readonly [string, string]) =>
  sheetOf([
    [20, 20, 20, [captions[0], ...linesOf(from)]],
    [20, 260, 20, [captions[1], ...linesOf(to)]],
  ]);
const advice = (more: readonly string[] = []) => sheetOf([[20, 20, 20, ['Shipping advice', 'Order 1001', 'Thank you', ...more]]], []);

test('a return label and an advice page are not labels of another order', () => {
  const back = noted(zoe, shop, ['FROM', 'TO']);
  expect(outcomeOf([back, advice()], zoe, shop)).toBe('wrong-number');
  expect(outcomeOf([advice(), back], zoe, shop)).toBe('wrong-number');
});

test('a return label hides no page that may be a label', () => {
  const back = noted(zoe, shop, ['FROM', 'TO']);
  const paul = address({ name: 'Paul Kern', street: 'Ringweg', houseNumber: '7', postalCode: '80331', city: 'Muenchen' });
  const coded = { ...advice(), barcodeData: ['JD4510055079717112'] };
  expect(outcomeOf([back, noted(shop, paul, ['FROM', 'TO'])], zoe, shop)).toBe('other');
  expect(outcomeOf([back, coded], zoe, shop)).toBe('sheet-without-name');
  expect(outcomeOf([back, { ...advice(), picture: true }], zoe, shop)).toBe('label-is-picture');
});

test('on a letter the sender is in the upper left corner, and the recipient further right', () => {
  const letter = bothWays((from, to) => [
    [20, 20, 20, linesOf(from)],
    [120, 200, 20, linesOf(to)],
  ]);
  expect(letter).toEqual(['match', 'label-direction-unclear']);
});

test('a caption above the frame of an address belongs to it, even beyond its lines', () => {
  const framed = bothWays((from, to) => [
    [200, 20, 30, [from.company || from.name]],
    [400, 190, 20, ['DESTINATARIO']],
    [20, 212, 20, linesOf(to)],
  ]);
  expect(framed[0]).toBe('match');
  expect(framed[1]).not.toBe('match');
});

test('a turned caption belongs to the address next to it', () => {
  const turned = (to: typeof zoe, from: typeof shop) => {
    const sheet = sheetOf([
      [60, 20, 20, linesOf(from)],
      [60, 200, 20, linesOf(to)],
    ]);
    const captions = [
      { text: 'FROM', x: -90, y: 20, height: 24, turn: 'B' as const },
      { text: 'TO', x: -260, y: 20, height: 24, turn: 'B' as const },
    ];
    return outcomeOf([{ ...sheet, texts: [...sheet.texts, ...captions] }], zoe, shop);
  };
  expect(turned(zoe, shop)).toBe('match');
  expect(turned(shop, zoe)).not.toBe('match');
});

test('a first word is a caption if the name follows it, even without a colon', () => {
  const led = bothWays((from, to) => [
    [20, 20, 20, [`From ${from.company || from.name}`, ...linesOf(from).slice(1)]],
    [20, 200, 20, [`To ${to.company || to.name}`, ...linesOf(to).slice(1)]],
  ]);
  expect(led[0]).toBe('match');
  expect(led[1]).not.toBe('match');
  const dijk = { ...zoe, name: 'Van Dijk' };
  const plain = sheetOf([
    [20, 20, 20, linesOf(shop)],
    [20, 200, 30, linesOf(dijk)],
  ]);
  expect(outcomeOf([plain], dijk, shop)).toBe('match');
});

test.each(['USPS DELIVER TO:', '2 To (Receiver)', 'Consignee / Příjemce', 'TO / À:', 'BESTEMMELING / DESTINATAIRE:', 'Till', 'お届け先'])(
  '%s is a caption of the recipient',
  (caption) => {
    const captioned = bothWays((from, to) => [
      [20, 20, 20, linesOf(from)],
      [20, 200, 16, [caption]],
      [20, 220, 20, linesOf(to)],
    ]);
    expect(captioned[0]).toBe('match');
    expect(captioned[1]).not.toBe('match');
  },
);

test.each(['ORIGIN ID:HAMA', 'EXP :', 'DE:', 'If undelivered, return to:'])('%s is a caption of the sender', (caption) => {
  const captioned = bothWays((from, to) => [
    [20, 20, 16, [caption]],
    [20, 40, 20, linesOf(from)],
    [20, 250, 20, linesOf(to)],
  ]);
  expect(captioned[0]).toBe('match');
  expect(captioned[1]).not.toBe('match');
});

test('a country code on the route is not a caption', () => {
  const routed = sheetOf([
    [20, 20, 20, linesOf(shop)],
    [20, 200, 30, ['DE', ...linesOf(zoe)]],
  ]);
  expect(outcomeOf([routed], zoe, shop)).toBe('match');
});

test('a town in large route characters shows the direction', () => {
  const routed = bothWays((from, to) => [
    [20, 20, 20, linesOf(from)],
    [20, 200, 20, linesOf(to)],
    [20, 400, 60, [`R40 46-${to.city.toUpperCase()}`]],
  ]);
  expect(routed[0]).toBe('match');
  expect(routed[1]).not.toBe('match');
});

test('an address that is not our sender may be the recipient: only clear outward labels print', () => {
  const stranger = ['Kontor West', 'Hauptstrasse 9', '24103 Kiel'];
  const beside = (size: number) =>
    outcomeOf(
      [
        sheetOf([
          [20, 20, 20, linesOf(zoe)],
          [20, 200, size, stranger],
        ]),
      ],
      zoe,
      shop,
    );
  expect([beside(14), beside(20), beside(30)]).toEqual(['match', 'label-direction-unclear', 'label-direction-unclear']);
});

test('of two neighbours the recipient keeps the town in its own column', () => {
  const neighbour = { ...shop, postalCode: '10115', city: 'Berlin' };
  const label = sheetOf([
    [20, 20, 20, ['Moden GmbH', 'DE', '10 BERLIN']],
    [300, 20, 24, ['Zoe Meyer', 'Lindenweg 5', '10115 Berlin']],
  ]);
  expect(outcomeOf([label], zoe, neighbour)).toBe('match');
});
