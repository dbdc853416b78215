import type { SettingReason } from '../../shared/setting-reason.ts';
import type { SharedLedger } from '../bench/ports/ledger.ts';
import type { KeptLedgerAccess, LedgerAccess } from '../credentials/ledger-access.ts';
import type { KeptSiteKeys } from '../credentials/site-keys.ts';
import type { Limits } from '../ledger/connection.ts';
import { readDatabaseAddress } from '../ledger/database-address.ts';
import { createSharedLedger } from '../ledger/shared-ledger.ts';
import type { Platform } from './platform.ts';
import type { WorldParts } from './world-parts.ts';

export interface SiteLedgerParts extends Pick<WorldParts, 'log' | 'ref' | 'fail'> {
  readonly platform: Pick<Platform, 'now' | 'elapsed' | 'trustedCertificates'>;
  readonly access: KeptLedgerAccess;
  readonly siteKeys: Pick<KeptSiteKeys, 'read'>;
  /** Time limits for an answer. Default: as long as a packer waits for it. */
  readonly limits?: Limits;
}

/** Returns why these values cannot be valid ledger access data; does not contact a ledger. */
export function problemOfAccess({ url, token }: LedgerAccess): SettingReason | undefined {
  if (!readDatabaseAddress(url)) return { code: 'ledger-address-wrong' };
  return /^[\w-]{43}$/.test(token) ? undefined : { code: 'ledger-token-wrong' };
}

/** Opens the site's ledger if this bench has joined one and is not leaving it. */
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

/** The ledger that this bench shares with the other benches of its site, as Setup defines it now. */
export interface SiteLedger {
  current(): SharedLedger | undefined;
  /** True if this bench has joined a ledger, whether or not it could be opened: the bench is not alone. */
  hasAccess(): boolean;
  /** Undefined if there is no readable access data. */
  access(): LedgerAccess | undefined;
  /** Switches to this ledger. If that cannot be saved, the previous one stays. No environment may be open. */
  join(access: LedgerAccess): void;
  /** Stops all requests to the ledger, until this bench has left it or stays. No environment may be open. */
  beginLeaving(): void;
  /** Uses the ledger again. No environment may be open. */
  stay(): void;
  /** Removes the ledger from this bench. No environment may be open. */
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
    hasAccess: parts.access.has,
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
