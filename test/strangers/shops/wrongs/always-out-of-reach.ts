import type { ShopWrong } from '../shop-wrong.ts';

export const wrong: ShopWrong = {
  title: 'a full folder is reported to be out of reach',
  met: 'files',
  matches: /cannot be reached/,
  edits: [
    { file: 'electron/bench/orders/outbox.ts', find: "troublesOfFiles[error.code ?? ''] ?? 'folder-away'", replace: "'folder-away'" },
  ],
};
