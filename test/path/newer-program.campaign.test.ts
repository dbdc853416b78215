import { describe, expect, test } from 'vitest';
import { detailOf } from '../../renderer/text/reasons.ts';
import { type Order, orderKeySchema } from '../../shared/order.ts';
import { type SiteSettings, siteSettingsOf } from '../../shared/site-settings.ts';
import { whyNoPostgres } from '../ledger/postgres.ts';
import { rule } from '../shared/some-rules.ts';
import { whenBatch } from './batch-bench.ts';
import { newerBenchOf } from './newer-bench.ts';
import { plainOrder } from './plain-order.ts';
import { counted, type PlainStation, sent } from './plain-station.ts';
import { useSite } from './site-of-benches.ts';

const key = orderKeySchema.parse('A-1');
const fileOf = (...keys: readonly string[]): string =>
  [Object.keys(plainOrder('')), ...keys.map((each) => Object.values(plainOrder(each)))].map((row) => row.join(',')).join('\n');

describe.skipIf(whyNoPostgres())('a bench beside one of a newer program', () => {
  const { first: firstOf } = useSite();

  async function site() {
    const { first } = await firstOf({ orders: fileOf('A-1', 'B-1') });
    const newer = await newerBenchOf(first);
    await expect.poll(() => newer.knows('A-1')).toBe(true);
    const { order } = (await rowOf(first))!;
    return { first, newer, order };
  }
  const rowOf = async (on: PlainStation) => (await on.call('orders', { search: 'A-1', offset: 0, limit: 9 })).rows[0];
  const heldBy = (on: PlainStation) => expect.poll(async () => (await rowOf(on))?.plan.held?.changedBy);
  const moved = (order: Order): Order => ({ ...order, recipient: { ...order.recipient, street: 'Invalidenstrasse' } });
  const withMore = (order: Order): Order => Object.assign(moved(order), { handedTo: 'neighbour' });

  test('an order that the newer one changed is shipped there by no way, and says so; it follows what can be read again', async () => {
    const { first, newer, order } = await site();
    const { serviceId } = await first.toTiles('A-1');
    await newer.says('A-1', withMore(order));
    await heldBy(first).toBe(newer.bench);
    // In hand, with its price on the screen.
    await first.call('buy', { workflowNo: first.workflowNo(), serviceId });
    const { failure } = await first.at('stopped');
    expect(failure.code).toBe('order-unread');
    expect(detailOf(failure)).toMatch(new RegExp(`^Bench ${newer.bench} said it`));
    await first.call('next', { workflowNo: first.workflowNo() });
    for (const code of ['A-1', 'a-1']) {
      await first.call('scan', { code });
      expect((await first.at('stopped')).failure.code).toBe('order-unread');
    }
    expect(await first.station.handlers.releaseOrder({ key })).toMatchObject({ ok: false, failure: { code: 'order-unread' } });
    await first.call('next', { workflowNo: first.workflowNo() });
    await first.call('openBatch', { keys: [key, orderKeySchema.parse('B-1')], search: '' });
    expect((await whenBatch(first, ({ state }) => state === 'ready')).counts).toMatchObject({ quoted: 1, stopped: 0 });
    await first.call('stopBatch', {});
    // A file of here brings it as it was.
    await first.call('importOrders', {
      name: 'again.json',
      bytes: new TextEncoder().encode(JSON.stringify([{ ...plainOrder('A-1'), note: 'x' }])),
    });
    await first.reopen();
    await heldBy(first).toBe(newer.bench);
    await first.call('scan', { code: 'A-1' });
    expect((await first.at('stopped')).failure.code).toBe('order-unread');
    expect(sent(first, 'ship')).toBe(0);
  });

  test.each([
    ['changed once more so that it can be read', (order: Order) => moved(order), 'Invalidenstrasse'],
    ['called off', (order: Order): Order => ({ ...order, hold: 'cancelled' }), null],
  ])('one that is %s is as it is said then', async (_what, change, street) => {
    const { first, newer, order } = await site();
    await newer.says('A-1', withMore(order));
    await heldBy(first).toBe(newer.bench);
    await newer.says('A-1', change(order));
    await heldBy(first).toBeUndefined();
    if (street === null) {
      await first.call('scan', { code: 'A-1' });
      expect((await first.at('stopped')).failure.code).toBe('order-cancelled');
      return;
    }
    await first.buy('A-1');
    expect((await first.at('done')).booking.order.recipient.street).toBe(street);
    expect(counted(first)).toEqual({ booked: 1, sheets: 1 });
  });

  test('an order that only the newer one can read says so at its scan, and not that there is none', async () => {
    const { first, newer, order } = await site();
    await newer.says('C-1', withMore({ ...order, key: orderKeySchema.parse('C-1') }));
    await expect
      .poll(async () => {
        const answer = await first.station.handlers.scan({ code: 'C-1' });
        const workflow = first.workflow();
        return answer.ok ? (workflow.step === 'stopped' ? workflow.failure.code : '') : answer.failure.code;
      })
      .toBe('order-unread');
    expect(sent(first, 'ship')).toBe(0);
  });

  describe('where all benches have their rules in common', () => {
    const unreadOf = async (on: PlainStation) => (await on.call('setup', {})).settings.siteUnread;
    const settingsOf = async (on: PlainStation) => siteSettingsOf((await on.call('setup', {})).settings);
    const idOf = async (on: PlainStation) => (await on.call('setup', {})).settings.site?.id ?? null;
    const never = 'Unknown to all';
    /** A rule that does what nobody here knows, in front of those that buy at once. */
    const withNewRule = (settings: SiteSettings): SiteSettings => ({
      ...settings,
      shippingRules: { ...settings.shippingRules, version: 9, list: [Object.assign(rule({ never: [never] }), { slowest: true })] },
    });

    async function shared() {
      const { first, newer } = await site();
      await first.call('shareSettings', { pin: '' });
      await first.call('saveRules', { list: [rule({ take: { is: 'cheapest', buys: true } })], last: 'cheapest', seen: await idOf(first) });
      return { first, newer };
    }

    test('no rule of before decides any more, the tiles say why, and what is readable again decides', async () => {
      const { first, newer } = await shared();
      await newer.shares(withNewRule(await settingsOf(first)));
      await expect.poll(() => unreadOf(first)).toMatchObject({ bench: newer.bench });
      await first.reopen();
      const tiles = await first.toTiles('A-1');
      expect(tiles).toMatchObject({ notice: { code: 'rules-unread' } });
      expect(detailOf(tiles.notice!)).toContain(`bench ${newer.bench}`);
      expect(sent(first, 'ship')).toBe(0);
      await first.call('next', { workflowNo: first.workflowNo() });
      await first.call('openBatch', { keys: [orderKeySchema.parse('B-1')], search: '' });
      const batch = await whenBatch(first, ({ state }) => state === 'paused');
      expect([batch.paused, batch.stopped]).toMatchObject([{ code: 'rules-unread' }, []]);
      await first.call('stopBatch', {});
      // What the newer one says of them is not written over.
      const save = { settings: { currency: 'SEK' }, seen: await idOf(first) };
      expect(await first.station.handlers.saveSettings(save)).toMatchObject({ failure: { code: 'site-settings-unread' } });
      expect(await first.station.handlers.saveRules({ list: [], last: 'ask', seen: await idOf(first) })).toMatchObject({
        failure: { code: 'site-settings-unread' },
      });
      const settings = await settingsOf(first);
      await newer.shares({ ...settings, shippingRules: { ...settings.shippingRules, version: 10, list: [] }, rule: 'cheapest' });
      await expect.poll(() => unreadOf(first)).toBeNull();
      await first.call('scan', { code: 'A-1' });
      expect((await first.at('done')).booking.order.key).toBe('A-1');
      expect(counted(first)).toEqual({ booked: 1, sheets: 1 });
    });

    test('rules of before that only the newer one reads, and no rule of now, keep nothing from being decided', async () => {
      const { first, newer } = await shared();
      const settings = await settingsOf(first);
      const { older: _older, ...was } = withNewRule(settings).shippingRules;
      await newer.shares({
        ...settings,
        shippingRules: { version: 10, savedAt: null, list: [], older: [{ ...was, last: 'ask' }] },
        rule: 'cheapest',
      });
      await expect.poll(async () => (await first.call('setup', {})).settings.shippingRules.version).toBe(10);
      expect(await unreadOf(first)).toBeNull();
      await first.call('scan', { code: 'A-1' });
      await first.at('done');
    });
  });
});
