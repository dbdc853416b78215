import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stackOf } from '../../shared/result.ts';
import type { Log } from '../bench/ports/log.ts';
import { type Credentials, createCredentials } from '../credentials/credentials.ts';
import { createKeyInUse, DataKeyError, type KeyInUse, loadDataKey } from '../credentials/data-key.ts';
import { openEncryptedFiles } from '../credentials/encrypted-files.ts';
import { type GeneratedSecret, keepGeneratedSecret } from '../credentials/generated-secret.ts';
import { keepLedgerAccess } from '../credentials/ledger-access.ts';
import { openPeople, type People } from '../credentials/people.ts';
import { type KeptPin, openPin } from '../credentials/pin.ts';
import {
  keepConnectedShopAccess,
  keepLookUpAccess,
  keepShopAccess,
  type LookUpAccess,
  type ShopAccess,
} from '../credentials/shop-access.ts';
import { type KeptSiteKeys, keepSiteKeys } from '../credentials/site-keys.ts';
import { holdsJournal } from '../journal/restore.ts';
import type { Platform } from './platform.ts';

/** The data key of this computer, and everything that is encrypted with it in files of its own. */
export interface Keys {
  readonly dataKey: KeyInUse;
  readonly dataKeyFile: string;
  readonly credentials: Credentials;
  readonly leadPin: KeptPin;
  readonly people: People;
  readonly lookUpAccess: LookUpAccess;
  readonly connectedShopAccess: LookUpAccess;
  readonly writeBackAccess: ShopAccess;
  /** `name:password` for the proxy of this network, if it asks for one. */
  readonly proxyAccess: ShopAccess;
  /** The token of programs that send orders. */
  readonly pushToken: GeneratedSecret;
  /** The secret part of the address for webhooks. */
  readonly webhookSecret: GeneratedSecret;
  readonly siteKeys: KeptSiteKeys;
  readonly ledgerAccess: ReturnType<typeof keepLedgerAccess>;
}

/** Opens them. If the data key cannot be read, everything stays locked until it is recovered. */
export async function openKeys(platform: Platform, backupFolder: string, log: Log): Promise<Keys> {
  const dataKeyFile = join(platform.dataDir, 'data-key');
  const loaded = await loadDataKey({
    file: dataKeyFile,
    copy: join(backupFolder, 'data-key'),
    hasEncryptedData: holdsJournal(platform.dataDir) || holdsJournal(backupFolder),
    wrap: platform.wrapKey,
    unwrap: platform.unwrapKey,
    random: platform.random,
  }).catch((error: unknown) => {
    if (!(error instanceof DataKeyError)) throw error;
    log('data-key', { state: 'locked', stack: stackOf(error) });
  });
  const dataKey = createKeyInUse(loaded ?? undefined);
  const dir = join(platform.dataDir, 'credentials');
  mkdirSync(dir, { recursive: true });
  const files = openEncryptedFiles({ dir, encryption: dataKey.encryption });
  return {
    dataKey,
    dataKeyFile,
    credentials: createCredentials(files, join(platform.witnessDir, 'proof')),
    leadPin: openPin({
      files,
      name: 'lead-pin',
      mark: join(platform.witnessDir, 'lead-pin'),
      now: platform.now,
      elapsed: platform.elapsed,
    }),
    people: openPeople({ files, mark: join(platform.witnessDir, 'people'), now: platform.now, elapsed: platform.elapsed }),
    lookUpAccess: keepLookUpAccess(files),
    connectedShopAccess: keepConnectedShopAccess(files),
    writeBackAccess: keepShopAccess(files, 'shop-write-back'),
    proxyAccess: keepShopAccess(files, 'proxy'),
    pushToken: keepGeneratedSecret(files, 'push-token', platform.random),
    webhookSecret: keepGeneratedSecret(files, 'webhook-secret', platform.random),
    siteKeys: keepSiteKeys(files),
    ledgerAccess: keepLedgerAccess({ files, mark: join(platform.witnessDir, 'ledger') }),
  };
}
