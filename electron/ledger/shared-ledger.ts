import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Attempt, Fact } from '../../shared/attempt.ts';
import { attemptCodes, type ClaimCode, type LedgerCode, ledgerCodes } from '../../shared/call-codes.ts';
import { because, type FailureCode } from '../../shared/failure.ts';
import type { Reason } from '../../shared/reason.ts';
import { failed, ok, type Refusal, type Result } from '../../shared/result.ts';
import type { World } from '../../shared/world.ts';
import type { OrderOfWorld, SendUntil, SharedLedger, SiteCalls } from '../bench/ports/ledger.ts';
import { createChangeCalls } from './change-calls.ts';
import { type Connection, createConnection, type Limits } from './connection.ts';
import { readDatabaseAddress } from './database-address.ts';
import { doubtsFrom } from './doubts.ts';
import { createEncryption, type Encryption, type SiteKey } from './encryption.ts';
import { createOrderCalls } from './order-calls.ts';
import { packBooking, packPickup } from './pack.ts';
import { protocol, versionsWith } from './protocol.ts';
import { meaningOfServer } from './server-codes.ts';
import { createSiteCalls } from './site-calls.ts';

/** Upper limit for a request to leave, even if the ledger allows more. */
const leavesWithinMs = 20_000;
/** The ledger gives up a bench that sent nothing for a minute. */
const aliveEveryMs = 15_000;
/** Interval for asking again for a lease that another bench holds. */
const leaseRetryMs = 100;

/** Size limit for the encrypted details of one shipment. A larger one is reported without them, so that it does not hold up the others. */
const mostEncryptedBytes = 64 * 1024;

export const ledgerLimits: Limits = { connectMs: 5_000, answerMs: 5_000 };

export interface SharedLedgerParts {
  /** `postgres://…`, decrypted again for each connection. */
  readonly url: () => string;
  /** The token of this bench, as shown when the bench was added. */
  readonly token: () => string;
  /** PEM; if absent, the authorities of Node. */
  readonly authorities?: () => readonly string[];
  /** The site keys that this bench has. Without any, it reports only what the ledger may see of its shipments. */
  readonly siteKeys?: () => readonly SiteKey[];
  readonly limits?: Limits;
  readonly ref: () => string;
  readonly log: (event: string, details: Readonly<Record<string, unknown>>) => void;
  /** `elapsed`: milliseconds of a clock that cannot be set; `wall`: those of the system clock. */
  readonly elapsed: () => number;
  readonly wall: () => number;
}

/** The answer of every function of the ledger. An unknown `is` is a refusal. */
const answerSchema = z.looseObject({
  is: z.string(),
  bench: z.int().optional(),
  ledger: z.string().optional(),
  state: z.string().optional(),
  waitsFor: z.array(z.int()).optional(),
  needs: z.enum(['nothing', 'replay']).optional(),
  version: z.int().optional(),
  open: z.boolean().optional(),
  withinMs: z.number().optional(),
  before: z.string().nullish(),
  seq: z.number().optional(),
  link: z.string().optional(),
  more: z.boolean().optional(),
});
type Answer = z.infer<typeof answerSchema>;
const takenSchema = z.looseObject({ taken: z.array(z.object({ attempt: z.string(), bench: z.int(), state: z.string() })) });

/** The ledger of a site in PostgreSQL, for one run of one bench. */
export function createSharedLedger(parts: SharedLedgerParts): SharedLedger {
  const calls = createCalls(parts, createRefusals(parts));
  const { call, refusalOf, claimRefusalOf } = calls;
  const keys = parts.siteKeys ?? (() => []);
  const encryption = createEncryption({ keys, bench: calls.number });
  const site = createSiteCalls({ call, refusalOf, encryption });
  const callParts = { call, refusalOf, away: () => (calls.isPresented() ? undefined : calls.away()), encryption };

  return {
    hello: calls.hello,
    ...createAttemptCalls(calls, site.proveLead),
    ...createFactCalls(calls, encryption),
    ...createLeaseCalls(calls),
    canEncrypt: () => calls.number() !== undefined && keys().length > 0,
    siteKey: () => (calls.number() === undefined ? 0 : Math.max(0, ...keys().map((key) => key.number))),
    ...createChangeCalls({ ...callParts, claimRefusalOf }),
    ...createOrderCalls(callParts),
    async prune() {
      const gone = callParts.away();
      if (gone) return gone;
      const asked = await call('prune', []);
      if (!asked.ok) return asked;
      return asked.value.is === 'pruned' ? ok(asked.value.more === true) : refusalOf(asked.value);
    },

    site,
    close: calls.close,
  };
}

