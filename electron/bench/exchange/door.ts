import type { Address } from '../../../shared/address.ts';
import { digestOf } from './digest.ts';

/**
 * The place a driver comes to, for whoever asks there under whatever name, telephone or spelling, and readable for nobody. Where an
 * address has no postal code the town stands for it, and where it has no house number the street.
 */
export const doorOf = ({ country, postalCode, city, houseNumber, street }: Address): string =>
  digestOf(...[country, bare(postalCode) || city, bare(houseNumber) || street].map(bare));

const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/**
 * The place of a driver who is ordered there for an account: the same word at every bench, whichever account it connects with. The door alone
 * where no account is named.
 */
export const placeAt = (sender: Address, account: string): string => (account === '' ? doorOf(sender) : digestOf(doorOf(sender), account));
