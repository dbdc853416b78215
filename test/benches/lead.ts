import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createSharedLedger } from '../../electron/ledger/shared-ledger.ts';
import type { TrainingService } from '../../electron/training/service.ts';
import { noFact } from '../../shared/attempt.ts';
import type { Database } from '../ledger/postgres.ts';

/** A person with the account before them, who settles at a computer of the site what no bench can settle. */
export interface Lead {
  /** What was settled so far. */
  readonly settled: () => number;
  /** How often the lead has looked. */
  readonly looks: () => number;
  stop(): Promise<void>;
}

export interface LeadParts {
  /** The ledger as it is reached now. */
  readonly database: () => Database;
  readonly token: string;
  readonly service: TrainingService;
  /** Whoever stands before this bench sees that it is off, or sleeps. */
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
 * What a bench says nothing of though it could is left to it: only what a bench that is off was about to send, what stays unknown because
 * the journal that knew it was put back, and what a person has to look at anyhow.
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

  /** Of this order at the service, and booked by no attempt the ledger knows. */
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
      const said = await ledger.resolve(doubt.attempt, orderNo ? { is: 'booked', orderNo } : { is: 'released' }, {
        who: 'lead',
        reason: 'as the account says',
      });
      if (!said.ok) continue;
      settled += 1;
      log(`the lead settled ${doubt.order_key} of bench ${doubt.bench}, ${doubt.state}: ${orderNo ?? 'not bought'}`);
    }
  }

  const lookOften = async (): Promise<void> => {
    while (!isStopped) {
      // A server that falls takes the question with it: it is asked again.
      await look().catch((error: unknown) => log(`the lead heard nothing: ${String(error)}`));
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
