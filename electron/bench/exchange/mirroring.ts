import { setImmediate as turn } from 'node:timers/promises';
import type { ClaimCode, LedgerCode } from '../../../shared/call-codes.ts';
import { type Result, stackOf } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';
import { nowAndThen } from '../now-and-then.ts';
import type { Ledger, SharedLedger } from '../ports/ledger.ts';

/** Syncs parcels with the other benches: reports this bench's parcels and reads theirs. */
export interface Mirroring {
  /** Adds changed shipments to the next report. */
  note(): void;
  readonly ofOthers: Pick<Ledger, 'sync' | 'syncNow' | 'labelOf' | 'orders' | 'erasures'>;
  /** Time at which everything that the others reported was last known here; null if never. */
  upTo(): string | null;
  /** Resolves once it no longer uses the journal. */
  ended(): Promise<void>;
}

type Parts = Pick<ContextParts, 'journal' | 'world' | 'log' | 'fail' | 'now' | 'elapsed'>;

interface Member {
  readonly recorded: <T, C extends ClaimCode>(answer: Result<T, C>) => Result<T, C>;
  readonly feedId: () => string;
  /** Called if the ledger did not answer a request: the next look checks if it answers at all. */
  readonly doubt: () => void;
  readonly mayAsk: () => boolean;
  readonly isMoneyAsked: () => boolean;
}

/** Limits for one commit of shipments, and for one run of labels. */
const notesPerLook = 50;
const labelsPerLook = 5;
const upToFact = 'mirrored-up-to';
/** The stored time may be this much too old: no write waits for a disk because of it. */
const keptEveryMs = 60_000;

export function createMirroring(parts: Parts, shared: SharedLedger, member: Member): Mirroring {
  const { journal, world } = parts;
  const { recorded, doubt, mayAsk, isMoneyAsked } = member;
  const reading = createReading(parts, shared, member);

  function noted<T>(answer: Result<T, LedgerCode>): Result<T, LedgerCode> {
    if (answer.ok) return recorded(answer);
    doubt();
    return answer;
  }

  return {
    note() {
      // The outcome of a purchase is reported even if this cannot be stored.
      void guarded(parts, async () => {
        if (shared.canEncrypt()) journal.noteChanges(notesPerLook);
        return true;
      });
    },

    ofOthers: {
      async sync() {
        if (!mayAsk() || isMoneyAsked()) return;
        if (await reading.once()) await guarded(parts, async () => shareLabels(parts, shared, member).then(() => true));
      },

      async syncNow(withinMs) {
        if (!mayAsk()) return false;
        const late = Promise.withResolvers<false>();
        const timer = setTimeout(() => late.resolve(false), withinMs);
        const fresh = async (): Promise<boolean> => {
          // A request that is already running may miss the newest changes.
          await reading.ended();
          return await reading.once();
        };
        try {
          return await Promise.race([fresh(), late.promise]);
        } finally {
          clearTimeout(timer);
        }
      },

      async labelOf(attemptId) {
        return await shared.getLabel({ world, attemptId });
      },

      orders: {
        mayAsk: () => mayAsk() && !isMoneyAsked(),
        siteKey: shared.siteKey,
        put: async (era, orders) => noted(await shared.putOrders({ world, era }, orders)),
        read: async (era, { seq, slot }) => noted(await shared.readOrders({ world, era, seq, slot })),
      },
      erasures: {
        put: async (erasures) => noted(await shared.putErasures(world, erasures)),
        read: async (era, seq) => noted(await shared.readErasures({ world, era, seq })),
      },
    },

    upTo: reading.upTo,
    ended: reading.ended,
  };
}

/** Reads the parcels of the other benches, once at a time. */
function createReading(
  parts: Parts,
  shared: SharedLedger,
  { recorded, doubt, feedId, mayAsk }: Member,
): Pick<Mirroring, 'upTo' | 'ended'> & {
  /** Reads everything, or joins the reading that is under way. True if everything was read. */
  once(): Promise<boolean>;
} {
  const { journal, world, now, elapsed } = parts;
  let running: Promise<boolean> | undefined;
  const keeping = nowAndThen(keptEveryMs, elapsed);
  let upTo = journal.fact(upToFact) ?? null;

  function knowAll(): void {
    const at = now().toISOString();
    upTo = at;
    if (!keeping.isDue()) return;
    keeping.done();
    journal.soon(() => journal.setFact(upToFact, at));
  }

  async function readAll(): Promise<boolean> {
    while (mayAsk()) {
      const changes = await shared.changes({ world, feed: feedId(), cursors: journal.mirrorCursors() });
      if (!changes.ok) {
        doubt();
        return false;
      }
      recorded(changes);
      if (changes.value.length === 0) {
        knowAll();
        return true;
      }
      journal.takeChanges(changes.value);
      await turn();
    }
    return false;
  }

  return {
    async once() {
      running ??= guarded(parts, readAll).finally(() => {
        running = undefined;
      });
      return await running;
    },
    upTo: () => upTo,
    async ended() {
      await running;
    },
  };
}

async function shareLabels({ journal, world }: Parts, shared: SharedLedger, { doubt, mayAsk, isMoneyAsked }: Member): Promise<void> {
  if (!shared.canEncrypt()) return;
  for (const { attemptId, bookingId } of journal.labelsToShare(labelsPerLook)) {
    if (!mayAsk() || isMoneyAsked()) return;
    const label = journal.label(bookingId);
    if (label) {
      const put = await shared.putLabel({ world, attemptId }, label);
      // The ledger does not know the attempt yet, or no longer.
      if (!put.ok && put.failure.code !== 'attempt-dead') return doubt();
    }
    journal.soon(() => journal.markLabelShared(attemptId));
  }
}

async function guarded({ log, fail }: Pick<Parts, 'log' | 'fail'>, act: () => Promise<boolean>): Promise<boolean> {
  try {
    return await act();
  } catch (error) {
    // Most likely a disk error of the journal: it is tried again.
    log('bug', { step: 'mirror', ref: fail('bug').failure.ref, stack: stackOf(error) });
    return false;
  }
}
