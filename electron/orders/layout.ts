import { type Address, splitStreet } from '../../shared/address.ts';
import { type Money, readMoney } from '../../shared/money.ts';
import { type Order, type OrderKey, orderKeySchema } from '../../shared/order.ts';
import { commandPrefix } from '../../shared/scan.ts';

/** The cells of one row by the name of their column, in lower case and trimmed. */
export type Cells = ReadonlyMap<string, string>;

/** A layout takes rows one by one into the orders read so far; it answers why a row cannot be taken, or undefined. */
export type Layout = (cells: Cells, orders: Map<string, Order>, source: string) => string | undefined;

export const cell = (cells: Cells, name: string): string => cells.get(name) ?? '';

export function readKey(text: string): { readonly key: OrderKey } | { readonly reason: string } {
  if (text === '') return { reason: 'The row has no order number' };
  if (text.toUpperCase().startsWith(commandPrefix)) return { reason: `An order number must not begin with ${commandPrefix}` };
  if (/\p{Cc}/u.test(text)) return { reason: 'The order number holds a sign that no barcode carries' };
  const key = orderKeySchema.safeParse(text);
  return key.success ? { key: key.data } : { reason: 'The order number is longer than 80 characters' };
}

/** Street and number from one line, the second line helping where it is only the number. Nothing is dropped; what is doubtful is asked. */
export function readStreet(line: string, second: string, country: string): Pick<Address, 'street' | 'houseNumber' | 'street2'> {
  const alone = splitStreet(line, country);
  if (alone) return { ...alone, street2: second };
  const together = /^\d{1,5}\s?\p{L}?$/u.test(second) ? splitStreet(`${line} ${second}`, country) : undefined;
  return together ? { ...together, street2: '' } : { street: line, houseNumber: '', street2: second };
}

/** `8.45`, `8,45` or `1,208.45` in a known currency. */
export function readAmount(text: string, currency: string): Money | undefined {
  const plain = /^\d{1,3}(?:,\d{3})+\.\d+$/.test(text) ? text.replaceAll(',', '') : text.replace(/^(\d+),(\d{1,2})$/, '$1.$2');
  const money = readMoney(plain, currency.toUpperCase());
  return money && money.minor >= 0 ? money : undefined;
}
