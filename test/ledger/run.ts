import { parseArgs } from 'node:util';
import { type ExploredFaults, explore, twoOrders } from './explore.ts';
import { exploreTurns, type TurnFaults } from './explore-leases.ts';

// Two benches and their ledger in every possible order: `npm run test:ledger -- --states 1000000`.

const { values } = parseArgs({ options: { states: { type: 'string', default: '200000' } } });
const mostStates = Number(values.states);

const campaigns: readonly ExploredFaults[] = [
  {},
  { crash: 1 },
  { crash: 1, late: 1 },
  { timeout: 1, late: 1 },
  { crash: 1, putBack: 1 },
  { crash: 1, putBack: 1, lead: 1 },
  { reject: 1, lead: 1 },
  { lead: 1, slow: 1 },
  { failOver: 1 },
  { failOver: 1, crash: 1 },
  { failOver: 1, lead: 1 },
  { close: 1, timeout: 1, late: 1 },
  { close: 1, lead: 1, slow: 1 },
  { close: 1, failOver: 1 },
];

let isWrong = false;
const sites = [
  ['one order', {}],
  ['two orders', { shipments: twoOrders }],
] as const;
for (const [name, more] of sites)
  for (const faults of campaigns) {
    const { states, isWhole, doubled, lost, stuck, path } = explore(faults, { mostStates, ...more });
    console.log(
      `${name} ${JSON.stringify(faults)} states=${states}${isWhole ? '' : ' (cut)'} doubled=${doubled} lost=${lost} stuck=${stuck}`,
    );
    if (path.length > 0) console.log(`  ${path.join('\n  ')}`);
    isWrong ||= path.length > 0;
  }
for (const faults of [{}, { sleep: 2 }, { sleep: 1, crash: 1, unheard: 1 }, { sleep: 2, crash: 2, unheard: 2 }] satisfies TurnFaults[]) {
  const { states, swapped, stuck, path } = exploreTurns(faults);
  console.log(`turns ${JSON.stringify(faults)} states=${states} swapped=${swapped} stuck=${stuck}`);
  if (path.length > 0) console.log(`  ${path.join('\n  ')}`);
  isWrong ||= path.length > 0;
}
process.exitCode = isWrong ? 1 : 0;
