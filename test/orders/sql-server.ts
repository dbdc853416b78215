import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import * as words from './tds-words.ts';

const password = 'open sesame';
const user = 'bench';

/** Data that the server recorded for one connection. */
export interface SqlConnection {
  login: words.Login | undefined;
  isEncrypted: boolean;
  readonly batches: string[];
  readonly declared: string[];
  attentions: number;
  /** True if an open transaction was rolled back when the connection closed; undefined until then. */
  undone: boolean | undefined;
}

type Encryption = 'none' | 'offered' | 'required';

/**
 * A server with the protocol of SQL Server, made for the tests: its tables and queries run in SQLite. It accepts one statement at a time,
 * and treats `sleep(n)` in it as a delay of n seconds.
 */
export async function startSqlServer() {
  const folder = mkdtempSync(join(tmpdir(), 'sql-server-'));
  const file = join(folder, 'shop');
  const owner = new DatabaseSync(file);
  owner.exec('PRAGMA journal_mode = WAL');
  const connections: SqlConnection[] = [];
  const sockets = new Set<Socket>();
  let encryption: Encryption = 'none';
  let elsewhere: readonly [string, number] | undefined;
  let context: SecureContext | undefined;

  function serve(socket: Socket): void {
    sockets.add(socket);
    const connection: SqlConnection = { login: undefined, isEncrypted: false, batches: [], declared: [], attentions: 0, undone: undefined };
    connections.push(connection);
    const shop = new DatabaseSync(file);
    const stopped = new AbortController();
    let busy = new AbortController();
    let way: Duplex = socket;
    let isImplicit = false;
    const send = (...tokens: readonly Buffer[]): void => {
      if (!way.destroyed) way.write(words.packets(words.packetTypes.answer, Buffer.concat(tokens)));
    };
    async function answer(sql: string, values: ReadonlyMap<string, string>): Promise<void> {
      busy = new AbortController();
      try {
        const seconds = /\bsleep\((\d+)\)/.exec(sql)?.[1];
        if (seconds) await wait(Number(seconds) * 1000, undefined, { signal: AbortSignal.any([busy.signal, stopped.signal]) });
        const begun = isImplicit && !shop.isTransaction ? [words.began(77n)] : [];
        if (begun.length > 0) shop.exec('BEGIN');
        send(...begun, ...answerOf(shop, sql, values));
      } catch (error) {
        if (!stopped.signal.aborted && !busy.signal.aborted) send(words.fault(208, (error as Error).message), words.doneWrong());
      }
    }
    const receive = words.readPackets((type, body) => {
      if (type === words.packetTypes.login) {
        connection.login = words.loginOf(body);
        if (connection.login.user !== user || connection.login.password !== password)
          return send(words.fault(18_456, `Login failed for user '${connection.login.user}'.`), words.doneWrong());
        if (connection.login.database !== 'shop')
          return send(words.fault(4060, `Cannot open database "${connection.login.database}" requested by the login.`), words.doneWrong());
        return send(words.loginAnswer('shop'), ...(elsewhere ? [words.sentElsewhere(...elsewhere)] : []), words.done());
      }
      if (type === words.packetTypes.attention) {
        connection.attentions += 1;
        busy.abort();
        return send(words.doneAttention());
      }
      if (type === words.packetTypes.batch) {
        const sql = words.batchOf(body);
        connection.batches.push(sql);
        isImplicit ||= /set implicit_transactions on/i.test(sql);
        return /^\s*(?:set|use)\s/i.test(sql) ? send(words.done()) : void answer(sql, new Map());
      }
      const call = words.callOf(body);
      if (!call) return send(words.fault(2812, 'Could not find stored procedure.'), words.doneWrong());
      connection.declared.push(call.declared);
      return void answer(call.sql, call.values);
    });
    const first = words.readPackets((type, body) => {
      if (type !== words.packetTypes.prelogin) return receive(words.packets(type, body));
      const asked = words.askedEncryption(body);
      const kind =
        encryption === 'none' ? 'none' : encryption === 'required' ? 'required' : asked === words.encryption.none ? 'none' : 'on';
      send(words.preloginAnswer(words.encryption[kind]));
      if (kind === 'none' || asked === words.encryption.none || !context) return;
      connection.isEncrypted = true;
      socket.off('data', first);
      way = encrypted(socket, context);
      way.on('data', receive);
      way.on('error', () => socket.destroy());
    });
    socket.on('data', first);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      connection.undone = shop.isTransaction;
      stopped.abort();
      shop.close();
      sockets.delete(socket);
    });
  }

  const listening = createServer(serve);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    at: { kind: 'sqlserver' as const, host: '127.0.0.1', port, database: 'shop', user },
    password,
    connections,
    run: async (sql: string): Promise<string> => {
      if (!/^\s*select/i.test(sql)) owner.exec(sql);
      return /^\s*select/i.test(sql) ? String(Object.values(owner.prepare(sql).get() ?? {})[0]) : '';
    },
    encrypt(how: Encryption, parts?: { readonly cert: string; readonly key: string }): void {
      encryption = how;
      context = parts && createSecureContext({ ...parts, maxVersion: 'TLSv1.2' });
    },
    /** Redirects every connection to this place after its login. */
    sendOn(place: readonly [host: string, port: number] | undefined): void {
      elsewhere = place;
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listening.close(resolve));
      owner.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answerOf(shop: DatabaseSync, sql: string, values: ReadonlyMap<string, string>): readonly Buffer[] {
  shop.function('REPLICATE', (text, times) => String(text).repeat(Number(times)));
  const asked = shop.prepare(sql.replaceAll(/varchar\(max\)/gi, 'text').replaceAll(/\bsleep\((\d+)\)/g, 'NULL'));
  asked.setReadBigInts(true);
  asked.setReturnArrays(true);
  const found = asked.all(Object.fromEntries(values)) as unknown as readonly (readonly (string | bigint | number | null)[])[];
  const rows = found.map((row) => row.map((value) => (value === null ? null : String(value))));
  const columns = asked.columns().map(({ name, type }, at) => {
    const isLong = rows.some((row) => (row[at]?.length ?? 0) > 4000);
    const isCount = type === null && typeof found[0]?.[at] === 'bigint';
    return { name, kind: words.kindOf(isLong ? 'nvarchar(max)' : isCount ? 'int' : (type ?? '')) };
  });
  return [words.rowsAnswer({ columns, rows }), words.done(rows.length), ...(values.size > 0 ? [words.doneCall()] : [])];
}

/** Sends the TLS handshake inside packets of the protocol, and the data after it without them. */
function encrypted(socket: Socket, secureContext: SecureContext): TLSSocket {
  let isShaken = false;
  let flight: Buffer[] = [];
  const tunnel = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, written) {
      written();
      if (isShaken) return void socket.write(chunk);
      flight.push(chunk);
      // One message for one message received, even if it is written in several pieces.
      if (flight.length === 1)
        setImmediate(() => {
          const whole = Buffer.concat(flight);
          flight = [];
          socket.write(isShaken ? whole : words.packets(words.packetTypes.prelogin, whole));
        });
    },
  });
  const unwrap = words.readPackets((_type, body) => tunnel.push(body));
  socket.on('data', (chunk: Buffer) => {
    isShaken ||= chunk.readUInt8(0) !== words.packetTypes.prelogin;
    if (isShaken) tunnel.push(chunk);
    else unwrap(chunk);
  });
  socket.on('close', () => tunnel.destroy());
  return new TLSSocket(tunnel, { isServer: true, secureContext });
}
