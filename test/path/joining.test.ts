import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { readJoinCode, writeJoinCode } from '../../electron/ledger/join-code.ts';
import { addBench } from '../../ledger/install.ts';
import { closeLater } from '../later.ts';
import { type Database, whyNoPostgres } from '../ledger/postgres.ts';
import { joinSite, type PlainStation } from './plain-station.ts';
import { isReported, ledgerOf, useSite } from './site-of-benches.ts';

/** Forwards everything to a server, and records the bytes from the client. */
async function startListener(port: number): Promise<{ readonly port: number; readonly received: () => string }> {
  let received = '';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect({ port, host: '127.0.0.1' });
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
    client.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      onward.write(chunk);
    });
    onward.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, received: () => received };
}

describe.skipIf(whyNoPostgres())('a site that a bench may join', () => {
  const { alone, first } = useSite();

  /** Row counts of every table of a ledger, except those that its owner fills. */
  async function rowsIn({ owner }: Database): Promise<Readonly<Record<string, number>>> {
    const { rows } = await owner.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'packbench' AND table_type = 'BASE TABLE' ORDER BY 1",
    );
    const counted: Record<string, number> = {};
    for (const { name } of rows) {
      const count = await owner.query<{ count: string }>(`SELECT count(*) AS count FROM packbench."${name}"`);
      counted[name] = Number(count.rows[0]?.count);
    }
    return counted;
  }

  const calledIn = (received: string): string[] => [...received.matchAll(/packbench\.(\w+)\(/g)].map(([, name = '']) => name);

  /** A stranger's ledger, with a code for it. The bench that is to be deceived has shipped a parcel. */
  async function strangersSite() {
    const { database, first: stranger } = await first();
    const url = new URL(database.benchUrl);
    const wire = await startListener(Number(url.port));
    url.port = String(wire.port);
    const drawn = readJoinCode((await stranger.call('invite', { pin: '' })).code);
    if (!drawn) throw new Error('the stranger drew no code');
    const bench = await alone({ service: stranger.service });
    await bench.ship('ORD-1001');
    return { database, stranger, bench, wire, url: url.href, code: writeJoinCode({ ...drawn, url: url.href }) };
  }

  const looksAgain = async (on: PlainStation): Promise<void> => {
    // The regular round of queries of every station has run.
    for (let round = 0; round < 3; round += 1) await on.call('askPrinter', { role: 'label' });
  };

  test('shows its server, database and benches, and receives no data before the word is typed', async () => {
    const { database, bench, code, wire } = await strangersSite();
    // The orders of the stranger follow its facts, a moment later.
    await expect.poll(async () => (await rowsIn(database))['known_order']).toBe(25);
    const before = await rowsIn(database);
    const named = await bench.call('nameSite', { code, url: '', token: '' });
    expect(named).toMatchObject({
      server: { host: '127.0.0.1', port: wire.port, database: database.name, isEncrypted: false },
      benches: 1,
      invitedBy: 1,
      handsOver: { orders: 24, shipments: 1 },
      word: expect.stringMatching(/^[A-Z]{4}$/),
    });
    await looksAgain(bench);
    for (const word of ['', 'join', named.word.slice(1), code])
      expect(await bench.station.handlers.joinSite({ id: named.id, word: word.slice(0, 40), pin: '' })).toMatchObject({
        failure: { reasons: [{ code: 'join-word-wrong' }] },
      });
    for (const scanned of [code, named.word, 'PB!BUY']) await bench.station.handlers.scan({ code: scanned });
    expect(ledgerOf(bench)).toBeNull();
    expect((await bench.call('setup', {})).hasLedger).toBe(false);
    expect(await rowsIn(database)).toEqual(before);
    await bench.call('joinSite', { id: named.id, word: ` ${named.word.toLowerCase()} `, pin: '' });
    await isReported(bench);
    await expect.poll(async () => (await rowsIn(database))['attempt']).toBe((before['attempt'] ?? 0) + 1);
  });

  test.each(['code', 'address'] as const)('receives one query before it is joined by %s', async (way) => {
    const { database, bench, code, url, wire } = await strangersSite();
    const before = wire.received().length;
    const given = way === 'code' ? { code } : { url, token: (await addBench(database.owner)).token };
    await bench.call('nameSite', { code: '', url: '', token: '', ...given });
    await looksAgain(bench);
    const received = wire.received().slice(before);
    expect(calledIn(received)).toEqual(['name_site']);
    expect(received).not.toMatch(/ORD-|Amsterdam|Street/);
    await joinSite(bench, given);
    await isReported(bench);
    expect(calledIn(wire.received().slice(before)).length).toBeGreaterThan(3);
  });

  test('is not joined with the word of another join code', async () => {
    const { bench, code, stranger } = await strangersSite();
    const named = await bench.call('nameSite', { code, url: '', token: '' });
    const { code: other } = await stranger.call('invite', { pin: '' });
    const next = await bench.call('nameSite', { code: other, url: '', token: '' });
    expect(await bench.station.handlers.joinSite({ id: named.id, word: next.word, pin: '' })).toMatchObject({
      failure: { reasons: [{ code: 'site-not-named' }] },
    });
    expect(ledgerOf(bench)).toBeNull();
  });

  test('is not joined without the PIN of the shift lead if one is set', async () => {
    const { bench, code } = await strangersSite();
    await bench.call('setLeadPin', { oldPin: '', pin: '4711' });
    await expect(joinSite(bench, { code })).rejects.toThrow('pin-wrong');
    expect(ledgerOf(bench)).toBeNull();
    await joinSite(bench, { code }, '4711');
    await isReported(bench);
  });

  test('is not joined if its ledger is too old', async () => {
    const { database, bench, code } = await strangersSite();
    await database.owner.query('DROP FUNCTION packbench.name_site');
    await expect(joinSite(bench, { code })).rejects.toThrow('ledger-version');
    expect(ledgerOf(bench)).toBeNull();
  });
});
