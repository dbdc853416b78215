import { createHash, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { addBench } from '../../ledger/install.ts';
import type { Database } from './postgres.ts';

export interface Tried {
  readonly id: string;
  readonly secret?: string;
  readonly world: string;
  readonly what: unknown;
  readonly account: string;
  readonly digest: string;
}
export interface ReportedFact {
  readonly seq: number;
  readonly link: string;
  readonly attempt: Tried;
  readonly what: string;
  readonly orderNo?: string;
  readonly encrypted?: Uint8Array;
  readonly ageMs?: unknown;
}
interface Answer {
  readonly is: string;
  readonly state?: string;
  readonly bench?: number;
  readonly needs?: string;
  readonly open?: boolean;
  readonly waitsFor?: readonly number[];
  readonly seq?: number;
  readonly link?: string;
  readonly withinMs?: number;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Draws the id and secret of an attempt as a journal does. */
export function drawnAttempt(): { readonly id: string; readonly secret: string } {
  const secret = randomUUID();
  return { id: hash(secret).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'), secret };
}

export const shipment = (orderKey: string, shipmentNo = 1, source = ''): Tried => ({
  ...drawnAttempt(),
  world: 'sandbox',
  what: { is: 'ship', orderKey, source, shipmentNo },
  account: 'main',
  digest: hash(orderKey),
});

/** A shipment of several orders, each with its shipment number. */
export const jointShipment = (...orders: readonly (readonly [orderKey: string, shipmentNo: number])[]): Tried => {
  const [first, ...joined] = orders.map(([orderKey, shipmentNo]) => ({ orderKey, source: '', shipmentNo }));
  return {
    ...drawnAttempt(),
    world: 'sandbox',
    what: { is: 'ship', ...first, joined },
    account: 'main',
    digest: hash(JSON.stringify(orders)),
  };
};

export const collection = (
  parcels: readonly string[],
  { courier = 'dhl', day = '2026-11-24', sender = 'main door', again = false } = {},
): Tried => ({
  ...drawnAttempt(),
  world: 'sandbox',
  what: { is: 'pickup', courier, day, sender, parcels, again },
  account: 'main',
  digest: hash(parcels.join()),
});

const columns = (it: Tried): readonly unknown[] => [it.id, it.world, it.what, it.account, Buffer.from(it.digest, 'hex'), it.secret ?? null];

/** Calls the ledger's functions as a bench does, on any connection. Its journal is an array. */
export class SqlBench {
  run: string = randomUUID();
  feed: string = randomUUID();
  readonly facts: ReportedFact[] = [];
  acknowledged = 0;
  readonly token: Buffer;
  readonly number: number;
  client: Client;

  constructor(client: Client, token: Buffer, number: number) {
    this.client = client;
    this.token = token;
    this.number = number;
  }

  async ask(name: string, ...rest: readonly unknown[]): Promise<Answer> {
    const places = rest.map((_, index) => `$${index + 3}`).join(', ');
    const { rows } = await this.client.query<{ answer: Answer }>(`SELECT packbench.${name}($1, $2${places && `, ${places}`}) AS answer`, [
      this.token,
      this.run,
      ...rest,
    ]);
    return rows[0]!.answer;
  }

  /** Adds a fact to the journal. */
  note(attempt: Tried, what: string, more: Pick<ReportedFact, 'orderNo' | 'encrypted' | 'ageMs'> = {}): ReportedFact {
    const last = this.facts.at(-1);
    const fact = { seq: (last?.seq ?? 0) + 1, link: hash(`${last?.link} ${attempt.id} ${what} ${this.run}`), attempt, what, ...more };
    this.facts.push(fact);
    return fact;
  }

  async hello(protocol = 1, wall = new Date(), world = 'sandbox'): Promise<Answer> {
    const link = (seq: number): Buffer => Buffer.from(this.facts.find((each) => each.seq === seq)?.link ?? '', 'hex');
    const head = this.facts.at(-1)?.seq ?? 0;
    const { acknowledged } = this;
    return await this.ask('hello', protocol, wall, this.feed, world, head, link(head), acknowledged, link(acknowledged));
  }
  claim = (it: Tried): Promise<Answer> => this.ask('claim', ...columns(it));
  giveUp = (it: Tried): Promise<Answer> => this.ask('give_up', ...columns(it));
  send = (it: Pick<Tried, 'id' | 'digest'>): Promise<Answer> => this.ask('send', it.id, Buffer.from(it.digest, 'hex'));
  resolve = (id: string, as: string, orderNo: string | null = null): Promise<Answer> => this.ask('resolve', id, as, orderNo);
  agree = (): Promise<Answer> => this.ask('agree', this.feed);

  report(facts: readonly ReportedFact[]): Promise<Answer> {
    return this.ask(
      'report',
      this.feed,
      facts.map(({ seq }) => seq),
      facts.map(({ link }) => Buffer.from(link, 'hex')),
      facts.map(({ attempt, what, orderNo, ageMs }) => JSON.stringify({ attempt, what, orderNo, ageMs })),
      facts.map(({ encrypted }) => (encrypted ? Buffer.from(encrypted) : null)),
    );
  }

  /** Delivers all facts that are not acknowledged yet, from the ledger's position on. */
  async deliver(): Promise<Answer> {
    for (;;) {
      const answer = await this.report(this.facts.filter(({ seq }) => seq > this.acknowledged));
      if (answer.is !== 'taken') return answer;
      this.acknowledged = answer.seq ?? 0;
      if (this.acknowledged === (this.facts.at(-1)?.seq ?? 0)) return answer;
    }
  }

  async reportOne(attempt: Tried, what: string, more: Pick<ReportedFact, 'orderNo' | 'encrypted' | 'ageMs'> = {}): Promise<Answer> {
    this.note(attempt, what, more);
    return await this.deliver();
  }

  /** Claims, sends and reports the attempt as booked. */
  async book(attempt: Tried, orderNo = '4711'): Promise<void> {
    for (const answer of [await this.claim(attempt), await this.send(attempt)])
      if (answer.is !== 'granted') throw new Error(`not granted: ${answer.is}`);
    await this.reportOne(attempt, 'booked', { orderNo });
  }

  /** Starts a new feed that contains everything that stands in the journal. */
  startOver(standing: readonly (readonly [Tried, string])[]): void {
    this.feed = randomUUID();
    this.acknowledged = 0;
    this.facts.length = 0;
    for (const [attempt, what] of standing) this.note(attempt, what);
  }

  /** Returns a second bench with the same identity and journal, as on a copied disk. */
  copied(client: Client): SqlBench {
    const copy = new SqlBench(client, this.token, this.number);
    copy.facts.push(...this.facts);
    copy.feed = this.feed;
    copy.acknowledged = this.acknowledged;
    return copy;
  }
}

/** Returns benches that have greeted the ledger: `apart` on one connection each, else all on one, which is faster. */
export async function joinBenches(database: Database, count: number, how: 'apart' | 'together' = 'together'): Promise<SqlBench[]> {
  const benches: SqlBench[] = [];
  const together = await database.connect('bench');
  for (let index = 0; index < count; index++) {
    const added = await addBench(database.owner);
    const bench = new SqlBench(
      how === 'apart' ? await database.connect('bench') : together,
      Buffer.from(added.token, 'base64url'),
      added.bench,
    );
    await bench.hello();
    benches.push(bench);
  }
  return benches;
}

export async function stateOf(database: Database, { id }: Pick<Tried, 'id'>): Promise<string | undefined> {
  const { rows } = await database.owner.query<{ state: string }>('SELECT state FROM packbench.attempt WHERE attempt = $1', [id]);
  return rows[0]?.state;
}
