import { expect, test } from 'vitest';
import { drawZpl } from './draw-zpl.ts';
import { gated, sheetsOf } from './gated.ts';
import { haveRealLabels, realLabels } from './real-labels.ts';

test.skipIf(!haveRealLabels)(
  'every real label draws the same picture before the gate, after it, and sheet by sheet',
  async () => {
    for (const { name, bytes } of realLabels) {
      const before = await drawZpl(bytes);
      expect(before.length, name).toBeGreaterThan(0);
      expect(await drawZpl(gated(bytes)), name).toEqual(before);
      expect(await drawZpl(Buffer.concat(sheetsOf(bytes))), name).toEqual(before);
    }
  },
  120_000,
);
