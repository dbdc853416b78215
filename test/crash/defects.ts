import type { Courier } from '../../electron/bench/ports/courier.ts';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import type { Printers } from '../../electron/bench/ports/printers.ts';
import type { Rooms } from '../../electron/station/station.ts';

// Programs with one defect each, made from the correct one: a run must detect each of them.

const withJournal = (rooms: Rooms, wrong: (journal: Journal) => Partial<Journal>): Rooms => ({
  ...rooms,
  openJournal(options) {
    const journal = rooms.openJournal(options);
    const changed = wrong(journal);
    return new Proxy(journal, { get: (target, name: keyof Journal) => changed[name] ?? target[name] });
  },
});

const withCourier = (rooms: Rooms, wrong: (courier: Courier) => Partial<Courier>): Rooms => ({
  ...rooms,
  createCourier(options) {
    const courier = rooms.createCourier(options);
    return { ...courier, ...wrong(courier) };
  },
});

const withPrinters = (rooms: Rooms, wrong: (printers: Printers) => Partial<Printers>): Rooms => ({
  ...rooms,
  createPrinters(options) {
    const printers = rooms.createPrinters(options);
    return { ...printers, ...wrong(printers) };
  },
});

export const defects = {
  /** Writes the intent and the sending state only after the request has ended. */
  'the intent is written after the send': (rooms: Rooms) =>
    withJournal(rooms, (journal) => {
      const late = new Map<string, () => void>();
      const writeNow = (id: string): void => {
        late.get(id)?.();
        late.delete(id);
      };
      return {
        writeIntent: (id, intent) => void late.set(id, () => journal.writeIntent(id, intent)),
        takeForSending: (id) => {
          const intent = late.get(id);
          late.set(id, () => {
            intent?.();
            journal.takeForSending(id);
          });
          return true;
        },
        returnUnsent: (id, why) => (late.has(id) ? void late.delete(id) : journal.returnUnsent(id, why)),
        writeUnknown: (id, why) => {
          writeNow(id);
          journal.writeUnknown(id, why);
        },
        writeAnswer: (id, answer) => {
          writeNow(id);
          journal.writeAnswer(id, answer);
        },
      };
    }),
  'what may not be repeated is sent twice': (rooms: Rooms) =>
    withCourier(rooms, (courier) => ({
      async sendOnce(request) {
        await courier.sendOnce(request);
        return courier.sendOnce(request);
      },
    })),
  'an answer is made up': (rooms: Rooms) =>
    withCourier(rooms, () => ({
      async sendOnce() {
        const body = new TextEncoder().encode(`{"result":{"order_no":"CSP-${crypto.randomUUID()}","consignment_no":"1"},"errors":[]}`);
        return { is: 'answered', answer: { status: 200, contentType: 'application/json', body } };
      },
    })),
  'unknown bookings are not shown': (rooms: Rooms) =>
    withJournal(rooms, (journal) => ({
      bookings: (query) => (query.states.join() === 'unknown' ? { total: 0, rows: [] } : journal.bookings(query)),
      bookingsInState: (states) => (states.join() === 'unknown' ? [] : journal.bookingsInState(states)),
    })),
  'every label is printed twice': (rooms: Rooms) =>
    withPrinters(rooms, (printers) => ({
      async print(printer, sheet, title, aboutToSend) {
        await printers.print(printer, sheet, title, aboutToSend);
        return printers.print(printer, sheet, title, aboutToSend);
      },
    })),
} satisfies Record<string, (rooms: Rooms) => Rooms>;

export type DefectName = keyof typeof defects;
