import type { ConnectionTrouble, DoubtedBecause, ExchangeReason, UnreadForm } from '../../../shared/exchange-reason.ts';
import type { Sentences } from '../sentences.ts';

const troubles: Record<ConnectionTrouble, string> = {
  'name-not-found': 'The name of the service was not found',
  refused: 'The service refused the connection',
  cut: 'The connection was cut',
  'too-slow': 'The connection took too long',
  'no-answer': 'No answer came in time',
  'answer-stopped': 'The answer stopped in the middle',
  reserved: 'The address is reserved for the network itself, and nothing was sent there',
  'not-secure': 'The secure connection could not be made',
  'proxy-asks': 'The proxy of this network asks for a name and a password. An admin enters them in Setup, Account',
  'proxy-refused-login': 'The proxy of this network refused its name or password. An admin enters them again in Setup, Account',
  'proxy-asks-otherwise':
    'The proxy of this network wants a sign-in of a kind that Packbench cannot give, such as NTLM. Ask your network administrator to let this computer through without one',
  other: 'The connection failed',
};

const connection = ({ trouble, system }: { readonly trouble: ConnectionTrouble; readonly system: string }): string =>
  system ? `${troubles[trouble]} (${system})` : troubles[trouble];

const strays = (of: 'order' | 'collection', numbers: readonly string[]): string =>
  numbers.length === 0 ? '' : `It names the ${of} number ${numbers.join(', ')}, but not as a booking does.`;

const filled = (texts: readonly string[], between: string): string => texts.filter(Boolean).join(between);

const unreadLabels: Record<UnreadForm['form'], (begins: string) => string> = {
  link: (begins) => `The service sent a link instead of the label. Packbench never opens links: ${begins}`,
  picture: () => 'The service sent the label as a picture. Packbench prints PDF and ZPL',
  words: (begins) => `The service sent text instead of the label: ${begins}`,
  other: () => 'The label came in a format that is neither PDF nor ZPL',
};

const doubts: Record<DoubtedBecause, string> = {
  'journal-restored': 'The data of this bench was restored from an older copy.',
  'bench-was-off':
    'This bench was off for minutes before the other benches received the result. One of them may have settled it meanwhile.',
};

export const exchangeReasons: Sentences<ExchangeReason> = {
  'address-none': () => 'This is not an address. It looks like https://api.example.com',
  'address-not-https': () => 'The address must begin with https://',
  'address-with-user': () => 'The address must not contain a user name or a password',
  'address-with-query': () => 'The address must not contain ? or #',
  'proxy-unreadable': (values) => `The proxy settings could not be read: ${connection(values)}`,
  'proxy-not-supported': () => 'The proxy of this network is of a kind that is not supported',
  'certificates-unreadable': (values) => `The certificates of this computer could not be read: ${connection(values)}`,
  'connection-failed': connection,
  'answer-too-large': ({ bytes }) => `The answer is larger than ${bytes} bytes`,
  'answer-busy': ({ status, seconds }) =>
    seconds > 0 ? `It asks Packbench to wait ${seconds} seconds (HTTP ${status})` : `It answered with HTTP ${status}`,
  'answer-no-envelope': ({ status, isEmpty, of, numbers }) =>
    filled(
      [`HTTP ${status}, ${isEmpty ? 'an empty answer' : 'an answer that is not from this service or is incomplete'}`, strays(of, numbers)],
      '. ',
    ),
  'answer-no-envelope-to': ({ action, status }) => `The answer to ${action} does not have the form of this service (HTTP ${status})`,
  'answer-no-result': () => 'The answer contains no result',
  'answer-no-label': () => 'The answer contains no label',
  'answer-label-unread': ({ form, begins }) => unreadLabels[form](begins),
  'answer-of-other-order': () => 'The answer is about another order',
  'answer-of-orders': ({ numbers }) => `The answer is about ${numbers.join(', ')}`,
  'answer-offers-unreadable': ({ names }) => `The service offers ${names.join(', ')}, but their prices or numbers cannot be read`,
  'answer-no-booking': ({ of, numbers, brought, messages }) =>
    filled(
      [strays(of, numbers), brought.length === 0 ? '' : `It contains ${brought.join(' and ')}, but no ${of} number.`, ...messages],
      ' ',
    ) || `The answer contains neither ${of === 'order' ? 'an order' : 'a collection'} number nor an error`,
  'answer-several-orders': ({ numbers }) => `The answer contains several order numbers: ${numbers.join(', ')}`,
  'upload-accepted-but': ({ messages }) => `accepted, with a message: ${messages.join(' ')}`,
  'upload-accepted-by': ({ who }) => `Confirmed by ${who}`,
  'upload-unconfirmed': () => 'The answer does not show whether the document was accepted',
  'search-too-slow': () => 'Finding the refused numbers took too long',
  'broke-while-sending': ({ ref }) => `The program failed while it was sent (${ref}).`,
  'broke-on-answer': ({ ref }) => `The program failed on the answer (${ref}).`,
  'broke-at-start': ({ ref }) => `The program failed on the stored answer when it started (${ref}).`,
  'broke-on-paper': ({ ref }) => `the program failed on it (${ref}).`,
  'answer-lost': () => 'The answer was kept, but it can no longer be read.',
  'answer-unreadable': ({ ref }) => `The answer was kept, but it could not be read (${ref}).`,
  'ended-before-sending': () => 'The program ended before it was sent.',
  'ended-while-waiting': () => 'The program ended while waiting for the answer.',
  'journal-restored': () => doubts['journal-restored'],
  'bench-was-off': () => doubts['bench-was-off'],
  'label-maybe-out': ({ because }) => `${doubts[because]} Its label may have come out already.`,
  'manifest-maybe-out': ({ because }) => `${doubts[because]} It may have come out already.`,
};
