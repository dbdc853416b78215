import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';

const MARK = Buffer.from('host1');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a key file (0600) in the user data folder: real encryption, but the key lies beside what it protects, which is
 * why the backend calls itself basic_text. Without Electron there is no way to the system's key ring.
 */
export function createSafeStorage(isReady: () => boolean, userDataFolder: () => string): Omit<SafeStorage, keyof NodeJS.EventEmitter> {
  const key = (): Buffer => {
    if (!isReady()) throw new Error('safeStorage cannot be used before app is ready');
    const file = join(userDataFolder(), 'stand-in.key');
    if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
    return readFileSync(file);
  };
  const encryptString = (plainText: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key(), nonce);
    const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([MARK, nonce, cipher.getAuthTag(), sealed]);
  };
  const decryptString = (encrypted: Buffer): string => {
    const nonceAt = MARK.length;
    const tagAt = nonceAt + NONCE_BYTES;
    const sealedAt = tagAt + TAG_BYTES;
    try {
      if (!encrypted.subarray(0, nonceAt).equals(MARK)) throw new Error('not sealed by this host');
      const decipher = createDecipheriv('aes-256-gcm', key(), encrypted.subarray(nonceAt, tagAt));
      decipher.setAuthTag(encrypted.subarray(tagAt, sealedAt));
      return decipher.update(encrypted.subarray(sealedAt), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.', { cause });
    }
  };
  return {
    isEncryptionAvailable: isReady,
    isAsyncEncryptionAvailable: async () => isReady(),
    getSelectedStorageBackend: () => (isReady() ? 'basic_text' : 'unknown'),
    setUsePlainTextEncryption: () => {},
    encryptString,
    decryptString,
    encryptStringAsync: async (plainText) => encryptString(plainText),
    decryptStringAsync: async (encrypted) => ({ shouldReEncrypt: false, result: decryptString(Buffer.from(encrypted)) }),
  };
}
