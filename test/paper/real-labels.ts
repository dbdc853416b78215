import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../shared/labels', import.meta.url));

export const haveRealLabels = existsSync(folder);
if (!haveRealLabels) console.log('Real courier labels (../shared/labels) are not here: their tests are skipped.');

export interface RealLabel {
  readonly name: string;
  readonly bytes: Uint8Array;
}
export const realLabels: readonly RealLabel[] = !haveRealLabels
  ? []
  : readdirSync(folder)
      .filter((name) => name.endsWith('.zpl'))
      .sort()
      .map((name) => ({ name, bytes: new Uint8Array(readFileSync(`${folder}/${name}`)) }));

export function realLabel(name: string): Uint8Array {
  const label = realLabels.find((one) => one.name === `${name}.zpl`);
  if (!label) throw new Error(`no label ${name}`);
  return label.bytes;
}
