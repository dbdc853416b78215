import { comparedMessage } from '../../shared/explanation.ts';
import type { Answer, CallArgs } from '../../shared/ipc.ts';
import { type Mapping, type MappingFile, mappingFileSchema, mappingWrongs, mostMappings } from '../../shared/mapping.ts';
import { failed, ok } from '../../shared/result.ts';
import { isAccountName, type Setup } from '../../shared/settings.ts';
import { webhookAddress } from '../../shared/webhook.ts';
import { codeInSettings, typedCode } from '../bench/typed-code.ts';
import type { SetupDesk } from '../calls/call-parts.ts';
import { readBaseUrl } from '../courier/base-url.ts';
import { proxyOf } from '../courier/proxy.ts';
import { ownAddress } from '../courier/webhook-listener.ts';
import { textOfBytes } from '../files/text.ts';
import { connectShop, disconnectShop } from './connect-shop.ts';
import type { KeyChange } from './key-change.ts';
import type { LeadAccess } from './lead-access.ts';
import { changeAtSite } from './lead-at-site.ts';
import type { PassphraseLock } from './passphrase-lock.ts';
import type { PrinterWatch } from './printer-watch.ts';
import type { Recovery } from './recovery.ts';
import { changedRules, checkedChange, enclosureFlaw, saveLookUps, savePush, saveWebhooks, saveWriteBack } from './save-settings.ts';
import type { SettingsStore } from './settings.ts';
import { shopRouteOf } from './shop-rooms.ts';
import type { SharedSettings } from './site-settings.ts';
import { createCourierFor } from './world-courier.ts';
import type { WorldParts } from './world-parts.ts';
import type { WorldSwitch } from './world-switch.ts';

interface SetupDeskParts {
  readonly world: Omit<WorldParts, 'lost'>;
  readonly settings: SettingsStore;
  readonly worlds: WorldSwitch;
  readonly printers: Pick<PrinterWatch, 'askAll'>;
  readonly lead: LeadAccess;
  readonly recovery: Recovery;
  readonly lock: PassphraseLock;
  readonly keyChange: Pick<KeyChange, 'begin'>;
  /** Opens, moves or closes the port for sent orders, as Setup defines it now. */
  readonly movePush: () => Promise<void>;
  readonly shared: SharedSettings;
  readonly read: () => Setup;
}

