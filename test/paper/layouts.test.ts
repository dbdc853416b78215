import { expect, test } from 'vitest';
import { drawLayout, tryRealLabels } from './layouts/trial.ts';
import { haveRealLabels } from './real-labels.ts';

test('the same seed draws the same labels, another seed others', async () => {
  const bytesOf = async (seed: string): Promise<string> => Buffer.from((await drawLayout(seed)).own.bytes).toString('latin1');
  const zplOf = async (seed: string): Promise<string> => (await bytesOf(seed)).replace(/%PDF-[^]*/, 'PDF');
  const seeds = Array.from({ length: 12 }, (_each, at) => `seed/${at}`);
  const first = await Promise.all(seeds.map(zplOf));
  expect(await Promise.all(seeds.map(zplOf))).toEqual(first);
  expect(new Set(first).size).toBeGreaterThan(6);
});

test.skipIf(!haveRealLabels)('real labels match their own orders, but no order addressed to their sender', async () => {
  const tried = await tryRealLabels();
  expect(tried).toHaveLength(40);
  // Their addresses are pictures.
  expect(tried.filter(({ verdict }) => verdict.kind !== 'match').map(({ file, verdict }) => [file, verdict.kind])).toEqual([
    ['zebrash-bstc', 'cannot-compare'],
    ['zebrash-dhlpaket', 'cannot-compare'],
  ]);
  expect(tried.filter(({ toSender }) => toSender.some(({ kind }) => kind === 'match')).map(({ file }) => file)).toEqual([]);
});
