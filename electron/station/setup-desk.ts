import { join } from 'node:path';
import type { ComputerWarning } from '../../shared/computer-warning.ts';
import type { Answer, CallArgs } from '../../shared/ipc.ts';
import { pushAddress } from '../../shared/order-push.ts';
import { failed, ok } from '../../shared/result.ts';
import { isAccountName, type Setup } from '../../shared/settings.ts';
import { webhookAddress } from '../../shared/webhook.ts';
import { firstStepsOf } from '../bench/setup/first-steps.ts';
import { codeInSettings } from '../bench/typed-code.ts';
import type { SetupDesk } from '../calls/call-parts.ts';
import { readBaseUrl } from '../courier/base-url.ts';
import { proxyOf } from '../courier/proxy.ts';
import { ownAddress } from '../courier/webhook-door.ts';
import { fingerprintOf } from '../credentials/credentials.ts';
import type { KeyInUse } from '../credentials/data-key.ts';
import type { LeadPin } from '../credentials/lead-pin.ts';
import { recoveryMadeAt } from '../credentials/recovery-key.ts';
import type { PushDoor } from '../orders/push-door.ts';
import type { LeadAccess } from './lead-access.ts';
import { createMappingStore } from './mapping-store.ts';
import type { PrinterWatch } from './printer-watch.ts';
import type { Recovery } from './recovery.ts';
import { changedRules, checkedChange, saveLookUps, savePush, saveWebhooks, saveWriteBack } from './save-settings.ts';
import type { SettingsStore } from './settings.ts';
import type { SiteLedger } from './site-ledger.ts';
import type { SharedSettings } from './site-settings.ts';
import { backupFolderOf, createCourierFor, recoveryName, type WorldParts } from './world.ts';
import type { WorldSwitch } from './world-switch.ts';

interface SetupDeskParts {
  readonly world: Omit<WorldParts, 'lost'>;
  readonly settings: SettingsStore;
  readonly dataKey: KeyInUse;
  readonly leadPin: LeadPin;
  readonly worlds: WorldSwitch;
  readonly printers: Pick<PrinterWatch, 'askAll'>;
  readonly lead: LeadAccess;
  readonly recovery: Recovery;
  readonly siteLedger: SiteLedger;
  readonly pushDoor: PushDoor;
  readonly shared: SharedSettings;
  readonly computerWarnings: () => readonly ComputerWarning[];
}

