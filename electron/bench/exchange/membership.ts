import type { Attempt, Feed } from '../../../shared/attempt.ts';
import { type ClaimCode, type LedgerCode, ledgerCodes, type PinCode } from '../../../shared/call-codes.ts';
import type { TakenAway } from '../../../shared/elsewhere.ts';
import type { Failure, FailureCode } from '../../../shared/failure.ts';
import type { LedgerState } from '../../../shared/ledger-state.ts';
import { type Done, failed, ok, type Result, stackOf } from '../../../shared/result.ts';
import type { ContextParts } from '../context-parts.ts';
import { type NowAndThen, nowAndThen } from '../now-and-then.ts';
import type { Ledger, SharedLedger } from '../ports/ledger.ts';
import { afterGrant } from './attempt-rules.ts';
import { createIntentsAtRest } from './intents-at-rest.ts';
import { kindsOf } from './kinds.ts';
import { createMirroring } from './mirroring.ts';
import { placeAt } from './pickup-location.ts';
import { doubtWhatWasBegun } from './recover.ts';
import { openDoubts } from './take-doubts.ts';
import { unreportedIn } from './unreported.ts';

export type MembershipParts = Pick<ContextParts, 'journal' | 'world' | 'fail' | 'log' | 'changed' | 'now' | 'elapsed'>;

/** Interval of `hello` for an idle bench: it shows the ledger that the bench is on, and the bench detects a different ledger. */
const greetingMs = 10_000;
const factsPerReport = 500;

/**
 * One bench among those that share a ledger: sends `hello` and reports everything before it requests anything. Answers of the ledger count
 * only while it is the same ledger.
 */
export function createMembership(parts: MembershipParts, shared: SharedLedger): Ledger {
  const { journal, world, fail, log, elapsed } = parts;
  const greeting = nowAndThen(greetingMs, elapsed);
  /** Ids of the attempts that this run requested: they are not at rest. */
  const underWay = new Set<string>();
  const standing = createStanding(parts);
  const { state, recorded } = standing;
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let isDue = false;
  /** Number of claims and grants in progress. */
  let asking = 0;

  const isAtRest = (id: string): boolean => !underWay.has(journal.attemptOf(id)?.id ?? '');
  const joining = createJoining(parts, shared, standing, greeting, isAtRest);

  async function granted<T>(attempt: Attempt, ask: () => Promise<Result<T, ClaimCode>>): Promise<Result<T, ClaimCode>> {
    underWay.add(attempt.id);
    if (state.shut) return failed(state.shut);
    const asked = state.era;
    asking += 1;
    const answer = recorded(await ask());
    asking -= 1;
    const next = afterGrant({ isGranted: answer.ok, isSameEra: state.era === asked });
    return answer.ok && next === 'take-back' ? fail('ledger-frozen') : answer;
  }

  /** Earlier outcomes may block the next claim until the ledger has them. */
  async function reportFirst(): Promise<void> {
    if (state.shut) return;
    const { head, acknowledged } = joined(journal);
    if (head.seq > acknowledged.seq) await look();
  }

  const mirroring = createMirroring(parts, shared, {
    recorded,
    doubt: greeting.hurry,
    feedId: () => joined(journal).id,
    // An outdated journal, or a bench that may not ask, must not read the other benches' changes either.
    mayAsk: () => joining.isJoined() && !isStopped && (!state.shut || state.shut.code === 'ledger-frozen'),
    isMoneyAsked: () => asking > 0,
  });

  async function lookOnce(): Promise<void> {
    if (state.shut || greeting.isDue()) await joining.greet();
    if (state.shut) return;
    mirroring.note();
    const { head, acknowledged } = joined(journal);
    if (head.seq === acknowledged.seq || (await joining.reportFrom(acknowledged.seq))) return;
    // The ledger may be the one that went back: its answer to `hello` shows which of the two did.
    if (standing.isFoundOlder()) state.shut = fail('ledger-unreachable').failure;
  }

  async function look(): Promise<void> {
    isDue = true;
    looking ??= (async () => {
      try {
        while (isDue && !isStopped) {
          isDue = false;
          await lookOnce();
        }
      } catch (error) {
        // Most likely a disk error of the journal: it is tried again.
        log('bug', { step: 'ledger', ref: fail('bug').failure.ref, stack: stackOf(error) });
      } finally {
        looking = undefined;
      }
    })();
    await looking;
  }

  return {
    isShared: true,
    async claim(attempt) {
      underWay.add(attempt.id);
      await reportFirst();
      return await granted(attempt, () => shared.claim(attempt));
    },
    send: (attempt) => granted(attempt, () => shared.send(attempt)),
    async closeOrder(of) {
      await reportFirst();
      return state.shut ? failed(state.shut) : recorded(await shared.closeOrder(of));
    },
    reopenOrder: async (of, pin) => (state.shut ? failed(state.shut) : recorded(await shared.reopenOrder(of, pin))),
    async takeKeyLease(key, id, until) {
      if (state.shut) return failed(state.shut);
      return recorded(await shared.takeKeyLease({ world, key, id }, until));
    },
    lease: async (name, id) => (state.shut ? failed(state.shut) : recorded(await shared.lease({ world, name, id }))),
    // If the ledger does not receive it, the lease expires.
    endKeyLease: (id) => void shared.endKeyLease(id),
    mayAsk: () => (state.shut ? failed(state.shut) : ok({})),
    ended(id) {
      underWay.delete(id);
      void look();
    },
    state(): LedgerState {
      const { shut, waitsFor, answeredAt } = state;
      const otherVersion = shut?.reasons?.find((reason) => reason.code === 'ledger-version');
      return {
        bench: joining.bench(),
        shut: shut?.code ?? null,
        waitsFor: [...waitsFor],
        ...(otherVersion && { otherVersion }),
        unreported: unreportedIn(journal),
        answeredAt,
        mirroredAt: mirroring.upTo(),
      };
    },
    look,
    prune: () => pruneAll(shared, standing),
    ...mirroring.ofOthers,
    async stop() {
      isStopped = true;
      await looking;
      await mirroring.ended();
    },
  };
}

