import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Agent, request } from 'undici';
import type { FarWorld } from './far-world.ts';

/** A script for a user who only wants the label on paper: quote, ship, send. `print` resolves once the label is handed to the socket. */
export interface BareScript {
  print(): Promise<void>;
  close(): void;
}

/** Keeps its connection to the service and never queries the printer. `commits`: the number of pages it syncs to disk on the way. */
export function createBareScript(world: FarWorld, dir: string, commits = 0): BareScript {
  const folder = mkdtempSync(join(dir, 'bare-'));
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE pages (bytes BLOB) STRICT');
  const insert = database.prepare('INSERT INTO pages VALUES (?)');
  const write = (times: number): void => {
    for (let each = 0; each < times; each += 1) insert.run(new Uint8Array(4096));
  };
  return {
    async print() {
      const label = await quoteAndShip(
        (body) => post(world, body),
        () => write(Math.floor(commits / 2)),
      );
      write(Math.ceil(commits / 2));
      (await connected(world)).end(label);
    },
    close() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Opens a new connection for each request, as a script without a pool does. Queries the printer before it buys. */
export function createFreshBareScript(world: FarWorld, ca: string): BareScript {
  const postFresh = async (body: object): Promise<Record<string, unknown>> => {
    const agent = new Agent({ connect: { ca } });
    try {
      return await post(world, body, agent);
    } finally {
      await agent.destroy();
    }
  };
  return {
    async print() {
      const label = await quoteAndShip(postFresh, () => hostStatus(world));
      (await connected(world)).end(label);
    },
    close: () => undefined,
  };
}

/** Milliseconds per request: `own` is the service's own time, `bare` the time until the next request can be sent if many run at once. */
export interface PerQuestion {
  readonly own: number;
  readonly bare: number;
}

/**
 * Measures the time the service needs if it only receives requests. `width` parcels are bought at once. Each uses a price requested a
 * moment before, or all prices are requested before the timed part begins.
 */
export async function perQuestion(
  world: FarWorld,
  { parcels, width, isPricedBefore }: { readonly parcels: number; readonly width: number; readonly isPricedBefore: boolean },
): Promise<PerQuestion> {
  const ask: Ask = (body) => post(world, body);
  const buys: (() => Promise<unknown>)[] = [];
  for (let each = 0; each < parcels; each += 1) {
    if (!isPricedBefore) buys.push(() => quoteAndShip(ask, () => undefined));
    else {
      const serviceId = await quote(ask);
      buys.push(() => ship(ask, serviceId));
    }
  }
  const before = await world.answered();
  const begun = performance.now();
  const next = buys.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const buy of next) await buy();
    }),
  );
  const ms = performance.now() - begun;
  const { count, ms: ownMs } = await world.answered();
  const questions = count - before.count;
  return { own: (ownMs - before.ms) / questions, bare: ms / questions };
}

type Ask = (body: object) => Promise<Record<string, unknown>>;

async function quoteAndShip(ask: Ask, between: () => unknown): Promise<Buffer> {
  const serviceId = await quote(ask);
  await between();
  return ship(ask, serviceId);
}

async function quote(ask: Ask): Promise<string> {
  const quoted = await ask({ action: 'quote', shipment });
  const [first] = (quoted['services'] ?? []) as { service_id: number }[];
  return String(first?.service_id);
}

async function ship(ask: Ask, serviceId: string): Promise<Buffer> {
  const booked = await ask({ action: 'ship', service_id: serviceId, label_format: 'ZPL' });
  return Buffer.from(String(booked['label']), 'base64');
}

async function post(world: FarWorld, body: object, dispatcher?: Agent): Promise<Record<string, unknown>> {
  const answer = await request(`${world.url}/api/json`, {
    ...(dispatcher && { dispatcher }),
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${world.key}:${world.secret}`).toString('base64')}`,
    },
    body: JSON.stringify(body),
  });
  const { result, errors } = (await answer.body.json()) as { result: Record<string, unknown>; errors: unknown[] };
  if (errors.length > 0) throw new Error(`The service refused the bare script: ${String(errors)}`);
  return result;
}

function connected({ printerPort }: FarWorld): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: printerPort, noDelay: true });
  socket.resume();
  return new Promise((resolve, reject) => socket.once('connect', () => resolve(socket)).once('error', reject));
}

/** Reads the three frames of the answer to ~HS. */
async function hostStatus(world: FarWorld): Promise<void> {
  const socket = await connected(world);
  let frames = 0;
  const answered = new Promise<void>((resolve, reject) => {
    socket.once('error', reject).on('data', (chunk: Buffer) => {
      frames += chunk.toString('latin1').split('\x03').length - 1;
      if (frames >= 3) resolve();
    });
  });
  socket.write('~HS\r\n');
  await answered;
  socket.end();
}

const address = (prefix: string, name: string, street: string, no: string, postal: string, city: string, country: string): object =>
  Object.fromEntries(
    Object.entries({ name, street_1: street, street_no: no, postal, city, country, phone: '+31201234567' }).map(([key, value]) => [
      `${prefix}_${key}`,
      value,
    ]),
  );

const shipment = {
  ...address('o', 'Zoe Kranjcar', 'Veemarktkade', '8', '5222 AE', 's-Hertogenbosch', 'NL'),
  ...address('d', 'Anna Lehmann', 'Kastanienallee', '84', '10435', 'Berlin', 'DE'),
  type: 'Parcel',
  return_service: '0',
  items: [{ contents: 'Vase', value: '64.00', value_currency: 'EUR', weight: '1.2', length: '40', width: '30', height: '20' }],
};
