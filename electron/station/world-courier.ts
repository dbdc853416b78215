import { join } from 'node:path';
import type { World } from '../../shared/world.ts';
import type { Learned } from '../bench/ports/contract.ts';
import type { Courier } from '../bench/ports/courier.ts';
import type { CapabilityFile } from '../courier/capability-file.ts';
import { createTrust } from '../courier/client.ts';
import { createContractChecking } from '../courier/contract-checking.ts';
import type { CourierOptions } from '../courier/courier.ts';
import { type Explanations, openExplanations } from '../courier/explanation-file.ts';
import { writeDurably } from '../files/durable-file.ts';
import type { Connected, WorldParts } from './world-parts.ts';

const checkConnectMs = 10_000;

export function createCourierFor(
  {
    platform,
    settings,
    ref,
    log,
    capabilities,
    proxyAccess,
    createCourier,
  }: Pick<WorldParts, 'platform' | 'settings' | 'ref' | 'log' | 'capabilities' | 'proxyAccess' | 'createCourier'>,
  world: World,
  connection: { readonly baseUrl: string; readonly account: string },
  credentials: () => { readonly key: string; readonly secret: string } | undefined,
  { dictionary = explanationsIn(platform.dataDir).dictionary, unread }: Pick<CourierOptions, 'dictionary' | 'unread'> = {},
): Courier {
  return createCourier({
    connection,
    credentials,
    spellings: () => settings().spellings,
    capabilities: () => capabilities.read(connection.baseUrl),
    drifted: (action, what) => capabilities.noteDrift(connection.baseUrl, action, what),
    dictionary,
    ...(unread && { unread }),
    environment: world === 'live' ? 'production' : 'development',
    resolveProxy: platform.resolveProxy,
    proxyLogin: proxyAccess.read,
    trustedCertificates: platform.trustedCertificates,
    ref,
    log: (event, facts) => log(event, facts),
    clock: platform,
    random: () => (platform.random(4).reduce((sum, byte) => sum * 256 + byte, 0) >>> 0) / 2 ** 32,
  });
}

export function contractCheckingOf(parts: WorldParts, { connection, login }: Connected): ReturnType<typeof createContractChecking> {
  const { platform, proxyAccess, ref, log, changed } = parts;
  return createContractChecking({
    client: {
      baseUrl: connection.baseUrl,
      credentials: () => login,
      resolveProxy: platform.resolveProxy,
      proxyLogin: proxyAccess.read,
      trust: createTrust(platform.trustedCertificates),
      connectMs: checkConnectMs,
    },
    account: connection.account,
    now: platform.now,
    sleep: platform.sleep,
    ref,
    log,
    changed,
  });
}

/** The shop's explanations of errors, read whenever an environment opens. */
export const explanationsIn = (dataDir: string): Explanations => openExplanations(join(dataDir, 'error-dictionary.json'), writeDurably);

/** Learned per service: knowledge about one service does not apply to another. */
export const learnedOf = (capabilities: CapabilityFile, baseUrl: string): Learned => ({
  read: () => capabilities.read(baseUrl),
  save: capabilities.save,
  drift: () => capabilities.drift(baseUrl),
});
