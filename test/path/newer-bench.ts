import { randomBytes, randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { acceptInvite } from '../../electron/ledger/accept-invite.ts';
import { readDatabaseAddress } from '../../electron/ledger/database-address.ts';
import { readJoinCode, ticketOf, unpackWithCode } from '../../electron/ledger/join-code.ts';
import { createSharedLedger } from '../../electron/ledger/shared-ledger.ts';
import { noFact } from '../../shared/attempt.ts';
import type { Order } from '../../shared/order.ts';
import { failed, ok } from '../../shared/result.ts';
import { slotOf } from '../../shared/scan.ts';
import type { SiteSettings } from '../../shared/site-settings.ts';
import type { PlainStation } from './plain-station.ts';

/** A bench of a newer program that joins the site of this one: it says of orders and settings what nobody here knows. */
export async function newerBenchOf(on: PlainStation) {
  const code = readJoinCode((await on.call('invite', { pin: '' })).code);
  const address = code && readDatabaseAddress(code.url, []);
  if (!code || !address) throw new Error('no code');
  const token = randomBytes(32);
  const fail = (why: string) => failed({ code: 'ledger-unreachable', ref: '', detail: why } as const);
  const accepted = await acceptInvite({ address, ticket: ticketOf(code), token, fail });
  const siteKeys = accepted.ok ? unpackWithCode(code, accepted.value.packed) : undefined;
  if (!accepted.ok || !siteKeys) throw new Error('not let in');
  const ledger = createSharedLedger({
    url: () => code.url,
    token: () => Buffer.from(token).toString('base64url'),
    siteKeys: () => siteKeys,
    ref: () => 'NEWER',
    log: () => undefined,
    elapsed: () => performance.now(),
    wall: () => Date.now(),
  });
  onTestFinished(async () => await ledger.close());
  expect(await ledger.hello({ feed: randomUUID(), world: 'sandbox', head: noFact, acknowledged: noFact })).toMatchObject({ ok: true });

  const known = async () => {
    const heard = await ledger.hearOrders({ world: 'sandbox', era: '', seq: 0, slot: '' });
    if (!heard.ok) throw new Error(heard.failure.code);
    return heard.value;
  };
  return {
    bench: accepted.value.bench,
    knows: async (key: string): Promise<boolean> => (await known()).orders.some(({ slot }) => slot === slotOf(key)),
    /** In the place of whatever was said of it. */
    async says(key: string, order: Order): Promise<void> {
      const { era, orders } = await known();
      const slot = slotOf(key);
      const base = orders.find((each) => each.slot === slot)?.seq ?? 0;
      const said = { order, imported: '1', held: null };
      const put = await ledger.putOrders({ world: 'sandbox', era }, [{ slot, base, changes: 1, ageMs: 0, said }]);
      expect(put).toMatchObject(ok({ answers: [{ is: 'put' }] }));
    },
    async shares(settings: SiteSettings): Promise<void> {
      const newest = await ledger.site.siteSettings(null);
      if (!newest.ok || !newest.value) throw new Error('no settings');
      const { version } = newest.value;
      expect(await ledger.site.shareSettings({ version: version + 1, id: randomUUID(), settings })).toEqual(ok('shared'));
    },
  };
}
