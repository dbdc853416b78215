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

// `npm run bench -- ledger --attempts 10000000`: the cost of the ledger, and how far it scales.

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

/** A bench that has only its connection to the ledger. */
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
  const report = async (attempt: Attempt, what: Fact['what'], orderNo: string): Promise<void> => {
    head = { seq: head.seq + 1, link: hash(`${head.link} ${attempt.id} ${what}`) };
    sureOf(await ledger.report(feed, [{ ...head, attempt, what, orderNo }]), 'report');
  };
  return {
    close: () => ledger.close(),
    /** Sends all ledger requests of one parcel. Returns the duration of the claim in milliseconds. */
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
      await report(attempt, 'sending', '');
      await report(attempt, 'booked', key);
      return claimed;
    },
  };
}

/** The quantile of `values` at `share`, 0 to 1. */
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

const windowMs = 10_000;
/** Warm-up: from the start of the first bench until each has shipped a few parcels. */
const warmMs = 90_000;

/** Parcels per minute that `count` benches ship together, each its own orders, against a service that takes 200 ms for each answer. */
async function throughput(count: number): Promise<number> {
  const site = await openSite({
    benches: count,
    orders: 100 * count,
    seed: 'throughput',
    serviceDelayMs: 200,
    isApart: true,
    isQuoteKept: true,
    log: () => undefined,
  });
  try {
    await Promise.all(site.benches.map((bench) => bench.start()));
    const late = performance.now() + warmMs;
    while (site.service.orders().length < 3 * count) {
      if (performance.now() > late)
        throw new Error(`${count} benches ship nothing: ${site.benches.map((bench) => bench.complaints()).join()}`);
      await wait(50);
    }
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
const everyMs = 3_600_000 / parcelsAnHour;
const windows = 4;
const crowdMs = 15_000;

const filled =
  'INSERT INTO packbench.attempt (attempt, kind, world, slot, shipment_no, order_key, account, bench, run, digest, state, reported, order_no, sent_at)';
const filledPerStep = 250_000;

/** Inserts booked attempts of earlier days; the newest tenth of them have a fact. */
async function fill(database: Database, count: number): Promise<void> {
  const { bench } = await addBench(database.owner);
  const [run, feed] = [randomUUID(), randomUUID()];
  await database.owner.query("INSERT INTO packbench.world (world, server) VALUES ('live', packbench.server())");
  await database.owner.query("INSERT INTO packbench.feed (feed, bench, world, head, met) VALUES ($1, $2, 'live', 0, packbench.server())", [
    feed,
    bench,
  ]);
  const began = performance.now();
  let done = 0;
  let next = 1;
  const lane = async (): Promise<void> => {
    const owner = await database.connect();
    await owner.query('SET synchronous_commit = off');
    while (next <= count) {
      const from = next;
      const to = Math.min(count, from + filledPerStep - 1);
      next = to + 1;
      await owner.query(
        `WITH made AS (
           ${filled}
           SELECT gen_random_uuid(), 'ship', 'live', 'OLD' || n, 1, 'old' || n, 'main', $1, $2, sha256('x'), 'booked', 'booked', n::text, clock_timestamp()
           FROM generate_series($3::int, $4::int) AS n RETURNING attempt, order_no)
         INSERT INTO packbench.fact (feed, seq, link, attempt, what, order_no)
         SELECT $5, order_no::bigint, sha256('x'), attempt, 'booked', order_no FROM made WHERE order_no::bigint > $6`,
        [bench, run, from, to, feed, count - count / 10],
      );
      done += to - from + 1;
      if (done % 1_000_000 === 0)
        console.log(`ledger, filled ${done} of ${count} attempts after ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
    await owner.end();
  };
  await Promise.all([lane(), lane()]);
  await database.owner.query('ANALYZE');
  await database.owner.query('CHECKPOINT');
}

type Simulated = Awaited<ReturnType<typeof simulated>>;

/** Opens benches and sends each kind of query once, so that its plan is cached, as on any day but the first. */
async function openCrowd(server: PostgresServer, database: Database): Promise<readonly Simulated[]> {
  const benches = [];
  for (let index = 0; index < crowd; index += 1) {
    const bench = await simulated(database, server.port);
    for (let count = 0; count < 3; count += 1) await bench.parcel(`first ${index} ${count}`);
    benches.push(bench);
  }
  return benches;
}

/** Durations of the claims of benches that all ship at their own pace. */
async function claimsOfCrowd(benches: readonly Simulated[], window: number): Promise<readonly number[]> {
  const over = performance.now() + crowdMs;
  const took = await Promise.all(
    benches.map(async (bench, index) => {
      const mine: number[] = [];
      await wait((everyMs * index) / crowd);
      for (let at = performance.now(), count = 0; at < over; at += everyMs, count += 1) {
        await wait(Math.max(0, at - performance.now()));
        mine.push(await bench.parcel(`crowd ${window} ${index} ${count}`));
      }
      return mine;
    }),
  );
  return took.flat();
}

async function claims(server: PostgresServer): Promise<void> {
  const sizes = [10_000, given().attempts];
  const crowds: (readonly Simulated[])[] = [];
  for (const size of sizes) {
    const database = await server.ledger();
    await fill(database, size);
    crowds.push(await openCrowd(server, database));
    console.log(`ledger, ${crowd} benches are connected among ${size} attempts`);
  }
  // Alternates, so that other load on the computer affects both.
  const took: number[][] = sizes.map(() => []);
  for (let window = 0; window < windows; window += 1)
    for (const [at, benches] of crowds.entries()) took[at]?.push(...(await claimsOfCrowd(benches, window)));
  for (const benches of crowds) await Promise.all(benches.map((bench) => bench.close()));
  const p99 = took.map((each) => quantile(each, 0.99));
  for (const [at, each] of took.entries())
    console.log(
      `ledger, claims of ${crowd} benches at ${parcelsAnHour} parcels an hour each, among ${sizes[at]} attempts: ` +
        `p50 ${ms(quantile(each, 0.5))}, p99 ${ms(p99[at] ?? 0)} (${each.length} claims)`,
    );
  const times = (p99[1] ?? 0) / (p99[0] ?? 1);
  console.log(
    `ledger, p99 among ${sizes[1]} attempts is ${times.toFixed(2)} times that among 10000: ${times <= 1.5 ? 'as promised' : 'MORE THAN 1.5 TIMES'}`,
  );
}

/** Room for both crowds; prevents work that a server does only while it is being filled. */
const settings = { max_connections: '450', shared_buffers: '512MB', max_wal_size: '16GB', checkpoint_timeout: '1h' };

export async function run(): Promise<void> {
  const whyNot = whyNoPostgres();
  if (whyNot) return console.log(`ledger: not measured, ${whyNot}`);
  const server = await startPostgres(settings);
  try {
    await costPerParcel(server);
    await claims(server);
  } finally {
    await server.stop();
  }
  await throughputs();
}
