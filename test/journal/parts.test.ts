import { expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { BookingState } from '../../shared/booking.ts';
import { type Order, orderKeySchema } from '../../shared/order.ts';
import type { OrderLine } from '../../shared/order-line.ts';
import { fits, partOf, restOf, splitOff } from '../../shared/parts.ts';
import { anOrder, booked, bytes, extras, quote, sender, service, steps } from './samples.ts';
import { newFile, openJournalAt } from './temporary-journal.ts';

const line = (sku: string, quantity: number): OrderLine => ({ name: sku, sku, quantity, price: null });
const key = orderKeySchema.parse('A-1');
const whole: Order = { ...anOrder('A-1'), lines: [line('BOWL', 2), line('CUP', 1)] };
const first = splitOff(whole, [line('BOWL', 1)]);
const rest = partOf(whole, [line('BOWL', 1), line('CUP', 1)], { no: 2, before: 1, later: 0 });

function journalWithOrder(file = newFile()): Journal {
  const journal = openJournalAt(file);
  journal.saveOrder(whole);
  return journal;
}
const quoted = (journal: Journal, order: Order): string => {
  const { id } = journal.draft(order, 'Ana');
  journal.writeQuote(id, order, quote);
  return id;
};
const intend = (journal: Journal, id: string, order: Order): void =>
  journal.writeIntent(id, { order, sender, service, extras, request: bytes('{}') });
function ship(journal: Journal, order: Order, state: BookingState = 'booked'): string {
  const id = quoted(journal, order);
  intend(journal, id, order);
  journal.takeForSending(id);
  if (state === 'unknown' || state === 'released') journal.writeUnknown(id, 'no answer');
  if (state === 'released') journal.release(id, 'not in the account', 'Ana');
  if (state === 'booked') steps.answered?.(journal, id);
  if (state === 'booked') journal.writeBooked(id, booked(`47${id}`));
  return id;
}
const staged = (journal: Journal, stage: 'to-ship' | 'partly' | 'shipped' | 'unknown'): number =>
  journal.orders({ search: '', stage, offset: 0, limit: 10 }).total;

test('two parts are two shipments, and the order is partly shipped between them', () => {
  const file = newFile();
  const journal = journalWithOrder(file);
  expect(staged(journal, 'to-ship')).toBe(1);
  ship(journal, first);
  expect([staged(journal, 'partly'), staged(journal, 'to-ship')]).toEqual([1, 0]);
  journal.close();
  const again = openJournalAt(file);
  expect(again.shipmentsOf(key)).toMatchObject([{ shipmentNo: 1, state: 'booked', later: 2, lines: [line('BOWL', 1)] }]);
  expect(restOf(whole, again.shipmentsOf(key))).toMatchObject({ is: 'left', lines: rest.lines, part: rest.part });
  expect(again.draft(rest, 'Ben')).toMatchObject({ shipmentNo: 2, state: 'draft' });
  ship(again, rest);
  expect(staged(again, 'shipped')).toBe(1);
  expect(restOf(whole, again.shipmentsOf(key))).toBeUndefined();
  expect(again.draftAgain(whole, 'Ben', 'lost').shipmentNo, 'again follows the last part').toBe(3);
});

test('no piece is taken twice, whatever is intended', () => {
  const journal = journalWithOrder();
  const tooMany = splitOff(whole, [line('BOWL', 3)]);
  const id = quoted(journal, tooMany);
  expect(() => intend(journal, id, tooMany)).toThrow('does not fit');
  intend(journal, id, first);
  journal.returnUnsent(id, 'service-unreachable');
  ship(journal, first);
  const second = quoted(journal, rest);
  const wrongs: readonly Order[] = [
    { ...rest, lines: [line('BOWL', 2), line('CUP', 1)] },
    { ...rest, lines: [line('CUP', 1)] },
    { ...rest, part: { no: 2, before: 0, later: 0 } },
    { ...rest, part: { no: 1, before: 0, later: 1 } },
    first,
  ];
  for (const wrong of wrongs) expect(() => intend(journal, second, wrong)).toThrow('does not fit');
  expect(() => intend(journal, second, whole), 'the whole order').toThrow('still to be shipped');
  expect(journal.booking(second)?.state).toBe('quoted');
  intend(journal, second, rest);
});

test('a smaller order after the first part lets nothing more be taken of what is gone', () => {
  const journal = journalWithOrder();
  ship(journal, first);
  const id = quoted(journal, rest);
  journal.saveOrder({ ...whole, lines: [line('BOWL', 2)] });
  expect(() => intend(journal, id, rest)).toThrow('does not fit');
});

test('a part in doubt keeps its pieces, and a released one gives them back', () => {
  const journal = journalWithOrder();
  const unknown = ship(journal, first, 'unknown');
  expect(staged(journal, 'unknown')).toBe(1);
  expect(journal.draft(whole, 'Ana').id).toBe(unknown);
  expect(fits(first, whole, journal.shipmentsOf(key))).toBe(false);
  journal.release(unknown, 'not in the account', 'Ana');
  expect([staged(journal, 'to-ship'), journal.shipmentsOf(key)]).toEqual([1, []]);
  ship(journal, first);
  const second = ship(journal, rest, 'unknown');
  expect([staged(journal, 'unknown'), journal.latestOf(key)?.id]).toEqual([1, second]);
  journal.release(second, 'not in the account', 'Ana');
  expect([staged(journal, 'partly'), journal.latestOf(key)?.shipmentNo]).toEqual([1, 1]);
  expect(journal.draft(rest, 'Ana').shipmentNo).toBe(2);
});

test('two drafts of the rest are one, and only one of two intents is written', () => {
  const journal = journalWithOrder();
  ship(journal, first);
  const id = quoted(journal, rest);
  expect(quoted(journal, rest)).toBe(id);
  intend(journal, id, rest);
  expect(() => intend(journal, id, rest)).toThrow();
  expect(journal.draft(rest, 'Ben').id).toBe(id);
});

test('nothing follows a first part whose content is lost', () => {
  const journal = journalWithOrder();
  ship(journal, first);
  const [known] = journal.shipmentsOf(key);
  expect(restOf(whole, known ? [{ ...known, lines: null }] : [])).toEqual({ is: 'problem', code: 'part-not-known' });
});
