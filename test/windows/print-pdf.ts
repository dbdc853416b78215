// Runs under Wine: passes one PDF to SumatraPDF as the program does, and writes the result.
import { readFileSync } from 'node:fs';
import { printWithSumatra } from '../../electron/printers/sumatra-pdf.ts';

const [program = '', folder = '', queue = '', file = '', kind = ''] = process.argv.slice(2);
const paperKind = kind === '' ? undefined : Number(kind);
const ran = await printWithSumatra({
  program,
  queue,
  bytes: readFileSync(file),
  folder,
  timeoutMs: 60_000,
  paperKind,
  stays: (code) => console.log(`stays ${code}`),
  begins: () => undefined,
});
console.log(JSON.stringify(ran));
