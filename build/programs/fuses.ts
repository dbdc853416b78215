import { resolve } from 'node:path';
import { fuseFileIn, fuses, wrongFuses } from '../fuses.ts';

// Reads the fuses of a packed folder back and compares them: `npm run fuses -- dist/linux-unpacked`.
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the packed folder: npm run fuses -- dist/linux-unpacked');
const file = fuseFileIn(resolve(folder));
const wrong = wrongFuses(file);
for (const each of wrong) console.error(each);
console.log(`${file}: ${Object.keys(fuses).length} fuses compared, ${wrong.length} wrong`);
process.exitCode = wrong.length === 0 ? 0 : 1;
