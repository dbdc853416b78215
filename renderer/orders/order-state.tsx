import type { CallReply } from '../../shared/ipc.ts';
import { todayOrMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';

type OrderRow = CallReply<'orders'>['rows'][number];

export function OrderState({ row: { order, booking, questions } }: { row: OrderRow }) {
  const words = text.orders;
  switch (booking?.state) {
    case 'booked': {
      const when = todayOrMoment(booking.changedAt);
      if (booking.bench !== undefined) return words.shippedAt(booking.bench, when);
      return booking.shipmentNo > 1 ? words.shippedAgain(booking.shipmentNo, when) : words.shipped(when);
    }
    case 'unknown':
      return <Badge state="look">{words.unknown}</Badge>;
    case 'intent':
    case 'sending':
    case 'answered':
      return <Badge state="working">{words.booking}</Badge>;
    case 'draft':
    case 'quoted':
    case 'rejected':
    case 'released':
    case undefined:
      if (order.hold) return <Badge state="stop">{words.hold[order.hold]}</Badge>;
      return questions.length > 0 ? <Badge state="look">{missingText(questions)}</Badge> : words.toShip;
  }
}

/** Names the missing fact where it is only one. */
function missingText([first, ...more]: OrderRow['questions']): string {
  return first && more.length === 0 ? text.orders.missing[first.kind] : text.orders.factsMissing(1 + more.length);
}
