import { parseArgs } from 'node:util';
import { inputs } from './inputs.ts';
import { heading, heldMostMs, judge, mostMb, row } from './judge.ts';

// `npm run test:hostile -- [number] [--only WORD]`: runs external inputs that were made to do harm, chosen evenly from the list, and prints
// one line each; the last line is the count. Ends with 1 if one held the main thread, filled the memory or left the user without a message.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { only: { type: 'string', default: '' } } });
const fitting = inputs.filter(({ kind, name }) => `${kind} ${name}`.includes(values.only));
const most = Math.min(Number(positionals[0] ?? fitting.length), fitting.length);
const chosen = fitting.filter((_, at) => Math.floor((at * most) / fitting.length) < Math.floor(((at + 1) * most) / fitting.length));
let [held, large, silent] = [0, 0, 0];
console.log(heading);
for (const input of chosen) {
  const judged = await judge(input);
  held += Number(judged.isHeld);
  large += Number(judged.isLarge);
  silent += Number(judged.isSilent);
  console.log(row(input, judged));
}
console.log(`hostile inputs=${chosen.length} held_over_${heldMostMs}ms=${held} over_${mostMb}mb=${large} unsaid=${silent}`);
process.exitCode = chosen.length > 0 && held + large + silent === 0 ? 0 : 1;
