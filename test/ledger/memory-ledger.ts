import { randomUUID } from 'node:crypto';
import type { BenchContext } from '../../electron/bench/context.ts';
import type { SharedLedger } from '../../electron/bench/ports/ledger.ts';
import { type Attempt, type Fact, type Head, noFact, outcomes } from '../../shared/attempt.ts';
import { failed, ok, type Refusal } from '../../shared/result.ts';
import { slotOf } from '../../shared/scan.ts';
import { agree, type Claimed, claim, emptyLedger, giveUp, type ModelLedger, report, send } from './model-ledger.ts';

const askedOf = ({ id, world, what }: Attempt) => ({
  id,
  slots:
    what.is === 'ship'
      ? [what, ...(what.joined ?? [])].map((each) => `${world} ship ${slotOf(each.orderKey, each.source)} ${each.shipmentNo}`)
      : what.parcels.map((parcel) => `${world} parcel ${parcel}`),
});

/** Site functions that all fail: benches in memory can be neither added nor removed. */
function nowhere(fail: BenchContext['fail']): SharedLedger['site'] {
  const refused = async () => fail('ledger-unreachable');
  return {
    present: refused,
    makeSiteKey: refused,
    giveKey: refused,
    invite: refused,
    withdraw: refused,
    benches: refused,
    takeDoubts: refused,
    proveLead: refused,
    setLead: refused,
    vouch: refused,
    retire: refused,
    siteSettings: refused,
    shareSettings: refused,
  };
}

