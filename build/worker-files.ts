/** The programs that run in processes beside the main one: the name of each built file, and its source. */
export const workerFiles = {
  'pdf-worker': 'electron/paper/pdf-worker.ts',
  'label-worker': 'electron/paper/label-worker.ts',
  'zpl-worker': 'electron/paper/zpl-worker.ts',
  'barcode-worker': 'electron/paper/barcode-worker.ts',
  'winspool-process': 'electron/printers/winspool-process.ts',
} as const;
