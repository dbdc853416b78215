import { openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { createCourier } from '../../electron/courier/courier.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { createPrinters } from '../../electron/printers/printers.ts';
import { startTrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra } from '../../electron/training/zebra.ts';
import { openStation, whenInHand } from '../path/plain-platform.ts';
import { labelPrinterAt, setUp } from '../path/plain-station.ts';

// A station that buys and prints orders and supplies its own prices. It writes to a separate file what is about to leave and what it
// received, at the moment after which the journal must have stored it.
const [dataDir = '', acks = '', bookings = '', synchronous = ''] = process.argv.slice(2);
const to = acks ? openSync(acks, 'w') : undefined;
const say = (key: string, state: string): void => void (to && writeSync(to, `${key} ${state}\n`));

/** The negative control: nothing waits for the disk. Only this test can do this. */
const unsynced = (journal: Journal): Journal => ({
  ...journal,
  takeForSending: (id) => journal.soon(() => journal.takeForSending(id)),
  writeAnswer: (id, answer) => journal.soon(() => journal.writeAnswer(id, answer)),
  writePrinterMark: (id, mark) => journal.soon(() => journal.writePrinterMark(id, mark)),
  moveJob: (...job) => journal.soon(() => journal.moveJob(...job)),
  onDisk: async () => undefined,
});

// Frequent, so that a short recording contains checkpoints too: they write the journal file itself.
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  exec.call(this, sql);
  if (sql === 'PRAGMA journal_mode = WAL') exec.call(this, 'PRAGMA wal_autocheckpoint = 100');
};

const orders = Array.from({ length: 20 }, (_, index) =>
  [`ORD-${index + 1}`, 'Anna Lehmann', 'Kastanienallee', 84 + index, '10435', 'Berlin', 'DE', '+49 30 5557 2101', 1.2, 40, 30, 20].join(),
);
const columns =
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';
const csv = [columns, ...orders.map((order) => `${order},Vase,64.00,EUR`)].join('\n');

let key = '';
const service = await startTrainingService({ key: 'power', secret: 'secret', clock: () => new Date() });
const printer = await startVirtualZebra({ msPerLabel: 1 });
const station = await openStation(
  dataDir,
  {},
  {
    openJournal(options) {
      const opened = openJournal(options);
      const journal = synchronous === 'NORMAL' ? unsynced(opened) : opened;
      return {
        ...journal,
        // An answer is used only after it is on the disk.
        writeBooked(id, meaning) {
          say(key, 'answered');
          journal.writeBooked(id, meaning);
        },
        moveJob(id, from, state, detail) {
          const hasMoved = journal.moveJob(id, from, state, detail);
          if (hasMoved && state === 'printed') say(key, 'printed');
          return hasMoved;
        },
      };
    },
    createCourier(options) {
      const courier = createCourier(options);
      return {
        ...courier,
        sendOnce(request) {
          say(key, 'sending');
          return courier.sendOnce(request);
        },
      };
    },
    createPrinters(options) {
      const printers = createPrinters(options);
      return {
        ...printers,
        print: (at, sheet, title, aboutToSend, taken) =>
          printers.print(
            at,
            sheet,
            title,
            (mark) => {
              aboutToSend(mark);
              say(key, 'marked');
            },
            taken,
          ),
      };
    },
  },
);
const { handlers, snapshot } = station;
await setUp(station, { service, settings: { rule: 'cheapest', printers: [labelPrinterAt(printer.url)] }, orders: csv });

for (let number = 1; number <= Number(bookings); number += 1) {
  key = `ORD-${number}`;
  await handlers.scan({ code: key });
  await whenInHand(station, 'done', ({ booking }) => booking.orderKey === key);
  await handlers.next({ workflowNo: snapshot().bench.workflowNo });
}
if (to) process.exit(0);
await station.close();
await printer.stop();
await service.stop();
