import type { SettingReason } from '../../shared/setting-reason.ts';
import type { SharedLedger } from '../bench/ports/ledger.ts';
import type { KeptLedgerAccess, LedgerAccess } from '../credentials/ledger-access.ts';
import type { KeptSiteKeys } from '../credentials/site-keys.ts';
import type { Limits } from '../ledger/connection.ts';
import { readDatabaseAddress } from '../ledger/database-address.ts';
import { createSharedLedger } from '../ledger/shared-ledger.ts';
import type { Platform } from './platform.ts';
import type { WorldParts } from './world.ts';

export interface SiteLedgerParts extends Pick<WorldParts, 'log' | 'ref' | 'fail'> {
  readonly platform: Pick<Platform, 'now' | 'elapsed' | 'trustedCertificates'>;
  readonly access: KeptLedgerAccess;
  readonly siteKeys: Pick<KeptSiteKeys, 'read'>;
  /** How long an answer may take; absent: as long as a packer waits for it. */
  readonly limits?: Limits;
}

/** Why these cannot be what a bench reaches a ledger with, whether or not that one is there. */
export function problemOfAccess({ url, token }: LedgerAccess): SettingReason | undefined {
  if (!readDatabaseAddress(url)) return { code: 'ledger-address-wrong' };
  return /^[\w-]{43}$/.test(token) ? undefined : { code: 'ledger-token-wrong' };
}

/** Reaches the ledger of the site where this bench was ever told one. */
export function openSharedLedger({ access, siteKeys, platform, ref, log, limits }: SiteLedgerParts): SharedLedger | undefined {
  if (!access.has() || access.read()?.isLeaving) return undefined;
  return createSharedLedger({
    url: () => access.read()?.url ?? '',
    token: () => access.read()?.token ?? '',
    authorities: platform.trustedCertificates,
    siteKeys: siteKeys.read,
    ...(limits && { limits }),
    ref,
    log: (event, { code, ref: of }) => log(event, { code: String(code), ref: String(of) }),
    elapsed: platform.elapsed,
    wall: () => platform.now().getTime(),
  });
}

/** The ledger that this bench shares with the others of its site, as Setup says now. */
export interface SiteLedger {
  current(): SharedLedger | undefined;
  /** This bench was told one, whether or not it could be opened: it is not alone. */
  isTold(): boolean;
  /** Undefined where there is none that can be read. */
  access(): LedgerAccess | undefined;
  /** From here on it is this one; where that cannot be written down it stays the one before. No world may be open. */
  join(access: LedgerAccess): void;
  /** From here on it is asked for nothing, until this bench has left it or stays. No world may be open. */
  beginLeaving(): void;
  /** It is this one again. No world may be open. */
  stay(): void;
  /** This bench has none any more. No world may be open. */
  forget(): void;
  close(): Promise<void>;
}

export function createSiteLedger(parts: SiteLedgerParts, open: typeof openSharedLedger): SiteLedger {
  let current = open(parts);
  const closing: Promise<void>[] = [];
  const end = (): void => {
    if (current) closing.push(current.close());
    current = undefined;
  };
  const reopen = (change: () => void): void => {
    change();
    end();
    current = open(parts);
  };
  const saveAs = (isLeaving: boolean): void => {
    const access = parts.access.read();
    if (access) parts.access.save({ ...access, isLeaving });
  };
  return {
    current: () => current,
    isTold: parts.access.has,
    access: parts.access.read,
    join: (access) => reopen(() => parts.access.save(access)),
    beginLeaving: () => reopen(() => saveAs(true)),
    stay: () => reopen(() => saveAs(false)),
    forget: () => reopen(parts.access.forget),
    async close() {
      end();
      await Promise.all(closing);
    },
  };
}