/** The ledger of a site in memory, for benches in one process. */
export function createMemorySite() {
  const id = randomUUID();
  const ledger: ModelLedger = emptyLedger();
  const feeds = new Map<string, { head: Head; readonly links: Map<number, string>; readonly bench: number }>();
  const benches: number[] = [];
  const reported: Fact[] = [];
  /** Orders that were shipped without a label, with the bench that recorded it. */
  const closed = new Map<string, number>();
  let isUp = true;

  /** Adds a bench. Returns the function that connects it to the ledger, for any number of starts. */
  function bench(): (about: Pick<BenchContext, 'fail'>) => SharedLedger {
    const number = benches.length + 1;
    benches.push(number);
    return (about) => open(about, number);
  }

  function open({ fail }: Pick<BenchContext, 'fail'>, bench: number): SharedLedger {
    /** Answers a call; fails if the ledger is down. */
    const asked = async <T>(answer: () => T): Promise<T | Refusal<'ledger-unreachable'>> => (isUp ? answer() : fail('ledger-unreachable'));
    const refused = (answer: Exclude<Claimed, { readonly is: 'granted' }>) => {
      if (answer.is === 'taken') return fail('taken-elsewhere', { code: 'at-bench', bench: answer.by, state: answer.state });
      if (answer.is === 'frozen') return fail('ledger-frozen', { code: 'waits-for-benches', benches: missing() });
      return fail(answer.is === 'stray' ? 'stray-blocks' : 'attempt-dead');
    };
    const missing = (): number[] => benches.filter((each) => !ledger.agreed.includes(each));
    return {
      hello: ({ feed, head, acknowledged }) =>
        asked(() => {
          const known = feeds.get(feed) ?? { head: noFact, links: new Map<number, string>(), bench };
          feeds.set(feed, known);
          if (head.seq < known.head.seq || (head.seq === known.head.seq && head.link !== known.head.link)) return fail('journal-went-back');
          if (acknowledged.seq > known.head.seq) freeze();
          return ok({ bench, ledger: id, needs: ledger.isFrozen ? ('replay' as const) : ('nothing' as const) });
        }),
      // Benches in memory lose no journal.
      ownDoubts: () => asked(() => ok({ doubts: [], left: 0 })),
      takenFrom: () => asked(() => ok([])),
      closeOrder: (of) =>
        asked(() => {
          const slot = `${of.world} ship ${slotOf(of.orderKey)} `;
          const standing = Object.values(ledger.attempts).find(
            ({ state, slots }) => ['held', 'sending', 'unknown', 'booked'].includes(state) && slots.some((each) => each.startsWith(slot)),
          );
          if (standing) return fail('taken-elsewhere', { code: 'at-bench', bench: standing.bench, state: standing.state });
          closed.set(slot, closed.get(slot) ?? bench);
          return ok({});
        }),
      reopenOrder: (of) =>
        asked(() => {
          closed.delete(`${of.world} ship ${slotOf(of.orderKey)} `);
          return ok({});
        }),
      closedBefore: (world, keys) =>
        asked(() => {
          for (const key of keys) {
            const slot = `${world} ship ${slotOf(key)} `;
            closed.set(slot, closed.get(slot) ?? bench);
          }
          return ok({});
        }),
      claim: (attempt) =>
        asked(() => {
          const by = [...closed].find(([slot]) => askedOf(attempt).slots.some((each) => each.startsWith(slot)))?.[1];
          if (by !== undefined) return fail('taken-elsewhere', { code: 'at-bench', bench: by, state: 'closed' });
          const answer = claim(ledger, bench, askedOf(attempt));
          return answer.is === 'granted' ? ok({}) : refused(answer);
        }),
      send: (attempt) =>
        asked(() => {
          const answer = send(ledger, attempt.id);
          if (answer.is !== 'granted') return refused(answer);
          return ok({ elapsed: performance.now() + 20_000, wall: Date.now() + 20_000 });
        }),
      report: (feed, facts) =>
        asked(() => {
          const known = feeds.get(feed);
          if (!known) return fail('journal-went-back');
          for (const fact of facts) {
            if (fact.seq <= known.head.seq ? known.links.get(fact.seq) !== fact.link : fact.seq !== known.head.seq + 1)
              return fail('journal-went-back');
            if (fact.seq <= known.head.seq) continue;
            known.links.set(fact.seq, fact.link);
            known.head = { seq: fact.seq, link: fact.link };
            reported.push(fact);
            const outcome = outcomes.find((each) => each === fact.what);
            if (outcome) report(ledger, bench, askedOf(fact.attempt), outcome);
          }
          return ok({ acknowledged: known.head });
        }),
      agree: () =>
        asked(() => {
          agree(ledger, bench, benches);
          return ok({ isOpen: !ledger.isFrozen, waitsFor: ledger.isFrozen ? missing() : [] });
        }),
      giveUp: (attempt) =>
        asked(() => {
          const answer = giveUp(ledger, bench, askedOf(attempt));
          return answer === 'frozen' ? fail('ledger-frozen') : ok(answer);
        }),
      resolve: async () => failed(fail('attempt-dead').failure),
      takeKeyLease: () => asked(() => ok({ before: null, until: { elapsed: performance.now() + 20_000, wall: Date.now() + 20_000 } })),
      endKeyLease: () => asked(() => ok({})),
      lease: () => asked(() => ok({ is: 'held' as const, until: { elapsed: performance.now() + 20_000, wall: Date.now() + 20_000 } })),
      // Benches in one process share nothing but what they buy.
      canEncrypt: () => false,
      siteKey: () => 0,
      prune: () => asked(() => ok(false)),
      putOrders: () => asked(() => ok({ era: '', answers: [] })),
      putErasures: () => asked(() => ok({})),
      readErasures: () => asked(() => ok({ era: '', erasures: [] })),
      readOrders: () => asked(() => ok({ era: '', orders: [] })),
      changes: () => asked(() => ok([])),
      putLabel: () => asked(() => ok('too-large')),
      getLabel: () => asked(() => ok(undefined)),
      site: nowhere(fail),
      close: async () => undefined,
    };
  }

  function freeze(): void {
    ledger.isFrozen = true;
    ledger.agreed = [];
  }

  return {
    ledger,
    reported,
    bench,
    freeze,
    stop: () => void (isUp = false),
    start: () => void (isUp = true),
    /** Restores the ledger to its state before the first report. */
    forget() {
      for (const id of Object.keys(ledger.attempts)) delete ledger.attempts[id];
      for (const feed of feeds.values()) {
        feed.head = noFact;
        feed.links.clear();
      }
      reported.length = 0;
    },
  };
}
