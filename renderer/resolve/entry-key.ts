import type { ResolveItem } from '../../shared/ipc.ts';

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

/** The shipment of an entry, whose history can be opened. */
export function bookingOf(item: ResolveItem): string | undefined {
  if (item.kind === 'shop-not-informed') return item.report.booking?.id;
  return 'booking' in item ? item.booking?.id : undefined;
}
