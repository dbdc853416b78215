import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isTimeZone } from '../../shared/month.ts';
import { firstSettings, type Settings, settingsSchema } from '../../shared/settings.ts';
import { renameHeld, whileHeld } from '../files/held-file.ts';
import { textOfBytes } from '../files/text.ts';

export interface SettingsStore {
  read(): Settings;
  /** On the disk when it returns. */
  change(change: Partial<Settings>): Settings;
  /** Where a damaged file was put aside, at this start or an earlier one, until a world is entered again; else undefined. */
  readonly setAside: string | undefined;
}

/** Raise it with any change of the settings: an older program then does not start, and drops nothing that it does not know. */
export const settingsForm = 1;

/** A newer program wrote these settings. Read and written here, they would lose what this program does not know. */
export class SettingsTooNew extends Error {
  constructor(form: number) {
    super(`settings of form ${form}, this program knows ${settingsForm}`);
    this.name = 'SettingsTooNew';
  }
}

/** What Setup knows that is not secret, in one file. One of a newer program is not touched: throws `SettingsTooNew`. A damaged file is kept beside it under another name, never overwritten. `write` replaces a file whole or not at all. */
export function openSettings(file: string, now: () => Date, write: (file: string, bytes: Uint8Array) => void): SettingsStore {
  mkdirSync(dirname(file), { recursive: true });
  const { settings, setAside } = load(file, now);
  let current = settings;
  return {
    get setAside() {
      return current.world === null ? setAside : undefined;
    },
    read: () => current,
    change(change) {
      const next = settingsSchema.parse({ ...current, ...change });
      write(file, new TextEncoder().encode(JSON.stringify({ form: settingsForm, ...next }, null, 2)));
      current = next;
      return current;
    },
  };
}

function load(file: string, now: () => Date): { settings: Settings; setAside: string | undefined } {
  const [before] = damagedFiles(file).toReversed();
  if (!existsSync(file)) return { settings: firstSettings, setAside: before };
  const read = parse(textOfBytes(whileHeld(() => readFileSync(file))));
  if (read) return { settings: read, setAside: before };
  const setAside = `${file}${damaged}${now().getTime()}`;
  renameHeld(file, setAside);
  return { settings: firstSettings, setAside };
}

const damaged = '.damaged-';

/** Those that were put aside, the newest last. */
const damagedFiles = (file: string): string[] =>
  readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}${damaged}`))
    .sort()
    .map((name) => join(dirname(file), name));

function parse(text: string): Settings | undefined {
  try {
    const written = JSON.parse(text) as object;
    const { form = 0 } = formSchema.safeParse(written).data ?? {};
    if (form > settingsForm) throw new SettingsTooNew(form);
    const settings = settingsSchema.parse({ ...firstSettings, ...written });
    // Nothing can be counted by a zone that does not exist; it could be saved once.
    return isTimeZone(settings.timeZone) ? settings : { ...settings, timeZone: firstSettings.timeZone };
  } catch (error) {
    if (error instanceof SettingsTooNew) throw error;
    return undefined;
  }
}

const formSchema = z.object({ form: z.int() });
