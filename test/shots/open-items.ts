import type { ResolveItem } from '../../shared/ipc.ts';
import type { Message } from '../../shared/message.ts';
import type { PaperKind } from '../../shared/paper-due.ts';
import { doubtful, problems, second, unknown } from './orders-of-the-day.ts';
import { at, booking, job, order, parcel, people } from './people.ts';
import { pickup, pickupUnknown } from './pickups.ts';
import { toSwitzerland } from './refused-orders.ts';
import { invoice } from './tracked.ts';

export const exchange = {
  sentAt: at('13:41:07'),
  sent: 'action        ship\nservice_id    20712\nlabel_format  ZPL\nco2 0, insurance 0',
  answer: 'HTTP 504 after 30.0 s\ncontent-type: text/html\n<html><head><title>504 Gateway Time-out</title></head>…',
};
export const printUnknown = job('b-ORD-48198', 'print-unknown', { piece: 2, pieces: 2, changedAt: at('12:57') });
export const unreadable: ResolveItem[] = problems.map((each) => ({ kind: 'row-unreadable', id: `r-${each.line}`, problem: each }));
export const toResolve: ResolveItem[] = [
  { kind: 'booking-unknown', booking: unknown, exchange },
  { kind: 'journal-restored', restored: { backupAt: at('13:00'), restoredAt: at('13:47') } },
  { kind: 'print-unconfirmed', job: printUnknown, booking: booking(order('ORD-48198', people.inaki, [parcel(3300), parcel(900)])) },
  { kind: 'upload-open', upload: invoice, booking: second },
  { kind: 'pickup-unknown', pickup: pickupUnknown, exchange: { ...exchange, sent: 'action   pickup\ncourier  ups\ndate     2026-11-19' } },
  { kind: 'label-doubtful', booking: doubtful },
  ...unreadable.slice(0, 1),
  {
    kind: 'webhook-not-understood',
    delivery: {
      id: 'd-1',
      receivedAt: at('12:05:33'),
      contentType: 'application/json',
      sizeBytes: 78,
      payload: '{"event":"webhook.test","created_at":"2026-11-19T11:05:33.000Z","order":null}',
      isWhole: true,
      others: 3,
    },
  },
  {
    kind: 'shop-not-informed',
    report: {
      id: 't-1',
      what: 'shipped',
      at: at('12:08'),
      why: { code: 'shop-answered', status: 422, message: 'Order ORD-48201 is archived' },
      booking: doubtful,
      others: 2,
    },
  },
  {
    kind: 'changed-too-late',
    id: 'l-1',
    problem: {
      file: 'push.json',
      line: 1,
      orderKey: 'ORD-48207',
      reason: { code: 'address-after-booking' },
      row: 'Ines Duarte, Rua Nova 4, 1200-280 Lisboa, PT',
    },
  },
  { kind: 'put-aside', booking: booking(order('ORD-48209', people.ines, [parcel(3700)]), { changedAt: at('12:20') }) },
];

function whyOf(paper: PaperKind): Message {
  if (paper === 'invoice') return '';
  if (paper === 'slip') return { code: 'paper-process-ended' };
  if (paper === 'enclosure') return { code: 'enclosure-not-read', path: String.raw`C:\Packbench\gift-card.pdf`, why: 'gone' };
  return 'It came as something else than a PDF.';
}

export const papersDue: ResolveItem[] = (
  [
    ['manifest', 'OTHER'],
    ['manifest', 'ZPL'],
    ['remarks', 'PNG'],
    ['invoice', null],
    ['slip', 'PDF'],
    ['enclosure', 'PDF'],
  ] as const
).map(([paper, format]) => ({
  kind: 'paper-due',
  ownerId: 'p-1',
  paper,
  format,
  why: whyOf(paper),
  pickup: paper === 'manifest' ? pickup({ manifestFormat: format === 'ZPL' ? 'ZPL' : 'OTHER', manifestOutcome: '' }) : null,
  booking: paper === 'manifest' ? null : booking(toSwitzerland),
}));
