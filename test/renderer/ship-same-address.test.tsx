import { expect, test } from 'vitest';
import { undoMs } from '../../renderer/ui/undo-bar.tsx';
import { ok } from '../../shared/result.ts';
import { sceneOf } from '../shots/scenes.ts';
import { band, buttons, page } from './mount.tsx';
import { ship, workflowNo } from './mount-ship.tsx';

test('shows both orders, and joins them only by F10 or a touch', async () => {
  const { press, asked } = ship('ship-same-address');
  expect(band()).toBe('LOOK A-17 goes to the same address. One parcel for both?');
  expect(page()).toContain('Name and street are written differently, and mean the same.');
  expect(buttons()).toEqual(['2: Two parcels', 'F9: Put aside in Resolve', 'F10: One parcel for both']);
  for (const key of ['Enter', 'Tab', 'Enter', 'Tab', 'Enter', 'Tab', 'Tab', 'Enter']) await press(key);
  expect(asked('answerSameAddress')).toEqual([]);
  await press('F10');
  expect(asked('answerSameAddress')).toEqual([{ workflowNo, join: true }]);
});

test('2 ships the order alone', async () => {
  const { press, asked } = ship('ship-same-address');
  await press('2');
  expect(asked('answerSameAddress')).toEqual([{ workflowNo, join: false }]);
});

test('more than one other order: all are shown, and the sentences count them', () => {
  ship('ship-same-address-many');
  expect(band()).toBe('LOOK ORD-48236 and 2 more orders go to the same address. One parcel for all 4?');
  expect(buttons()).toContain('F10: One parcel for all 4');
  expect(page()).toContain('The name is another one, but the email address is the same.');
});

const isOffered = (): boolean => buttons().includes('U: Undo');

test('U takes joined orders apart again, for ten seconds', async () => {
  const { press, asked, letUndoPass } = ship('ship-joined', { undoJoin: ok({}) });
  expect(page()).toContain('One parcel: A-23 + A-17.');
  letUndoPass(undoMs - 1);
  await press('u');
  expect(asked('undoJoin')).toEqual([{ workflowNo }]);
  expect(isOffered()).toBe(false);
  await press('u');
  expect(asked('undoJoin')).toHaveLength(1);
});

test('the offer to undo a joining ends with the next parcel', () => {
  const joined = ship('ship-joined');
  expect(isOffered()).toBe(true);
  joined.push({ workflow: sceneOf('ship-choosing').snapshot.bench.workflow });
  expect(isOffered()).toBe(false);
});

test('the offer to undo a joining ends after ten seconds', () => {
  const { letUndoPass } = ship('ship-joined');
  letUndoPass(undoMs);
  expect(isOffered()).toBe(false);
});
