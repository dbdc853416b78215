import { expect, onTestFinished, test } from 'vitest';
import { createPaper } from '../../electron/paper/paper.ts';
import { workers } from '../fakes/workers.ts';
import { drawLayout } from './layouts/trial.ts';

test("strangers' labels on turned pages mean the same as upright", async () => {
  const paper = createPaper({ ref: () => 'REF', log: () => undefined, workers });
  onTestFinished(() => paper.close());
  const turned = (bytes: Uint8Array, quarters: number): Uint8Array =>
    new Uint8Array(
      Buffer.from(
        Buffer.from(bytes)
          .toString('latin1')
          .replaceAll('/Type /Page\n', `/Type /Page /Rotate ${quarters * 90}\n`),
        'latin1',
      ),
    );
  let pages = 0;
  for (let layout = 0; pages < 8; layout += 1) {
    const drawn = await drawLayout(`s1/turned/${layout}`);
    if (drawn.own.format !== 'PDF' || !drawn.isPage || !drawn.codesFit) continue;
    pages += 1;
    for (const { bytes } of [drawn.own, drawn.rider]) {
      const verdictOn = (page: Uint8Array) => paper.compare({ format: 'PDF', bytes: page }, drawn.to, drawn.from, drawn.expected);
      const there = turned(bytes, 1 + (pages % 3));
      expect(there.length).toBeGreaterThan(bytes.length);
      const [onTurned, onUpright] = [await verdictOn(there), await verdictOn(bytes)];
      expect(onTurned.kind, JSON.stringify({ layout, onTurned, onUpright })).toBe(onUpright.kind);
    }
  }
});
