import { textIn } from '../ledger.ts';
import type { Day } from '../lived-day.ts';
import { resolveAll } from '../resolve.ts';
import type { ServiceFault } from '../service.ts';
import { bareKey } from '../truth.ts';
import type { Doing } from './act.ts';
import { freshOrder, ship } from './shipping.ts';

/** The customer of a shipped order sends goods back: the packer buys a label for that. */
const buyReturn =
  (fault?: ServiceFault): Doing =>
  async (day, dice) => {
    const { packer } = day;
    // No return label leads over a customs border.
    const order = await freshOrder(day, dice, { orders: 3, country: dice.pick(['NL', 'BE', 'DE']) });
    if (!order) return;
    const sent = await ship(day, dice, { order });
    await packer.clearBench();
    await resolveAll(day);
    if (!sent || !(await packer.call('scan', { code: order.key })).ok) return;
    await packer.untilLookedUp();
    const { step } = packer.workflow();
    if (step !== 'already-shipped' || !(await packer.call('returnLabel', { workflowNo: packer.workflowNo() })).ok) return;
    await packer.untilLookedUp();
    // Box and weight of what comes back are no facts of the order.
    day.edited.add(bareKey(order.key));
    await packer.answerAll(order);
    await packer.untilLookedUp();
    const tiles = packer.workflow();
    if (tiles.step === 'choosing') {
      if (packer.isPaused()) await packer.call('resumeBooking', {});
      if (fault) day.service.meet('ship', fault);
      await packer.call('buy', { workflowNo: packer.workflowNo(), serviceId: tiles.serviceId });
      await packer.outcome();
      day.service.clear();
    }
    await packer.clearBench();
    if (fault) await resolveAll(day);
    judgeReturn(day, order.key);
  };

/** The label goes from the customer to the bench, is bought once, and the shop is not informed of it. */
function judgeReturn(day: Day, key: string): void {
  const { truth, shop } = day;
  const [out] = truth.bookingsOf(key);
  for (const booking of truth.bookingsOf(`${key} (return)`)) {
    day.met('hands: a return label');
    const wayOf = (side: 'o_' | 'd_', { shipment }: typeof booking): string =>
      ['street_1', 'street_no', 'postal', 'city', 'country'].map((part) => textIn(shipment, side + part)).join(' ');
    if (out && (wayOf('d_', booking) !== wayOf('o_', out) || wayOf('o_', booking) !== wayOf('d_', out)))
      day.found({
        counter: 'wrong_label',
        what: 'a return label does not lead from the customer to the bench',
        detail: `${key}: from ${wayOf('o_', booking)} to ${wayOf('d_', booking)}`,
      });
    if (shop.rows().some(({ serviceNo }) => serviceNo === booking.orderNo))
      day.found({ counter: 'untrue_screens', what: 'a shop was told of a return label', detail: `${key}: ${booking.orderNo}` });
  }
}

export const returns: Readonly<Record<string, Doing>> = {
  'return label': buyReturn(),
  'return label: reset, done': buyReturn('reset, done'),
};
