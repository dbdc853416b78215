import { createHash } from 'node:crypto';
import type { NamedSite } from '../../shared/bench-of-site.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { Answer, CallArgs, CallCode } from '../../shared/ipc.ts';
import { ok, type Refusal, type Result } from '../../shared/result.ts';
import type { Setup } from '../../shared/settings.ts';
import { allowedBy, type BenchContext } from '../bench/context.ts';
import type { SharedLedger } from '../bench/ports/ledger.ts';
import type { SiteDesk } from '../calls/call-parts.ts';
import type { LedgerAccess } from '../credentials/ledger-access.ts';
import type { KeptSiteKeys } from '../credentials/site-keys.ts';
import { acceptInvite, nameSite } from '../ledger/accept-invite.ts';
import { type DatabaseAddress, readDatabaseAddress } from '../ledger/database-address.ts';
import { drawJoinCode, type JoinCode, packForCode, readJoinCode, ticketOf, unpackWithCode, writeJoinCode } from '../ledger/join-code.ts';
import type { KeyExchange } from './key-exchange.ts';
import type { LeadAccess } from './lead-access.ts';
import { proveAtSite } from './lead-at-site.ts';
import type { Platform } from './platform.ts';
import type { SettingsStore } from './settings.ts';
import { problemOfAccess, type SiteLedger } from './site-ledger.ts';
import type { WorldSwitch } from './world-switch.ts';

interface SiteDeskParts {
  readonly platform: Pick<Platform, 'now' | 'random' | 'id' | 'trustedCertificates'>;
  readonly settings: Pick<SettingsStore, 'read'>;
  /** Name of the person at the bench. */
  readonly who: () => string;
  readonly isLocked: () => boolean;
  readonly siteLedger: SiteLedger;
  readonly siteKeys: KeptSiteKeys;
  readonly exchange: KeyExchange;
  readonly lead: Pick<LeadAccess, 'check'>;
  readonly worlds: WorldSwitch;
  readonly fail: BenchContext['fail'];
  readonly setup: () => Setup;
  /** Asks a ledger which site it belongs to. */
  readonly nameSite: typeof nameSite;
}

/** A site that was shown to the shift lead, and the way to join it. */
interface Named {
  readonly id: string;
  readonly word: string;
  readonly address: DatabaseAddress;
  readonly access: LedgerAccess;
  /** Undefined if the site is joined by address and token. */
  readonly code: JoinCode | undefined;
}

const tokenBytes = 32;
const passwordBytes = 24;
/** Letters that look different in every font and spell no word. */
const wordLetters = 'BCDFGHJKLMNPQRTVWX';
const wordLength = 4;

/** Lets the shift lead invite benches, and decide about benches that are gone. */
export function createSiteDesk(parts: SiteDeskParts): Omit<SiteDesk, 'leaveLedger'> {
  const { platform, siteLedger, siteKeys, exchange, lead, worlds, fail } = parts;
  const shared = (): SharedLedger['site'] | undefined => siteLedger.current()?.site;
  const tokenFor = createTokens(platform.random);
  /** The site named last; naming another one replaces it. */
  let named: Named | undefined;

  return {
    async nameSite(given) {
      const place = placeOf(parts, given, tokenFor);
      if ('ok' in place) return place;
      const { address, access, code } = place;
      const site = await parts.nameSite({
        address,
        ticket: code ? ticketOf(code) : null,
        token: Buffer.from(access.token, 'base64url'),
        fail,
      });
      if (!site.ok) return site;
      const word = Array.from(platform.random(wordLength), (byte) => wordLetters[byte % wordLetters.length]).join('');
      named = { id: platform.id(), word, ...place };
      const { host, port, database, ssl } = address;
      const server = { host, port, database, isEncrypted: ssl !== false };
      return ok({ id: named.id, server, ...site.value, handsOver: handsOver(parts), word });
    },

    async joinSite({ id, word, pin }) {
      const checked = lead.check(pin);
      if (!checked.ok) return checked;
      const site = named;
      if (site?.id !== id) return fail('setting-invalid', [{ code: 'site-not-named' }]);
      // SECURITY: the word is drawn for this request and shown to the shift lead, so no code made earlier can contain it.
      if (word.trim().toUpperCase() !== site.word) return fail('setting-invalid', [{ code: 'join-word-wrong' }]);
      const { address, access, code } = site;
      if (!code) return await join(parts, access);
      // Safe to repeat: if the answer was lost, the next try admits the same bench.
      const accepted = await acceptInvite({ address, ticket: ticketOf(code), token: Buffer.from(access.token, 'base64url'), fail });
      if (!accepted.ok) return accepted;
      const keys = unpackWithCode(code, accepted.value.packed);
      if (!keys) return fail('invite-unknown');
      return await join(parts, access, () => siteKeys.save(keys));
    },

    invite: ({ pin }) => invite(parts, pin),

    async withdrawInvite() {
      return (await shared()?.withdraw()) ?? fail('not-paired');
    },

    async benches() {
      return (await shared()?.benches()) ?? fail('not-paired');
    },

    vouchFor: (given) =>
      decide(parts, given, 'bench-vouched', async (site) => {
        const listed = await site.benches();
        if (!listed.ok) return listed;
        for (const world of listed.value.find(({ bench }) => bench === given.bench)?.waitedIn ?? []) {
          const vouched = await site.vouch(given.bench, world);
          if (!vouched.ok) return vouched;
        }
        return ok({});
      }),

    takeDoubts: (given) =>
      decide(parts, given, 'doubts-taken', async (site) => {
        const open = worlds.current();
        if (!open) return fail('not-now');
        const taken = await site.takeDoubts(given.bench, open.world);
        if (!taken.ok) return taken;
        if (taken.value === 'on') return fail('not-now', [{ code: 'bench-is-on', bench: given.bench }]);
        const { doubts, left } = taken.value;
        open.bench.takeDoubts(given.bench, doubts);
        return ok({ taken: doubts.length, left });
      }),

    retireBench: (given) =>
      decide(parts, given, 'bench-retired', async (site) => {
        const retired = await site.retire(given.bench);
        // The keys that the retired bench took along open nothing that is encrypted from now on.
        if (retired.ok) await exchange.rotate();
        return retired;
      }),
  };
}

