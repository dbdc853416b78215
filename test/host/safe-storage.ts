import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeLocalState, readLocalState } from './local-state.ts';
import { getPath } from './paths.ts';
import { appIsReady, requireReady } from './ready.ts';

const MARK = Buffer.from('host1');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a key file (0600) in the user data folder: real encryption, but the key is beside the data it protects, and not in
 * a key ring, which only Electron can access. It calls itself a real one, because Packbench stores nothing real without; `HOST_NO_KEY_RING=1`
 * answers as on a Linux that has none.
 * On Windows the key is in `Local State`, and is written there only some time after its first use, as with Electron: a process killed
 * before that cannot decrypt any more.
 */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => appIsReady(),
  getSelectedStorageBackend: () =>
    (!appIsReady() ? 'unknown' : process.env['HOST_NO_KEY_RING'] === '1' ? 'basic_text' : 'gnome_libsecret') as ReturnType<
      Electron.SafeStorage['getSelectedStorageBackend']
    >,
  async encryptStringAsync(plainText: string): Promise<Buffer> {
    requireReady(tooEarly);
    if (typeof plainText !== 'string') throw new TypeError('Error processing argument at index 0, conversion failure');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key(), nonce);
    const encrypted = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([MARK, nonce, cipher.getAuthTag(), encrypted]);
  },
  async decryptStringAsync(encrypted: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> {
    requireReady(tooEarly);
    if (!ArrayBuffer.isView(encrypted)) throw new Error('Expected the first argument of decryptStringAsync() to be a buffer');
    const nonceAt = MARK.length;
    const tagAt = nonceAt + NONCE_BYTES;
    const encryptedAt = tagAt + TAG_BYTES;
    try {
      if (!encrypted.subarray(0, nonceAt).equals(MARK)) throw new Error('not encrypted by this host');
      const decipher = createDecipheriv('aes-256-gcm', key(), encrypted.subarray(nonceAt, tagAt));
      decipher.setAuthTag(encrypted.subarray(tagAt, encryptedAt));
      const result = decipher.update(encrypted.subarray(encryptedAt), undefined, 'utf8') + decipher.final('utf8');
      return { shouldReEncrypt: false, result };
    } catch (cause) {
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.', { cause });
    }
  },
};

const tooEarly = 'safeStorage cannot be used before app is ready';
/** Longest time that Chromium takes to write its settings. */
const writtenAfterMs = 2_000;

let known: Buffer | undefined;

function key(): Buffer {
  known ??= process.platform === 'win32' ? keyInLocalState() : keyInFile();
  return known;
}

function keyInFile(): Buffer {
  const file = join(getPath('userData'), 'stand-in.key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
  return readFileSync(file);
}

function keyInLocalState(): Buffer {
  const kept = readLocalState().os_crypt?.encrypted_key;
  if (kept !== undefined) return Buffer.from(kept, 'base64');
  const fresh = randomBytes(32);
  setTimeout(() => changeLocalState({ os_crypt: { encrypted_key: fresh.toString('base64') } }), writtenAfterMs);
  return fresh;
}
