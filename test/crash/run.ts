import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { lastLine, runCampaign } from './campaign.ts';
import { type DefectName, defects } from './defects.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lanes: { type: 'string', default: String(2 * availableParallelism()) },
    defect: { type: 'string' },
    'at-printer': { type: 'boolean', default: false },
    at: { type: 'string' },
  },
});
const { kills, seed, lanes, defect, at } = values;
if (defect !== undefined && !(defect in defects))
  throw new Error(`There is no defect "${defect}". Known: ${Object.keys(defects).join('; ')}`);

console.log(`seed=${seed}`);
const started = performance.now();
const campaign = await runCampaign({
  kills: Number(kills),
  seed,
  lanes: Number(lanes),
  isAtPrinter: values['at-printer'],
  ...(at === undefined ? {} : { at }),
  ...(defect === undefined ? {} : { defect: defect as DefectName }),
  log: console.log,
});
for (const [point, hits] of [...campaign.hits].toSorted((a, b) => a[1] - b[1])) console.log(`${String(hits).padStart(4)}  ${point}`);
for (const broken of campaign.broken) console.log(broken);
if (campaign.unnamed.length > 0) console.log(`no point names: ${campaign.unnamed.join('; ')}`);
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(lastLine(campaign));
const { lost, doubled, phantom, silentUnknown, sheetsDoubled, integrityFailures } = campaign;
const faults = lost + doubled + phantom + silentUnknown + sheetsDoubled + integrityFailures + campaign.broken.length;
const isComplete = campaign.kills >= Number(kills) && ![...campaign.hits.values()].includes(0) && campaign.unnamed.length === 0;
process.exitCode = faults === 0 && isComplete ? 0 : 1;
