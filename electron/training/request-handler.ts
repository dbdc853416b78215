import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { encodedLabels } from './encoded-labels.ts';
import { type Envelope, refused, sendJson } from './envelope.ts';
import { type FaultName, faultsByName } from './fault-by-name.ts';
import type { PlannedFaults } from './fault-plan.ts';
import type { AnswerFault } from './faults/fault.ts';
import { readFields } from './field-reader.ts';
import { type Fields, isFields, listOf, nonAsciiPaths, textOf } from './fields.ts';
import type { LabelFacts } from './label-facts.ts';
import type { Listener } from './listener.ts';
import { acceptedNames, type TrainingMode } from './mode.ts';
import { type OperationContext } from './operations/operation.ts';
import { operations } from './operations.ts';
import type { RequestLog } from './request-log.ts';
import type { Environment, Order } from './shipment.ts';
import type { Store } from './store.ts';

const maxBodyBytes = 32 * 1024 * 1024;

export interface RequestHandlerParts {
  readonly key: string;
  readonly secret: string;
  readonly clock: () => Date;
  readonly seed: string;
  readonly delayMs: number;
  readonly mode: () => TrainingMode;
  readonly store: Store;
  readonly plan: PlannedFaults;
  readonly requestLog: RequestLog;
  readonly end: Listener['end'];
  readonly log: (line: string) => void;
}

export interface RequestHandler {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Number of requests that were cut before they were read, so that their action is unknown. */
  unread(): number;
}

