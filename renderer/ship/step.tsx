import type { Booking } from '../../shared/booking.ts';
import { commandKeys } from '../../shared/command-keys.ts';
import type { Order } from '../../shared/order.ts';
import type { Question } from '../../shared/question.ts';
import type { ExtraOffer } from '../../shared/quote.ts';
import { sizeText, weightText } from '../../shared/units.ts';
import type { Intent } from '../query.ts';
import { numberText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { useWindowState } from '../window-state.ts';
import { NextUp } from './next-orders.tsx';
import { offerText } from './offer-text.ts';

/** Props of every step: the state it draws, and the number of the workflow for its intents. */
export interface StepProps<W> {
  readonly workflow: W;
  readonly workflowNo: number;
}

/** Puts the parcel in hand aside, for a person to continue in Resolve. */
export function PutAside({ workflowNo, intent }: { workflowNo: number; intent: Intent }) {
  const { station } = useWindowState();
  return (
    <>
      <Button means={commandKeys.ASIDE} onPress={() => void intent.send(station.park({ workflowNo }))}>
        {text.ship.aside}
      </Button>
      <NextUp />
    </>
  );
}

/** Opens the whole order; saving it scans it again. */
/** `question`: what is asked now; its field has the focus. */
export function EditOrder({ order, question }: { order: Order; question?: Pick<Question, 'kind' | 'parcel'> }) {
  const { editOrder } = useWindowState();
  // No form has the facts of a return label.
  if (order.returnOf) return null;
  return (
    <Button kind="quiet" means="edit" onPress={() => editOrder(order.key, question)}>
      {text.orders.edit}
    </Button>
  );
}

/** Returns to READY without a scan. */
export function Clear({ workflowNo, intent }: { workflowNo: number; intent: Intent }) {
  const { station } = useWindowState();
  return (
    <Button kind="quiet" means={commandKeys.NEXT} onPress={() => void intent.send(station.next({ workflowNo }))}>
      {text.ship.clear}
    </Button>
  );
}

/** `1 parcel · 40 × 30 × 20 cm · 2.35 kg`; the size only if there is one parcel. */
export function parcelWords(order: Order): { readonly rest: string; readonly weight: string } {
  const [only, ...others] = order.parcels;
  const size = only && others.length === 0 ? sizeText(only) : '';
  const grams = order.parcels.reduce((sum, parcel) => sum + (parcel.weightGrams ?? 0), 0);
  return { rest: [text.ship.parcels(order.parcels.length), size].filter(Boolean).join(' · '), weight: grams > 0 ? weightText(grams) : '' };
}

/** The purchased service and extras with their prices, each on its own line: amounts are never added up. */
export function priceFacts(booking: Booking): (readonly [string, string])[] {
  const line = (name: string, price: ExtraOffer | undefined): (readonly [string, string])[] => (price ? [[name, offerText(price)]] : []);
  return [
    ...line(text.ship.price, booking.price),
    ...line(text.ship.co2, booking.extras.co2 ? booking.service?.co2 : null),
    ...line(text.ship.insurance, booking.extras.insurance ? booking.service?.insurance : null),
  ];
}

/** A number in easily distinguished characters. */
export const numberMark = (number: string) => <span className="mono">{numberText(number)}</span>;

export const serviceName = (booking: Booking): string =>
  booking.service ? `${booking.service.courierName} ${booking.service.serviceName}` : '';
