import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createSharedLedger } from '../../electron/ledger/shared-ledger.ts';
import type { TrainingService } from '../../electron/training/service.ts';
import { noFact } from '../../shared/attempt.ts';
import type { Database } from '../ledger/postgres.ts';

/** A shift lead with access to the account, who settles at a computer of the site what no bench can settle. */
export interface Lead {
  /** Number of attempts settled so far. */
  readonly settled: () => number;
  /** Number of times the shift lead has looked. */
  readonly looks: () => number;
  stop(): Promise<void>;
}

export interface LeadParts {
  /** The ledger on its current server. */
  readonly database: () => Database;
  readonly token: string;
  readonly service: TrainingService;
  /** True if a person at this bench sees that its computer is off or sleeps. */
  readonly isOff: (bench: number) => boolean;
  readonly log: (line: string) => void;
}

interface Doubt {
  readonly attempt: string;
  readonly bench: number;
  readonly state: string;
  readonly order_key: string;
}

/**
 * Selects the attempts that only a person can settle: those that a bench was about to send before it went off, those that stay unknown
 * because the journal that knew them was replaced by an older copy, and strays. The lead leaves to a running bench what that bench can
 * still report.
 */
const inDoubt = `
  SELECT attempt, bench, state, order_key FROM packbench.attempt, packbench.durations
  WHERE kind = 'ship' AND (state = 'stray' AND closed_at IS NULL OR state = 'sending' AND sent_at < clock_timestamp() - settle
    OR state = 'unknown' AND at < clock_timestamp() - 2 * settle)`;

export function startLead({ database, token, service, isOff, log }: LeadParts): Lead {
  const ledger = createSharedLedger({
    url: () => database().benchUrl,
    token: () => token,
    limits: { connectMs: 1000, answerMs: 1000 },
    ref: () => 'LEAD',
    log: () => undefined,
    elapsed: () => performance.now(),
    wall: () => Date.now(),
  });
  const feed = randomUUID();
  let settled = 0;
  let looks = 0;
  let isStopped = false;

  /** Returns the service's number for this order if no attempt in the ledger has booked it. */
  async function numberFor({ order_key: key }: Doubt): Promise<string | undefined> {
    const { rows } = await database().owner.query<{ order_no: string }>(
      "SELECT order_no FROM packbench.attempt WHERE state = 'booked' AND order_key = $1",
      [key],
    );
    const known = new Set(rows.map(({ order_no: orderNo }) => orderNo));
    return service.orders().find(({ reference, orderNo }) => reference === key && !known.has(orderNo))?.orderNo;
  }

  async function look(): Promise<void> {
    const hello = await ledger.hello({ feed, world: 'live', head: noFact, acknowledged: noFact });
    if (!hello.ok) return;
    if (hello.value.needs === 'replay' && !(await ledger.agree(feed)).ok) return;
    const { rows } = await database().owner.query<Doubt>(inDoubt);
    for (const doubt of rows) {
      if (doubt.state === 'sending' && !isOff(doubt.bench)) continue;
      const orderNo = await numberFor(doubt);
      const answer = await ledger.resolve(doubt.attempt, orderNo ? { is: 'booked', orderNo } : { is: 'released' }, {
        who: 'lead',
        reason: 'as the account says',
      });
      if (!answer.ok) continue;
      settled += 1;
      log(`the lead settled ${doubt.order_key} of bench ${doubt.bench}, ${doubt.state}: ${orderNo ?? 'not bought'}`);
    }
  }

  const lookOften = async (): Promise<void> => {
    while (!isStopped) {
      // If the server fails, the question fails with it: the lead asks again.
      await look().catch((error: unknown) => log(`the lead received nothing: ${String(error)}`));
      looks += 1;
      await wait(500);
    }
  };
  const looking = lookOften();
  return {
    settled: () => settled,
    looks: () => looks,
    async stop() {
      isStopped = true;
      await looking;
      await ledger.close();
    },
  };
}
