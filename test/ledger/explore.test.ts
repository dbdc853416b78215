import { describe, expect, test } from 'vitest';
import { type ExploredFaults, type ExploredRule, explore, twoOrders } from './explore.ts';
import { exploreTurns, type TurnRule } from './explore-leases.ts';

// `npm run test:ledger -- --states N` covers the rest.
const mostStates = 4000;

const campaigns: readonly (readonly [string, ExploredFaults])[] = [
  ['nothing but each other', {}],
  ['crashes', { crash: 1 }],
  ['crashes, late packets', { crash: 1, late: 1 }],
  ['time-outs, late packets', { timeout: 1, late: 1 }],
  ['a restored journal', { crash: 1, putBack: 1 }],
  ['refusals and a lead', { reject: 1, lead: 1 }],
  ['a service that books late', { lead: 1, slow: 1 }],
  ['a fail-over', { failOver: 1 }],
  ['an order without a label', { close: 1, crash: 1 }],
  ['an order without a label and a fail-over', { close: 1, failOver: 1 }],
];

test.each(campaigns)('with %s two benches double nothing, lose nothing and stick nowhere', (_what, faults) => {
  expect(explore(faults, { mostStates })).toMatchObject({ doubled: 0, lost: 0, stuck: 0, path: [] });
});

describe('one bench ships two orders together, the other each of them alone', () => {
  test.each(campaigns)('with %s they double nothing, lose nothing and stick nowhere', (_what, faults) => {
    const explored = explore(faults, { shipments: twoOrders, tries: [1, 1], mostStates: 6000 });
    expect(explored).toMatchObject({ doubled: 0, lost: 0, stuck: 0, path: [] });
  });

  test.each<readonly [ExploredRule, ExploredFaults]>([
    ['all orders', {}],
    ['outrank', { lead: 1, slow: 1 }],
  ])('without the rule "%s" an order is bought twice', (rule, faults) => {
    const explored = explore(faults, { without: new Set([rule]), shipments: twoOrders, tries: [1, 1], untilWrong: true });
    expect(explored.doubled).toBeGreaterThan(0);
  });
});

describe('a rule left out is missed', () => {
  test.each<readonly [ExploredRule, ExploredFaults, 'doubled' | 'lost' | 'stuck']>([
    ['witness', { crash: 1, putBack: 1 }, 'doubled'],
    ['deadline', { lead: 1 }, 'doubled'],
    ['freeze', { failOver: 1 }, 'doubled'],
    ['outrank', { lead: 1, slow: 1 }, 'doubled'],
    ['closed', { close: 1 }, 'doubled'],
    ['closed again', { close: 1, failOver: 1 }, 'lost'],
    ['tombstone', { timeout: 1, late: 1 }, 'stuck'],
  ])('%s', (rule, faults, wrong) => {
    const explored = explore(faults, { without: new Set([rule]), mostStates: 60_000, untilWrong: true });
    expect(explored[wrong]).toBeGreaterThan(0);
    expect(explored.path.length).toBeGreaterThan(3);
  });
});

describe('key leases for a service that books the price asked last', () => {
  test('each of two benches buys its own parcel through sleeps, crashes and lost answers', () => {
    expect(exploreTurns({ sleep: 1, crash: 1, unheard: 1 })).toMatchObject({ swapped: 0, stuck: 0, path: [] });
  });

  test.each<TurnRule>(['a price takes a turn', 'asked again', 'a price leaves in time', 'a purchase leaves in time'])(
    'without "%s" one bench buys the parcel of the other',
    (rule) => {
      expect(exploreTurns({ sleep: 1, crash: 1 }, new Set([rule])).swapped).toBeGreaterThan(0);
    },
  );

  // A key lease cannot prevent this: docs/many-benches.md.
  test('an abandoned price request that the service handles late spoils the lease of another', () => {
    expect(exploreTurns({ late: 1 }).swapped).toBeGreaterThan(0);
  });
});
