import { anOrder, answer, bytes, extras, label, quote, sender, service } from './samples.ts';
import { journalAt } from './temporary-journal.ts';

// Takes one booking after the other through its steps, and prints each step after the journal has acknowledged it, until it is killed.
const [file = ''] = process.argv.slice(2);
const journal = journalAt(file);
const say = (key: string, state: string): void => {
  process.stdout.write(`${key} ${state}\n`);
};

for (let number = 1; ; number += 1) {
  const key = `ORD-${number}`;
  const order = anOrder(key);
  const { id } = journal.draft(order, 'Ana');
  say(key, 'draft');
  journal.writeQuote(id, order, quote);
  say(key, 'quoted');
  journal.writeIntent(id, { order, sender, service, extras, request: bytes('{}') });
  say(key, 'intent');
  journal.takeForSending(id);
  say(key, 'sending');
  journal.writeAnswer(id, answer);
  say(key, 'answered');
  journal.writeBooked(id, {
    orderNo: `${number}`,
    consignmentNo: '',
    label,
    remarks: null,
    trackingNos: [],
    warnings: [],
    adoptedBy: null,
  });
  say(key, 'booked');
}
