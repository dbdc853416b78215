import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { App } from '../../renderer/app.tsx';
import { commandCode } from '../../shared/command-keys.ts';
import { failed, ok } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { needsReason } from '../shots/scenes/reprints.ts';
import { sceneOf } from '../shots/scenes.ts';
import { mount, page, pass, reads } from './mount.tsx';

/** A shipped order on Ship, whose label is asked for with F8. */
async function asked(refused = needsReason(), scene = 'ship-already-shipped') {
  const of = sceneOf(scene);
  const app = mount(<App />, { ...of, answers: { ...of.answers, reprint: refused, scan: ok({}) } }, { hears: false });
  await app.press('F8');
  await reads('printed again?');
  app.answer('reprint', ok({}));
  return { ...app, reprints: () => app.asked('reprint').map(({ because }) => because) };
}
/** The band of the question; the one of the screen below is hidden. */
const question = () => screen.getAllByRole('heading', { level: 1 }).at(-1)?.textContent;
const isGone = () => waitFor(() => expect(page()).not.toContain('printed again?'));

test.each([
  ['1', 'nothing-came'],
  ['4', 'lost'],
])('key %s prints at once: the reason is %s, and no old label is there', async (key, why) => {
  const { press, reprints } = await asked();
  expect(question()).toContain('Why is this label printed again?');
  await press(key);
  await isGone();
  expect(reprints()).toEqual([undefined, { why }]);
  expect(page()).toContain('Shipped 14:02');
});

test.each(['2', '3', '5'])('key %s asks for the old label first, and prints nothing yet', async (key) => {
  const { press, reprints } = await asked();
  await press(key);
  expect(question()).toContain('Scan the old label');
  expect(reprints()).toEqual([undefined]);
});

test.each([
  [/Label damaged/, 'damaged'],
  [/Badly printed/, 'badly-printed'],
  [/Another reason/, 'other'],
])('a scan of the old label is sent with the reason %s', async (name, why) => {
  const { click, scan, reprints } = await asked();
  await click(name);
  await scan('3SABCD1234567');
  await waitFor(() => expect(page()).not.toContain('Scan the old label'));
  expect(reprints()).toEqual([undefined, { why, oldLabel: { is: 'scanned', code: '3SABCD1234567' } }]);
});

test.each([
  ['1', 'unreadable'],
  ['2', 'not-here'],
])('without a scan, key %s notes that the old label is %s', async (key, is) => {
  const { press, reprints } = await asked();
  await press('2');
  // A second press so soon would be a repetition.
  pass(400);
  await press(key);
  await waitFor(() => expect(page()).not.toContain('Scan the old label'));
  expect(reprints()[1]).toEqual({ why: 'damaged', oldLabel: { is } });
});

test('the scanner alone chooses the reason and the old label', async () => {
  const { scan, reprints, asked: calls } = await asked();
  await scan(commandCode('FAINT'));
  await reads('Scan the old label');
  await scan(commandCode('NOTHERE'));
  await waitFor(() => expect(page()).not.toContain('Scan the old label'));
  expect(reprints()[1]).toEqual({ why: 'badly-printed', oldLabel: { is: 'not-here' } });
  expect(calls('scan')).toEqual([]);
});

test('a scanned command Reprint asks for the reason too', async () => {
  const of = sceneOf('ship-already-shipped');
  const {
    scan,
    press,
    asked: calls,
    answer,
  } = mount(<App />, { ...of, answers: { ...of.answers, scan: needsReason() } }, { hears: false });
  await scan(commandCode('REPRINT'));
  await reads('printed again?');
  answer('reprint', ok({}));
  await press('1');
  await isGone();
  expect(calls('reprint')).toEqual([{ bookingId: 'b-ORD-48205', because: { why: 'nothing-came' } }]);
});

test('an order that is scanned before the reason opens nothing, and the screen asks again', async () => {
  const { scan, asked: calls } = await asked();
  await scan('ORD-48213');
  await reads('Choose the reason first');
  expect(calls('scan')).toEqual([]);
});

test('a code of another label prints nothing, and the right one may be scanned', async () => {
  const { click, scan, answer, reprints } = await asked();
  await click(/Label damaged/);
  answer('reprint', failed(failure('not-its-label', 'ORD-48213')));
  await scan('ORD-48213');
  await reads('This code is not on the old label.');
  expect(question()).toContain('STOP');
  answer('reprint', ok({}));
  await scan('3SABCD1234567');
  await waitFor(() => expect(page()).not.toContain('Scan the old label'));
  expect(reprints()).toHaveLength(3);
});

test('Escape prints nothing, and the keys of the screen below rest meanwhile', async () => {
  const { press, asked: calls, reprints } = await asked();
  await press('r');
  await press('Delete');
  expect([calls('returnLabel'), calls('shipAgain')]).toEqual([[], []]);
  await press('Escape');
  await reads('No reason was given, so no label was printed.');
  expect(reprints()).toEqual([undefined]);
  expect(calls('next')).toEqual([]);
  await press('r');
  expect(calls('returnLabel')).toHaveLength(1);
});

test('another screen ends the question, and prints nothing', async () => {
  const { press, reprints } = await asked();
  await press('F4');
  await isGone();
  await press('F1');
  expect(page()).not.toContain('printed again?');
  expect(reprints()).toEqual([undefined]);
});

test('the label of several parcels names how many are replaced, and what the printer reported', async () => {
  await asked(needsReason({ labels: 3, isPrinted: false }));
  expect(question()).toContain('Why are these 3 labels printed again?');
  expect(page()).toContain('The printer does not report if it came out.');
});

test('the last shipments show the reason of a reprint', () => {
  const of = sceneOf('ship-done-reprinted');
  mount(<App />, of, { hears: false });
  expect(page()).toContain('Badly printed, old label scanned');
});
