import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Dice } from '../../crash/dice.ts';
import { parts } from '../../words.ts';

/** An order as its sender means it. */
export interface MeantOrder {
  readonly order: string;
  readonly name: string;
  readonly street: string;
  readonly postal_code: string;
  readonly city: string;
  readonly country: string;
}

/** The body of a push, and its sender's meaning. */
export interface Body {
  readonly kind: string;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Its orders, in the sequence in which they were sent. */
  readonly orders: readonly MeantOrder[];
  /** True if every JSON reader has to accept it. */
  readonly isRight: boolean;
}

/** Names by charset, so that a name becomes unreadable if another charset is used. */
const people = {
  'utf-8': ['Łucja Żółć', 'Ωμέγα Παπά', '北川 優', 'Zoë Ðarkó'],
  'windows-1250': ['Łucja Żółć', 'Šárka Říhová', 'Őry Ábel'],
  'iso-8859-2': ['Łucja Żółć', 'Šárka Říhová'],
  'iso-8859-1': ['Jörg Müßig', 'Françoise Noël'],
  'windows-1252': ['Jörg Müßig', 'Œuvre Žitko'],
  'utf-16le': ['Łucja Żółć', 'Ωμέγα Παπά'],
  shift_jis: ['北川 優', 'テスト 太郎'],
} as const;
type Charset = keyof typeof people;
const charsets = Object.keys(people) as [Charset, ...Charset[]];

/** Encodes text in a charset by inverting its decoder; for Shift JIS only the needed characters. */
function encoded(text: string, charset: Charset): Buffer {
  if (charset === 'utf-8') return Buffer.from(text);
  if (charset === 'utf-16le') return Buffer.from(text, 'utf16le');
  const decoder = new TextDecoder(charset);
  const codes = new Map<string, number[]>();
  for (let byte = 0; byte < 256; byte += 1) codes.set(decoder.decode(Uint8Array.of(byte)), [byte]);
  if (charset === 'shift_jis')
    for (let lead = 0x81; lead <= 0x9f; lead += 1)
      for (let trail = 0x40; trail <= 0xfc; trail += 1) codes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
  return Buffer.from(Array.from(text).flatMap((letter) => codes.get(letter) ?? [0x3f]));
}

const streets = ['Kastanienallee 84', 'Markt 1', 'Lange Reihe 12b', 'Am Alten Postweg 3'] as const;
type Town = readonly [postalCode: string, city: string];
const towns: readonly [Town, ...Town[]] = [
  ['10435', 'Berlin'],
  ['53111', 'Bonn'],
  ['01067', 'Dresden'],
  ['99084', 'Erfurt'],
];

function drawOrder(dice: Dice, order: string, charset: Charset): MeantOrder {
  const [postal_code, city] = dice.pick(towns);
  return {
    order,
    name: dice.pick(people[charset] as readonly [string, ...string[]]),
    street: dice.pick(streets),
    postal_code,
    city,
    country: 'DE',
  };
}

/** Returns fields that shops send beside the address. */
const extra = (dice: Dice): object => (dice.chance(0.3) ? { weight_kg: 1.2, value: '64.00', currency: 'EUR', contents: 'Vase' } : {});

const packings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

/** Draws a body. `key` returns the number of an order: a new one, or one that was sent before. */
export function drawBody(dice: Dice, key: () => string): Body {
  const charset = dice.chance(0.6) ? 'utf-8' : dice.pick(charsets);
  const order = (): MeantOrder => drawOrder(dice, key(), charset);
  const shape = dice.pick<string>([
    ...parts('one | one | list | list | list | within orders | within data | lines | nothing | empty list | a word'),
    ...parts('strange entries | twice the same | two addresses | cut short | two lists | many | huge | page'),
  ]);
  const orders = ['one'].includes(shape)
    ? [order()]
    : Array.from({ length: shape === 'many' ? 150 : 1 + dice.whole(4) }, order).filter(
        (each, at, all) => all.findIndex((other) => other.order === each.order) === at,
      );
  const [first = order()] = orders;
  const written = orders.map((each) => ({ ...each, ...extra(dice) }));
  const json = (value: unknown): string => JSON.stringify(value, null, dice.chance(0.3) ? 2 : 0);
  const made = ((): { readonly text: string; readonly meant?: readonly MeantOrder[]; readonly isRight?: boolean } => {
    switch (shape) {
      case 'one':
        return { text: json(written[0]), isRight: true };
      case 'list':
      case 'many':
        return { text: json(written), isRight: true };
      case 'within orders':
        return { text: json({ orders: written, page: 1 }), isRight: true };
      case 'within data':
        return { text: json({ data: written, total: written.length }), isRight: true };
      case 'lines':
        return { text: written.map((each) => JSON.stringify(each)).join('\n') };
      case 'nothing':
        return { text: dice.pick(['', ' ', '\n']), meant: [] };
      case 'empty list':
        return { text: dice.pick(['[]', '{"orders":[]}', '{}', 'null', '[[]]']), meant: [] };
      case 'a word':
        return { text: dice.pick(['"order"', '42', 'true', 'order=7&name=Anna', 'ping']), meant: [] };
      case 'strange entries':
        return { text: json([...written, null, 7, 'order', [], {}]), meant: orders };
      case 'twice the same':
        return { text: json([...written, ...written]), meant: [...orders, ...orders], isRight: true };
      case 'two addresses': {
        const other = { ...first, name: `${first.name} II`, city: 'Hof', postal_code: '95028' };
        return { text: json([...written, other]), meant: [...orders, other] };
      }
      case 'cut short': {
        const whole = json(written);
        return { text: whole.slice(0, 1 + dice.whole(whole.length - 1)), meant: [] };
      }
      case 'two lists': {
        const others = Array.from({ length: dice.whole(3) }, order).filter(({ order: key }) => orders.every((each) => each.order !== key));
        return { text: json({ orders: written, archive: others }), meant: [...orders, ...others], isRight: true };
      }
      case 'huge':
        return { text: json([{ ...first, note: 'x'.repeat(5 * 1024 * 1024 + dice.whole(1024 * 1024)) }]), meant: [] };
      default:
        return { text: '<!doctype html><title>502</title><h1>Bad gateway</h1>', meant: [] };
    }
  })();
  const isPacked = dice.chance(0.08);
  const packing = dice.pick(['gzip', 'deflate', 'br'] as const);
  const hasMark = charset === 'utf-16le' || (charset === 'utf-8' && dice.chance(0.1));
  const letters = encoded(`${hasMark ? '\uFEFF' : ''}${made.text}`, charset);
  const isSaid = charset !== 'utf-8' || dice.chance(0.4);
  const type = dice.pick([
    'application/json',
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.shop+json',
    '',
  ]);
  const spelt = dice.pick([charset, charset.toUpperCase(), `"${charset}"`]);
  return {
    kind: `${shape} in ${charset}${isPacked ? ` as ${packing}` : ''}`,
    bytes: isPacked ? packings[packing](letters) : letters,
    headers: {
      ...(isSaid ? { 'Content-Type': `${type || 'application/json'}; charset=${spelt}` } : type && { 'Content-Type': type }),
      ...(isPacked && { 'Content-Encoding': packing }),
    },
    orders: made.meant ?? orders,
    isRight: made.isRight === true && !isPacked && charset === 'utf-8',
  };
}
