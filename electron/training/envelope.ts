import type { ServerResponse } from 'node:http';

/** The wrapper of every answer. */
export interface Envelope {
  readonly result: unknown;
  readonly errors: readonly string[];
}

export function done(result: unknown): Envelope {
  return { result, errors: [] };
}

export function refused(...errors: readonly string[]): Envelope {
  return { result: {}, errors };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, 'application/json', JSON.stringify(body));
}

export function send(response: ServerResponse, status: number, contentType: string, body: string | Uint8Array): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
