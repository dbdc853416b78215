import type { SharedLedger } from '../../electron/bench/ports/ledger.ts';
import { ok } from '../../shared/result.ts';

type Wrong = (ledger: SharedLedger) => SharedLedger;

const anyTime = { elapsed: Number.POSITIVE_INFINITY, wall: Number.POSITIVE_INFINITY };

/** Benches that each lack one rule: a run must detect each of them. */
export const defects = {
  'nobody asks who has an order': (ledger) => ({ ...ledger, claim: async () => ok({}), send: async () => ok(anyTime) }),
  'a claim that was refused counts as granted': (ledger) => ({
    ...ledger,
    claim: async (attempt) => ((await ledger.claim(attempt)).ok ? ok({}) : ok({})),
    send: async () => ok(anyTime),
  }),
  'nothing is reported': (ledger) => ({
    ...ledger,
    report: async (_, facts) => {
      const last = facts.at(-1);
      return ok({ acknowledged: { seq: last?.seq ?? 0, link: last?.link ?? '' } });
    },
  }),
  'a grant never runs out': (ledger) => ({
    ...ledger,
    async send(attempt) {
      const granted = await ledger.send(attempt);
      return granted.ok ? ok(anyTime) : granted;
    },
  }),
  'nobody tells again what it knows': (ledger) => ({
    ...ledger,
    async hello(at) {
      const greeted = await ledger.hello(at);
      return greeted.ok ? ok({ ...greeted.value, needs: 'nothing' }) : greeted;
    },
  }),
} satisfies Record<string, Wrong>;

export type DefectName = keyof typeof defects;

export const asItIs: Wrong = (ledger) => ledger;