/** Refuses with a ref that the log has too. */
function createRefusals({ ref, log }: Pick<SharedLedgerParts, 'ref' | 'log'>) {
  const refuse = <C extends FailureCode>(code: C, why: string | Reason | readonly Reason[] = ''): Refusal<C> => {
    const failure = { code, ref: ref(), ...because(why) };
    log('ledger-refused', { code, ref: failure.ref });
    return failed(failure);
  };

  /** Maps any other answer than the expected one to a refusal. */
  function refusalOf(answer: Answer): Refusal<LedgerCode> {
    const code = ledgerCodes.find((each) => each === answer.is);
    if (code === 'ledger-frozen') return refuse(code, { code: 'waits-for-benches', benches: answer.waitsFor ?? [] });
    if (code === 'ledger-version') return refuse(code, versionsWith(answer.version ?? null));
    return code ? refuse(code) : refuse('ledger-unreadable', `an unknown word: ${answer.is}`);
  }

  function claimRefusalOf(answer: Answer): Refusal<ClaimCode> {
    const code = attemptCodes.find((each) => each === answer.is);
    if (!code) return refusalOf(answer);
    if (answer.bench === undefined) return refuse(code, answer.state ?? '');
    return refuse(code, { code: 'at-bench', bench: answer.bench, state: answer.state ?? (code === 'stray-blocks' ? 'stray' : answer.is) });
  }

  return { refuse, refusalOf, claimRefusalOf };
}

/** Presents the feeds of this bench to the ledger, and calls its functions. */
function createCalls(parts: SharedLedgerParts, refusals: ReturnType<typeof createRefusals>) {
  const { limits = ledgerLimits, elapsed, wall } = parts;
  const { refuse, refusalOf } = refusals;
  const run = randomUUID();
  const connection: Connection = createConnection(() => readDatabaseAddress(parts.url(), parts.authorities?.()), limits);
  /** The feeds that called hello, and on which connection. */
  let presented = { on: connection.current(), feeds: new Map<string, World>() };
  const alive = setInterval(() => {
    if (isPresented()) void call('alive', []);
  }, aliveEveryMs);
  alive.unref();
  /** The bench number from the ledger's last welcome. */
  let number: number | undefined;

  /** The feeds that the current server knows. */
  const feeds = (): ReadonlyMap<string, World> => (presented.on === connection.current() ? presented.feeds : new Map());
  const isPresented = (): boolean => feeds().size > 0;
  const isPresentedFor = (world: World): boolean => [...feeds().values()].includes(world);

  function tokenOfBench(): Buffer | Refusal<LedgerCode> {
    try {
      return Buffer.from(parts.token(), 'base64url');
    } catch (error) {
      return refuse('ledger-unreachable', error instanceof Error ? error.message : String(error));
    }
  }

  async function call(name: string, values: readonly unknown[]): Promise<Result<Answer, LedgerCode>> {
    const token = tokenOfBench();
    if ('failure' in token) return token;
    const answered = await connection.ask(presented.on, name, [token, run, ...values]);
    if (answered.is === 'refused') return refuse(...meaningOfServer(answered.code, answered.why));
    const answer = answerSchema.safeParse(answered.answer);
    return answer.success ? ok(answer.data) : refuse('ledger-unreadable', 'an answer of another shape');
  }

  const away = (): Refusal<LedgerCode> => refuse('ledger-unreachable', 'not presented on this connection');

  const hello: SharedLedger['hello'] = async ({ feed, world, head, acknowledged }) => {
    const opened = await connection.open();
    if (opened.is === 'refused') return refuse(...meaningOfServer(opened.code, opened.why));
    const on = connection.current();
    if (on !== presented.on) presented = { on, feeds: new Map() };
    const at = presented.feeds;
    const link = (hex: string): Buffer => Buffer.from(hex, 'hex');
    const values = [protocol, new Date(wall()), feed, world, head.seq, link(head.link), acknowledged.seq, link(acknowledged.link)];
    const asked = await call('hello', values);
    if (!asked.ok) return asked;
    const answer = asked.value;
    if (answer.is !== 'welcome' || answer.bench === undefined || answer.ledger === undefined) {
      at.delete(feed);
      return refusalOf(answer);
    }
    for (const [other, its] of at) if (its === world) at.delete(other);
    at.set(feed, world);
    number = answer.bench;
    return ok({ bench: answer.bench, ledger: answer.ledger, needs: answer.needs ?? 'replay' });
  };

  return {
    ...refusals,
    call,
    hello,
    away,
    isPresented,
    isPresentedFor,
    isPresentedAs: (feed: string): boolean => feeds().has(feed),
    number: () => number,
    now: (): SendUntil => ({ elapsed: elapsed(), wall: wall() }),
    async close(): Promise<void> {
      clearInterval(alive);
      await connection.close();
    },
  };
}
type Calls = ReturnType<typeof createCalls>;

