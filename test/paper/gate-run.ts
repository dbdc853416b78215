import { parseArgs } from 'node:util';
import { runGate } from './zpl-mutants.ts';

// `npm run test:gate -- --inputs 100000 --seed 7`: the last line is the count. Ends with 1 if anything forbidden got through, or if a sheet
// left anything in the printer.
const { values } = parseArgs({ options: { inputs: { type: 'string', default: '100000' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const { inputs, passed, forbidden, lasting } = runGate(Number(values.inputs), seed);
for (const found of [...forbidden.slice(0, 10), ...lasting.slice(0, 10)]) console.log(found);
console.log(`inputs=${inputs} passed=${passed} forbidden=${forbidden.length} lasting=${lasting.length} seed=${seed}`);
process.exitCode = forbidden.length + lasting.length === 0 && passed > 0 ? 0 : 1;
