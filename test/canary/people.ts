/** A customer whose every word occurs nowhere else. */
export interface Customer {
  readonly tag: string;
  readonly name: string;
  readonly company: string;
  readonly street: string;
  readonly email: string;
  readonly phone: string;
  readonly note: string;
  readonly instructions: string;
  readonly contents: string;
  readonly gift: string;
}

/** Three letters for each number below 17,576. */
const tagOf = (number: number): string => [676, 26, 1].map((place) => String.fromCharCode(97 + (Math.floor(number / place) % 26))).join('');

export function customer(number: number): Customer {
  // Letters follow what differs: the last letter of a text is not whole in its Base64.
  const tag = `${tagOf(number)}rix`;
  return {
    tag,
    name: `Wilmaq${tag} Zorkel${tag}`,
    company: `Brontexq${tag} Veem`,
    street: `Quibbleq${tag}straat`,
    email: `mailq${tag}@zorkelq${tag}.example`,
    phone: `+49 30 ${7_190_000 + number}42`,
    note: `Noteq${tag} behind the shed`,
    instructions: `Instrq${tag} ring twice`,
    contents: `Contq${tag} teapot`,
    gift: `Giftq${tag} with love`,
  };
}

/** Texts that identify this customer. Parts too: a name may be cut, and a phone number be written without blanks. */
export const wordsOf = ({ tag, phone, ...given }: Customer): readonly string[] => [
  ...Object.values(given).map((text) => text.split(/[ @]/)[0] ?? text),
  `zorkelq${tag}.example`,
  `Zorkel${tag}`,
  phone.slice(7),
];

/** One row of an order file in the plain layout, with a column that Packbench does not know. */
export const rowOf = (order: string, { name, company, street, email, phone, note, instructions, contents, gift }: Customer) => ({
  order,
  name,
  company,
  street,
  house_number: '84',
  postal_code: '10435',
  city: 'Berlin',
  country: 'DE',
  phone,
  email,
  weight_kg: '1.2',
  length_cm: '40',
  width_cm: '30',
  height_cm: '20',
  contents,
  value: '64.00',
  currency: 'EUR',
  note,
  delivery_instructions: instructions,
  gift_text: gift,
});

export const csvOf = (rows: readonly Readonly<Record<string, string>>[]): string =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n');