/** Deletes what is over, part by part, as long as the ledger may be asked. */
async function pruneAll(shared: SharedLedger, { state, recorded }: Standing): Promise<Done<LedgerCode>> {
  for (;;) {
    if (state.shut) return failed(state.shut);
    const pruned = recorded(await shared.prune());
    if (!pruned.ok) return pruned;
    if (!pruned.value) return ok({});
  }
}

type Standing = ReturnType<typeof createStanding>;
/** Why the ledger must not be asked, if so. */
function createStanding({ fail, log, changed, now }: MembershipParts) {
  const state = {
    /** Increases whenever the ledger was found to be a different one, or was unreachable. */
    era: 0,
    shut: fail('ledger-unreachable').failure as Failure<LedgerCode> | undefined,
    waitsFor: [] as readonly number[],
    answeredAt: null as string | null,
  };

  const isFoundOlder = (): boolean => state.shut?.code === 'journal-went-back';

  function become(next: Failure<LedgerCode> | undefined, waiting: readonly number[] = []): void {
    const isChange = next?.code !== state.shut?.code || waiting.join() !== state.waitsFor.join();
    state.shut = next;
    state.waitsFor = waiting;
    if (!isChange) return;
    log('ledger', { state: next?.code ?? 'open' });
    changed([]);
  }

  /** Returns the answer unchanged, and records that the ledger answered, or why it is unavailable. */
  function recorded<T, C extends ClaimCode | PinCode>(answer: Result<T, C>): Result<T, C> {
    if (answer.ok || !isOfLedger(answer.failure)) state.answeredAt = now().toISOString();
    else {
      state.era += 1;
      become(answer.failure);
    }
    return answer;
  }

  return { state, isFoundOlder, become, recorded };
}

function joined(journal: MembershipParts['journal']): Feed {
  const feed = journal.feed();
  if (!feed) throw new Error('The feed left the journal.');
  return feed;
}

