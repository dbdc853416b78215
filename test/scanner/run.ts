import { closeAll } from '../path/plain-station.ts';
import { runScanner } from './campaign.ts';

// `npm run test:scanner -- --streams N [--seed S]`: key streams of scanners and typists against every step of Ship.
const numberAfter = (name: string, usual: number): number => {
  const at = process.argv.indexOf(name);
  const given = at < 0 ? usual : Number(process.argv[at + 1]);
  if (!Number.isInteger(given) || given < 1) throw new Error(`${name} wants a whole number above 0`);
  return given;
};
const streams = numberAfter('--streams', 20_000);
const seed = numberAfter('--seed', Math.floor(Math.random() * 2 ** 31) + 1);
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
