import { parseArgs } from 'node:util';
import { commit } from '../../strangers/commit.ts';
import { type LayoutTrial, tryLayouts, tryRealLabels } from './trial.ts';

// `npm run test:labels -- --layouts 5000 --seed abc`: the last line is the count. Ends with 1 if a wrong label would have printed.
const { values } = parseArgs({
  options: { layouts: { type: 'string', default: '1000' }, seed: { type: 'string' }, show: { type: 'string', default: '20' } },
});
const seed = values.seed ?? commit();
const lineOf = ({ layouts, own, asked, otherMatch, backMatch, riders }: LayoutTrial): string =>
  `layouts=${layouts} own=${own} asked=${asked} other_match=${otherMatch} back_match=${backMatch} riders=${riders}`;
/** Reports the progress of a long run every 500 layouts. */
const trial = await tryLayouts(Number(values.layouts), seed, (soFar) => {
  if (soFar.layouts > 0 && soFar.layouts % 500 === 0) console.log(`so far: ${lineOf(soFar)}`);
});
for (const finding of trial.findings.slice(0, Number(values.show))) console.log(finding);
const real = await tryRealLabels();
const unmatched = real.filter(({ verdict }) => verdict.kind !== 'match');
for (const { file, verdict } of unmatched) console.log(`${file}: ${JSON.stringify(verdict)}`);
const backMatched = real.filter(({ toSender }) => toSender.some(({ kind }) => kind === 'match'));
for (const { file } of backMatched) console.log(`${file}: matches an order addressed to its sender`);
console.log(`real_labels=${real.length} matched=${real.length - unmatched.length} sender_match=${backMatched.length}`);
console.log(`seed=${seed} stopped=${trial.stopped}`);
console.log(lineOf(trial));
const { layouts, own, otherMatch, backMatch, riders } = trial;
const isGood = backMatched.length + otherMatch + backMatch + riders + trial.stopped === 0 && own >= layouts * 0.99;
process.exitCode = isGood ? 0 : 1;