function createAttemptCalls(
  calls: Calls,
  proveLead: SiteCalls['proveLead'],
): Pick<SharedLedger, 'claim' | 'send' | 'closeOrder' | 'reopenOrder' | 'giveUp' | 'ownDoubts' | 'takenFrom' | 'resolve'> {
  const { call, refuse, refusalOf, claimRefusalOf, away, isPresented, isPresentedAs, isPresentedFor, now } = calls;

  async function ofOrder(name: string, { world, orderKey }: OrderOfWorld): Promise<Result<'done' | 'unproven', ClaimCode>> {
    if (!isPresentedFor(world)) return away();
    const asked = await call(name, [world, orderKey]);
    if (!asked.ok) return asked;
    if (asked.value.is === 'lead-missing') return ok('unproven');
    return asked.value.is === 'granted' ? ok('done') : claimRefusalOf(asked.value);
  }

  return {
    async closeOrder(of) {
      const closed = await ofOrder('close_order', of);
      return closed.ok ? ok({}) : closed;
    },

    async reopenOrder(of, pin) {
      const reopened = await ofOrder('reopen_order', of);
      if (!reopened.ok) return reopened;
      if (reopened.value === 'done') return ok({});
      const proven = await proveLead(pin);
      if (!proven.ok) return proven;
      if (proven.value.is === 'too-soon') return refuse('pin-too-soon', new Date(now().wall + proven.value.waitMs).toISOString());
      const again = await ofOrder('reopen_order', of);
      if (!again.ok) return again;
      return again.value === 'done' ? ok({}) : refuse('pin-wrong', { code: 'pin-of-site' });
    },

    async claim(attempt) {
      if (!isPresentedFor(attempt.world)) return away();
      const asked = await call('claim', valuesOf(attempt));
      if (!asked.ok) return asked;
      const answer = asked.value;
      return answer.is === 'granted' ? ok({}) : claimRefusalOf(answer);
    },

    async send({ id, world, digest }) {
      if (!isPresentedFor(world)) return away();
      const began = now();
      const asked = await call('send', [id, Buffer.from(digest, 'hex')]);
      if (!asked.ok) return asked;
      const answer = asked.value;
      if (answer.is !== 'granted') return claimRefusalOf(answer);
      return ok(after(began, Math.min(answer.withinMs ?? 0, leavesWithinMs)));
    },

    async giveUp(attempt) {
      if (!isPresentedFor(attempt.world)) return away();
      const asked = await call('give_up', valuesOf(attempt));
      if (!asked.ok) return asked;
      const answer = asked.value;
      if (answer.is === 'released' || answer.is === 'may-be-sent') return ok(answer.is);
      return refusalOf(answer);
    },

    async ownDoubts(feed, world) {
      if (!isPresentedAs(feed)) return away();
      const asked = await call('own_doubts', [feed]);
      if (!asked.ok) return asked;
      if (asked.value.is !== 'taken') return refusalOf(asked.value);
      return doubtsFrom(asked.value, world) ?? refusalOf({ is: 'an answer of another shape' });
    },

    async takenFrom(attemptIds) {
      if (!isPresented()) return away();
      const asked = await call('taken_from', [attemptIds]);
      if (!asked.ok) return asked;
      if (asked.value.is !== 'taken') return refusalOf(asked.value);
      const read = takenSchema.safeParse(asked.value);
      return read.success ? ok(read.data.taken) : refusalOf({ is: 'an answer of another shape' });
    },

    // The person and the reason stay in the journal of this bench: the ledger receives no free text.
    async resolve(attemptId, as) {
      if (!isPresented()) return away();
      const asked = await call('resolve', [attemptId, as.is, as.is === 'booked' ? as.orderNo : null]);
      if (!asked.ok) return asked;
      const answer = asked.value;
      return answer.is === 'settled' ? ok({}) : claimRefusalOf(answer);
    },
  };
}

