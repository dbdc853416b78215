import { createHash } from 'node:crypto';
import type { FaultName } from './fault-by-name.ts';
import { type Fields, isFields, listOf, textOf } from './fields.ts';
import type { Environment } from './shipment.ts';

export interface TrainingRequest {
  readonly action: string;
  readonly environment: Environment;
  readonly at: Date;
  readonly serviceId: string;
  readonly fault: FaultName | undefined;
}

/** Counts how often a one-time action was requested and executed. */
export interface IntentCount {
  readonly action: 'ship' | 'pickup' | 'upload_documents';
  /** The subject: a service id, the parcels to collect, or a document of an order. */
  readonly intent: string;
  readonly requests: number;
  readonly executed: number;
}

export interface RequestLog {
  /** Records a request as it arrives; call `executed` once it was executed. */
  arrived(request: TrainingRequest, fields: Fields): { executed(): void };
  requests(): readonly TrainingRequest[];
  /** Resolves with the next request for an action as it arrives, before it is executed. */
  nextRequest(action: string): Promise<TrainingRequest>;
  requestsPerIntent(): readonly IntentCount[];
  seenFields(action: string): ReadonlySet<string>;
}

/** Records the requests of this run. `serviceIdMeans` makes service ids distinct that refer to a different quote each time. */
export function createRequestLog(serviceIdMeans: (serviceId: string) => string): RequestLog {
  const requests: TrainingRequest[] = [];
  const awaited = new Map<string, PromiseWithResolvers<TrainingRequest>>();
  const counts = new Map<string, { -readonly [K in keyof IntentCount]: IntentCount[K] }>();
  const seen = new Map<string, Set<string>>();

  function intentsOf(action: string, fields: Fields): readonly Pick<IntentCount, 'action' | 'intent'>[] {
    if (action === 'ship') return [{ action, intent: serviceIdMeans(textOf(fields, 'service_id')) }];
    if (action === 'pickup') return [{ action, intent: listOf(fields['shipments']).map(nameOf).sort().join(' ') }];
    if (action !== 'upload_documents') return [];
    return listOf(fields['documents'])
      .filter(isFields)
      .map((document) => {
        const digest = createHash('sha256').update(textOf(document, 'content')).digest('hex').slice(0, 8);
        return {
          action,
          intent: [textOf(fields, 'order_no'), textOf(document, 'document_type'), textOf(document, 'name'), digest].join(' '),
        };
      });
  }

  return {
    arrived(request, fields) {
      requests.push(request);
      awaited.get(request.action)?.resolve(request);
      awaited.delete(request.action);
      const paths = seen.get(request.action) ?? new Set();
      seen.set(request.action, paths);
      addPaths(fields, '', paths);
      const counted = intentsOf(request.action, fields).map(({ action, intent }) => {
        const key = `${action} ${intent}`;
        const count = counts.get(key) ?? { action, intent, requests: 0, executed: 0 };
        counts.set(key, count);
        count.requests += 1;
        return count;
      });
      return {
        executed() {
          for (const count of counted) count.executed += 1;
        },
      };
    },
    requests: () => [...requests],
    nextRequest(action) {
      const next = awaited.get(action) ?? Promise.withResolvers();
      awaited.set(action, next);
      return next.promise;
    },
    requestsPerIntent: () => [...counts.values()].map((count) => ({ ...count })),
    seenFields: (action) => new Set(seen.get(action)),
  };
}

/** An order number is the same as a text and as a number. */
function nameOf(entry: unknown): string {
  return typeof entry === 'string' ? entry.trim() : JSON.stringify(entry);
}

/** Adds the dotted paths of all fields, with lists as `items[]`. */
function addPaths(value: unknown, path: string, paths: Set<string>): void {
  if (Array.isArray(value)) for (const entry of value) addPaths(entry, `${path}[]`, paths);
  else if (!isFields(value)) paths.add(path);
  else for (const [name, inner] of Object.entries(value)) addPaths(inner, path === '' ? name : `${path}.${name}`, paths);
}
