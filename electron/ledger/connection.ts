import { Client, DatabaseError } from 'pg';
import type { DatabaseAddress } from './database-address.ts';

export interface Limits {
  readonly connectMs: number;
  /** From the call until the answer arrives, including the wait for earlier calls. */
  readonly answerMs: number;
}

export type Reply =
  /** Committed by a server that may write, in time and without a warning. */
  | { readonly is: 'answer'; readonly answer: unknown }
  /** `code`: the SQLSTATE, empty if no server answered. */
  | { readonly is: 'refused'; readonly code: string; readonly why: string };

/** One connection to the ledger. Any doubt about an answer closes it: so a late answer cannot be taken for that of another call. */
export interface Connection {
  /** A number that is unique in this run; undefined while the connection is closed. */
  readonly current: () => number | undefined;
  /** Opens the connection unless it is open. */
  open(): Promise<Reply>;
  /**
   * Calls a function of the ledger. Calls run one at a time, each in a transaction of its own. Refused if connection `on` is no longer
   * open: the next one may reach another server.
   */
  ask(on: number | undefined, name: string, values: readonly unknown[]): Promise<Reply>;
  close(): Promise<void>;
}

/** SQLSTATEs after which the connection stays usable: a lock that was not free, data that the server cannot read. */
const leavesItWhole = /^(55P03|40P01|40001|22...|23...)$/;

/** Timeout for closing the connection in an orderly way. */
const partingMs = 1_000;

export function createConnection(address: () => DatabaseAddress | undefined, limits: Limits): Connection {
  let client: Client | undefined;
  let opened = 0;
  let isClosed = false;
  let turn: Promise<unknown> = Promise.resolve();
  /** The warning that arrived during the current call. */
  let warning: string | undefined;

  function drop(dropped: Client): void {
    if (client === dropped) client = undefined;
    // Not `end()`: that would wait for outstanding data.
    dropped.connection.stream.destroy();
  }

  async function connect(): Promise<Reply> {
    if (isClosed) return closed;
    let at: DatabaseAddress | undefined;
    try {
      at = address();
    } catch (error) {
      return refusedBy(error);
    }
    if (!at) return { is: 'refused', code: '', why: 'no address of a ledger' };
    const next = new Client({
      ...at,
      application_name: 'Packbench',
      connectionTimeoutMillis: limits.connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    next.on('error', () => drop(next));
    next.on('end', () => {
      if (client === next) client = undefined;
    });
    next.on('notice', ({ severity, message }) => {
      if (severity !== 'NOTICE' && severity !== 'INFO' && severity !== 'LOG' && severity !== 'DEBUG') warning = message ?? 'a warning';
    });
    try {
      await next.connect();
    } catch (error) {
      drop(next);
      return refusedBy(error);
    }
    if (isClosed) {
      drop(next);
      return closed;
    }
    client = next;
    opened += 1;
    return { is: 'answer', answer: undefined };
  }

  const current = (): number | undefined => (client ? opened : undefined);

  async function answerOf(on: number | undefined, name: string, values: readonly unknown[], until: number): Promise<Reply> {
    const asked = client;
    if (!asked || on !== current()) return { is: 'refused', code: '', why: 'not connected' };
    // A call that waited too long for its turn is not sent.
    if (performance.now() >= until) return { is: 'refused', code: '', why: 'no answer in time' };
    warning = undefined;
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    try {
      const query = asked.query<{ answer: unknown }>(`SELECT packbench.${name}(${places}) AS answer`, [...values]);
      const result = await inTime(query, until - performance.now());
      if (result === 'late') {
        drop(asked);
        return { is: 'refused', code: '', why: 'no answer in time' };
      }
      if (warning !== undefined) {
        drop(asked);
        return { is: 'refused', code: '01000', why: warning };
      }
      return { is: 'answer', answer: result.rows[0]?.answer };
    } catch (error) {
      const refusal = refusedBy(error);
      if (!leavesItWhole.test(refusal.code)) drop(asked);
      return refusal;
    }
  }

  /** Runs calls one after the other; none of them rejects. */
  function inTurn(act: () => Promise<Reply>): Promise<Reply> {
    const mine = turn.then(act);
    turn = mine;
    return mine;
  }

  return {
    current,
    open: () => inTurn(async () => (client ? { is: 'answer', answer: undefined } : await connect())),
    ask(on, name, values) {
      const until = performance.now() + limits.answerMs;
      return inTurn(async () => await answerOf(on, name, values, until));
    },
    async close() {
      isClosed = true;
      const goodbye = async (): Promise<void> => {
        await turn;
        await client?.end();
      };
      if ((await inTime(goodbye(), partingMs)) === 'late' && client) drop(client);
    },
  };
}

const closed: Reply = { is: 'refused', code: '', why: 'closed' };

async function inTime<T>(awaited: Promise<T>, ms: number): Promise<T | 'late'> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), ms);
  try {
    return await Promise.race([awaited, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function refusedBy(error: unknown): Extract<Reply, { is: 'refused' }> {
  if (error instanceof DatabaseError) return { is: 'refused', code: error.code ?? '', why: error.message };
  return { is: 'refused', code: '', why: error instanceof Error ? error.message : String(error) };
}
