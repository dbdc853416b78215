import { dayText, todayOrMoment } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Badge } from '../ui/badge.tsx';
import type { OrderRow } from './listed-orders.ts';

/** True if there is a priority or a day to ship by. */
export const isPlanned = ({ plan: { priority, shipBy } }: Pick<OrderRow, 'plan'>): boolean => shipBy !== '' || priority !== 'normal';

/** `High, Tue 24 Nov`; highlights a day that is over in the warehouse. */
export function ShipByCell({ plan: { priority, shipBy }, today }: Pick<OrderRow, 'plan'> & { readonly today: string }) {
  const words = text.orders;
  const day = shipBy && dayText(shipBy);
  const urgency = priority === 'normal' ? '' : words.plan.priorities[priority];
  if (shipBy !== '' && shipBy < today) return <Badge state="look">{[urgency, words.late(day)].filter(Boolean).join(', ')}</Badge>;
  return [urgency, day].filter(Boolean).join(', ');
}

export function OrderState({ row: { order, booking, questions, plan, inParts } }: { row: OrderRow }) {
  const words = text.orders;
  switch (booking?.state) {
    case 'booked': {
      const when = todayOrMoment(booking.changedAt);
      if (inParts && inParts.shipped < inParts.of) return <Badge state="look">{words.partly(inParts.shipped, inParts.of)}</Badge>;
      if (booking.bench !== undefined) return words.shippedAt(booking.bench, when);
      if (inParts) return words.shippedInParts(booking.shipmentNo, when);
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
      if (plan.held?.otherwise) return words.otherwise.state(words.otherwise.ways[plan.held.otherwise], todayOrMoment(plan.held.at));
      if (order.hold) return <Badge state="stop">{words.hold[order.hold]}</Badge>;
      if (plan.held?.changedBy !== undefined) return <Badge state="stop">{words.changedBy(plan.held.changedBy)}</Badge>;
      if (plan.held) return <Badge state="stop">{words.heldBy(plan.held.by)}</Badge>;
      return questions.length > 0 ? <Badge state="look">{missingText(questions)}</Badge> : words.toShip;
  }
}

/** Names the missing fact if there is only one. */
function missingText([first, ...more]: OrderRow['questions']): string {
  return first && more.length === 0 ? text.orders.missing[first.kind] : text.orders.factsMissing(1 + more.length);
}
