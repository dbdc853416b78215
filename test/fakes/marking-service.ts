import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fields = Readonly<Record<string, unknown>>;
type Change = (answer: Fields) => Fields;

export interface MarkingService {
  readonly url: string;
  /** Every request, as it came. */
  asked(): readonly string[];
  /** Changes the next answer to this operation once more. */
  next(action: string, change: Change): void;
  /** Sends these bytes in place of the next answer to this operation. The real service has executed the request. */
  nextRaw(action: string, body: Uint8Array): void;
  stop(): Promise<void>;
}

const idNames = ['service_id', 'keycode', 'order_no'];

/**
 * A service in front of the service at `target`: forwards every request, and every answer as changed by `mark`. Later requests may use an
 * id that `mark` renamed: the request to the real service has the original id.
 */
export async function startMarkingService(target: string, mark: (action: string, answer: Fields) => Fields): Promise<MarkingService> {
  const askedFor: string[] = [];
  const changes = new Map<string, Change>();
  const bodies = new Map<string, Uint8Array>();
  const ids = new Map<string, string>();

  /** Undefined if the real service hung up. */
  async function answer(asked: string, authorization: string): Promise<Fields | Uint8Array | undefined> {
    const { action } = JSON.parse(asked) as { action: string };
    const body = [...ids].reduce((text, [shown, real]) => text.replaceAll(`"${shown}"`, `"${real}"`), asked);
    const answered = await fetch(`${target}/api/json`, { method: 'POST', headers: { authorization }, body }).catch(() => undefined);
    if (!answered) return undefined;
    const real = pointsFirst((await answered.json()) as Fields);
    const raw = bodies.get(action);
    bodies.delete(action);
    if (raw) return raw;
    const shown = (changes.get(action) ?? ((same) => same))(mark(action, real));
    changes.delete(action);
    const [before, after] = [firstRecord(real), firstRecord(shown)];
    for (const name of idNames) if (name in before && name in after) ids.set(String(after[name]), String(before[name]));
    return shown;
  }

  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('latin1');
      askedFor.push(body);
      const shown = await answer(body, request.headers.authorization ?? '');
      if (!shown) return void request.socket.destroy();
      response.writeHead(200, { 'content-type': 'application/json' }).end(shown instanceof Uint8Array ? shown : JSON.stringify(shown));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => askedFor,
    next: (action, change) => void changes.set(action, change),
    nextRaw: (action, body) => void bodies.set(action, body),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the list in an answer, or a list with the single record. */
function recordsOf({ result }: Fields): readonly Fields[] {
  if (Array.isArray(result)) return result as readonly Fields[];
  const record = result as { readonly services?: readonly Fields[] } & Fields;
  return record.services ?? [record];
}

const firstRecord = (answer: Fields): Fields => recordsOf(answer)[0] ?? {};

/** Sorts a quote's services so that those with service points come first: then there are points to choose. */
function pointsFirst(answer: Fields): Fields {
  const { services } = answer['result'] as { readonly services?: readonly Fields[] };
  if (!services) return answer;
  const rank = (service: Fields): number => -Number(service['destination_service_points']);
  return { ...answer, result: { services: services.toSorted((one, other) => rank(one) - rank(other)) } };
}
