import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createSharedLedger } from '../../electron/ledger/shared-ledger.ts';
import { addBench } from '../../ledger/install.ts';
import { type Attempt, type Fact, type Head, noFact } from '../../shared/attempt.ts';
import type { ClaimCode, LedgerCode } from '../../shared/call-codes.ts';
import type { Result } from '../../shared/result.ts';
import { startCutLine } from '../benches/cut-line.ts';
import { openSite } from '../benches/site.ts';
import { type Database, type PostgresServer, startPostgres, whyNoPostgres } from '../ledger/postgres.ts';

// `npm run bench -- ledger --attempts 10000000`: what the ledger costs, and how far it goes.

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const given = (): { readonly attempts: number } => {
  const { values } = parseArgs({
    options: { attempts: { type: 'string', default: '1000000' } },
    strict: false,
    args: process.argv.slice(2),
  });
  return { attempts: Number(values.attempts) };
};

function sureOf<T>(asked: Result<T, LedgerCode | ClaimCode>, what: string): T {
  if (!asked.ok) throw new Error(`${what}: ${asked.failure.code} ${asked.failure.detail ?? ''}`);
  return asked.value;
}

/** A bench with nothing but its way to the ledger. */
async function simulated(database: Database, port: number) {
  const { token } = await addBench(database.owner);
  const url = new URL(database.benchUrl);
  url.port = String(port);
  const ledger = createSharedLedger({
    url: () => url.href,
    token: () => token,
    ref: () => 'BENCH',
    log: () => undefined,
    elapsed: () => performance.now(),
    wall: () => Date.now(),
  });
  const feed = randomUUID();
  let head: Head = noFact;
  sureOf(await ledger.hello({ feed, world: 'live', head, acknowledged: head }), 'hello');
  const tell = async (attempt: Attempt, what: Fact['what'], orderNo: string): Promise<void> => {
    head = { seq: head.seq + 1, link: hash(`${head.link} ${attempt.id} ${what}`) };
    sureOf(await ledger.report(feed, [{ ...head, attempt, what, orderNo }]), 'report');
  };
  return {
    close: () => ledger.close(),
    /** Everything the ledger is asked for one parcel. Answers how long the claim took. */
    async parcel(key: string): Promise<number> {
      const attempt: Attempt = {
        id: randomUUID(),
        world: 'live',
        what: { is: 'ship', orderKey: key, source: '', shipmentNo: 1 },
        account: 'main',
        digest: hash(key),
      };
      const began = performance.now();
      sureOf(await ledger.claim(attempt), 'claim');
      const claimed = performance.now() - began;
      sureOf(await ledger.send(attempt), 'send');
      await tell(attempt, 'sending', '');
      await tell(attempt, 'booked', key);
      return claimed;
    },
  };
}

/** The value below which so many of one lie. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

async function costPerParcel(server: PostgresServer): Promise<void> {
  const database = await server.ledger();
  const line = await startCutLine(() => server.port);
  for (const delayMs of [0, 5]) {
    line.set(delayMs === 0 ? 'open' : { delayMs });
    const bench = await simulated(database, line.port);
    const took: number[] = [];
    for (let count = 0; count < 100; count += 1) {
      const began = performance.now();
      await bench.parcel(`cost ${delayMs} ${count}`);
      took.push(performance.now() - began);
    }
    await bench.close();
    const where = delayMs === 0 ? 'on loopback' : `over a line of ${delayMs} ms each way`;
    console.log(
      `ledger, of one parcel ${where}: ${ms(quantile(took, 0.5))} (claim, send and two reports; slowest of 100: ${ms(quantile(took, 1))})`,
    );
  }
  await line.close();
}

const windowMs = 8_000;

/** Parcels a minute that so many benches ship together, each its own orders, against a service that takes 200 ms for each answer. */
async function throughput(count: number): Promise<number> {
  const site = await openSite({
    benches: count,
    orders: 60 * count,
    seed: 'throughput',
    serviceDelayMs: 200,
    isApart: true,
    isQuoteKept: true,
    log: () => undefined,
  });
  try {
    await Promise.all(site.benches.map((bench) => bench.start()));
    while (site.service.orders().length < 3 * count) await wait(50);
    const before = site.service.orders().length;
    await wait(windowMs);
    return ((site.service.orders().length - before) * 60_000) / windowMs;
  } finally {
    await site.close();
  }
}

