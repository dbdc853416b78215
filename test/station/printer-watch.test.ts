import { expect, test } from 'vitest';
import { createPrinterStatuses, createPrinterWatch } from '../../electron/station/printer-watch.ts';
import type { PrinterStatus } from '../../shared/printer.ts';
import { printerOfRole } from '../../shared/printer.ts';

test('waiting for the answers includes every printer that is still being asked', async () => {
  const answer = Promise.withResolvers<PrinterStatus>();
  const watch = createPrinterWatch({
    printers: {
      status: () => answer.promise,
      find: async () => [],
      warnings: async () => [],
      about: async () => undefined,
      search: async () => [],
    },
    named: () => [printerOfRole('document', { address: 'folder:/documents', dpi: 203, widthMm: 210, heightMm: 297 })],
    current: () => undefined,
    statuses: createPrinterStatuses(
      () => undefined,
      () => undefined,
    ),
    state: () => {
      throw new Error('nobody asks for a state');
    },
    changed: () => undefined,
  });
  let hasEnded = false;
  const found = watch.find();
  await Promise.resolve();
  await Promise.resolve();
  const ended = watch.answered().then(() => {
    hasEnded = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasEnded).toBe(false);
  answer.resolve({ kind: 'keeps-files' });
  await Promise.all([found, ended]);
  expect(hasEnded).toBe(true);
});
