import type { Courier, EncodedPaper, Sent, ShipMeaning } from '../../electron/bench/ports/courier.ts';
import type { FailureCode } from '../../shared/failure.ts';
import { keysIn } from '../../shared/joined.ts';
import { failed, ok } from '../../shared/result.ts';
import { service as anyService, bytes } from '../journal/samples.ts';
import type { TakeFault } from './model-faults.ts';
import type { Port } from './port.ts';

export interface ServiceBooking {
  readonly orderNo: string;
  readonly serviceId: string;
  readonly key: string;
  /** All orders of the parcel; `key` is the first. */
  readonly keys: readonly string[];
}

export interface ModelService {
  readonly bookings: readonly ServiceBooking[];
  readonly collections: readonly string[];
  /** Every order of each `ship` request, carried out or not. */
  readonly shipRequests: readonly string[];
  readonly pickupRequests: number;
  /** The service as one life of the program reaches it. */
  readonly courier: (port: Port) => Courier;
}

const text = (each: Uint8Array): string => new TextDecoder().decode(each);
const labelOf = (key: string): EncodedPaper => ({ format: 'ZPL', bytes: bytes(`label of ${key}`) });
const refuse = <C extends FailureCode>(code: C) => failed({ code, ref: 'MODEL', detail: '' });

/** A service in memory, which outlives the program. */
export function createModelService(take: TakeFault): ModelService {
  const offers = new Map<string, readonly string[]>();
  const bookings: ServiceBooking[] = [];
  const collections: string[] = [];
  const shipRequests: string[] = [];
  let pickupRequests = 0;

  const answered = (what: unknown): Sent => ({
    is: 'answered',
    answer: { status: 200, contentType: 'application/json', body: bytes(typeof what === 'string' ? what : JSON.stringify(what)) },
  });
  function ship(serviceId: string): Sent {
    const fault = take('ship');
    if (fault === 'not-sent') return { is: 'not-sent', failure: refuse('service-unreachable').failure };
    const keys = offers.get(serviceId) ?? [''];
    const [key = ''] = keys;
    shipRequests.push(...keys);
    if (fault === 'refuse') return answered({ errors: ['no'] });
    if (fault === 'cut-not') return { is: 'silent', why: 'cut' };
    if (fault === 'garbage-not') return answered('<html>');
    const orderNo = `N${1000 + bookings.length}`;
    bookings.push({ orderNo, serviceId, key, keys });
    if (fault === 'cut-done') return { is: 'silent', why: 'cut' };
    if (fault === 'garbage-done') return answered('<html>');
    const label =
      fault === 'no-label' ? null : fault === 'other-label' ? 'label of M-9' : fault === 'doubtful-label' ? '?' : `label of ${key}`;
    return answered({ orderNo, label });
  }
  function collect(): Sent {
    const fault = take('pickup');
    if (fault === 'not-sent') return { is: 'not-sent', failure: refuse('service-unreachable').failure };
    pickupRequests += 1;
    if (fault === 'refuse') return answered({ errors: ['no'] });
    if (fault === 'cut-not') return { is: 'silent', why: 'cut' };
    const collectionNo = `C${1000 + collections.length}`;
    collections.push(collectionNo);
    if (fault === 'cut-done') return { is: 'silent', why: 'cut' };
    return fault === 'garbage-done' ? answered('<html>') : answered({ collectionNo });
  }
  const read = (body: Uint8Array): { orderNo?: string; label?: string | null; collectionNo?: string; errors?: string[] } | undefined => {
    try {
      return JSON.parse(text(body)) as object;
    } catch {
      return undefined;
    }
  };
  const readFault = (portName: 'quote' | 'track') => {
    const fault = take(portName);
    return fault && refuse(fault === 'unreachable' ? 'service-unreachable' : 'service-refused');
  };

  return {
    bookings,
    collections,
    shipRequests,
    get pickupRequests() {
      return pickupRequests;
    },
    courier: (port): Courier => ({
      inAscii: (address) => ({ address, changes: [] }),
      sentRecipient: (order) => ({ ...order.recipient, name: order.key }),
      letterProblem: () => undefined,
      senderProblems: () => [],
      respellings: () => [],
      problems: () => [],
      isQuoteKept: () => false,
      isLastQuoteBought: () => false,
      quietMs: () => 0,
      quote: ({ order }) =>
        port(() => {
          const fault = readFault('quote');
          if (fault) return fault;
          const services = [845, 910].map((minor) => {
            const serviceId = `S${1000 + offers.size}`;
            offers.set(serviceId, keysIn(order));
            return { ...anyService, serviceId, serviceKey: `key-${minor}`, co2: anyService.insurance, total: { minor, currency: 'EUR' } };
          });
          return ok({ services, messages: [] });
        }),
      shipRequest: (service) => ({ action: 'ship', body: bytes(service.serviceId) }),
      pickupRequest: () => ({ action: 'pickup', body: bytes('pickup') }),
      uploadRequest: () => ({ action: 'upload_documents', body: bytes('') }),
      connectAhead: () => undefined,
      sendOnce: (request) => port(() => (request.action === 'ship' ? ship(text(request.body)) : collect())),
      explain: () => [],
      readShip: ({ body }): ShipMeaning => {
        const answer = read(body);
        if (answer?.errors) return { is: 'rejected', messages: answer.errors };
        if (!answer?.orderNo) return { is: 'unknown', why: 'not an envelope' };
        const label: EncodedPaper | null = answer.label ? { format: 'ZPL', bytes: bytes(answer.label) } : null;
        return {
          is: 'booked',
          orderNo: answer.orderNo,
          consignmentNo: `K${answer.orderNo}`,
          label,
          remarks: null,
          trackingNos: [],
          warnings: [],
        };
      },
      readPickup: ({ body }) => {
        const answer = read(body);
        if (answer?.errors) return { is: 'rejected', messages: answer.errors };
        return answer?.collectionNo
          ? { is: 'booked', collectionNo: answer.collectionNo, manifest: null, warnings: [] }
          : { is: 'unknown', why: 'not an envelope' };
      },
      readUpload: () => ({ is: 'accepted' }),
      track: (orderNos) =>
        port(() => {
          const fault = readFault('track');
          if (fault) return fault;
          const found = bookings.filter(({ orderNo }) => orderNos.includes(orderNo));
          if (found.length === 0) return refuse('service-refused');
          const { courierKey, courierName, serviceKey, serviceName } = anyService;
          return ok(
            found.map(({ orderNo }) => ({
              orderNo,
              status: 'Arranged',
              consignmentNo: `K${orderNo}`,
              courierKey,
              courierName,
              serviceKey,
              serviceName,
              items: [],
            })),
          );
        }),
      labels: (orderNo) =>
        port(() => {
          const fault = take('labels');
          const booking = bookings.find((each) => each.orderNo === orderNo);
          if (fault === 'unreachable') return refuse('service-unreachable');
          if (fault === 'none' || !booking) return refuse('service-answer-unreadable');
          if (fault === 'doubtful-label') return ok<EncodedPaper>({ format: 'ZPL', bytes: bytes('?') });
          return ok(labelOf(fault === 'other-label' ? 'M-9' : booking.key));
        }),
      servicePoints: () => port(() => ok([])),
      check: () => port(() => ok({})),
    }),
  };
}
