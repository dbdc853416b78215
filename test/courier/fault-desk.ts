import type { Courier, EncodedDocument, Shipment } from '../../electron/bench/ports/courier.ts';
import { type CourierOptions } from '../../electron/courier/courier.ts';
import type { Action } from '../../electron/training/action.ts';
import type { TrainingService } from '../../electron/training/service.ts';
import { noExtras } from '../../shared/booking.ts';
import type { FailureCode } from '../../shared/failure.ts';
import { emptyOrder, emptyParcel, type Order, orderSchema } from '../../shared/order.ts';
import type { Service } from '../../shared/quote.ts';
import type { Result } from '../../shared/result.ts';
import { addressOf } from '../fixtures/address.ts';
import { pauseless, plainCourier } from './plain-courier.ts';

/** Monday, 23 November 2026. */
export const now = new Date('2026-11-23T09:00:00Z');

/** A client with short timeouts for tests: it gives up on a silent service after a moment, and its pauses take no time. */
export const impatientCourier = (service: TrainingService, change: Partial<CourierOptions> = {}): Courier =>
  plainCourier(service.url, {
    credentials: () => ({ key: service.key, secret: service.secret }),
    clock: pauseless(() => now),
    timing: { connectMs: 1000, onceHeadersMs: 250, onceTotalMs: 800, readHeadersMs: 250, readBudgetMs: 800 },
    ...change,
  });

const sender = addressOf("Marieke Houtman | | Veemarktkade | 8 | 5222 AE | 's-Hertogenbosch | NL", { phone: '+31 73 5550188' });
const order: Order = orderSchema.parse({
  ...emptyOrder,
  key: 'ORD-1001',
  source: 'test',
  recipient: {
    ...sender,
    name: 'Jörg Müßig',
    street: 'Kastanienallee',
    houseNumber: '84',
    postalCode: '10435',
    city: 'Berlin',
    country: 'DE',
  },
  parcels: [
    {
      ...emptyParcel,
      lengthCm: 40,
      widthCm: 30,
      heightCm: 20,
      weightGrams: 2350,
      contents: 'Ceramics',
      value: { minor: 6490, currency: 'EUR' },
    },
  ],
});

export const anyShipment: Shipment = { sender, order };

/** Checks for twenty digits that do not end in zeros: a number that went through floating point does. */
const isLong = (number: string): boolean => /^\d{17}(?!000)\d{3}$/.test(number);

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Everything that a quote offers except the ids, which are new each time. */
const offersOf = (quote: Awaited<ReturnType<Courier['quote']>>): string =>
  JSON.stringify(quote.ok ? quote.value.services.map((service) => ({ ...service, serviceId: '' })) : quote);

/** Returns the format of a document. For ZPL, the only one that can be read here, also checks that it is the label of our recipient. */
function paperWords(paper: EncodedDocument | null): string {
  if (!paper) return 'no paper';
  const isOurs = paper.format !== 'ZPL' || Buffer.from(paper.bytes).toString('latin1').includes('Kastanienallee 84');
  return isOurs ? paper.format : `${paper.format} of another`;
}

export interface FaultDesk {
  /** Prepares what an operation needs, calls `prepared`, then runs the operation. Returns a short description of the client's result. */
  does(action: Action, prepared: () => void): Promise<string>;
}

export async function createFaultDesk(courier: Courier, service: TrainingService): Promise<FaultDesk> {
  const quoted = async (): Promise<Service> => {
    const answer = await courier.quote({ sender, order });
    const found = answer.ok ? answer.value.services.find((each) => each.destinationServicePoints) : undefined;
    if (!found) throw new Error(JSON.stringify(answer));
    return found;
  };
  async function booked(): Promise<string> {
    const sent = await courier.sendOnce(courier.shipRequest(await quoted(), noExtras, 'ZPL'));
    const meaning = sent.is === 'answered' ? courier.readShip(sent.answer) : undefined;
    if (meaning?.is !== 'booked') throw new Error(`A booking did not succeed: ${JSON.stringify(meaning)}`);
    return meaning.orderNo;
  }
  const offers = offersOf(await courier.quote({ sender, order }));
  const points = await courier.servicePoints({ type: 'destination', serviceId: (await quoted()).serviceId });
  const orderNo = await booked();
  const tracked = await courier.track([orderNo]);

  const wordsOf = <T>(result: Result<T, FailureCode>, words: (value: T) => string): string =>
    result.ok ? words(result.value) : result.failure.code;

  async function once(request: ReturnType<Courier['shipRequest']>, isOurs: (number: string) => boolean): Promise<string> {
    const sent = await courier.sendOnce(request);
    if (sent.is !== 'answered') return sent.is;
    if (request.action === 'upload_documents') return courier.readUpload(sent.answer).is;
    const read = request.action === 'ship' ? courier.readShip(sent.answer) : courier.readPickup(sent.answer);
    if (read.is !== 'booked') return read.is;
    const [number, paper] = 'orderNo' in read ? [read.orderNo, read.label] : [read.collectionNo, read.manifest];
    const which = isOurs(number) ? '' : isLong(number) ? ' as 20 digits' : ' as another';
    return `booked${which} ${paperWords(paper)}${read.warnings.length > 0 ? ' warned' : ''}`;
  }

  const operations: Record<Action, (prepared: () => void) => Promise<string>> = {
    async quote(prepared) {
      prepared();
      const answer = await courier.quote({ sender, order });
      return wordsOf(answer, ({ services, messages: words }) => {
        if (services.length === 0) return 'nothing';
        const ids = services.every(({ serviceId }) => isLong(serviceId)) ? ' as 20 digits' : '';
        return `${offersOf(answer) === offers ? 'services' : 'other services'}${ids}${words.length > 0 ? ' warned' : ''}`;
      });
    },
    async ship(prepared) {
      const taken = await quoted();
      prepared();
      return await once(courier.shipRequest(taken, noExtras, 'ZPL'), (number) => service.orders().at(-1)?.orderNo === number);
    },
    async pickup(prepared) {
      const orderNos = [await booked()];
      prepared();
      const request = courier.pickupRequest({
        orderNos,
        date: '2026-11-24',
        readyTime: '16:00',
        closingTime: '17:30',
        instructions: 'Dock 2',
      });
      return await once(request, (number) => service.pickups().at(-1)?.collectionNo === number);
    },
    async track(prepared) {
      prepared();
      const answer = await courier.track([orderNo]);
      return wordsOf(answer, (found) => (found.length === 0 ? 'nothing' : same(answer, tracked) ? 'tracked' : 'tracked otherwise'));
    },
    async labels(prepared) {
      prepared();
      return wordsOf(await courier.labels(orderNo), paperWords);
    },
    async service_points(prepared) {
      const { serviceId } = await quoted();
      prepared();
      const answer = await courier.servicePoints({ type: 'destination', serviceId });
      return wordsOf(answer, (found) => {
        if (found.length === 0) return 'nothing';
        if (same(answer, points)) return 'points';
        return points.ok && same(found, points.value.slice(0, 1)) ? 'first point' : 'other points';
      });
    },
    async upload_documents(prepared) {
      prepared();
      const document = { documentType: 'Customs Invoice', mediaType: 'application/pdf', bytes: Buffer.from('%PDF-1.7\n%%EOF') } as const;
      return await once(courier.uploadRequest({ ...document, orderNo, name: 'invoice.pdf' }), () => true);
    },
  };
  return { does: async (action, prepared) => await operations[action](prepared) };
}
