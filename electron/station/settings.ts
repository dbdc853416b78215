import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { isTimeZone } from '../../shared/month.ts';
import { firstSettings, type Settings, settingsSchema } from '../../shared/settings.ts';
import { renameHeld, whileHeld } from '../files/held-file.ts';
import { textOfBytes } from '../files/text.ts';

export interface SettingsStore {
  read(): Settings;
  /** Saves the change durably before it returns. */
  change(change: Partial<Settings>): Settings;
  /** Path of a damaged file that was put aside, at this start or an earlier one, until an environment is entered again; else undefined. */
  readonly setAside: string | undefined;
}

/** Increase it with any change of the settings format: an older program then does not start, instead of dropping unknown fields. */
export const settingsForm = 1;

/** Thrown if a newer program wrote these settings. Saving them here would lose fields that are unknown to this program. */
export class SettingsTooNew extends Error {
  constructor(form: number) {
    super(`settings of form ${form}, this program knows ${settingsForm}`);
    this.name = 'SettingsTooNew';
  }
}

/**
 * The settings of Setup that are not secret, in one file. Throws `SettingsTooNew` for a newer program's file and leaves it unchanged. A
 * damaged file is kept under another name, never overwritten. `write` replaces a file completely or not at all.
 */
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

/** The files that were put aside, the newest last. */
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
    // Dates cannot be counted in an unknown time zone. An earlier version could save one.
    return isTimeZone(settings.timeZone) ? settings : { ...settings, timeZone: firstSettings.timeZone };
  } catch (error) {
    if (error instanceof SettingsTooNew) throw error;
    return undefined;
  }
}

const formSchema = z.object({ form: z.int() });
