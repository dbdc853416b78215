import { closeAll } from '../later.ts';
import { numberGiven } from '../number-given.ts';
import { runScanner } from './campaign.ts';

// `npm run test:scanner -- --streams N [--seed S]`: key streams of scanners and typists against every step of Ship.
const streams = numberGiven('--streams', 20_000);
const seed = numberGiven('--seed', Math.floor(Math.random() * 2 ** 31) + 1);
const began = performance.now();
console.log(`streams=${streams} seed=${seed}`);
const { totals, steps, broken } = await runScanner(streams, seed);
await closeAll();
const inLine = (counts: object): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name}=${String(count)}`)
    .join(' ');
for (const each of broken) console.log(each);
console.log(inLine(steps));
console.log(`${inLine(totals)} seconds=${Math.round((performance.now() - began) / 1000)}`);
if (broken.length > 0) process.exitCode = 1;
