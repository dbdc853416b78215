import type { ConnectionTrouble } from '../../../shared/exchange-reason.ts';
import type { SourceReason } from '../../../shared/source-reason.ts';
import type { Sentences } from '../sentences.ts';

const flaws = {
  none: 'This is not an address. It looks like https://shop.example/orders/{number}',
  'no-number': 'The address must say where the scanned number goes: write {number} there, behind the name of the server.',
  'with-user': 'The address must not hold a user name or a password: the token has a field of its own.',
};

const troubles: Record<ConnectionTrouble, string> = {
  'name-not-found': 'its name was not found',
  refused: 'it refused the connection',
  cut: 'the connection was cut',
  'too-slow': 'the connection took too long',
  'no-answer': 'no answer came in time',
  'answer-stopped': 'the answer stopped in the middle',
  'not-secure': 'the secure connection could not be made',
  other: 'the connection failed',
};

const facts = { address: 'address', state: 'state in the shop', parcels: 'parcels', other: 'other details' };

export const sourceReasons: Sentences<SourceReason> = {
  'shop-address-wrong': ({ flaw }) => flaws[flaw],
  'shop-header-wrong': () => 'The token must be one line of plain Latin letters and signs.',
  'shop-says': ({ status, said }) => (said ? `The shop answered HTTP ${status}: ${said}` : `The shop answered HTTP ${status}.`),
  'shop-refuses-token': ({ status }) =>
    `The shop does not let this bench in (HTTP ${status}): the token in Setup is not, or no longer, right.`,
  'shop-moved': ({ status }) => `The shop sends elsewhere (HTTP ${status}), mostly to a page for signing in. Nothing is sent after it.`,
  'shop-unreachable': ({ trouble, system }) => `The shop's server cannot be reached: ${troubles[trouble]}${system ? ` (${system})` : ''}.`,
  'shop-too-slow': ({ seconds }) => `The shop did not answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  'of-look-up': ({ name }) => `${name}:`,
  'look-up-name-twice': ({ name }) => `Two look-ups are called ${name}: the name stands as the source of their orders.`,
  'look-up-mapping-gone': ({ mapping }) => `Its answers are read by the mapping ${mapping}, which is not there any more.`,
  'look-ups-differ': ({ order, one, other, facts: found }) =>
    `${one} and ${other} both know order ${order} and differ in its ${found.map((fact) => facts[fact]).join(', ')}. Nothing of it was taken: the lead asks the right one in Setup.`,
  'shop-other-order': ({ asked, orders }) => `The shop was asked for ${asked} and answered with ${orders.join(', ')}.`,
};
