import { safeStorage } from 'electron';
import type { Platform } from '../station/platform.ts';

/** How often a key ring that is locked is asked again. */
const againMs = 2_000;

/**
 * The keychain of the operating system's user. A key ring that cannot answer yet, as on a Linux kiosk before it is unlocked, is asked
 * again until it can, and is never taken for a wrong key. `waits`: told whether that is so.
 */
export function createKeychain(
  sleep: (ms: number) => Promise<void>,
  waits: (isWaiting: boolean) => void,
): Pick<Platform, 'wrapKey' | 'unwrapKey'> {
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
    wrapKey: async (key) => new Uint8Array(await safeStorage.encryptStringAsync(Buffer.from(key).toString('base64'))),
    unwrapKey: async (bytes) => new Uint8Array(Buffer.from(await decrypted(Buffer.from(bytes)), 'base64')),
  };
}

/** Electron has a sentence for it, and no code. */
const isTemporary = (error: unknown): boolean => error instanceof Error && /temporarily unavailable/.test(error.message);
