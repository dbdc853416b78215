import { refused, send, sendJson } from '../envelope.ts';
import { changeFields } from './answered-fields.ts';
import { afterwards, instead } from './fault.ts';

const numbered = ['ship', 'pickup', 'track'] as const;
const numberNames = ['order_no', 'collection_no'];

/** Faults of the booking that an answer refers to. */
export const bookingFaults = {
  /** Without the number that proves the booking. */
  'order-no-missing': afterwards(
    ({ response }, envelope) =>
      sendJson(
        response,
        200,
        changeFields(envelope, numberNames, () => undefined),
      ),
    numbered,
  ),
  'order-no-number': afterwards(
    ({ response }, envelope) =>
      sendJson(
        response,
        200,
        changeFields(envelope, numberNames, (number) => Number(String(number).replace(/\D/g, ''))),
      ),
    numbered,
  ),
  'order-no-array': afterwards(
    ({ response }, envelope) =>
      sendJson(
        response,
        200,
        changeFields(envelope, numberNames, (number) => [number]),
      ),
    numbered,
  ),
  /** Two order numbers under one name: a parser takes the second. */
  'order-no-twice': afterwards(
    ({ response }, envelope) =>
      send(response, 200, 'application/json', JSON.stringify(envelope).replace('"order_no":', '"order_no":"CSP-00-000000","order_no":')),
    ['ship'],
  ),
  /** The number is one record deeper, next to an error. */
  'order-no-deeper': afterwards(
    ({ response }, { result }) => sendJson(response, 200, { result: { booking: result }, errors: ['The label is late'] }),
    ['ship', 'pickup'],
  ),
  /** Number and label of another customer's order. */
  'other-order': afterwards(
    async ({ response, stranger }, envelope) => {
      const label = await stranger.label();
      const renumbered = changeFields(envelope, ['order_no'], () => stranger.orderNo);
      const relisted = changeFields(renumbered, ['order_numbers'], () => [stranger.orderNo]);
      sendJson(
        response,
        200,
        changeFields(relisted, ['label', 'labels'], () => label),
      );
    },
    ['ship', 'track', 'labels'],
  ),
  /** Executes the request, but sends the answer to the previous request, if there was one. */
  'previous-answer': afterwards(({ response, previous }, envelope) => sendJson(response, 200, previous ?? envelope)),
  'service-id-expired': instead(
    ({ response, fields }) =>
      sendJson(response, 200, refused(`service_id ${String(fields['service_id'])} has expired, request a new quote`)),
    ['ship', 'service_points'],
  ),
  'service-id-used': instead(
    ({ response, fields }) => sendJson(response, 200, refused(`service_id ${String(fields['service_id'])} was already used`)),
    ['ship'],
  ),
};
