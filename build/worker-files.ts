/** The programs of the worker processes: the name of each built file, and its source. */
export const workerFiles = {
  'order-file-process': 'electron/station/order-file-process.ts',
  'paper-process': 'electron/paper/paper-process.ts',
  'winspool-process': 'electron/printers/winspool-process.ts',
} as const;
