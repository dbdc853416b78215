import { expect, test } from 'vitest';
import { createErrorDictionary } from '../../electron/courier/error-dictionary.ts';

test.each([
  ['service_id 4711 has expired, request a new quote', 'offer-too-old'],
  ['service_id 4711 was already used', 'offer-booked'],
  ['Invalid API key or secret', 'key-not-accepted'],
  ['d_postal is mandatory for DE', 'postal-code'],
  ['items[0].hs_code is mandatory', 'hs-code'],
  ['Maximum number of shipments for your plan reached', 'plan-full'],
  ['The request is too large', 'request-too-large'],
  ['length of the parcel is too large', 'parcel-too-large'],
  ['weight exceeds the maximum of 31.5 kg', 'too-heavy'],
])('explains %j', (message, meaning) => {
  expect(createErrorDictionary().explain([message])[0]?.meaning).toBe(meaning);
});

test('leaves the text of an unknown error unchanged', () => {
  expect(createErrorDictionary().explain(['E-9931 rejected by host'])).toEqual([]);
  expect(createErrorDictionary().explain(['E-9931', 'eori missing'])[0]?.meaning).toBe('eori');
});

const ours = { cause: 'Our contract has ended.', remedy: 'Call Petra.' };

test('a pattern explains in any case, and a broken one does not hide another', () => {
  const complaints: string[] = [];
  const own = [
    { pattern: 'E-99\\d\\d', ...ours },
    { pattern: '(', cause: 'x', remedy: 'y' },
  ];
  const dictionary = createErrorDictionary(own, (why) => complaints.push(why));
  expect(dictionary.explain(['e-9931 rejected'])).toEqual([{ meaning: ours }]);
  expect(complaints).toEqual(['(']);
});

test('an explanation of a message explains exactly this message, alone or as one of several lines', () => {
  const dictionary = createErrorDictionary([{ message: 'Rejected (E.1)', ...ours }]);
  expect(dictionary.explain([' Rejected (E.1) '])).toEqual([{ meaning: ours }]);
  expect(dictionary.explain(['Other\nRejected (E.1)', 'Rejected (E.1)'])).toEqual([{ meaning: ours }]);
  expect(dictionary.explain(['Rejected (E.1) twice', 'Rejected (EX1)', 'rejected (e.1)'])).toEqual([]);
});

test('an explanation changes the words and never the failure code', () => {
  const message = 'service_id 4711 was already used';
  const [builtIn] = createErrorDictionary().explain([message]);
  expect(builtIn?.code).toBe('offer-used');
  for (const own of [{ message }, { pattern: 'already' }])
    expect(createErrorDictionary([{ ...own, ...ours }]).explain([message])).toEqual([{ meaning: ours, code: 'offer-used' }]);
});
