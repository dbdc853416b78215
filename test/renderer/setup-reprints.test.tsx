import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ok } from '../../shared/result.ts';
import { sceneOf } from '../shots/scenes.ts';
import { page, reads } from './mount.tsx';
import { openTab } from './setup-tab.tsx';

const { answers } = sceneOf('setup-reprints');

test('counts the reprints of the week by reason, packer, printer and courier, and lists the parcels', async () => {
  await openTab('Reprints', answers);
  await reads('Mon 16 Nov to Sun 22 Nov: 6 reprints');
  const list = (name: string) => Array.from(screen.getByLabelText(name).querySelectorAll('dd'), ({ textContent }) => textContent);
  expect(list('Reason')).toEqual(['Badly printed2', 'Another reason1', 'Label damaged1', 'Label lost1', 'Nothing came out1']);
  expect(list('Packer')).toEqual(['Marta Oliveira3', 'Tomáš Říha2', 'Zoë Kranjčar1']);
  expect(list('Courier')).toEqual(['DHL Express2', 'GLS2', 'UPS2']);
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(7);
  // The newest first.
  expect(rows[1]).toContain('ORD-48166');
  expect(rows[3]).toContain('Bought at bench 3');
  expect(rows[3]).toContain('old label scanned');
});

test('an earlier week is read by its name, and F10 saves the shown one as a file', async () => {
  const { press, asked } = await openTab('Reprints', { ...answers, exportReprints: ok({ file: '/lists/reprints.csv' }) });
  await reads('6 reprints');
  screen.getByRole('radio', { name: 'Last week' }).click();
  await waitFor(() => expect(asked('reprints').at(-1)).toEqual({ weeksBack: 1 }));
  await press('F10');
  await reads('Saved as /lists/reprints.csv');
  expect(asked('exportReprints')).toEqual([{ weeksBack: 1 }]);
});

test('a week without reprints says so, and saves nothing', async () => {
  const { press, asked } = await openTab('Reprints', sceneOf('setup-reprints-none').answers);
  await reads('No label was printed again in this week');
  await press('F10');
  expect(asked('exportReprints')).toEqual([]);
  expect(page()).not.toContain('Courier');
});