/** Changes Setup, whether or not an environment is open. Each change answers with what Setup then shows. */
export function createSetupDesk(parts: SetupDeskParts): SetupDesk {
  const { world, settings, worlds, printers, lead, recovery, lock, keyChange, movePush, shared, read } = parts;
  const { platform, fail, changed } = world;
  const { current } = worlds;

  const mappings = createMappingStore(settings, world);

  return {
    read,
    async save({ settings: change, over = {}, confirmed }, seen) {
      const now: Readonly<Record<string, unknown>> = settings.read();
      if (Object.entries(over).some(([name, value]) => JSON.stringify(now[name]) !== JSON.stringify(value))) return fail('changed-since');
      const checked = checkedChange(settings.read(), fail, change, platform);
      if (!checked.ok) return checked;
      const open = current();
      const code = open && codeInSettings(open.bench.context, settings.read(), checked.value, confirmed);
      if (code) return fail('text-is-code', [code]);
      const kept = await shared.keep(checked.value, seen);
      if (!kept.ok) return kept;
      current()?.bench.printersChanged();
      changed();
      void printers.askAll();
      return ok(read());
    },
    keepMappings: mappings.keepMappings,
    mappingFile: mappings.mappingFile,
    takeMappingFile(bytes) {
      const found = mappings.read(bytes);
      if (!found) return fail('setting-invalid', [{ code: 'mapping-file-unreadable' }]);
      const kept = mappings.keepMappings(found);
      return kept.ok ? ok(read()) : kept;
    },
    async saveRules({ over, ...rules }, seen) {
      const flaw = await enclosureFlaw(settings.read(), rules.list);
      if (flaw) return fail('setting-invalid', [flaw]);
      if (over !== undefined && settings.read().shippingRules.version !== over) return fail('changed-since');
      const kept = await shared.keep(changedRules(settings.read(), rules, platform.now()), seen);
      changed();
      return kept.ok ? ok(read()) : kept;
    },
    async shareSettings(pin) {
      const checked = lead.check(pin);
      if (!checked.ok) return checked;
      const done = await shared.share();
      changed();
      return done.ok ? ok(read()) : done;
    },
    ...explanationsIn(parts),
    trustHost(host) {
      settings.change({ trustedHosts: [...new Set([...settings.read().trustedHosts, host.toLowerCase()])] });
      return ok(read());
    },
    forgetForm(id) {
      settings.change({ forms: settings.read().forms.filter((form) => form.id !== id) });
      changed();
      return ok(read());
    },
    saveLookUps(lookUps) {
      const saved = saveLookUps({ settings, fail, access: world.lookUpAccess, id: platform.id }, lookUps);
      changed();
      return saved.ok ? ok(read()) : saved;
    },
    async savePush(change) {
      const token = savePush(settings, world.pushToken, change) ?? null;
      await movePush();
      return ok({ setup: read(), token });
    },
    async connectShop(given) {
      const connected = await connectShop(
        { settings, fail, access: world.connectedShopAccess, route: shopRouteOf(world), now: platform.now },
        given,
      );
      if (connected.ok) {
        current()?.bench.shopSync.hurry(given.kind);
        current()?.bench.lookAtShops();
      }
      changed();
      return connected.ok ? ok(read()) : connected;
    },
    disconnectShop(kind) {
      disconnectShop({ settings, access: world.connectedShopAccess }, kind);
      changed();
      return ok(read());
    },
    async saveWriteBack(given) {
      const saved = await saveWriteBack({ settings, fail, access: world.writeBackAccess, os: platform.os }, given);
      changed();
      return saved.ok ? ok(read()) : saved;
    },
    async saveWebhooks(change) {
      saveWebhooks(settings, world.webhookSecret, change);
      await current()?.moveWebhookListener();
      changed();
      return ok(read());
    },
    async copyWebhookAddress() {
      const secret = world.webhookSecret.read();
      const open = current();
      if (secret === undefined || !open) return fail('not-now');
      await platform.copyText(webhookAddress(settings.read().webhooks, open.world, { ownAddress: ownAddress(), secret }));
      return ok({});
    },
    connect: (given) => connect(parts, given),
    enter: worlds.enter,
    beginEmpty: worlds.beginEmpty,
    declareRestored: worlds.declareRestored,
    async changeLeadPin(oldPin, pin) {
      const done = lead.change(oldPin, pin);
      const site = world.sharedLedger()?.site;
      if (done.ok && site && !(await changeAtSite(site, oldPin, pin))) world.log('lead', { state: 'pin-of-site-stays' });
      return done;
    },
    resetLeadPin: lead.reset,
    newRecoveryCode: recovery.newCode,
    changeDataKey: keyChange.begin,
    openData: lock.open,
    ...passphraseIn(parts),
    recover: recovery.recover,
  };
}

/** The passphrase. Opens the environment that was refused for the lack of one. */
function passphraseIn({
  lock,
  settings,
  worlds,
  read,
  world: { changed },
}: Pick<SetupDeskParts, 'lock' | 'settings' | 'worlds' | 'read' | 'world'>): Pick<SetupDesk, 'setPassphrase'> {
  return {
    async setPassphrase({ passphrase, pin }) {
      const done = await lock.change(passphrase, pin);
      if (!done.ok) return done;
      const { world: last } = settings.read();
      if (last && !worlds.current()) await worlds.enter(last);
      changed();
      return ok(read());
    },
  };
}

