import { expect, onTestFinished, test } from 'vitest';
import {
  addressLine,
  countryCodeOf,
  countryName,
  dayText,
  momentText,
  numberText,
  recipientName,
  sumDigits,
  timeWithSeconds,
  weekText,
  whenText,
} from '../../renderer/text/format.ts';
import { emptyAddress } from '../../shared/address.ts';
import { moneyText, weightText } from '../../shared/units.ts';

test("shows the service's day in words and its time unchanged", () => {
  expect(whenText('2026-11-19 before 17:00')).toEqual({ day: 'Thu 19 Nov', time: 'before 17:00' });
});

test('leaves a time it cannot read unchanged', () => {
  expect(whenText('within 3 days')).toEqual({ day: 'within 3 days', time: '' });
  expect(dayText('2026-99-99')).toBe('2026-99-99');
});

test('an instant is shown in one time zone, even if that of the computer changes', () => {
  const { TZ } = process.env;
  onTestFinished(() => {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  });
  const written: string[] = [];
  for (const zone of ['Europe/Amsterdam', 'Asia/Tokyo', 'America/New_York']) {
    process.env['TZ'] = zone;
    written.push(momentText('2026-10-25T22:30:00.000Z'), timeWithSeconds('2026-10-25T01:30:05.000Z'));
  }
  expect(written).toEqual(['Sun 25 Oct, 23:30', '02:30:05', 'Mon 26 Oct, 07:30', '10:30:05', 'Sun 25 Oct, 18:30', '21:30:05']);
});

test('separates the thousands of a sum, in every currency', () => {
  const sums = [12, 191_240, -123_456_789].map((minor) => sumDigits({ minor, currency: 'EUR' }));
  expect(sums).toEqual(['0.12', '1,912.40', '-1,234,567.89']);
  expect(sumDigits({ minor: 1_234_567, currency: 'JPY' })).toBe('1,234,567');
  expect(sumDigits({ minor: 1_234_567, currency: 'KWD' })).toBe('1,234.567');
});

test('shows countries by name and reads the names back', () => {
  expect(countryName('DE')).toBe('Germany');
  expect(countryName('Deutschland')).toBe('Deutschland');
  expect(countryCodeOf(' germany ')).toBe('DE');
  expect(countryCodeOf('at')).toBe('AT');
  expect(countryCodeOf('Atlantis')).toBe('Atlantis');
});

test('groups the weekdays on which a service point has the same hours', () => {
  const open = ['09.00-18.00'];
  const weekday = { Monday: open, Tuesday: open, Wednesday: open, Thursday: open, Friday: open };
  expect(weekText({ ...weekday, Saturday: ['09.00-12.00', '13.00-16.00'], Sunday: [] }, 'closed')).toBe(
    'Mon-Fri 09.00-18.00 · Sat 09.00-12.00, 13.00-16.00 · Sun closed',
  );
  expect(weekText({ ...weekday, Wednesday: [], Saturday: [], Sunday: [] }, 'closed')).toBe(
    'Mon, Tue 09.00-18.00 · Wed closed · Thu, Fri 09.00-18.00 · Sat, Sun closed',
  );
  expect(weekText({ ...weekday, Saturday: open, Sunday: open }, 'closed')).toBe('Mon-Sun 09.00-18.00');
  expect(weekText({ Monday: [], Sunday: [] }, 'closed')).toBe('Mon-Sun closed');
  expect(weekText({}, 'closed')).toBe('');
});

test('shows weights and money with all their digits', () => {
  expect(weightText(2350)).toBe('2.35 kg');
  expect(weightText(2355)).toBe('2.355 kg');
  expect(moneyText({ minor: 845, currency: 'EUR' })).toBe('8.45 EUR');
  expect(moneyText({ minor: 845, currency: 'JPY' })).toBe('845 JPY');
});

test('groups long numbers and leaves others alone', () => {
  expect(numberText('05287741993641')).toBe('0528 7741 9936 41');
  expect(numberText('1ZA83V61')).toBe('1ZA83V61');
});

const langstrasse = { ...emptyAddress, street: 'Langstrasse', houseNumber: '112', postalCode: '8004' };

test('a company is shown before the street, or in place of a missing name', () => {
  const company = 'Atelier Limmat GmbH';
  expect(addressLine({ ...langstrasse, name: 'Françoise Müller', company })).toBe('Atelier Limmat GmbH, Langstrasse 112, 8004');
  expect(addressLine({ ...langstrasse, company })).toBe('Langstrasse 112, 8004');
  expect(recipientName({ ...langstrasse, company })).toBe(company);
});

test.each([
  { name: 'Atelier Limmat GmbH', company: 'ATELIER  Limmat GmbH', street2: '' },
  { name: 'Françoise Müller', company: '', street2: 'françoise müller' },
])('a company or line that repeats the name $name is left out', (repeated) => {
  expect(addressLine({ ...langstrasse, ...repeated })).toBe('Langstrasse 112, 8004');
});

test('a company that is repeated in the second address line is shown once', () => {
  expect(addressLine({ ...langstrasse, name: 'F. Müller', company: 'Limmat AG', street2: 'Limmat AG', street3: '2. Stock' })).toBe(
    'Limmat AG, Langstrasse 112, 2. Stock, 8004',
  );
});
