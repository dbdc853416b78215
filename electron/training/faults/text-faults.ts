import type { ServerResponse } from 'node:http';
import { send } from '../envelope.ts';
import { afterwards, instead } from './fault.ts';

const json = (response: ServerResponse, body: string | Uint8Array): void => send(response, 200, 'application/json', body);
const idNames = /"(order_no|service_id|collection_no|consignment_no)":("[^"]*"|\d+)/g;

/** Replaces every number with NaN, and appends one so that there is always one. */
function withNaN(text: string): string {
  return `${text.replace(/":-?[\d.]+(?=[,}])/g, '":NaN').slice(0, -1)},"duration":NaN}`;
}

/** Bodies that are not the JSON they appear to be. */
export const textFaults = {
  /** The sign-in page of a guest network. */
  html: instead(({ response }) =>
    send(response, 200, 'text/html', '<!DOCTYPE html><html><body><h1>Sign in to the network</h1></body></html>'),
  ),
  'not-json': instead(({ response }) => json(response, 'Notice: undefined index in line 214')),
  'empty-body': afterwards(({ response }) => json(response, '')),
  bom: afterwards(({ response }, envelope) => json(response, `\uFEFF${JSON.stringify(envelope)}`)),
  'utf-16': afterwards(({ response }, envelope) => json(response, Buffer.from(`\uFEFF${JSON.stringify(envelope)}`, 'utf16le'))),
  nan: afterwards(({ response }, envelope) => json(response, withNaN(JSON.stringify(envelope)))),
  /** First an empty result and an error, then the correct ones under the same names. */
  'duplicate-keys': afterwards(({ response }, envelope) =>
    json(response, `{"result":{},"errors":["Temporary error"],${JSON.stringify(envelope).slice(1)}`),
  ),
  /** Ids as numbers too long for a double; the service identifies them by the last digit. */
  'long-ids': afterwards(
    ({ response, lengthen }, envelope) =>
      json(
        response,
        JSON.stringify(envelope).replace(idNames, (_, name: string, id: string) => `"${name}":${lengthen(id.replaceAll('"', ''))}`),
      ),
    ['quote', 'ship', 'pickup', 'track'],
  ),
};
