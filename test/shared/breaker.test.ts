import { expect, test } from 'vitest';
import { afterBreakerEvent, type BreakerEvent, firstBreakerState } from '../../shared/breaker.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 20, 9, 0, 0) + seconds * 1000).toISOString();
/** Each event with its second: `unknown 0, resumed 3`. */
const after = (events: string) =>
  events
    .split(', ')
    .map((event) => event.split(' ') as [BreakerEvent['is'], string])
    .reduce((state, [is, seconds]) => afterBreakerEvent(state, { is, at: at(Number(seconds)) }), firstBreakerState);

test.each([
  ['two unknowns', 'unknown 0, unknown 1', null],
  ['three unknowns within a minute', 'unknown 0, unknown 30, unknown 59.999', { since: at(59.999), why: 'unknown' }],
  ['three unknowns in exactly a minute', 'unknown 0, unknown 30, unknown 60', null],
  ['three transport failures', 'unreachable 0, unreachable 1, unreachable 2', { since: at(2), why: 'unreachable' }],
  ['a mixture, which names what a person has to settle', 'unreachable 0, unknown 1, unreachable 2', { since: at(2), why: 'unknown' }],
  ['an old one and two new ones', 'unknown 0, unknown 61, unknown 62', null],
  ['an old one and three new ones', 'unknown 0, unknown 61, unknown 62, unknown 100', { since: at(100), why: 'unknown' }],
  ['a pause and silence for a day', 'unknown 0, unknown 1, unknown 2, unknown 86400', { since: at(2), why: 'unknown' }],
  ['a clock set back a little between them', 'unknown 30, unknown 20, unknown 5', { since: at(5), why: 'unknown' }],
  ['a clock set back an hour between them', 'unknown 3600, unknown 3601, unknown 0', null],
  ['a person who goes on', 'unknown 0, unknown 1, unknown 2, resumed 3', null],
  ['a person who goes on, and one more trouble', 'unknown 0, unknown 1, unknown 2, resumed 3, unknown 4', null],
  [
    'a trouble while a person goes on and two after it',
    'unknown 0, unknown 1, unknown 2, unknown 4, resumed 3, unknown 5, unknown 6',
    { since: at(6), why: 'unknown' },
  ],
])('after %s', (_what, events, pause) => {
  expect(after(events).pause).toEqual(pause);
});

test('remembers only the failures that can still pause', () => {
  expect(after(Array.from({ length: 50 }, (_none, index) => `unknown ${index}`).join(', ')).troubles).toHaveLength(3);
});
