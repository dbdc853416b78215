import { isAbsolute } from 'node:path';
import type { CallArgs } from '../../shared/ipc.ts';
import { pictureHost } from '../../shared/item-picture.ts';
import { isTimeZone } from '../../shared/month.ts';
import { lookUpBodyFlaw, lookUpFlaw, placeOf, shopAddressFlaw } from '../../shared/order-source.ts';
import { oversized } from '../../shared/oversized.ts';
import { isPlainBeyond } from '../../shared/plain-http.ts';
import type { Reason } from '../../shared/reason.ts';
import { remoteHost, remoteHostOfPrinter } from '../../shared/remote-folder.ts';
import { reportFlaw } from '../../shared/report-template.ts';
import { type Done, ok, type Result } from '../../shared/result.ts';
import { nameTwice } from '../../shared/sender.ts';
import { isAccountName, type Settings } from '../../shared/settings.ts';
import { type ShippingRule, withRules } from '../../shared/shipping-rule.ts';
import { queryFlaw } from '../../shared/sql-query.ts';
import type { BenchContext } from '../bench/context.ts';
import type { GeneratedSecret } from '../credentials/generated-secret.ts';
import type { LookUpAccess, ShopAccess } from '../credentials/shop-access.ts';
import { canHoldBackups } from '../journal/backup.ts';
import { markWriteBack } from '../orders/write-back.ts';
import { readEnclosure } from '../paper/enclosure-file.ts';
import type { Platform } from './platform.ts';
import type { SettingsStore } from './settings.ts';

/** Returns the settings that a change in Setup results in, or the reason why it is not valid. */
export function checkedChange(
  settings: Settings,
  fail: BenchContext['fail'],
  change: CallArgs<'saveSettings'>['settings'],
  { now, os }: Pick<Platform, 'now' | 'os'>,
): Result<Partial<Settings>, 'setting-invalid'> {
  const excess = oversized(change);
  if (excess !== undefined) return fail('setting-invalid', [excess]);
  // Before any other check accesses the folders.
  const kept = placesOf(settings);
  const elsewhere = placesOf(change)
    .filter((place) => !kept.includes(place))
    .flatMap((place) => untrusted(settings, place, os) ?? []);
  if (elsewhere[0]) return fail('setting-invalid', [elsewhere[0]]);
  if (change.timeZone !== undefined && !isTimeZone(change.timeZone))
    return fail('setting-invalid', [{ code: 'time-zone-unknown', name: change.timeZone }]);
  if (change.backupFolder && !canHoldBackups(change.backupFolder))
    return fail('setting-invalid', [{ code: 'backup-folder-unusable', folder: change.backupFolder }]);
  if (change.hotFolder && !isAbsolute(change.hotFolder))
    return fail('setting-invalid', [{ code: 'hot-folder-not-whole', folder: change.hotFolder }]);
  const { senders = [], pictureHosts = [] } = change;
  const unusable = pictureHosts.find((host) => pictureHost(host) !== host);
  if (unusable !== undefined) return fail('setting-invalid', [{ code: 'picture-host-unusable', host: unusable }]);
  const twice = nameTwice(senders);
  if (twice !== undefined) return fail('setting-invalid', [{ code: 'sender-twice', name: twice }]);
  const foreign = senders.find(({ account }) => !isAccountName(account));
  if (foreign) return fail('setting-invalid', [{ code: 'account-not-latin', account: foreign.account }]);
  const { rule, ...others } = withoutAbsent(change);
  return ok({ ...others, ...(rule !== undefined && changedRules(settings, { list: settings.shippingRules.list, last: rule }, now())) });
}

/** Every folder and every printer that these settings name. */
const placesOf = ({ backupFolder, hotFolder, printers = [] }: CallArgs<'saveSettings'>['settings']): readonly string[] => [
  ...[backupFolder ?? '', hotFolder ?? ''].filter(Boolean),
  ...printers.map(({ address }) => address),
];

/**
 * Returns why a folder, or the address of a printer, is not used yet: on Windows it is on a computer that no administrator has trusted for
 * sign-in.
 */
export function untrusted({ trustedHosts }: Settings, folder: string, os: NodeJS.Platform): Reason | undefined {
  const host = os === 'win32' ? (remoteHostOfPrinter(folder) ?? remoteHost(folder)) : undefined;
  return host === undefined || trustedHosts.includes(host) ? undefined : { code: 'folder-elsewhere', folder, host };
}

/** Returns why the PDF of a rule cannot be printed here. Those that the rules named before are not read again. */
export async function enclosureFlaw(settings: Settings, list: readonly Pick<ShippingRule, 'encloses'>[]): Promise<Reason | undefined> {
  const before = settings.shippingRules.list.map(({ encloses }) => encloses);
  for (const { encloses } of list) {
    if (encloses === undefined || before.includes(encloses)) continue;
    // By the rule of Windows on every system: the rules go to every bench of the site.
    const flaw = untrusted(settings, encloses, 'win32') ?? (await readEnclosure(encloses));
    if (!(flaw instanceof Uint8Array)) return flaw;
  }
  return undefined;
}

/** A new version of the rules, if they differ. */
export const changedRules = (
  { rule, shippingRules }: Settings,
  next: Omit<CallArgs<'saveRules'>, 'seen' | 'over'>,
  now: Date,
): Partial<Settings> => ({
  rule: next.last,
  shippingRules: withRules(shippingRules, rule, next, now.toISOString()),
});

