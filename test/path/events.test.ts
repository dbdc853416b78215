import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createEvents } from '../../electron/bench/events.ts';
import type { EventJournal, JournalEvent } from '../../electron/bench/ports/journal/events.ts';

/** Events with a journal that publishes what `commit` is given, as after a commit. */
function startEvents() {
  let receive: Parameters<EventJournal['subscribe']>[0] = () => undefined;
  const bugs: string[] = [];
  const events = createEvents({ subscribe: (given) => void (receive = given) }, (step, error) => bugs.push(`${step}: ${String(error)}`));
  return { events, bugs, commit: (...published: JournalEvent[]) => receive(published) };
}

const changed = (bookingId: string): JournalEvent => ({ is: 'booking-changed', bookingId });

test('delivers every event once, in order, after the code that wrote it', async () => {
  const { events, commit } = startEvents();
  const seen: string[] = [];
  events.on('booking-changed', ({ bookingId }) => seen.push(bookingId));
  events.on('doubt-settled', ({ bookingId }) => seen.push(`settled ${bookingId}`));
  commit(changed('a'), changed('b'));
  events.publish({ is: 'doubt-settled', bookingId: 'a' });
  commit(changed('c'));
  seen.push('written');
  await turn();
  expect(seen).toEqual(['written', 'a', 'b', 'settled a', 'c']);
});

test('a reaction that throws is a bug and disturbs neither the others nor later events', async () => {
  const { events, bugs, commit } = startEvents();
  const seen: string[] = [];
  events.on('booking-changed', ({ bookingId }) => {
    if (bookingId === 'a') throw new Error('broken');
  });
  events.on('booking-changed', ({ bookingId }) => seen.push(bookingId));
  commit(changed('a'), changed('b'));
  await events.delivered();
  expect(seen).toEqual(['a', 'b']);
  expect(bugs).toEqual(['event booking-changed: Error: broken']);
  commit(changed('c'));
  await events.delivered();
  expect(seen).toEqual(['a', 'b', 'c']);
});

test('what a reaction commits is delivered after the events before it', async () => {
  const { events, commit } = startEvents();
  const seen: string[] = [];
  events.on('booking-changed', ({ bookingId }) => {
    if (bookingId === 'a') commit(changed('caused by a'));
    seen.push(bookingId);
  });
  commit(changed('a'), changed('b'));
  await events.delivered();
  expect(seen).toEqual(['a', 'b', 'caused by a']);
});
