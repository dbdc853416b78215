import { createCipheriv, randomBytes } from 'node:crypto';
import { createSealing } from '../../electron/credentials/encryption.ts';
import { openJournal } from '../../electron/journal/journal.ts';
import { sealingIn } from '../../electron/journal/sealing.ts';
import type { World } from '../../shared/world.ts';

const key = new Uint8Array(32).fill(7);
export const sealing = createSealing(key);
export const otherSealing = createSealing(new Uint8Array(32).fill(8));
/** As the journals of these tests seal. */
export const placed = sealingIn('training', sealing);

/** As the first version of the program sealed: bound to no place. */
export function sealUnbound(bytes: Uint8Array): Uint8Array {
  const [header, nonce] = [Uint8Array.of(1), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAAD(header);
  const secret = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return new Uint8Array(Buffer.concat([header, nonce, cipher.getAuthTag(), secret]));
}

/** A journal with a clock that moves a second per reading. */
export function journalAt(file: string, seals = sealing, who = () => '', world: World = 'training', daysLater = 0) {
  let seconds = 0;
  return openJournal({
    file,
    world,
    sealing: seals,
    now: () => new Date(Date.UTC(2026, 10, 21 + daysLater, 9, 0, seconds++)),
    id: () => crypto.randomUUID(),
    who,
  });
}
