import { join } from 'node:path';
import type { ComputerWarning } from '../../shared/computer-warning.ts';
import { pushAddress } from '../../shared/order-push.ts';
import type { Setup } from '../../shared/settings.ts';
import { webhookAddress } from '../../shared/webhook.ts';
import { firstStepsOf } from '../bench/setup/first-steps.ts';
import { ownAddress } from '../courier/webhook-listener.ts';
import { fingerprintOf } from '../credentials/credentials.ts';
import { recoveryMadeAt } from '../credentials/recovery-key.ts';
import type { PushListener } from '../orders/push-listener.ts';
import type { ClosedWorlds } from './closed-worlds.ts';
import type { Keys } from './keys.ts';
import type { Platform } from './platform.ts';
import type { SettingsStore } from './settings.ts';
import type { SiteLedger } from './site-ledger.ts';
import { backupFolderOf, recoveryName } from './world-files.ts';
import type { Entered } from './world-switch.ts';

/** Stands in the place of a secret that is not shown. */
const hiddenSecret = '••••••••';

interface SetupReadingParts {
  readonly platform: Platform;
  readonly keys: Keys;
  readonly entered: Readonly<Entered>;
  readonly settings: SettingsStore;
  readonly siteLedger: SiteLedger;
  readonly pushListener: PushListener;
  readonly computerWarnings: () => readonly ComputerWarning[];
  readonly hasPassphrase: () => boolean;
  readonly closedWorlds: Pick<ClosedWorlds, 'retentionProblem'>;
  readonly keyChange: () => Setup['keyChange'];
}

/** Returns what Setup shows, whether or not an environment is open. */
export function readSetup({
  platform,
  keys,
  entered,
  settings,
  siteLedger,
  pushListener,
  computerWarnings,
  hasPassphrase,
  closedWorlds,
  keyChange,
}: SetupReadingParts): Setup {
  const { credentials, leadPin, people, lookUpAccess, writeBackAccess, proxyAccess, pushToken, webhookSecret } = keys;
  const { current } = entered;
  const retention = current?.retention.state();
  function keyOf(of: 'sandbox' | 'live'): Setup['keys'] {
    const { baseUrl = '' } = settings.read().connections[of] ?? {};
    const kept = credentials.has(of) ? credentials.read(of, baseUrl) : undefined;
    return kept?.ok ? { [of]: fingerprintOf(kept.value.key) } : {};
  }

  return {
    settings: settings.read(),
    hasCredentials: {
      training: true,
      sandbox: credentials.has('sandbox'),
      live: credentials.has('live'),
    },
    keys: { ...keyOf('sandbox'), ...keyOf('live') },
    lost: { settingsKeptAs: settings.setAside ?? null, notOpened: current ? null : entered.refused },
    hasLeadPin: leadPin.isSet() && !people.isUsed(),
    asksSitePin: leadPin.isSet() || people.isUsed(),
    protection: { hasKeyStore: platform.hasKeyStore(), hasPassphrase: hasPassphrase() },
    recoveryMadeAt: recoveryMadeAt(join(platform.dataDir, recoveryName)) ?? null,
    keyChange: keyChange(),
    backup: current?.backups.state() ?? { folder: backupFolderOf({ platform, settings: settings.read }), lastAt: null, problem: null },
    retention: { lastAt: retention?.lastAt ?? null, problem: retention?.problem ?? closedWorlds.retentionProblem() },
    witness: { folder: platform.witnessDir, fails: current?.witness.isFailing() ?? false },
    computer: [...computerWarnings()],
    hasLedger: siteLedger.hasAccess() || current?.bench.context.ledger.isShared === true,
    isLeavingLedger: siteLedger.access()?.isLeaving === true,
    firstSteps: firstStepsOf(current?.bench.context.journal),
    lookUps: settings.read().lookUps.map(({ id }) => ({
      id,
      hasToken: lookUpAccess.has(id),
      ...(current?.bench.lookUpState(id) ?? { answeredAt: null, trouble: null }),
    })),
    hasWriteBackToken: writeBackAccess.has(),
    hasProxyLogin: proxyAccess.has(),
    writeBack: current?.bench.outbox.state() ?? { waiting: 0, file: null, http: null },
    shops: current?.bench.shopSync.state() ?? [],
    explanations: [...(current?.explanations.list() ?? [])],
    dictionaryProblems: [...(current?.explanations.problems() ?? [])],
    push: {
      listener: pushListener.state(),
      address: pushAddress(settings.read().push, ownAddress()),
      hasToken: pushToken.read() !== undefined,
    },
    webhooks: {
      listener: current?.webhookListener() ?? { is: 'shut' },
      address:
        current && webhookSecret.read() !== undefined
          ? webhookAddress(settings.read().webhooks, current.world, { ownAddress: ownAddress(), secret: hiddenSecret })
          : '',
      lastAt: current?.bench.context.journal.lastDeliveryAt() ?? null,
    },
  };
}
