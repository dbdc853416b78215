import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendJson } from './envelope.ts';
import { isFaultName } from './fault-by-name.ts';
import type { FaultPlan } from './fault-plan.ts';
import { type Fields, isFields, textOf } from './fields.ts';
import { readMode, type TrainingMode } from './mode.ts';
import type { Webhooks } from './webhooks.ts';

export interface Control {
  readonly url: string;
  stop(): Promise<void>;
}

/** The part of the service that the control port shows and changes. */
interface Controlled {
  readonly faults: FaultPlan;
  mode(): TrainingMode;
  setMode(changes: Partial<TrainingMode>): void;
  orders(): readonly unknown[];
  pickups(): readonly unknown[];
  documents(): readonly unknown[];
  requestsPerIntent(): readonly unknown[];
  unread(): number;
  connections(): number;
  readonly sendTestWebhook: Webhooks['sendTest'];
  readonly moveTracking: Webhooks['moveTracking'];
}

/**
 * Starts a second port on loopback for trying a client by hand. It shows the received requests and plans the next faults. Every answer is
 * JSON.
 *
 * - `GET /`: orders, pickups, documents, requests per intent, mode
 * - `POST /` `{action, fault, times}`: plans a fault · `DELETE /`: forgets all of them
 * - `POST /mode`: changes some of the mode · `POST /webhook-test` · `POST /move-tracking`
 */
export async function startControl(service: Controlled, port: number): Promise<Control> {
  const routes: Readonly<Record<string, (body: Fields) => unknown>> = {
    'GET /': () => stateOf(service),
    'POST /': (body) => plan(service, body),
    'DELETE /': async () => {
      await service.faults.clear();
      return {};
    },
    'POST /mode': (body) => {
      service.setMode(readMode(body));
      return service.mode();
    },
    'POST /webhook-test': () => service.sendTestWebhook(),
    'POST /move-tracking': () => service.moveTracking(),
  };

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    // Refuses requests from web pages.
    if (request.headers.origin !== undefined) return { status: 403, body: { error: 'Not for pages' } };
    const route = routes[`${request.method} ${request.url}`];
    if (!route) return { status: 404, body: { error: `${request.method} ${request.url} does not exist`, routes: Object.keys(routes) } };
    try {
      return { status: 200, body: await route(await readFields(request)) };
    } catch (error) {
      return { status: 400, body: { error: error instanceof Error ? error.message : String(error) } };
    }
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, body }) => sendJson(response, status, body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function stateOf(service: Controlled): unknown {
  return {
    orders: service.orders(),
    pickups: service.pickups(),
    documents: service.documents(),
    requestsPerIntent: service.requestsPerIntent(),
    unread: service.unread(),
    connections: service.connections(),
    mode: service.mode(),
  };
}

function plan(service: Controlled, body: Fields): unknown {
  const [action, fault, times] = [textOf(body, 'action'), textOf(body, 'fault'), Number(textOf(body, 'times') || 1)];
  if (!isFaultName(fault)) throw new Error(`There is no fault "${fault}"`);
  if (!Number.isInteger(times) || times < 1) throw new Error('times must be a whole number above 0');
  service.faults.next(action, fault, times);
  return { action, fault, times };
}

async function readFields(request: IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const value: unknown = text === '' ? {} : JSON.parse(text);
  if (!isFields(value)) throw new Error('The body must be a JSON object');
  return value;
}
