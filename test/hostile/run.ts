import { parseArgs } from 'node:util';
import { inputs } from './inputs.ts';
import { heading, heldMostMs, judge, mostMb, row } from './judge.ts';

// `npm run test:hostile -- [number] [--only WORD]`: what comes from outside and was made to do harm, one line each, evenly from the list; the
// last line counts. Ends with 1 if one held the main thread, filled the memory or left a person without a word.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string', default: '' } } });
const fitting = inputs.filter(({ kind, name }) => `${kind} ${name}`.includes(values.only));
const most = Math.min(Number(positionals[0] ?? fitting.length), fitting.length);
const chosen = fitting.filter((_, at) => Math.floor((at * most) / fitting.length) < Math.floor(((at + 1) * most) / fitting.length));
let [held, large, unsaid] = [0, 0, 0];
console.log(heading);
for (const input of chosen) {
  const judged = await judge(input);
  held += Number(judged.isHeld);
  large += Number(judged.isLarge);
  unsaid += Number(judged.isUnsaid);
  console.log(row(input, judged));
}
console.log(`hostile inputs=${chosen.length} held_over_${heldMostMs}ms=${held} over_${mostMb}mb=${large} unsaid=${unsaid}`);
process.exitCode = chosen.length > 0 && held + large + unsaid === 0 ? 0 : 1;
