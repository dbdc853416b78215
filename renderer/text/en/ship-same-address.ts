import type { SameAddress } from '../../../shared/same-address.ts';
import { wholeNumber } from '../format.ts';

const parts: Record<SameAddress['differs'][number], string> = {
  name: 'name',
  company: 'company',
  street: 'street',
  lines: 'address line',
  'postal-code': 'postal code',
  city: 'town',
};

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
const asStart = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** `A-17`, `A-17 and A-9`, `A-17 and 3 more orders`. */
const orders = (keys: readonly string[]): string => {
  const [first = '', ...more] = keys;
  return more.length > 1 ? `${first} and ${more.length} more orders` : listed([first, ...more]);
};

export const sameAddress = {
  status: (others: readonly string[]) =>
    others.length === 1
      ? `${others[0] ?? ''} goes to the same address. One parcel for both?`
      : `${orders(others)} go to the same address. One parcel for all ${others.length + 1}?`,
  inHand: 'In your hands',
  openSince: (when: string) => `Open since ${when}`,
  /** Why both count as one address, for the packer to compare. */
  match: ({ by, differs }: SameAddress) => {
    const written = differs.filter((part) => by === 'name' || part !== 'name').map((part) => parts[part]);
    const person = by === 'mail' ? 'The name is another one, but the email address is the same. ' : '';
    if (written.length === 0) return `${person}Street, postal code and town are the same.`;
    if (by === 'name' && differs.every((part) => part === 'name'))
      return 'The name is written differently. Street, postal code and town are the same.';
    return `${person}${asStart(listed(written))} ${written.length === 1 ? 'is written differently, and means' : 'are written differently, and mean'} the same.`;
  },
  joined: (keys: string) => `One parcel: ${keys}.`,
  noLines: 'This order does not list its items.',
  notes: (note: string) => `Note: ${note}`,
  together: (others: number) => (others === 1 ? 'One parcel for both' : `One parcel for all ${others + 1}`),
  togetherThen: (others: number) => [
    'One label, paid once.',
    others === 1 ? 'Both orders get one tracking number.' : 'All orders get one tracking number.',
  ],
  apart: (others: number) => (others === 1 ? 'Two parcels' : 'Separate parcels'),
  apartThen: (others: readonly string[]) =>
    others.length === 1
      ? `${others[0] ?? ''} stays open. You are not asked again.`
      : `${orders(others)} stay open. You are not asked again.`,
  fetch: (items: number, others: readonly string[]) =>
    items === 0
      ? `Then fetch ${orders(others)}.`
      : `Then fetch the ${items === 1 ? 'item' : `${wholeNumber(items)} items`} of ${orders(others)}.`,
  fetchNext: 'Box and weight are asked after that.',
};