/** Reads and changes Setup, whether or not an environment is open. */
export function createSetupDesk({
  world,
  settings,
  dataKey,
  leadPin,
  worlds,
  printers,
  lead,
  recovery,
  siteLedger,
  pushDoor,
  shared,
  computerWarnings,
}: SetupDeskParts): SetupDesk {
  const { platform, credentials, fail, changed } = world;
  const { current } = worlds;

  const mappings = createMappingStore(settings, world);

  function keyOf(of: 'sandbox' | 'live'): Setup['keys'] {
    const { baseUrl = '' } = settings.read().connections[of] ?? {};
    const kept = credentials.has(of) ? credentials.read(of, baseUrl) : undefined;
    return kept?.ok ? { [of]: fingerprintOf(kept.value.key) } : {};
  }

  const read = (): Setup => ({
    settings: settings.read(),
    hasCredentials: {
      training: true,
      sandbox: credentials.has('sandbox'),
      live: credentials.has('live'),
    },
    keys: { ...keyOf('sandbox'), ...keyOf('live') },
    lost: { settingsKeptAs: settings.setAside ?? null, notOpened: worlds.notOpened() },
    hasLeadPin: leadPin.isSet(),
    recoveryMadeAt: recoveryMadeAt(join(platform.dataDir, recoveryName)) ?? null,
    backup: current()?.backups.state() ?? { folder: backupFolderOf(world), lastAt: null, problem: null },
    witness: { folder: platform.witnessDir, fails: current()?.witness.fails() ?? false },
    computer: [...computerWarnings()],
    hasLedger: siteLedger.isTold() || current()?.bench.context.ledger.isShared === true,
    isLeavingLedger: siteLedger.access()?.isLeaving === true,
    firstSteps: firstStepsOf(current()?.bench.context.journal),
    lookUps: settings.read().lookUps.map(({ id }) => ({
      id,
      hasToken: world.lookUpAccess.has(id),
      ...(current()?.bench.lookUpHeard(id) ?? { heardAt: null, trouble: null }),
    })),
    hasWriteBackToken: world.writeBackAccess.has(),
    hasProxyLogin: world.proxyAccess.has(),
    writeBack: current()?.bench.outbox.state() ?? { waiting: 0, file: null, http: null },
    dictionaryProblems: current()?.dictionaryProblems ?? [],
    push: { door: pushDoor.state(), address: pushAddress(settings.read().push, ownAddress()) },
    webhooks: {
      door: current()?.webhookDoor() ?? { is: 'shut' },
      address: webhookAddress(settings.read().webhooks, current()?.world ?? null, ownAddress()),
      lastAt: current()?.bench.context.journal.lastDeliveryAt() ?? null,
    },
  });

  /** Saves the login for the proxy that leads to this address now, if there is one. */
  async function keepProxyLogin({ name, password }: NonNullable<CallArgs<'connect'>['proxyLogin']>, baseUrl: string): Promise<void> {
    const proxy = proxyOf(await platform.resolveProxy(baseUrl).catch(() => 'DIRECT'));
    if (proxy !== 'direct' && proxy !== 'unsupported') world.proxyAccess.save(`${name}:${password}`, proxy);
  }

  async function connect(given: CallArgs<'connect'>): Promise<Answer<'connect'>> {
    if (dataKey.isLocked()) return fail('data-locked');
    const baseUrl = readBaseUrl(given.baseUrl);
    if (!baseUrl.ok) return failed({ ...baseUrl.failure, ref: world.ref() });
    const kept = given.key ? undefined : credentials.read(given.world, baseUrl.value);
    if (kept && !kept.ok) return kept;
    const login = kept?.value ?? { key: given.key.trim(), secret: given.secret.trim() };
    if (!login.key || !login.secret) return fail('not-connected');
    const connection = { baseUrl: baseUrl.value, account: given.account.trim() };
    if (!isAccountName(connection.account)) return fail('setting-invalid', [{ code: 'account-not-latin', account: connection.account }]);
    if (given.proxyLogin) await keepProxyLogin(given.proxyLogin, baseUrl.value);
    const accepted = await createCourierFor(world, given.world, connection, () => login).check();
    if (!accepted.ok) return accepted;
    credentials.save(given.world, login, baseUrl.value);
    settings.change({ connections: { ...settings.read().connections, [given.world]: connection } });
    return worlds.enter(given.world);
  }

  return {
    read,
    async save(change, seen, confirmed) {
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
    async saveRules(rules, seen) {
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
      if (dataKey.isLocked()) return fail('data-locked');
      const saved = saveLookUps({ settings, fail, access: world.lookUpAccess, id: platform.id }, lookUps);
      changed();
      return saved.ok ? ok(read()) : saved;
    },
    async savePush(change) {
      savePush(settings, platform.random, change);
      await pushDoor.move(settings.read().push);
      return ok(read());
    },
    async saveWriteBack(given) {
      if (dataKey.isLocked()) return fail('data-locked');
      const saved = await saveWriteBack({ settings, fail, access: world.writeBackAccess, os: platform.os }, given);
      changed();
      return saved.ok ? ok(read()) : saved;
    },
    async saveWebhooks(change) {
      saveWebhooks(settings, platform.random, change);
      await current()?.moveWebhookDoor();
      changed();
      return ok(read());
    },
    connect,
    enter: worlds.enter,
    beginEmpty: worlds.beginEmpty,
    declareRestored: worlds.declareRestored,
    changeLeadPin: lead.change,
    resetLeadPin: lead.reset,
    newRecoveryCode: recovery.newCode,
    recover: recovery.recover,
  };
}