/** Saves the webhook receiver. Makes the secret of its address if there is none, or a new one if requested. */
export function saveWebhooks(settings: SettingsStore, secret: GeneratedSecret, { newAddress, ...change }: CallArgs<'saveWebhooks'>): void {
  if (newAddress || (change.isOn && secret.read() === undefined)) secret.make();
  settings.change({ webhooks: change });
}

/** Saves which senders may push orders. Returns their token if it was made now: because there was none, or a new one was requested. */
export function savePush(
  settings: SettingsStore,
  token: GeneratedSecret,
  { newToken, ...change }: CallArgs<'savePush'>,
): string | undefined {
  const made = newToken || (change.isOn && token.read() === undefined) ? token.make() : undefined;
  settings.change({ push: change });
  return made;
}

/**
 * Saves the look-ups, in their order. A null `token` keeps the stored one, for the server that it was entered for. Stored tokens of removed
 * look-ups are removed too.
 */
export function saveLookUps(
  {
    settings,
    fail,
    access,
    id: newId,
  }: {
    readonly settings: SettingsStore;
    readonly fail: BenchContext['fail'];
    readonly access: LookUpAccess;
    readonly id: () => string;
  },
  given: CallArgs<'saveLookUps'>['lookUps'],
): Done<'setting-invalid'> {
  const twice = nameTwice(given);
  if (twice !== undefined) return fail('setting-invalid', [{ code: 'look-up-name-twice', name: twice }]);
  for (const each of given) {
    const wrong = wrongWith(each);
    if (wrong) return fail('setting-invalid', [wrong]);
  }
  const before = settings.read().lookUps.map(({ id }) => id);
  const kept = new Set<string>();
  const lookUps = given.map((each) => {
    const id = before.includes(each.id) && !kept.has(each.id) ? each.id : newId();
    kept.add(id);
    return { ...each, id };
  });
  settings.change({ lookUps: lookUps.map(({ token: _token, ...lookUp }) => lookUp) });
  for (const each of lookUps) if (each.token !== null) access.save(each.id, each.token, placeOf(each));
  for (const id of before) if (!kept.has(id)) access.save(id, '', '');
  return ok({});
}

function wrongWith(lookUp: CallArgs<'saveLookUps'>['lookUps'][number]): Reason | undefined {
  const { isOn, token } = lookUp;
  if (lookUp.kind === 'http') {
    const flaw = isOn || lookUp.url ? lookUpFlaw(lookUp.url, lookUp.body) : undefined;
    if (flaw) return { code: 'shop-address-wrong', flaw };
    const inBody = lookUpBodyFlaw(lookUp.body);
    if (inBody) return { code: 'template-wrong', ...inBody };
    if (isOn && !lookUp.acceptsPlain && isPlainBeyond(lookUp.url)) return { code: 'plain-http-not-accepted' };
    // A header value must be one line of printable ASCII.
    return token !== null && /[^ -~]/.test(token) ? { code: 'shop-header-wrong' } : undefined;
  }
  const { kind, host, database, user, query } = lookUp;
  if (isOn && [host, database, user].includes('')) return { code: 'database-not-named' };
  const flaw = isOn || query ? queryFlaw(query, kind) : undefined;
  return flaw && { code: 'query-wrong', flaw };
}

/** Saves which shop receives shipment updates. Marks the folder as the one that the shift lead chose. */
export async function saveWriteBack(
  {
    settings,
    fail,
    access,
    os,
  }: {
    readonly settings: SettingsStore;
    readonly fail: BenchContext['fail'];
    readonly access: ShopAccess;
    readonly os: NodeJS.Platform;
  },
  { token, ...writeBack }: CallArgs<'saveWriteBack'>,
): Promise<Done<'setting-invalid'>> {
  const flaw = writeBack.url ? shopAddressFlaw(writeBack.url) : undefined;
  if (flaw) return fail('setting-invalid', [{ code: 'shop-address-wrong', flaw }]);
  const inTemplate = reportFlaw(writeBack);
  if (inTemplate) return fail('setting-invalid', [{ code: 'template-wrong', ...inTemplate }]);
  if (!writeBack.acceptsPlain && isPlainBeyond(writeBack.url)) return fail('setting-invalid', [{ code: 'plain-http-not-accepted' }]);
  if (token !== null && /[^ -~]/.test(token)) return fail('setting-invalid', [{ code: 'shop-header-wrong' }]);
  const { folder } = writeBack;
  const { folder: keptFolder } = settings.read().writeBack;
  const elsewhere = folder && folder !== keptFolder ? untrusted(settings.read(), folder, os) : undefined;
  if (elsewhere) return fail('setting-invalid', [elsewhere]);
  if (folder && !isAbsolute(folder)) return fail('setting-invalid', [{ code: 'hot-folder-not-whole', folder }]);
  if (folder) {
    try {
      await markWriteBack(folder);
    } catch {
      return fail('setting-invalid', [{ code: 'write-back-folder-unusable', folder }]);
    }
  }
  settings.change({ writeBack });
  if (token !== null) access.save(token, writeBack.url);
  return ok({});
}

/** Drops undefined values, which mean "leave as it is". */
function withoutAbsent<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
}
