import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { abilities, nameOfCell, reaches, ways } from '../printers/ways.ts';

const page = readFileSync(new URL('../../docs/printers.md', import.meta.url), 'utf8');
const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

test('each cell of the table of printer connections matches what is proven', () => {
  const [head = [], , ...rows] = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map(cells);
  expect(head.slice(1)).toEqual(abilities);
  expect(rows.map(([way]) => way)).toEqual(ways);
  const documented = rows.flatMap(([way, ...reach]) => reach.map((each, index) => `${way}: ${abilities[index]}: ${each}`));
  expect(documented).toEqual(ways.flatMap((way) => abilities.map((ability) => nameOfCell(way, ability))));
  expect(documented).toHaveLength(Object.values(reaches).length * abilities.length);
});
