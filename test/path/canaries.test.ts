import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { addBench } from '../../ledger/install.ts';
import { type PostgresServer, startPostgres, whyNoPostgres } from '../ledger/postgres.ts';
import { because } from '../reprint-reason.ts';
import { joinSite, type PlainStation, pickupOf, startPlainStation } from './plain-station.ts';

const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Canary bowl', value: null } };
const personal = /^Email$|^(Billing|Shipping) (Name|Street|Address1|Company|City|Zip|Phone)$/;

/**
 * Cells of the sample orders that identify a person or an address. Short cells are left out, because they also occur inside other words.
 */
function ofPeople(): string[] {
  const rows: Record<string, string>[] = parse(sampleOrdersCsv, { columns: true });
  const cells = rows.flatMap((row) => Object.keys(row).flatMap((column) => (personal.test(column) ? [row[column] ?? ''] : [])));
  return [...new Set(cells)].filter((cell) => cell.replace(/[^\p{L}\p{N}]/gu, '').length >= 5);
}

/**
 * True if the secret occurs. A postal code can occur by chance among the digits of ids, times and encrypted bytes, so it counts only alone.
 */
const standsIn = (lower: string, secret: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`(?<![0-9a-f.])${secret}(?![0-9a-f])`).test(lower) : lower.includes(secret);

test('a postal code is found alone, but not inside an id, a time or encrypted bytes', () => {
  for (const sample of ['"10115"', 'at 10115 berlin', ',10115,', "'10115'", '1 10115', '=10115;', 'd-10115 berlin'])
    expect(standsIn(sample, '10115')).toBe(true);
  for (const sample of ['6a10115b', '4e1-10115f', '2026-11-23 09:00:00.10115+00', '\\x0010115f', '101150'])
    expect(standsIn(sample, '10115')).toBe(false);
  expect(standsIn('xx berlinxx', 'berlin')).toBe(true);
});

describe.skipIf(whyNoPostgres())('after a day of two benches', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres({
      logging_collector: 'on',
      log_directory: '..',
      log_filename: 'server.log',
      log_statement: 'all',
      // Off, because a process id could look like a postal code.
      log_line_prefix: '',
      log_min_messages: 'info',
    });
  });
  afterAll(async () => await server.stop());

  test('neither a database dump nor the server log contains personal data, labels or secrets', async () => {
    const database = await server.ledger();
    const { token } = await addBench(database.owner);
    const both = { settings: whole, world: 'sandbox', orders: sampleOrdersCsv } as const;
    const first = await startPlainStation(both);
    await joinSite(first, { url: database.benchUrl, token });
    const isReported = (on: PlainStation) =>
      expect.poll(() => on.station.snapshot().frame.ledger).toMatchObject({ shut: null, unreported: 0, unreportedElsewhere: 0 });
    await isReported(first);
    const { code } = await first.call('invite', { pin: '' });
    const second = await startPlainStation({ ...both, service: first.service });
    await joinSite(second, { code });
    await isReported(second);
    const numbers: string[] = [];
    for (const [on, key] of [
      [first, 'ORD-1001'],
      [second, 'ORD-1002'],
    ] as const) {
      const { booking } = await on.ship(key);
      numbers.push(booking.orderNo);
      if (on === first) await on.call('requestPickup', pickupOf(booking));
      await on.call('reprint', { bookingId: booking.id, because });
    }
    for (const on of [first, second]) await isReported(on);
    await first.call('retireBench', { bench: 2, reason: 'Canary reason', pin: '' });

    const [sender] = (await first.call('setup', {})).settings.senders;
    const secrets = [
      ...ofPeople(),
      ...Object.values(sender?.address ?? {}).filter((each) => typeof each === 'string' && each.length >= 5),
      'Canary',
      first.service.secret,
      '^XA',
      '%PDF-1.',
      code.slice(7),
      token,
    ];
    expect(secrets.length).toBeGreaterThan(15);
    const dump = await server.program('pg_dump', '-h', '127.0.0.1', '-p', `${server.port}`, '-U', 'postgres', database.name);
    const log = readFileSync(join(server.folder, 'server.log'), 'utf8');
    // They do contain the data that they may contain.
    for (const sample of ['ORD-1001', ...numbers]) for (const text of [dump, log]) expect(text).toContain(sample);
    // Shorter secrets also occur in unrelated bytes.
    const isIn = (secret: string, text: string, lower: string): boolean =>
      standsIn(lower, secret.toLowerCase()) ||
      (secret.length >= 5 &&
        (lower.includes(Buffer.from(secret).toString('hex')) ||
          text.includes(Buffer.from(secret).toString('base64').replace(/.?=*$/, ''))));
    for (const [where, text] of Object.entries({ dump, log })) {
      const lower = text.toLowerCase();
      expect([where, secrets.filter((secret) => isIn(secret, text, lower))]).toEqual([where, []]);
    }
  });
});
