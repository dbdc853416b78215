import { done, refused, sendJson } from '../envelope.ts';
import { afterwards, instead } from './fault.ts';

const sentence = 'The courier refused this request, try another service';

/** Answers whose envelope differs from the shape in the service's document. */
export const envelopeFaults = {
  'refuse-errors': instead(({ response }) => sendJson(response, 200, refused(sentence))),
  'errors-text': instead(({ response }) => sendJson(response, 200, { result: {}, errors: sentence })),
  'errors-objects': instead(({ response }) => sendJson(response, 200, { result: {}, errors: [{ code: 'E214', message: sentence }] })),
  'errors-nested': instead(({ response }) => sendJson(response, 200, { result: [], errors: [[{ errors: [[sentence]] }]] })),
  'errors-map': instead(({ response }) => sendJson(response, 200, { result: null, errors: { shipment: { d_name: [sentence] } } })),
  /** Executes the request, but also reports an error. */
  'done-with-errors': afterwards(({ response }, { result }) => sendJson(response, 200, { result, errors: ['Delivery may be delayed'] })),
  /** Executes the request, and answers with a complete but empty envelope. */
  'empty-result': afterwards(({ response }) => sendJson(response, 200, done({}))),
  'result-null': afterwards(({ response }) => sendJson(response, 200, done(null))),
  'result-missing': afterwards(({ response }) => sendJson(response, 200, { errors: [] })),
  /** The result as the only entry of a list. */
  'result-list': afterwards(
    ({ response }, { result, errors }) => sendJson(response, 200, { result: [result], errors }),
    ['quote', 'ship', 'pickup', 'labels', 'upload_documents'],
  ),
  /** Only the first record of the list. */
  'result-object': afterwards(
    ({ response }, { result, errors }) => sendJson(response, 200, { result: Array.isArray(result) ? (result[0] ?? {}) : result, errors }),
    ['track', 'service_points'],
  ),
};
