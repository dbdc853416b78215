import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, type PostgresServer, startPostgres, whyNoPostgres } from './postgres.ts';
import { collection, joinBenches, jointShipment, type SqlBench, shipment } from './sql-bench.ts';

interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Step[];
}

const all = 8_000;
/** More rows than any call should read: the largest calls take a thousand of something. */
const few = 1_200;
const large = new Set(['attempt', 'shipped_order', 'fact', 'pickup_parcel', 'label', 'known_order']);

/** Returns the steps of a plan that read more rows of a large table than a call should, or whose cost would grow with the table. */
function scansIn(step: Step): readonly string[] {
  const { 'Relation Name': table = '', 'Actual Rows': rows = 0, 'Actual Loops': loops = 0, 'Rows Removed by Filter': removed = 0 } = step;
  const read = loops * (rows + removed);
  const isScan = large.has(table) && loops > 0 && (step['Node Type'] === 'Seq Scan' || read > few);
  return [...(isScan ? [`${step['Node Type']} of ${table}, ${read} rows`] : []), ...(step.Plans ?? []).flatMap(scansIn)];
}

describe.skipIf(whyNoPostgres())('a ledger of many attempts', () => {
  let server: PostgresServer;
  let database: Database;
  let benches: SqlBench[];
  const plans: Step[] = [];

  beforeAll(async () => {
    // Logs the plan of every statement as it ran, including those within functions. Indexes are used wherever they exist, as they would be
    // if reading the whole table were slower.
    server = await startPostgres({
      enable_seqscan: 'off',
      session_preload_libraries: 'auto_explain',
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_nested_statements': 'on',
      'auto_explain.log_analyze': 'on',
      'auto_explain.log_timing': 'off',
      'auto_explain.log_format': 'json',
      'auto_explain.log_level': 'info',
    });
    database = await server.ledger();
    benches = await joinBenches(database, 3);
    const [a] = benches;
    await database.owner.query('SET auto_explain.log_min_duration = -1');
    // Attempts of years: most are booked, some were released, and some are pickups of long ago.
    await database.owner.query(
      `INSERT INTO packbench.attempt (attempt, kind, world, slot, shipment_no, order_key, account, bench, run, digest, state, reported, order_no, at)
       SELECT gen_random_uuid(), CASE WHEN n % 50 = 0 THEN 'pickup' ELSE 'ship' END, 'sandbox', 'OLD' || n, 1, 'old' || n, 'main', $1, $2, sha256('x'),
         CASE WHEN n % 5 = 1 THEN 'released' ELSE 'booked' END, 'booked', n::text, clock_timestamp() - interval '100 days'
       FROM generate_series(1, $3::int) AS n`,
      [a!.number, randomUUID(), all],
    );
    await database.owner.query(
      `INSERT INTO packbench.fact (feed, seq, link, attempt, what, order_no, at)
       SELECT $1, row_number() OVER (), sha256('x'), attempt, 'booked', order_no, at FROM packbench.attempt`,
      [a!.feed],
    );
    await database.owner.query(
      `INSERT INTO packbench.pickup_parcel (attempt, world, parcel, stands)
       SELECT attempt, 'sandbox', attempt || '/' || n, true FROM packbench.attempt, generate_series(1, 60) AS n WHERE kind = 'pickup'`,
    );
    await database.owner.query(
      `INSERT INTO packbench.label (attempt, part, parts, encrypted, at)
       SELECT attempt, 0, 1, 'x', at FROM packbench.attempt WHERE kind = 'ship'`,
    );
    await database.owner.query(
      `INSERT INTO packbench.known_order (world, slot, seq, bench, mark, encrypted, changed_at)
       SELECT 'sandbox', 'OLD' || n, n, $1, sha256(n::text::bytea), 'x', clock_timestamp() FROM generate_series(1, $2::int) AS n`,
      [a!.number, all],
    );
    await database.owner.query(`INSERT INTO packbench.order_head (world, seq) VALUES ('sandbox', $1)`, [all]);
    // Sets the feed's head to match the old facts.
    await database.owner.query("UPDATE packbench.feed SET head = $1, fed = $1, expects = $1, link = sha256('x') WHERE feed = $2", [
      all,
      a!.feed,
    ]);
    await database.owner.query('ANALYZE');
  });
  afterAll(async () => await server.stop());

  /** Returns the scans that read too many rows during `act`. */
  async function scansOf(act: () => Promise<unknown>): Promise<readonly string[]> {
    const { client } = benches[0]!;
    const onNotice = ({ message = '' }: { message?: string | undefined }): void => {
      const start = message.indexOf('{');
      if (start >= 0) plans.push((JSON.parse(message.slice(start)) as { Plan: Step }).Plan);
    };
    plans.length = 0;
    client.on('notice', onNotice);
    await act();
    client.off('notice', onNotice);
    expect(plans.length).toBeGreaterThan(3);
    return plans.flatMap(scansIn);
  }

  test('detects a query that reads a whole table', async () => {
    const { client } = benches[0]!;
    await client.query('RESET ROLE');
    expect(
      await scansOf(async () => {
        for (let count = 0; count < 4; count++) await database.owner.query('SELECT 1');
        const owner = await database.connect();
        owner.on('notice', (notice) => client.emit('notice', notice));
        for (let count = 0; count < 4; count++) await owner.query("SELECT count(*) FROM packbench.attempt WHERE order_no = 'x'");
        await owner.end();
      }),
    ).toContain(`Seq Scan of attempt, ${all} rows`);
  });

  const calls: readonly (readonly [name: string, act: (benches: readonly SqlBench[]) => Promise<unknown>])[] = [
    ['buying', async ([, b]) => await b!.book(shipment(`NEW-${randomUUID()}`))],
    ['a second shipment', async ([, b]) => await b!.claim(shipment('OLD2', 2))],
    ['several orders together', async ([, b]) => await b!.book(jointShipment([`NEW-${randomUUID()}`, 1], ['OLD4', 2], ['OLD7', 2]))],
    ['an order that stands', async ([, b]) => await b!.claim(shipment('OLD3'))],
    ['giving up', async ([, b]) => await b!.giveUp(shipment(`NEW-${randomUUID()}`))],
    [
      'ordering a driver',
      async ([, b]) =>
        await b!.book(
          collection(
            Array.from({ length: 200 }, () => randomUUID()),
            { again: true },
          ),
        ),
    ],
    [
      'settling',
      async ([, b, c]) => {
        const doubtful = shipment(`NEW-${randomUUID()}`);
        await b!.claim(doubtful);
        await b!.send(doubtful);
        await b!.reportOne(doubtful, 'unknown');
        await c!.resolve(doubtful.id, 'released');
      },
    ],
    ['greeting', async ([, b]) => await b!.hello()],
    ['being received', async ([, b]) => await b!.ask('alive')],
    ['telling all again', async ([, b]) => (await b!.hello(), await b!.report(b!.facts), await b!.agree())],
    [
      'hearing the others',
      async ([a, b]) => {
        await b!.ask('changes', 'sandbox', b!.feed, '{}', 100);
        await b!.ask('changes', 'sandbox', b!.feed, JSON.stringify({ [a!.feed]: [all - 5, ''] }), 100);
        await b!.ask('changes', 'sandbox', b!.feed, JSON.stringify({ [a!.feed]: [all, ''] }), 100);
      },
    ],
    ['the benches', async ([, b]) => await b!.ask('benches')],
    [
      'labels',
      async ([, b]) => {
        const mine = shipment(`NEW-${randomUUID()}`);
        await b!.book(mine);
        await b!.ask('put_label', mine.id, 0, 1, Buffer.from('x'));
        await b!.ask('get_label', mine.id, 0);
      },
    ],
    [
      'orders',
      async ([, b]) => {
        const { era } = (await b!.ask('read_orders', 'sandbox', '', 0, 50)) as unknown as { era: string };
        await b!.ask('read_orders', 'sandbox', era, all - 5, 50);
        for (const base of [0, 7])
          await b!.ask('put_orders', 'sandbox', era, ['OLD7'], [base], [Buffer.alloc(32, base)], [Buffer.from('y')], [0]);
        await b!.ask('put_orders', 'sandbox', era, ['NEW'], [0], [Buffer.alloc(32)], [Buffer.from('x')], [0]);
      },
    ],
    ['turns', async ([, b]) => (await b!.ask('take_lease', 'sandbox', 'key', randomUUID()), await b!.ask('end_lease', randomUUID()))],
    ['taking doubts', async ([, b]) => (await b!.ask('take_doubts', 'sandbox', 1), await b!.ask('taken_from', [randomUUID()]))],
    ['its own doubts', async ([, b]) => await b!.ask('own_doubts', b!.feed)],
    ['vouching', async ([a, b]) => await b!.ask('vouch', a!.number, 'sandbox')],
    [
      'clearing away',
      async ([, b]) => {
        // Prunes while there is much to clear, and again when nothing is left.
        expect(await b!.ask('prune')).toMatchObject({ is: 'pruned', emptied: 1_000, dropped: 1_000 });
        for (let times = 0; times < 3; times++) await b!.ask('prune');
        expect(await b!.ask('prune')).toMatchObject({ emptied: 0, dropped: 0 });
      },
    ],
    ['a journal that goes back', async ([, , c]) => (c!.startOver([]), void (await c!.hello()))],
    ['retiring', async ([, b, c]) => await b!.ask('retire', c!.number)],
  ];

  test.each(calls)('%s reads no whole table', async (_name, act) => {
    expect(await scansOf(() => act(benches))).toEqual([]);
  });
});