function createFactCalls(calls: Calls, encryption: Encryption): Pick<SharedLedger, 'report' | 'closedBefore' | 'agree'> {
  const { call, refusalOf, away, isPresentedAs, isPresentedFor, now } = calls;

  /** Encrypts the part of a fact that the ledger must not see; null if that is not possible or too large. */
  function encrypted({ attempt: { id: attempt, world }, booking, pickup }: Fact): Buffer | null {
    const bytes = booking
      ? encryption.encrypt(packBooking(booking), { world, attempt, kind: 'shipment' })
      : pickup && encryption.encrypt(packPickup(pickup), { world, attempt, kind: 'pickup' });
    return bytes && bytes.length <= mostEncryptedBytes ? Buffer.from(bytes) : null;
  }

  return {
    async report(feed, facts) {
      if (!isPresentedAs(feed)) return away();
      const asked = await call('report', [feed, ...columnsOf(facts, encrypted, now().wall)]);
      if (!asked.ok) return asked;
      const answer = asked.value;
      if (answer.is !== 'taken' || answer.seq === undefined || answer.link === undefined) return refusalOf(answer);
      return ok({ acknowledged: { seq: answer.seq, link: answer.link } });
    },

    async closedBefore(world, orderKeys) {
      if (!isPresentedFor(world)) return away();
      const asked = await call('closed_before', [world, orderKeys]);
      if (!asked.ok) return asked;
      return asked.value.is === 'taken' ? ok({}) : refusalOf(asked.value);
    },

    async agree(feed) {
      if (!isPresentedAs(feed)) return away();
      const asked = await call('agree', [feed]);
      if (!asked.ok) return asked;
      const answer = asked.value;
      if (answer.is !== 'agreed') return refusalOf(answer);
      return ok({ isOpen: answer.open === true, waitsFor: answer.waitsFor ?? [] });
    },
  };
}

/** Leases keys and sources. */
function createLeaseCalls(calls: Calls): Pick<SharedLedger, 'takeKeyLease' | 'lease' | 'endKeyLease'> {
  const { call, refusalOf, away, isPresented, isPresentedFor, now } = calls;
  return {
    async takeKeyLease({ world, key, id }, until) {
      for (;;) {
        if (!isPresentedFor(world)) return away();
        const began = now();
        const asked = await call('take_lease', [world, key, id]);
        if (!asked.ok) return asked;
        const answer = asked.value;
        if (answer.is === 'granted') return ok({ before: answer.before ?? null, until: after(began, answer.withinMs ?? 0) });
        if (answer.is !== 'leased-elsewhere') return refusalOf(answer);
        if (until.aborted) return ok('stopped');
        await wait(leaseRetryMs);
      }
    },

    async lease({ world, name, id }) {
      if (!isPresentedFor(world)) return away();
      const began = now();
      const asked = await call('take_lease', [world, name, id]);
      if (!asked.ok) return asked;
      const answer = asked.value;
      if (answer.is === 'granted') return ok({ is: 'held', until: after(began, answer.withinMs ?? 0) });
      return answer.is === 'leased-elsewhere' && answer.bench !== undefined
        ? ok({ is: 'elsewhere', bench: answer.bench })
        : refusalOf(answer);
    },

    async endKeyLease(id) {
      if (!isPresented()) return away();
      const asked = await call('end_lease', [id]);
      if (!asked.ok) return asked;
      return asked.value.is === 'ended' ? ok({}) : refusalOf(asked.value);
    },
  };
}

const after = (began: SendUntil, ms: number): SendUntil => ({ elapsed: began.elapsed + ms, wall: began.wall + ms });

const valuesOf = ({ id, secret, world, what, account, digest }: Attempt): readonly unknown[] => [
  id,
  world,
  JSON.stringify(what),
  account,
  Buffer.from(digest, 'hex'),
  secret ?? null,
];

/** `ageMs`: how long there is what the encrypted part contains. The ledger keeps it as long as the bench does. */
const columnsOf = (facts: readonly Fact[], encrypted: (fact: Fact) => Buffer | null, now: number): readonly unknown[] => [
  facts.map(({ seq }) => seq),
  facts.map(({ link }) => Buffer.from(link, 'hex')),
  facts.map(({ attempt, what, orderNo, booking, pickup }) => {
    const since = booking?.openedAt ?? pickup?.changedAt;
    const age = since === undefined ? {} : { ageMs: Math.max(0, Math.round(now - Date.parse(since))) };
    return JSON.stringify({ attempt, what, orderNo, ...age });
  }),
  facts.map(encrypted),
];
