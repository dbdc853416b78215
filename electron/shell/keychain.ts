import { safeStorage } from 'electron';
import type { Platform } from '../station/platform.ts';
import { keepSafeStorageKey } from '../station/safe-storage-key.ts';

/** Interval at which a locked key ring is asked again. */
const againMs = 2_000;

/**
 * The keychain of the operating system user. A key ring that is not ready, as on a Linux kiosk before it is unlocked, is asked again until
 * it is, and never counts as a wrong key. `waits` is called when this waiting starts and ends.
 */
export function createKeychain({
  os,
  userData,
  sleep,
  elapsed,
  waits,
}: Pick<Platform, 'os' | 'sleep' | 'elapsed'> & {
  readonly userData: string;
  readonly waits: (isWaiting: boolean) => void;
}): Pick<Platform, 'wrapKey' | 'unwrapKey'> {
  /** Ensures that the next run can decrypt the data, however this run ends. On other systems the key ring stores the key at once. */
  const keyIsKept = async (): Promise<void> => {
    if (os === 'win32') await keepSafeStorageKey(userData, sleep, elapsed);
  };
  async function decrypted(bytes: Buffer): Promise<string> {
    for (let isWaiting = false; ; isWaiting = true) {
      try {
        const { result } = await safeStorage.decryptStringAsync(bytes);
        if (isWaiting) waits(false);
        return result;
      } catch (error) {
        if (!isTemporary(error)) throw error;
        if (!isWaiting) waits(true);
        await sleep(againMs);
      }
    }
  }
  return {
    async wrapKey(key) {
      const wrapped = await safeStorage.encryptStringAsync(Buffer.from(key).toString('base64'));
      await keyIsKept();
      return new Uint8Array(wrapped);
    },
    async unwrapKey(bytes) {
      const key = new Uint8Array(Buffer.from(await decrypted(Buffer.from(bytes)), 'base64'));
      void keyIsKept();
      return key;
    },
  };
}

/** Electron reports this with a message only, without a code. */
const isTemporary = (error: unknown): boolean => error instanceof Error && /temporarily unavailable/.test(error.message);
