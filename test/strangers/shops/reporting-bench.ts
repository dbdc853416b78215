import type { Booking } from '../../../shared/booking.ts';
import { startPlainStation } from '../../path/plain-station.ts';

const columns =
  'order,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency';
const facts = 'Anna Lehmann,Kastanienallee,84,10435,Berlin,DE,+49 30 5557210,1.2,20,20,10,Vase,64,EUR';

/** State of a parcel without a tracking number: the service gives nothing, or the number of its consignment. */
export type Unnumbered = 'no number' | 'a consignment' | undefined;

/**
 * Starts a bench in the live environment with this number of orders. A test moves its clock, and it looks every few milliseconds. Parcels
 * that are `unnumbered` get their tracking number later.
 */
export async function startReportingBench(parcels: number, isBusy: () => boolean, unnumbered: () => Unnumbered) {
  let ahead = 0;
  let turns = 0;
  let shipped = 0;
  const withoutNumbers = new Set<string>();
  const now = (): Date => new Date(Date.now() + ahead);
  const bench = await startPlainStation({
    world: 'live',
    orders: [columns, ...Array.from({ length: parcels }, (_, at) => `T-${at},${facts}`)].join('\n'),
    journal: (journal) => ({
      ...journal,
      writeBooked(id, booked) {
        const kind = unnumbered();
        if (kind === undefined) return journal.writeBooked(id, booked);
        withoutNumbers.add(id);
        journal.writeBooked(id, { ...booked, trackingNos: [], consignmentNo: kind === 'no number' ? '' : `C${id.slice(0, 8)}` });
      },
      writeTracking: (id, tracked) =>
        journal.writeTracking(id, withoutNumbers.has(id) ? { ...tracked, consignmentNo: '', items: [] } : tracked),
    }),
    platform: {
      now,
      sleep: (ms) => {
        if (ms === 3000) turns += 1;
        return new Promise((resolve) => setTimeout(resolve, ms === 3000 ? 5 : ms));
      },
    },
  });
  return {
    bench,
    now,
    later(ms: number): void {
      ahead += ms;
    },
    async ship(): Promise<Booking> {
      const { booking } = await bench.ship(`T-${shipped++}`);
      await bench.call('next', { workflowNo: bench.workflowNo() });
      return booking;
    },
    /** Lets the service give the tracking numbers and reads them. */
    async numbersCome({ id, orderNo }: Booking): Promise<readonly string[]> {
      withoutNumbers.delete(id);
      return (await bench.call('track', { number: orderNo })).booking?.trackingNos ?? [];
    },
    /** Waits until several looks in a row have found nothing to do. */
    async quiet(): Promise<void> {
      for (let since = turns; turns < since + 4; ) {
        if (isBusy()) since = turns;
        await new Promise((resolve) => setTimeout(resolve, 4));
      }
    },
  };
}
