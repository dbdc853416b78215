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

test("the admin's entries come first, and a broken one does not hide another", () => {
  const complaints: (string | null)[] = [];
  const admin = JSON.stringify([
    { pattern: 'E-99\\d\\d', cause: 'Our contract has ended.', remedy: 'Call Petra.' },
    { pattern: '(', cause: 'x', remedy: 'y' },
    { pattern: 'eori', cause: 'Ours', remedy: 'Ours' },
  ]);
  const dictionary = createErrorDictionary(admin, (why) => complaints.push(why));
  expect(dictionary.explain(['e-9931 rejected'])).toEqual([{ meaning: { cause: 'Our contract has ended.', remedy: 'Call Petra.' } }]);
  expect(dictionary.explain(['EORI missing'])[0]?.meaning).toEqual({ cause: 'Ours', remedy: 'Ours' });
  expect(complaints).toEqual(['(']);
  expect(createErrorDictionary('{"not":"a list"}', (why) => complaints.push(why)).explain(['eori'])[0]?.meaning).toBe('eori');
  expect(complaints).toEqual(['(', null]);
});