/** The shop's explanations of errors, in the open environment. */
function explanationsIn({
  world: { fail, changed },
  worlds: { current },
}: Pick<SetupDeskParts, 'world' | 'worlds'>): Pick<SetupDesk, 'keepExplanation' | 'dropExplanation'> {
  return {
    keepExplanation(given) {
      const open = current();
      if (!open) return fail('not-now');
      const words = { cause: given.cause.trim(), remedy: given.remedy.trim() };
      const explanation = 'message' in given ? { message: comparedMessage(given.message), ...words } : { ...given, ...words };
      const code = typedCode(open.bench.context, [words.cause, words.remedy]);
      if (code) return fail('text-is-code', [code]);
      if (words.cause === '' || !open.explanations.keep(explanation)) return fail('setting-invalid', [{ code: 'explanation-not-kept' }]);
      changed(['setup']);
      return ok(explanation);
    },
    dropExplanation(explanation) {
      if (!current()?.explanations.drop(explanation)) return fail('changed-since');
      changed(['setup']);
      return ok({});
    },
  };
}

/** Saves the login for the proxy that leads to this address now, if there is one. */
async function keepProxyLogin(
  { platform, proxyAccess }: SetupDeskParts['world'],
  { name, password }: NonNullable<CallArgs<'connect'>['proxyLogin']>,
  baseUrl: string,
): Promise<void> {
  const proxy = proxyOf(await platform.resolveProxy(baseUrl).catch(() => 'DIRECT'));
  if (proxy !== 'direct' && proxy !== 'unsupported') proxyAccess.save(`${name}:${password}`, proxy);
}

type Connecting = Pick<SetupDeskParts, 'world' | 'settings' | 'worlds' | 'lock'>;
async function connect({ world, settings, worlds, lock }: Connecting, given: CallArgs<'connect'>): Promise<Answer<'connect'>> {
  const { credentials, fail } = world;
  if (lock.isMissingFor(given.world)) return fail('passphrase-missing');
  const baseUrl = readBaseUrl(given.baseUrl);
  if (!baseUrl.ok) return failed({ ...baseUrl.failure, ref: world.ref() });
  const kept = given.key ? undefined : credentials.read(given.world, baseUrl.value);
  if (kept && !kept.ok) return kept;
  const login = kept?.value ?? { key: given.key.trim(), secret: given.secret.trim() };
  if (!login.key || !login.secret) return fail('not-connected');
  const connection = { baseUrl: baseUrl.value, account: given.account.trim() };
  if (!isAccountName(connection.account)) return fail('setting-invalid', [{ code: 'account-not-latin', account: connection.account }]);
  if (given.proxyLogin) await keepProxyLogin(world, given.proxyLogin, baseUrl.value);
  const accepted = await createCourierFor(world, given.world, connection, () => login).check();
  if (!accepted.ok) return accepted;
  credentials.save(given.world, login, baseUrl.value);
  settings.change({ connections: { ...settings.read().connections, [given.world]: connection } });
  return worlds.enter(given.world);
}

/** The order file mappings that a shift lead created, stored in the settings. */
function createMappingStore(
  settings: SettingsStore,
  { fail, changed }: Pick<WorldParts, 'fail' | 'changed'>,
): Pick<SetupDesk, 'keepMappings' | 'mappingFile'> & { read(bytes: Uint8Array): readonly Mapping[] | undefined } {
  return {
    keepMappings(mappings) {
      if (mappings.some((mapping) => mappingWrongs(mapping).length > 0)) return fail('setting-invalid', [{ code: 'mapping-incomplete' }]);
      const names = new Set(mappings.map(({ name }) => name));
      const kept = [...settings.read().mappings.filter(({ name }) => !names.has(name)), ...mappings];
      if (kept.length > mostMappings) return fail('setting-invalid', [{ code: 'mappings-too-many', most: mostMappings }]);
      settings.change({ mappings: kept });
      changed();
      return ok({});
    },
    mappingFile: () => ({
      name: 'packbench-mappings.json',
      bytes: new TextEncoder().encode(
        JSON.stringify({ form: 1, packbenchMappings: settings.read().mappings } satisfies MappingFile, null, 2),
      ),
    }),
    read(bytes) {
      try {
        return mappingFileSchema.safeParse(JSON.parse(textOfBytes(bytes))).data?.packbenchMappings;
      } catch (error) {
        if (error instanceof SyntaxError) return undefined;
        throw error;
      }
    },
  };
}
