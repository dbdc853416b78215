import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createFaultPlan, type Envelope, type FaultName, type FaultPlan, faults, sendJson } from './faults.ts';
import { labelFactsOf } from './label-facts.ts';
import { encodedLabels, type OperationContext, operations } from './operations.ts';
import { type Fields, isFields, nonAsciiPaths, textOf } from './request-check.ts';
import type { Collection, Environment, LabelFormat, Order, UploadedDocument } from './shipment.ts';
import { openStore, type Sealing } from './store.ts';

export interface TrainingServiceOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly key: string;
  readonly secret: string;
  readonly clock: () => Date;
  /** Same seed, same clock, same requests: same numbers. */
  readonly seed?: string;
  /** Where to remember across restarts; absent: nothing is kept. */
  readonly dir?: string;
  /** Encrypts what is kept in `dir`. */
  readonly sealing?: Sealing;
  /** How long each answer takes at least. */
  readonly delayMs?: number;
  readonly log?: (line: string) => void;
}

export interface TrainingOrder {
  readonly environment: Environment;
  readonly orderNo: string;
  readonly reference: string;
  readonly consignmentNo: string;
  readonly trackingNos: readonly string[];
  readonly recipientName: string;
  readonly courierName: string;
  readonly serviceName: string;
  readonly labelFormat: LabelFormat;
  readonly bookedAt: string;
  /** How many `ship` requests of this run asked for the service id this order was booked with. */
  readonly requests: number;
}

export interface TrainingRequest {
  readonly action: string;
  readonly environment: Environment;
  readonly at: Date;
  readonly serviceId: string;
  readonly fault: FaultName | undefined;
}

export interface TrainingService {
  /** `http://127.0.0.1:<port>`: what a client is given as its base address. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly faults: FaultPlan;
  orders(environment?: Environment): readonly TrainingOrder[];
  pickups(environment?: Environment): readonly Collection[];
  documents(environment?: Environment): readonly UploadedDocument[];
  /** Every request of this run that passed authentication and was read whole, in the order of arrival. */
  requests(): readonly TrainingRequest[];
  /** Cuts every connection and closes the port. */
  stop(): Promise<void>;
}

const maxBodyBytes = 32 * 1024 * 1024;

/**
 * Starts the courier service in a box, on loopback. As careless as the service's document allows: it books again when a service id
 * is sent twice and collects again when asked twice, so that a client's mistakes can be counted.
 */
export async function startTrainingService(options: TrainingServiceOptions): Promise<TrainingService> {
  const { key, secret, clock, seed = 'packbench', delayMs = 0, log = () => undefined } = options;
  const store = openStore(options.dir, options.sealing);
  const plan = createFaultPlan();
  const requests: TrainingRequest[] = [];
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const sockets = new Set<Socket>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (request.headers.authorization !== authorization) {
      response.setHeader('www-authenticate', 'Basic realm="api"');
      return sendJson(response, 401, failed('Invalid API key or secret'));
    }
    if (new URL(request.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '') !== '/api/json')
      return sendJson(response, 404, failed('Not found'));
    if (request.method !== 'POST') return sendJson(response, 405, failed('Use POST'));
    if (body === undefined) return sendJson(response, 413, failed('The request is too large'));
    const fields = parsed(body);
    if (!fields) return sendJson(response, 200, failed('The request is not a JSON object'));
    const action = textOf(fields, 'action');
    const environmentText = textOf(fields, 'environment', 'environmet');
    const environment: Environment = environmentText.toLowerCase() === 'production' ? 'production' : 'development';
    const fault = plan.take(action);
    requests.push({ action, environment, at: clock(), serviceId: textOf(fields, 'service_id'), fault });
    if (delayMs > 0) await delay(delayMs);
    const context: OperationContext = { store, environment, seed, now: clock() };
    const execute = async (): Promise<Envelope> => {
      const nonAscii = nonAsciiPaths(fields);
      if (nonAscii.length > 0) return failed(...nonAscii.map((path) => `${path}: only ASCII characters are supported`));
      if (!['', 'production', 'development'].includes(environmentText.toLowerCase())) {
        return failed(`environment "${environmentText}" must be production or development`);
      }
      if (action === '') return failed('action is mandatory');
      const operation = operations.get(action);
      return operation ? await operation(fields, context) : failed(`action "${action}" is unknown`);
    };
    const order = (): Order | undefined => store.memory.orders.findLast((each) => each.environment === environment);
    if (fault) {
      await faults[fault]({ request, response, execute, strangersLabel: async () => await strangersLabel(order(), context.now) });
    } else {
      sendJson(response, 200, await execute());
    }
    log(`${action || '(no action)'} ${environment}${fault ? ` fault=${fault}` : ''}`);
  }

  const server = createServer({ keepAliveTimeout: 5000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log(`failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      if (response.headersSent || request.destroyed) return void request.socket.destroy();
      sendJson(response, 500, failed('Internal error'));
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });

  const inWorld = <T extends { readonly environment: Environment }>(
    all: readonly T[],
    environment: Environment | undefined,
  ): readonly T[] => (environment === undefined ? [...all] : all.filter((each) => each.environment === environment));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    secret,
    faults: { next: plan.next, clear: plan.clear },
    orders: (environment) =>
      inWorld(store.memory.orders, environment).map((order) => ({
        environment: order.environment,
        orderNo: order.orderNo,
        reference: order.shipment.reference,
        consignmentNo: order.consignmentNo,
        trackingNos: order.trackingNos,
        recipientName: order.shipment.recipient.name,
        courierName: order.service.courierName,
        serviceName: order.service.serviceName,
        labelFormat: order.labelFormat,
        bookedAt: order.bookedAt,
        requests: requests.filter((each) => each.action === 'ship' && each.serviceId === String(order.serviceId)).length,
      })),
    pickups: (environment) => inWorld(store.memory.collections, environment),
    documents: (environment) => inWorld(store.memory.documents, environment),
    requests: () => [...requests],
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function failed(...errors: readonly string[]): Envelope {
  return { result: {}, errors };
}

/** The whole body, or undefined when it is larger than any honest request. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  return size <= maxBodyBytes ? Buffer.concat(chunks) : undefined;
}

function parsed(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isFields(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function strangersLabel(order: Order | undefined, now: Date): Promise<string> {
  if (!order) return '';
  const facts = labelFactsOf(order).map((label) => ({
    ...label,
    to: ['Rosalind Featherstone', 'Old Mill Cottage', '7 Weir Lane', 'HX7 8AD Hebden Bridge', 'UNITED KINGDOM'],
    toPhone: '',
    toServicePoint: false,
    reference: 'R-55190',
    orderNo: 'CSP-26-000017',
    routing: 'GB HX7 204',
  }));
  return await encodedLabels(facts, order.labelFormat, now);
}
