import { numberGiven } from '../number-given.ts';
import { runModel } from './acts.ts';

// `npm run test:model -- --sequences N [--seed S]`: any number of random days.
const sequences = numberGiven('--sequences', 10_000);
const seed = numberGiven('--seed', Math.floor(Math.random() * 2 ** 31) + 1);
const began = performance.now();
console.log(`seed=${seed}`);
const totals = await runModel(sequences, seed);
console.log(
  Object.entries(totals)
    .map(([name, count]) => `${name}=${String(count)}`)
    .join(' '),
);
console.log(`sequences=${sequences} seed=${seed} broken=0 seconds=${Math.round((performance.now() - began) / 1000)}`);
