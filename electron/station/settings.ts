import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { addressSchema } from '../../shared/address.ts';
import { isTimeZone } from '../../shared/month.ts';
import { firstLookUpId, httpLookUpSchema, newLookUp } from '../../shared/order-source.ts';
import { printerOfRole, printerSettingsSchema } from '../../shared/printer.ts';
import { senderAt } from '../../shared/sender.ts';
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

/** Raised with whatever settings say that a program of before does not know, also where it would not mind. */
export const settingsForm = 5;

/** Read without what is not known here, and written so, they would be lost for the newer program. */
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
    const settings = settingsSchema.parse({ ...firstSettings, ...withReach(withLookUps(withSenders(withPrinters(written)))) });
    // Nothing can be counted by a zone that does not exist; it could be saved once.
    return isTimeZone(settings.timeZone) ? settings : { ...settings, timeZone: firstSettings.timeZone };
  } catch (error) {
    if (error instanceof SettingsTooNew) throw error;
    return undefined;
  }
}

const formSchema = z.object({ form: z.int() });
const onePerRole = z.object({ labelPrinter: printerSettingsSchema.nullish(), documentPrinter: printerSettingsSchema.nullish() });

/** Until printers had ids there was one of each role. */
function withPrinters(written: object): object {
  if ('printers' in written) return written;
  const { labelPrinter, documentPrinter } = onePerRole.parse(written);
  return {
    ...written,
    printers: [
      ...(labelPrinter ? [printerOfRole('label', labelPrinter)] : []),
      ...(documentPrinter ? [printerOfRole('document', documentPrinter)] : []),
    ],
  };
}

const oneSender = z.object({ sender: addressSchema.nullish() });

/** There was one sender, without a name. */
function withSenders(written: object): object {
  if ('senders' in written) return written;
  const { sender } = oneSender.parse(written);
  return { ...written, senders: sender ? [senderAt(sender)] : [] };
}

const oneLookUp = z.object({ lookUp: httpLookUpSchema.pick({ isOn: true, url: true, header: true, mostSeconds: true }).nullish() });

/** There was one look-up, named by its server. */
function withLookUps(written: object): object {
  if ('lookUps' in written) return written;
  const { lookUp } = oneLookUp.parse(written);
  if (!lookUp?.url) return written;
  const name = (URL.parse(lookUp.url)?.host ?? lookUp.url).slice(0, 40);
  return { ...written, lookUps: [{ ...newLookUp, ...lookUp, id: firstLookUpId, name }] };
}

const anyWebhooks = z.object({ webhooks: z.record(z.string(), z.unknown()) });

/** The receiver of deliveries once listened to the whole network without asking: it stays so, and is asked now. */
function withReach(written: object): object {
  const { webhooks } = anyWebhooks.safeParse(written).data ?? {};
  return webhooks ? { ...written, webhooks: { fromNetwork: true, ...webhooks } } : written;
}
