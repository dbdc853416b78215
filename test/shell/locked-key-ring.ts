// Loaded first: a key ring that is locked for the first two queries, as on a Linux kiosk that logs in automatically.
import { safeStorage } from '../host/electron.ts';

const { decryptStringAsync } = safeStorage;
let asked = 0;
Object.assign(safeStorage, {
  async decryptStringAsync(encrypted: Buffer) {
    asked += 1;
    if (asked <= 2) throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
    return decryptStringAsync(encrypted);
  },
});