type TokenFor = (ticket: Buffer) => Uint8Array;

/** One token per code: if the ledger's answer was lost, the next try admits the same bench. */
function createTokens(random: Platform['random']): TokenFor {
  let shown: { readonly ticket: string; readonly token: Uint8Array } | undefined;
  return (ticket) => {
    const name = ticket.toString('hex');
    if (shown?.ticket !== name) shown = { ticket: name, token: random(tokenBytes) };
    return shown.token;
  };
}

/** The ledger that a code, or an address and a token, lead to. */
function placeOf(
  { platform, fail }: SiteDeskParts,
  given: CallArgs<'nameSite'>,
  tokenFor: TokenFor,
): Pick<Named, 'address' | 'access' | 'code'> | Refusal<'setting-invalid'> {
  const code = given.code.trim() ? readJoinCode(given.code) : undefined;
  if (given.code.trim() && !code) return fail('setting-invalid', [{ code: 'join-code-wrong' }]);
  const url = code?.url ?? given.url.trim();
  const token = code ? Buffer.from(tokenFor(ticketOf(code))).toString('base64url') : given.token.trim();
  const problem = problemOfAccess({ url, token });
  const address = readDatabaseAddress(url, platform.trustedCertificates());
  if (address && !problem) return { address, access: { url, token }, code };
  return fail('setting-invalid', [code ? { code: 'join-code-wrong' } : (problem ?? { code: 'ledger-address-wrong' })]);
}

/** The orders and shipments of the open environment that the site's other benches would receive. The simulator's orders stay here. */
function handsOver({ worlds, settings }: SiteDeskParts): NamedSite['handsOver'] {
  const open = worlds.current();
  if (!open || (open.world === 'training' && !settings.read().connections.training)) return null;
  const { journal } = open.bench.context;
  const none = { search: '', offset: 0, limit: 0 };
  return {
    orders: journal.orders(none).total - journal.orders({ ...none, stage: 'shipped' }).total,
    shipments: journal.bookings({ ...none, states: ['sending', 'answered', 'unknown', 'booked'] }).total,
  };
}

async function join(
  { siteLedger, worlds, exchange, setup }: SiteDeskParts,
  access: LedgerAccess,
  whileClosed = (): void => undefined,
): Promise<Answer<'joinSite'>> {
  const enter = (): void => {
    whileClosed();
    siteLedger.join(access);
  };
  const open = worlds.current();
  if (!open) enter();
  const joined = open ? await worlds.enter(open.world, enter) : ok(setup());
  if (joined.ok) void exchange.lookNow();
  return joined;
}

async function invite({ lead, siteLedger, siteKeys, exchange, platform, fail }: SiteDeskParts, pin: string): Promise<Answer<'invite'>> {
  const checked = lead.check(pin);
  if (!checked.ok) return checked;
  const [site, access] = [siteLedger.current()?.site, siteLedger.access()];
  if (!site || !access) return fail('not-paired');
  const proven = await proveAtSite({ platform, fail }, site, pin);
  if (!proven.ok) return proven;
  if (siteKeys.read().length === 0) await exchange.lookNow();
  const keys = siteKeys.read();
  if (keys.length === 0) return fail('site-key-missing');
  const code = drawJoinCode(access.url);
  const password = Buffer.from(platform.random(passwordBytes)).toString('base64url');
  const invited = await site.invite(createHash('sha256').update(ticketOf(code)).digest(), packForCode(code, keys), password);
  if (!invited.ok) return invited;
  const { login } = invited.value;
  const url = login === null ? access.url : urlAs(access.url, login, password);
  return ok({ code: writeJoinCode({ ...code, url }), until: new Date(platform.now().getTime() + invited.value.withinMs).toISOString() });
}

function urlAs(url: string, user: string, password: string): string {
  const at = new URL(url);
  at.username = user;
  at.password = password;
  return at.href;
}

/** Runs a shift lead's decision about a bench in the ledger, and records it in the local journal. */
async function decide<T, C extends FailureCode>(
  { siteLedger, lead, worlds, who, platform, fail }: SiteDeskParts,
  { bench, reason, pin }: CallArgs<'retireBench'>,
  what: string,
  act: (site: SharedLedger['site']) => Promise<Result<T, C>>,
): Promise<Result<T, C | CallCode<'retireBench'>>> {
  const allowed = allowedBy({ fail, checkPin: lead.check }, reason, pin);
  if (!allowed.ok) return allowed;
  const site = siteLedger.current()?.site;
  if (!site) return fail('not-paired');
  const proven = await proveAtSite({ platform, fail }, site, pin);
  if (!proven.ok) return proven;
  const done = await act(site);
  if (done.ok) worlds.current()?.bench.context.journal.record(null, what, `${who()}: ${bench}: ${allowed.value}`);
  return done;
}
