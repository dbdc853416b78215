import type { LedgerCode, PinCode } from '../../shared/call-codes.ts';
import { type Done, ok } from '../../shared/result.ts';
import type { BenchContext } from '../bench/context.ts';
import type { SiteCalls } from '../bench/ports/ledger.ts';
import type { Platform } from './platform.ts';

interface LeadAtSiteParts {
  readonly platform: Pick<Platform, 'now'>;
  readonly fail: BenchContext['fail'];
}

/**
 * Proves to the ledger that a shift lead is here, before an act that the ledger trusts shift leads with alone. The PIN was right at this
 * bench already. The first one that comes to a ledger becomes the PIN of the site.
 */
export async function proveAtSite({ platform, fail }: LeadAtSiteParts, site: SiteCalls, pin: string): Promise<Done<PinCode | LedgerCode>> {
  const proven = await site.proveLead(pin);
  if (!proven.ok) return proven;
  const { value } = proven;
  if (value.is === 'too-soon') return fail('pin-too-soon', new Date(platform.now().getTime() + value.waitMs).toISOString());
  if (value.is === 'right' || (value.is === 'none' && pin === '')) return ok({});
  if (value.is === 'none') {
    const set = await site.setLead(pin);
    if (!set.ok) return set;
    if (set.value === 'set') return ok({});
  }
  return fail('pin-wrong', { code: 'pin-of-site' });
}

/**
 * The site's PIN follows the change at one bench. If the ledger does not answer, or the site has another PIN, that one stays. Returns true
 * if it followed.
 */
export async function changeAtSite(site: SiteCalls, oldPin: string, pin: string): Promise<boolean> {
  const proven = await site.proveLead(oldPin);
  if (!proven.ok || (proven.value.is !== 'right' && proven.value.is !== 'none')) return false;
  const set = await site.setLead(pin);
  return set.ok && set.value === 'set';
}
