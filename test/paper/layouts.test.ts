import { expect, test } from 'vitest';
import { drawLayout, tryLayouts } from './layouts/trial.ts';

test('the same seed draws the same labels, another seed others', async () => {
  const bytesOf = async (seed: string): Promise<string> => Buffer.from((await drawLayout(seed)).own.bytes).toString('latin1');
  const zplOf = async (seed: string): Promise<string> => (await bytesOf(seed)).replace(/%PDF-[^]*/, 'PDF');
  const seeds = Array.from({ length: 12 }, (_each, at) => `seed/${at}`);
  const first = await Promise.all(seeds.map(zplOf));
  expect(await Promise.all(seeds.map(zplOf))).toEqual(first);
  expect(new Set(first).size).toBeGreaterThan(6);
});

test('a trial of a few layouts counts every one of them', async () => {
  const { layouts, own, asked, stopped } = await tryLayouts(12, 'a few');
  expect(own + asked + stopped).toBe(layouts);
});
