import { z } from 'zod';
import { type Settings, settingsSchema } from './settings.ts';

/** Settings shared by all benches of a ledger, once a shift lead has shared them. Printers and all other settings stay with each bench. */
export const siteSettingNames = ['senders', 'boxes', 'defaults', 'shipmentDefaults', 'currency', 'rule', 'shippingRules'] as const;
type SiteSettingName = (typeof siteSettingNames)[number];

export const siteSettingsSchema = settingsSchema.pick({
  senders: true,
  boxes: true,
  defaults: true,
  shipmentDefaults: true,
  currency: true,
  rule: true,
  shippingRules: true,
});
export type SiteSettings = z.infer<typeof siteSettingsSchema>;

export interface SiteVersion {
  readonly version: number;
  readonly id: string;
  readonly bench: number;
  /** Undefined if this bench has them already, or does not have the site key to decrypt them. */
  readonly settings: SiteSettings | undefined;
  /** This bench has the site key, and it does not decrypt them: no bench of the site made them. */
  readonly isForged: boolean;
}

const isOfSite = (name: string): name is SiteSettingName => (siteSettingNames as readonly string[]).includes(name);

export const siteSettingsOf = (settings: Settings): SiteSettings => siteSettingsSchema.parse(settings);

/** The part of a change that concerns shared settings and changes them. */
export const changeOfSite = (now: Settings, change: Partial<Settings>): Partial<SiteSettings> =>
  Object.fromEntries(
    Object.entries(change).filter(([name, value]) => isOfSite(name) && JSON.stringify(value) !== JSON.stringify(now[name])),
  );

/** One value that two shift leads have set differently; an empty text means that it does not exist. */
export interface SettingDifference {
  /** `senders 1 address city` */
  readonly name: string;
  readonly theirs: string;
  readonly yours: string;
}

const mostDifferences = 12;

/** Differences to the settings that were to be saved, value by value. Versions of rules are compared by their rules. */
export function differencesOf(theirs: Partial<SiteSettings>, yours: Partial<SiteSettings>): readonly SettingDifference[] {
  const [one, other] = [leavesOf(theirs), leavesOf(yours)];
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((name) => one.get(name) !== other.get(name))
    .slice(0, mostDifferences)
    .map((name) => ({ name, theirs: one.get(name) ?? '', yours: other.get(name) ?? '' }));
}

const notCompared = new Set(['version', 'savedAt', 'older']);

function leavesOf(value: unknown, at: readonly string[] = []): ReadonlyMap<string, string> {
  if (value === null || value === '') return new Map();
  if (typeof value !== 'object') return new Map([[at.join(' '), typeof value === 'string' ? value : JSON.stringify(value)]]);
  const inList = Array.isArray(value);
  return new Map(
    Object.entries(value)
      .filter(([name]) => !notCompared.has(name))
      .flatMap(([name, each]) => [...leavesOf(each, [...at, inList ? `${Number(name) + 1}` : name])]),
  );
}