/** The single endpoint: reads, authenticates, applies a planned fault, executes the request and answers. */
export function createRequestHandler(parts: RequestHandlerParts): RequestHandler {
  const { clock, store, plan, requestLog, log } = parts;
  const authorization = `Basic ${Buffer.from(`${parts.key}:${parts.secret}`).toString('base64')}`;
  const longIds = createLongIds();
  const lastAnswers = new Map<string, Envelope>();
  let unread = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (strike(request, plan.take('head'))) return;
    const read = await readBody(request, (start) => plan.waits('body') && strike(request, plan.take('body', actionIn(start))));
    if (read === 'struck') return;
    if (request.headers.authorization !== authorization) {
      response.setHeader('www-authenticate', 'Basic realm="api"');
      return sendJson(response, 401, refused('Invalid API key or secret'));
    }
    if (new URL(request.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '') !== '/api/json')
      return sendJson(response, 404, refused('Not found'));
    if (request.method !== 'POST') return sendJson(response, 405, refused('Use POST'));
    if (read === 'too-large') return sendJson(response, 413, refused('The request is too large'));
    const fields = parsed(read);
    if (!fields) return sendJson(response, 200, refused('The request is not a JSON object'));
    await answerFields(request, response, fields);
  }

  async function answerFields(request: IncomingMessage, response: ServerResponse, fields: Fields): Promise<void> {
    const action = textOf(fields, 'action');
    const { environment, problems } = environmentOf(fields, parts.mode(), clock());
    const name = plan.take('answer', action);
    const entry = requestLog.arrived({ action, environment, at: clock(), serviceId: textOf(fields, 'service_id'), fault: name }, fields);
    if (parts.delayMs > 0) await delay(parts.delayMs);
    const context: OperationContext = { store, environment, mode: parts.mode(), seed: parts.seed, now: clock() };
    const previous = lastAnswers.get(action);
    const execute = async (): Promise<Envelope> => {
      const envelope = problems.length > 0 ? refused(...problems) : await executed(action, fields, context);
      if (envelope.errors.length === 0) entry.executed();
      lastAnswers.set(action, envelope);
      return envelope;
    };
    if (name) {
      await (faultsByName[name] as AnswerFault).meet({
        response,
        fields,
        previous,
        stranger: { orderNo: stranger.orderNo, label: () => strangersLabel(context) },
        execute,
        labelsOf: (envelope, format) => labelsOf(envelope, format, context),
        lengthen: longIds.lengthen,
        reset: () => parts.end(request, 'reset'),
        cut: () => parts.end(request, 'cut'),
      });
    } else {
      sendJson(response, 200, await execute());
    }
    log(`${action || '(no action)'} ${environment}${name ? ` fault=${name}` : ''}`);
  }

  /** Ends the connection if a fault is planned for this point. Returns true if it did. */
  function strike(request: IncomingMessage, name: FaultName | undefined): boolean {
    const fault = name && faultsByName[name];
    if (!fault || fault.meets === 'answer') return false;
    unread += 1;
    log(`(unread) fault=${name}`);
    parts.end(request, fault.by);
    return true;
  }

  function parsed(body: Buffer): Fields | undefined {
    try {
      const value = longIds.shortened(JSON.parse(body.toString('utf8')));
      return isFields(value) ? value : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  return {
    unread: () => unread,
    handle(request, response) {
      answer(request, response).catch((error: unknown) => {
        log(`failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        if (response.headersSent || response.destroyed) return void request.socket.destroy();
        sendJson(response, 500, refused('Internal error'));
      });
    },
  };
}

async function executed(action: string, fields: Fields, context: OperationContext): Promise<Envelope> {
  const nonAscii = nonAsciiPaths(fields);
  if (nonAscii.length > 0) return refused(...nonAscii.map((path) => `${path}: only ASCII characters are supported`));
  if (action === '') return refused('action is mandatory');
  const operation = operations.get(action);
  return operation ? await operation(fields, context) : refused(`action "${action}" is unknown`);
}

/**
 * `development`, unless an accepted spelling of the field is `production`; also returns the problems of the fields that every request has.
 */
function environmentOf(fields: Fields, mode: TrainingMode, now: Date): { environment: Environment; problems: readonly string[] } {
  const problems: string[] = [];
  const reader = readFields(fields, '', { problems, enumCase: mode.enumCase, today: now.toISOString().slice(0, 10) });
  reader.text('account');
  const environments = acceptedNames(mode, 'environment', 'environmet').map((name) =>
    reader.choice<Environment>(name, ['production', 'development'], 'optional'),
  );
  return { environment: environments.find((each) => each !== undefined) ?? 'development', problems };
}

/** The whole body, or `struck` if `strikes`, called after every chunk, ended the connection. */
async function readBody(request: IncomingMessage, strikes: (start: Buffer) => boolean): Promise<Buffer | 'too-large' | 'struck'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk);
    if (strikes(Buffer.concat(chunks.slice(0, 4)))) return 'struck';
  }
  return size <= maxBodyBytes ? Buffer.concat(chunks) : 'too-large';
}

function actionIn(start: Buffer): string {
  return /"action"\s*:\s*"(\w+)"/.exec(start.toString('latin1'))?.[1] ?? '';
}

async function labelsOf(envelope: Envelope, format: Order['labelFormat'], context: OperationContext): Promise<string> {
  const result = isFields(envelope.result) ? envelope.result : {};
  const numbers = [result['order_no'], ...listOf(result['order_numbers'])];
  const orders = context.store.memory.orders.filter((order) => numbers.includes(order.orderNo));
  return await encodedLabels(orders, format, context.now);
}

/** In the format of the order just booked, which is the requested one. */
async function strangersLabel(context: OperationContext): Promise<string> {
  const order = context.store.memory.orders.findLast((each) => each.environment === context.environment);
  if (!order) return '';
  return await encodedLabels([order], order.labelFormat, context.now, strangersFacts);
}

/** Twenty-digit names for ids, to test that a client does not round them. */
interface LongIds {
  lengthen(id: string): string;
  /** Returns a copy of the request with every long name replaced with the id. */
  shortened(value: unknown): unknown;
}

function createLongIds(): LongIds {
  const idOf = new Map<string, string>();
  const longOf = new Map<string, string>();
  const shortened = (value: unknown): unknown => {
    if (typeof value === 'string') return idOf.get(value.trim()) ?? value;
    if (Array.isArray(value)) return value.map(shortened);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
  };
  return {
    lengthen(id) {
      // Neighbours differ only in the last digit, beyond the precision of a double.
      const long = longOf.get(id) ?? `123456789012345${String(10_001 + longOf.size)}`;
      longOf.set(id, long);
      idOf.set(long, id);
      return long;
    },
    shortened,
  };
}

/** Another customer, for answers about the wrong order. */
const stranger = {
  orderNo: 'CSP-26-000017',
  lines: ['Rosalind Featherstone', 'Old Mill Cottage', '7 Weir Lane', 'HX7 8AD Hebden Bridge', 'UNITED KINGDOM'],
};

/** The same label, addressed to the other customer. */
function strangersFacts(label: LabelFacts): LabelFacts {
  return {
    ...label,
    to: stranger.lines,
    toPhone: '',
    toServicePoint: false,
    reference: 'R-55190',
    orderNo: stranger.orderNo,
    routing: 'GB HX7 204',
  };
}
