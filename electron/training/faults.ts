import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Envelope {
  readonly result: unknown;
  readonly errors: readonly string[];
}

/** One request on its way, as a fault sees it. */
export interface FaultMoment {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Does what was asked, for good: a `ship` has booked after this. */
  execute(): Promise<Envelope>;
  /** A well-made label, Base64, in the format that was asked for, addressed to somebody else. */
  strangersLabel(): Promise<string>;
}

type Fault = (moment: FaultMoment) => Promise<void> | void;

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  send(response, status, 'application/json', JSON.stringify(body));
}

function send(response: ServerResponse, status: number, contentType: string, body: string): void {
  response.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

const gatewayPage =
  '<!DOCTYPE html><html><head><title>504 Gateway Time-out</title></head><body><h1>504 Gateway Time-out</h1></body></html>';

/** The same answer with its label or labels replaced. */
function withLabel(envelope: Envelope, label: string): Envelope {
  if (typeof envelope.result !== 'object' || envelope.result === null) return envelope;
  const result: Record<string, unknown> = { ...envelope.result };
  for (const name of ['label', 'labels']) if (typeof result[name] === 'string') result[name] = label;
  return { ...envelope, result };
}

/** Every fault by its name. What was asked is done only where the function calls `execute`. */
export const faults = {
  'refuse-errors': ({ response }) =>
    sendJson(response, 200, { result: {}, errors: ['The courier refused this request, try another service'] }),
  unauthorised: ({ response }) => sendJson(response, 401, { result: {}, errors: ['Invalid API key or secret'] }),
  'reset-before': ({ request }) => void request.socket.resetAndDestroy(),
  silence: () => undefined,
  'not-json': ({ response }) => send(response, 200, 'application/json', 'Notice: undefined index in line 214'),
  'html-504': ({ response }) => send(response, 504, 'text/html', gatewayPage),
  'execute-then-reset': async ({ request, execute }) => {
    await execute();
    request.socket.resetAndDestroy();
  },
  'execute-then-silence': async ({ execute }) => {
    await execute();
  },
  'execute-then-html-504': async ({ response, execute }) => {
    await execute();
    send(response, 504, 'text/html', gatewayPage);
  },
  /** Does it, and answers with a whole envelope that says nothing. */
  'empty-result': async ({ response, execute }) => {
    await execute();
    sendJson(response, 200, { result: {}, errors: [] });
  },
  /** Does it, and cuts the connection in the middle of the answer. */
  truncated: async ({ request, response, execute }) => {
    const body = JSON.stringify(await execute());
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.write(body.slice(0, Math.floor(body.length / 2)), () => request.socket.destroy());
  },
  /** Does it, and answers with a good label for another recipient. */
  'wrong-order-label': async ({ response, execute, strangersLabel }) => {
    const envelope = await execute();
    sendJson(response, 200, withLabel(envelope, await strangersLabel()));
  },
  /** Does it, and answers with a label that no printer can read. */
  'garbled-label': async ({ response, execute }) => {
    sendJson(response, 200, withLabel(await execute(), '%%% label service unavailable %%%'));
  },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof faults;

export interface FaultPlan {
  /** The next request for this action meets the fault; several for one action are met in the order they were given. */
  next(action: string, fault: FaultName): void;
  clear(): void;
}

export function createFaultPlan(): FaultPlan & { take(action: string): FaultName | undefined } {
  const planned = new Map<string, FaultName[]>();
  return {
    next(action, fault) {
      planned.set(action, [...(planned.get(action) ?? []), fault]);
    },
    clear: () => planned.clear(),
    take: (action) => planned.get(action)?.shift(),
  };
}
