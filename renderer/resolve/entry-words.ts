import type { ResolveItem } from '../../shared/ipc.ts';
import type { Restored } from '../../shared/restored.ts';
import { countryName, dateText, dayText, momentText, timeText, wholeNumber } from '../text/format.ts';
import { text } from '../text/text.ts';

export type ItemOf<K extends ResolveItem['kind']> = Extract<ResolveItem, { kind: K }>;

/** Stable key of an entry. */
export function keyOf(item: ResolveItem): string {
  switch (item.kind) {
    case 'journal-restored':
      return item.kind;
    case 'booking-on-its-way':
    case 'booking-unknown':
    case 'label-doubtful':
    case 'put-aside':
      return `${item.kind}:${item.booking.id}`;
    case 'pickup-unknown':
      return `${item.kind}:${item.pickup.id}`;
    case 'print-unconfirmed':
      return `${item.kind}:${item.job.id}`;
    case 'paper-due':
      return `${item.kind}:${item.paper}:${item.ownerId}`;
    case 'upload-open':
      return `${item.kind}:${item.upload.id}`;
    case 'row-unreadable':
    case 'changed-too-late':
      return `${item.kind}:${item.id}`;
    case 'webhook-not-understood':
      return `${item.kind}:${item.delivery.id}`;
    case 'shop-not-informed':
      return `${item.kind}:${item.report.id}`;
    case 'item-unreadable':
      return `${item.kind}:${item.of}:${item.id}`;
  }
}

const isLabelOfAnother = (item: ResolveItem): boolean => item.kind === 'label-doubtful' && item.booking.verdict?.kind === 'other';

const isLabelMissing = (item: ResolveItem): boolean => item.kind === 'label-doubtful' && item.missing !== undefined;

export function kindOf(item: ResolveItem): string {
  if (isLabelMissing(item)) return text.resolve.labelMissing.kind;
  if (isLabelOfAnother(item)) return text.resolve.label.ofAnother;
  if (item.kind === 'paper-due') return text.resolve.paper.kinds[item.paper];
  return item.kind === 'print-unconfirmed' ? text.resolve.prints[item.job.state] : text.resolve.kinds[item.kind];
}

/** The entry's question, for the band. */
export function askOf(item: ResolveItem): string {
  if (isLabelMissing(item)) return text.resolve.labelMissing.ask(nameOf(item));
  if (isLabelOfAnother(item)) return text.resolve.label.askOfAnother(nameOf(item));
  if (item.kind === 'paper-due') return text.resolve.paper.asks[item.paper](nameOf(item));
  return text.resolve.asks[item.kind](nameOf(item));
}

/** Name of the item within a sentence. */
function nameOf(item: ResolveItem): string {
  switch (item.kind) {
    case 'journal-restored':
      return restoredSince(item.restored);
    case 'pickup-unknown':
      return item.pickup.courierName;
    case 'row-unreadable':
    case 'changed-too-late':
      return item.problem.orderKey || `${item.problem.file}, ${text.resolve.line(item.problem.line)}`;
    case 'print-unconfirmed':
      return item.booking?.orderKey ?? item.job.title;
    case 'paper-due':
      return item.booking?.orderKey ?? item.pickup?.courierName ?? '';
    case 'webhook-not-understood':
      return momentText(item.delivery.receivedAt);
    case 'shop-not-informed':
      return item.report.booking?.orderKey ?? item.report.otherwise?.orderKey ?? '';
    case 'item-unreadable':
      return text.resolve.kinds[item.of];
    case 'upload-open':
      return item.booking?.orderKey ?? item.upload.orderNo;
    case 'booking-on-its-way':
    case 'booking-unknown':
    case 'label-doubtful':
    case 'put-aside':
      return item.booking.orderKey;
  }
}

export function detailOf(item: ResolveItem): string {
  const parts = (...all: string[]) => all.filter(Boolean).join(' · ');
  switch (item.kind) {
    case 'journal-restored':
      return momentText(item.restored.restoredAt);
    case 'booking-on-its-way':
    case 'booking-unknown':
      return parts(item.booking.orderKey, timeText(item.booking.changedAt), item.booking.packer);
    case 'pickup-unknown':
      return parts(item.pickup.courierName, dayText(item.pickup.date), timeText(item.pickup.changedAt));
    case 'print-unconfirmed':
      return parts(nameOf(item), text.resolve.piece(item.job.piece, item.job.pieces), timeText(item.job.changedAt));
    case 'label-doubtful':
    case 'put-aside':
      return parts(item.booking.orderKey, item.booking.order.recipient.city, timeText(item.booking.changedAt));
    case 'paper-due':
      return parts(nameOf(item), item.pickup ? dateText(item.pickup.date) : countryName(item.booking?.order.recipient.country ?? ''));
    case 'upload-open':
      return parts(nameOf(item), countryName(item.booking?.order.recipient.country ?? ''), timeText(item.upload.changedAt));
    case 'row-unreadable':
    case 'changed-too-late':
      return parts(item.problem.orderKey, item.problem.file, text.resolve.line(item.problem.line));
    case 'shop-not-informed':
      return parts(nameOf(item), momentText(item.report.at));
    case 'item-unreadable':
      return parts(text.resolve.kinds[item.of], item.ref);
    case 'webhook-not-understood':
      return parts(momentText(item.delivery.receivedAt), text.resolve.webhook.bytes(wholeNumber(item.delivery.sizeBytes)));
  }
}

/** Time from which the journal may not contain all shipments. */
const restoredSince = ({ backupAt }: Restored): string => (backupAt === null ? text.resolve.restored.since.empty : momentText(backupAt));
