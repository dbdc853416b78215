import { runModel } from './acts.ts';

// `npm run test:model -- --sequences N [--seed S]`: any number of random days.
const numberAfter = (name: string, usual: number): number => {
  const at = process.argv.indexOf(name);
  const given = at < 0 ? usual : Number(process.argv[at + 1]);
  if (!Number.isInteger(given) || given < 1) throw new Error(`${name} wants a whole number above 0`);
  return given;
};
const sequences = numberAfter('--sequences', 10_000);
const seed = numberAfter('--seed', Math.floor(Math.random() * 2 ** 31) + 1);
const began = performance.now();
console.log(`seed=${seed}`);
const totals = await runModel(sequences, seed);
console.log(
  Object.entries(totals)
    .map(([name, count]) => `${name}=${String(count)}`)
    .join(' '),
);
console.log(`sequences=${sequences} seed=${seed} broken=0 seconds=${Math.round((performance.now() - began) / 1000)}`);
