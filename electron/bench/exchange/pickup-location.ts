import type { Address } from '../../../shared/address.ts';
import { digestOf } from './digest.ts';

/**
 * Digest of a pickup location: equal for every name, telephone number and spelling, and not readable. If the address has no postal code,
 * the town replaces it; if it has no house number, the street does.
 */
export const pickupLocationOf = ({ country, postalCode, city, houseNumber, street }: Address): string =>
  digestOf(...[country, bare(postalCode) || city, bare(houseNumber) || street].map(bare));

const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/**
 * Digest of the pickup location for an account: equal at every bench, whichever account the bench connects with. Only the location if no
 * account is named.
 */
export const placeAt = (sender: Address, account: string): string =>
  account === '' ? pickupLocationOf(sender) : digestOf(pickupLocationOf(sender), account);