async function throughputs(): Promise<void> {
  const perMinute: number[] = [];
  for (const count of [1, 2, 4, 8]) perMinute.push(await throughput(count));
  const [one = 0] = perMinute;
  const times = (perMinute.at(-1) ?? 0) / one;
  console.log(
    `ledger, parcels a minute of 1, 2, 4 and 8 benches at a service of 200 ms: ${perMinute.map((each) => each.toFixed(0)).join(', ')}`,
  );
  console.log(`ledger, 8 benches ship ${times.toFixed(1)} times what one does: ${times >= 6 ? 'as promised' : 'LESS THAN 6 TIMES'}`);
}

const crowd = 200;
const parcelsAnHour = 500;
const crowdMs = 20_000;

/** Attempts of other days, all booked. */
async function fill(database: Database, count: number): Promise<void> {
  const { bench } = await addBench(database.owner);
  await database.owner.query(
    `INSERT INTO packbench.attempt (attempt, kind, world, slot, shipment_no, order_key, account, bench, run, digest, state, told, order_no, sent_at)
     SELECT gen_random_uuid(), 'ship', 'live', 'OLD' || n, 1, 'old' || n, 'main', $1, $2, sha256('x'), 'booked', 'booked', n::text, clock_timestamp()
     FROM generate_series(1, $3::int) AS n`,
    [bench, randomUUID(), count],
  );
  await database.owner.query('ANALYZE packbench.attempt');
  await database.owner.query('CHECKPOINT');
}

/** What claims took of benches that ship all at their own pace. */
async function claimsOfCrowd(server: PostgresServer, attempts: number): Promise<readonly number[]> {
  const database = await server.ledger();
  await fill(database, attempts);
  const benches = [];
  for (let index = 0; index < crowd; index += 1) benches.push(await simulated(database, server.port));
  const everyMs = 3_600_000 / parcelsAnHour;
  const over = performance.now() + crowdMs;
  const took = await Promise.all(
    benches.map(async (bench, index) => {
      const mine: number[] = [];
      await wait((everyMs * index) / crowd);
      for (let at = performance.now(), count = 0; at < over; at += everyMs, count += 1) {
        await wait(Math.max(0, at - performance.now()));
        mine.push(await bench.parcel(`crowd ${index} ${count}`));
      }
      return mine;
    }),
  );
  await Promise.all(benches.map((bench) => bench.close()));
  return took.flat();
}

async function claims(server: PostgresServer): Promise<void> {
  const { attempts } = given();
  const p99: number[] = [];
  for (const count of [10_000, attempts]) {
    const took = await claimsOfCrowd(server, count);
    p99.push(quantile(took, 0.99));
    console.log(
      `ledger, claims of ${crowd} benches at ${parcelsAnHour} parcels an hour each, among ${count} attempts: ` +
        `p50 ${ms(quantile(took, 0.5))}, p99 ${ms(quantile(took, 0.99))} (${took.length} claims)`,
    );
  }
  const times = (p99[1] ?? 0) / (p99[0] ?? 1);
  console.log(
    `ledger, p99 among ${attempts} attempts is ${times.toFixed(2)} times that among 10000: ${times <= 1.5 ? 'as promised' : 'MORE THAN 1.5 TIMES'}`,
  );
}

export async function run(): Promise<void> {
  const whyNot = whyNoPostgres();
  if (whyNot) return console.log(`ledger: not measured, ${whyNot}`);
  const server = await startPostgres({ max_connections: '260', shared_buffers: '128MB' });
  try {
    await costPerParcel(server);
    await claims(server);
  } finally {
    await server.stop();
  }
  await throughputs();
}
