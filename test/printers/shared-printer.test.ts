import { expect, test } from 'vitest';
import { defaultTiming } from '../../electron/printers/printer-timing.ts';
import type { Zebra, ZebraLook } from '../../electron/printers/zebra.ts';
import { printOnZebra } from '../../electron/printers/zebra-print.ts';

const idle = { faults: [], busy: false, partial: false } as const;

test('a label whose sending broke at a shared printer is asked about, even if another bench printed meanwhile', async () => {
  let count = 100;
  const look = async (): Promise<ZebraLook> => ({ state: { is: 'answered', value: idle }, count, askedAt: 0 });
  const zebra: Zebra = {
    look,
    state: async () => ({ is: 'answered', value: idle }),
    identity: async () => undefined,
    serial: async () => undefined,
    labelDots: async () => ({ width: undefined, length: undefined }),
    async deliver() {
      // The connection is cut half-way; the label of another bench comes out right after.
      count += 1;
      return { is: 'broken', why: { seen: 'error', error: 'ECONNRESET', taken: 16_384, bytes: 90_000 } };
    },
    keep: () => undefined,
    rest: async () => undefined,
    hasAnswered: () => true,
  };
  const outcome = await printOnZebra({
    at: 'any',
    zebra,
    zpl: Buffer.from('^XA^FDours^FS^XZ'),
    dpi: 203,
    isShared: true,
    timing: { ...defaultTiming, pollMs: 10, firstPollMs: 5, confirmMs: 500, settleMs: 100 },
    onStatus: () => undefined,
    aboutToSend: () => undefined,
  });
  expect(outcome).toMatchObject({ is: 'unknown' });
});
