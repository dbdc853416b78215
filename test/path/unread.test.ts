import { afterEach, expect, test } from 'vitest';
import type { Journal } from '../../electron/bench/ports/journal.ts';
import { closeAll, startPlainStation } from './plain-station.ts';

afterEach(closeAll);

test('a quote that cannot be read is stored as it came, under the reference that the packer reads out', async () => {
  const journals: Journal[] = [];
  const bench = await startPlainStation({
    journal: (opened) => {
      journals.push(opened);
      return opened;
    },
  });
  bench.service.faults.next('quote', 'html');
  await bench.scanAndAnswer('ORD-1001');
  const { failure } = await bench.at('stopped');
  expect(failure.code).toBe('service-answer-unreadable');
  const unread = journals.at(-1)?.unread('quote');
  expect(unread?.ref).toBe(failure.ref);
  expect(Buffer.from(unread?.answer.body ?? []).toString()).toContain('Sign in to the network');
});