/** Brings the ledger to the state of this journal: first `hello`, then all facts that it does not have. */
function createJoining(
  parts: MembershipParts,
  shared: SharedLedger,
  { state, isFoundOlder, become, recorded }: Standing,
  greeting: NowAndThen,
  isAtRest: (id: string) => boolean,
) {
  const { journal, world, fail, log, changed } = parts;
  const { shipments, pickups } = kindsOf(journal);
  const giveUp = async (attempt: Attempt) => recorded(await shared.giveUp(attempt));
  const atRest = createIntentsAtRest({ journal, kinds: [shipments, pickups], isAtRest, giveUp });
  let bench: number | null = null;
  /** True once the state from before this run is in the feed; later changes are reported as they happen. */
  let isJoined = false;
  /** False while the ledger may have attempts of earlier runs that this journal lost. */
  let areOwnDoubtsHere = false;

  /** Reports all facts after this one. */
  async function reportFrom(from: number): Promise<boolean> {
    for (let behind = from; ; ) {
      const facts = journal.factsBehind(behind, factsPerReport);
      const { id } = joined(journal);
      const last = facts.at(-1);
      if (!last) return true;
      // After a power cut, a ledger that has more than this journal would take the journal for an older copy.
      await journal.onDisk();
      const reported = recorded(await shared.report(id, facts));
      if (!reported.ok) return false;
      behind = last.seq;
      journal.acknowledgeFacts(reported.value.acknowledged);
      changed([]);
    }
  }

  async function greet(isAgain = false): Promise<void> {
    if (isFoundOlder()) startOver();
    const { id, head, acknowledged } = isJoined ? joined(journal) : journal.joinFeed(false, placeAt);
    isJoined = true;
    const hello = recorded(await shared.hello({ feed: id, world, head, acknowledged }));
    if (!hello.ok) {
      if (hello.failure.code === 'journal-went-back' && !isAgain) await greet(true);
      return;
    }
    const { ledger } = hello.value;
    const met = joined(journal).ledger;
    if (met !== undefined && met !== ledger && !isAgain) {
      beginElsewhere();
      return await greet(true);
    }
    if ((met !== ledger || hello.value.needs === 'replay') && !(await reportClosed())) return;
    if (met !== ledger) journal.meetLedger(ledger);
    ({ bench } = hello.value);
    greeting.done();
    if (hello.value.needs === 'replay' && !(await replay())) return;
    if (!(await reportFrom(joined(journal).acknowledged.seq))) return;
    if (!(await atRest.ask())) return;
    if (!(await giveAwayTaken(parts, shared.takenFrom, recorded))) return;
    if (!(await takeOwnDoubts())) return;
    become(undefined);
  }

  /** Takes back what this bench sent and its journal does not know, because it was restored from an older copy. */
  async function takeOwnDoubts(): Promise<boolean> {
    if (areOwnDoubtsHere) return true;
    const { id } = joined(journal);
    const answer = recorded(await shared.ownDoubts(id, world));
    if (!answer.ok) return false;
    const { doubts, left } = answer.value;
    if (doubts.length > 0) log('ledger', { state: 'own-doubts', count: doubts.length });
    openDoubts(journal, { code: 'journal-restored' }, doubts);
    areOwnDoubtsHere = left === 0;
    return doubts.length === 0 || (await reportFrom(joined(journal).acknowledged.seq));
  }

  /** Reports every order that left without a label: another ledger does not know them, and one that lost data may have forgotten them. */
  async function reportClosed(): Promise<boolean> {
    const keys = journal.closedOrders();
    for (let from = 0; from < keys.length; from += factsPerReport)
      if (!recorded(await shared.closedBefore(world, keys.slice(from, from + factsPerReport))).ok) return false;
    return true;
  }

  /** The ledger has more than this journal: everything unfinished here may have ended since, except what this run sends itself. */
  function startOver(): void {
    log('ledger', { state: 'journal-went-back' });
    for (const kind of [shipments, pickups]) doubtWhatWasBegun(kind, { code: 'journal-restored' }, isAtRest);
    journal.joinFeed(true, placeAt);
    areOwnDoubtsHere = false;
    state.shut = fail('ledger-unreachable').failure;
  }

  /** A different ledger than before: it may not know what exists, and cannot prove that an intent was not sent. */
  function beginElsewhere(): void {
    log('ledger', { state: 'another-ledger' });
    state.era += 1;
    atRest.doubt();
    journal.joinFeed(true, placeAt);
    areOwnDoubtsHere = false;
  }

  /** The ledger may have lost data: reports everything again; it grants nothing until every bench has done so. */
  async function replay(): Promise<boolean> {
    state.era += 1;
    atRest.doubt();
    if (!(await reportFrom(0))) return false;
    const agreed = recorded(await shared.agree(joined(journal).id));
    if (!agreed.ok) return false;
    const { isOpen, waitsFor: benches } = agreed.value;
    if (!isOpen) become(fail('ledger-frozen', { code: 'waits-for-benches', benches: [...benches] }).failure, benches);
    return isOpen;
  }

  return { greet, reportFrom, isJoined: () => isJoined, bench: () => bench };
}

/** True for failures of the ledger as a whole, not of one request. */
const isOfLedger = (failure: Failure<ClaimCode | PinCode>): failure is Failure<LedgerCode> =>
  (ledgerCodes as readonly FailureCode[]).includes(failure.code);

/** Gives up doubts of this bench that the shift lead assigned to another bench to settle. False if the ledger did not answer. */
async function giveAwayTaken(
  { journal, log }: Pick<ContextParts, 'journal' | 'log'>,
  takenFrom: SharedLedger['takenFrom'],
  recorded: <T>(answer: Result<T, LedgerCode>) => Result<T, LedgerCode>,
): Promise<boolean> {
  const doubts = new Map<string, (taken: TakenAway) => boolean>();
  const ask = (id: string, giveAway: (attempt: Attempt, taken: TakenAway) => boolean): void => {
    const attempt = journal.attemptOf(id);
    if (attempt) doubts.set(attempt.id, (taken) => giveAway(attempt, taken));
  };
  for (const { id } of journal.bookingsInState(['unknown'])) ask(id, (_, { bench }) => journal.giveAway(id, bench));
  for (const { id } of journal.pickupsInState(['unknown'])) ask(id, (attempt, taken) => journal.giveAwayPickup(id, attempt, taken));
  if (doubts.size === 0) return true;
  const answer = recorded(await takenFrom([...doubts.keys()]));
  if (!answer.ok) return false;
  for (const taken of answer.value) {
    if (doubts.get(taken.attempt)?.(taken) === true) log('ledger', { state: 'taken-over' });
  }
  return true;
}
