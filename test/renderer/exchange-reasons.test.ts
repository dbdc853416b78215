import { expect, test } from 'vitest';
import { messageText, remarkText } from '../../renderer/text/messages.ts';
import { type Message, messageSchema } from '../../shared/message.ts';
import { type Remark, remarkSchema } from '../../shared/remark.ts';

const broken = { trouble: 'not-secure', system: 'CERT_HAS_EXPIRED' } as const;

const cases: readonly (readonly [Message, string])[] = [
  [{ code: 'address-not-https' }, 'The address must begin with https://'],
  [{ code: 'connection-failed', ...broken }, 'The secure connection could not be made (CERT_HAS_EXPIRED)'],
  [{ code: 'connection-failed', trouble: 'no-answer', system: '' }, 'No answer came in time'],
  [
    { code: 'proxy-unreadable', ...broken },
    'The proxy settings could not be read: The secure connection could not be made (CERT_HAS_EXPIRED)',
  ],
  [{ code: 'answer-no-envelope', status: 502, isEmpty: true, of: 'order', numbers: [] }, 'HTTP 502, an empty answer'],
  [
    { code: 'answer-no-envelope', status: 200, isEmpty: false, of: 'order', numbers: ['X1'] },
    'HTTP 200, an answer that is not from this service or is incomplete. It names the order number X1, but not as a booking does.',
  ],
  [
    { code: 'answer-no-booking', of: 'order', numbers: [], brought: [], messages: [] },
    'The answer contains neither an order number nor an error',
  ],
  [
    { code: 'answer-no-booking', of: 'collection', numbers: ['C1', 'C2'], brought: ['manifest'], messages: ['Try again'] },
    'It names the collection number C1, C2, but not as a booking does. It contains manifest, but no collection number. Try again',
  ],
  [{ code: 'broke-on-answer', ref: 'K7Q2' }, 'The program failed on the answer (K7Q2).'],
  [
    { code: 'label-maybe-out', because: 'journal-restored' },
    'The data of this bench was restored from an older copy. Its label may have come out already.',
  ],
  ['A sentence of an older journal.', 'A sentence of an older journal.'],
];

test.each(cases)('%o is shown as: %s', (message, sentence) => {
  expect(messageText(message)).toBe(sentence);
  expect(messageSchema.parse(JSON.parse(JSON.stringify(message)))).toEqual(message);
});

const remarks: readonly (readonly [Remark, string])[] = [
  [{ code: 'manifest-not-printed', why: { code: 'broke-on-paper', ref: 'K7Q2' } }, 'Not printed: the program failed on it (K7Q2).'],
  [{ code: 'paper-due', paper: 'invoice', why: '' }, 'invoice: '],
  ['printer-paused', 'The printer is paused.'],
  ['HTTP 200, 12 bytes', 'HTTP 200, 12 bytes'],
];

test.each(remarks)('the remark %o is read as: %s', (remark, sentence) => {
  expect(remarkText(remark)).toBe(sentence);
  expect(remarkSchema.parse(JSON.parse(JSON.stringify(remark)))).toEqual(remark);
});

test('a code unknown to this version is shown unchanged', () => {
  expect(messageSchema.parse({ code: 'of-another-version', times: 3 })).toBe('of-another-version');
  expect(remarkSchema.parse({ code: 'answer-too-large' })).toBe('answer-too-large');
});
