import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isTimeZone } from '../../shared/month.ts';
import { firstSettings, type Settings, settingsSchema } from '../../shared/settings.ts';
import type { Again } from '../credentials/data-key.ts';
import { type Encryption, isEncrypted } from '../credentials/encryption.ts';
import { removeHeld, renameHeld, whileHeld } from '../files/held-file.ts';
import { textOfBytes } from '../files/text.ts';

export interface SettingsStore {
  read(): Settings;
  /** Saves the change durably before it returns. Throws if it needs the data key and the settings are still locked. */
  change(change: Partial<Settings>): Settings;
  /**
   * Reads the encrypted settings; until then only those in clear apply. Encrypts a file of an older version, and copies that were put aside;
   * `keep` receives the secrets that it held. If this is interrupted, the old file is still complete.
   */
  unlock(encryption: Encryption, keep: (secrets: OldSecrets) => void): void;
  /** Encrypts the file, and those that were put aside, again. Returns how many that were. */
  encryptAgain(again: Again): number;
  /**
   * Path of a damaged file that was put aside, at this start or an earlier one, until an environment is entered again; or of one whose encrypted
   * part could not be read at this start. Else undefined.
   */
  readonly setAside: string | undefined;
}

/** Increase it with any change of the settings format: an older program then does not start, instead of dropping unknown fields. */
export const settingsForm = 2;
/** The first form in which all but `inClear` is encrypted. */
const encryptedForm = 2;

/** Settings that are read before the data key is open. None of them holds a secret or a person's address. */
const inClear = {
  world: true,
  benchName: true,
  printers: true,
  timeZone: true,
  scanner: true,
  sounds: true,
  backupFolder: true,
  trustedHosts: true,
} as const satisfies Partial<Record<keyof Settings, true>>;
const clearSchema = settingsSchema.pick(inClear);
const encryptedSchema = settingsSchema.omit(inClear).partial();

/** Secrets that older versions kept in the settings; empty if there was none. */
const oldSecretsSchema = z.object({
  push: z.object({ token: z.string().catch('') }).catch({ token: '' }),
  webhooks: z.object({ secret: z.string().catch('') }).catch({ secret: '' }),
});
export type OldSecrets = z.infer<typeof oldSecretsSchema>;

const place = 'settings';
const asidePlace = 'damaged settings';

/** Thrown if a newer program wrote these settings. Saving them here would lose fields that are unknown to this program. */
export class SettingsTooNew extends Error {
  constructor(form: number) {
    super(`settings of form ${form}, this program knows ${settingsForm}`);
    this.name = 'SettingsTooNew';
  }
}

/** A readable file: `encrypted` in Base64, or the whole file of an older version, which is all in clear. */
interface Loaded {
  readonly settings: Settings;
  readonly encrypted?: string;
  readonly old?: object;
}

/**
 * The settings of Setup that are not secret, in one file: a few in clear, all others encrypted. Throws `SettingsTooNew` for a newer program's
 * file and leaves it unchanged. A damaged file is kept under another name, never overwritten. `write` replaces a file completely or not at
 * all.
 */
export function openSettings(file: string, now: () => Date, write: (file: string, bytes: Uint8Array) => void): SettingsStore {
  mkdirSync(dirname(file), { recursive: true });
  let setAside = damagedFiles(file).at(-1);
  let loaded: Loaded = load() ?? { settings: firstSettings };
  let encryption: Encryption | undefined;
  let isPartLost = false;

  function load(): Loaded | undefined {
    if (!existsSync(file)) return undefined;
    const read = parse(textOfBytes(whileHeld(() => readFileSync(file))));
    if (!read) renameHeld(file, newAside());
    return read;
  }
  function newAside(): string {
    setAside = `${file}${damaged}${now().getTime()}`;
    return setAside;
  }
  function save(settings: Settings): void {
    if (encryption) {
      const bytes = encryption.encrypt(bytesOf(encryptedSchema.parse(settings)), place);
      loaded = { settings, encrypted: Buffer.from(bytes).toString('base64') };
    } else loaded = { ...loaded, settings };
    const { old, encrypted } = loaded;
    const written = old
      ? { ...old, ...clearSchema.parse(settings) }
      : { form: settingsForm, ...clearSchema.parse(settings), ...(encrypted !== undefined && { encrypted }) };
    write(file, new TextEncoder().encode(JSON.stringify(written, null, 2)));
  }
  /** Undefined if the encrypted part cannot be read. */
  function decrypted(under: Encryption): Settings | undefined {
    const { settings, encrypted } = loaded;
    if (encrypted === undefined) return settings;
    try {
      const bytes = under.decrypt(Buffer.from(encrypted, 'base64'), place);
      return settingsSchema.parse({ ...settings, ...encryptedSchema.parse(JSON.parse(new TextDecoder().decode(bytes))) });
    } catch {
      // Another key, or damage. The error may quote the settings.
      return undefined;
    }
  }

  return {
    get setAside() {
      return isPartLost || loaded.settings.world === null ? setAside : undefined;
    },
    read: () => loaded.settings,
    change(change) {
      const settings = settingsSchema.parse({ ...loaded.settings, ...change });
      if (!encryption && Object.keys(change).some((name) => !(name in inClear))) throw new Error('The settings are still locked.');
      save(settings);
      return loaded.settings;
    },
    unlock(given, keep) {
      const settings = decrypted(given);
      if (!settings) {
        isPartLost = true;
        write(newAside(), readFileSync(file));
      }
      encryption = given;
      for (const each of damagedFiles(file)) {
        const bytes = readFileSync(each);
        if (!isEncrypted(bytes)) write(each, given.encrypt(bytes, asidePlace));
      }
      if (!settings) return save(loaded.settings);
      if (loaded.old) keep(oldSecretsSchema.parse(loaded.old));
      if (loaded.old) save(settings);
      loaded = { ...loaded, settings };
    },
    encryptAgain(again) {
      let changed = 0;
      removeHeld(`${file}.new`);
      const { encrypted } = loaded;
      if (encrypted !== undefined && again(Buffer.from(encrypted, 'base64'), place)) {
        save(loaded.settings);
        changed += 1;
      }
      for (const each of damagedFiles(file)) {
        const next = again(readFileSync(each), asidePlace);
        if (!next) continue;
        write(each, next);
        changed += 1;
      }
      return changed;
    },
  };
}

const damaged = '.damaged-';

/** The files that were put aside, the newest last. */
const damagedFiles = (file: string): string[] =>
  readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}${damaged}`))
    .sort()
    .map((name) => join(dirname(file), name));

const bytesOf = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

function parse(text: string): Loaded | undefined {
  try {
    const written = JSON.parse(text) as object;
    const { form = 0, encrypted } = formSchema.safeParse(written).data ?? {};
    if (form > settingsForm) throw new SettingsTooNew(form);
    const settings = settingsSchema.parse({ ...firstSettings, ...(form < encryptedForm ? written : clearSchema.partial().parse(written)) });
    // Dates cannot be counted in an unknown time zone. An earlier version could save one.
    const usable = isTimeZone(settings.timeZone) ? settings : { ...settings, timeZone: firstSettings.timeZone };
    if (form < encryptedForm) return { settings: usable, old: written };
    return { settings: usable, ...(encrypted !== undefined && { encrypted }) };
  } catch (error) {
    if (error instanceof SettingsTooNew) throw error;
    return undefined;
  }
}

const formSchema = z.object({ form: z.int(), encrypted: z.string().optional() });
