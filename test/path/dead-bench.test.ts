import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { addBench } from '../../ledger/install.ts';
import { type PostgresServer, startPostgres, whyNoPostgres } from '../ledger/postgres.ts';
import { closeAll, type PlainStation, sent, startPlainStation } from './plain-station.ts';

const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } };
const soon = { timeout: 15_000 };
const ledgerOf = ({ station }: PlainStation) => station.snapshot().frame.ledger;
const isTold = (on: PlainStation) => expect.poll(() => ledgerOf(on), soon).toMatchObject({ shut: null, unreported: 0 });
const toResolve = async (on: PlainStation) => (await on.call('toResolve', {})).map(({ kind }) => kind);
const take = { bench: 1, reason: 'Its computer is broken', pin: '' };

describe.skipIf(whyNoPostgres())('what a bench that is off left in doubt', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(async () => {
    await closeAll();
    await server.clear();
  });
  afterAll(async () => await server.stop());

  /** Two benches of one site, whose ledger waits seconds where others wait minutes. `late`: how far the clock of the first goes on while it is off. */
  async function site(more: Parameters<typeof startPlainStation>[0] = {}) {
    const { owner, benchUrl } = await server.ledger();
    await owner.query("UPDATE packbench.durations SET held = '3 s', headers = '1 s', settle = '3 s', run = '1 s'");
    const { token } = await addBench(owner);
    const both = { settings: whole, world: 'sandbox', orders: sampleOrdersCsv } as const;
    let late = 0;
    const first = await startPlainStation({ ...both, ...more, platform: { now: () => new Date(Date.now() + late) } });
    await first.call('joinLedger', { url: benchUrl, token, pin: '' });
    await isTold(first);
    const { code } = await first.call('invite', { pin: '' });
    const second = await startPlainStation({ ...both, service: first.service });
    await second.call('joinByCode', { code, pin: '' });
    await isTold(second);
    return { first, second, passes: (ms: number) => void (late += ms) };
  }
  const orderNoOf = ({ service }: PlainStation) => service.orders()[0]?.orderNo ?? '';

  /** Asked until the ledger holds the first one for off, and what it sent for old. */
  async function taken(on: PlainStation) {
    await expect
      .poll(async () => {
        const answer = await on.station.handlers.takeDoubts(take);
        return answer.ok && answer.value.taken;
      }, soon)
      .toBe(1);
  }

  test('is taken by no other while it is on', async () => {
    const { first, second } = await site();
    first.service.faults.next('ship', 'execute-then-reset');
    await first.buy('ORD-1001');
    await first.at('unknown');
    await isTold(first);
    await expect(second.call('takeDoubts', take)).rejects.toThrow('not-now Bench 1 is on');
    expect(await second.station.handlers.takeDoubts({ ...take, reason: ' ' })).toMatchObject({ failure: { code: 'reason-missing' } });
    expect(await toResolve(second)).toEqual([]);
  });

  test('stands in Resolve of the one that took it, is printed there, and is nobody’s at its own once that is back', async () => {
    const { first, second } = await site();
    first.service.faults.next('ship', 'execute-then-reset');
    await first.buy('ORD-1001');
    const { booking: lost } = await first.at('unknown');
    await isTold(first);
    await first.station.close();
    await taken(second);
    const [item] = await second.call('toResolve', {});
    expect(item).toMatchObject({ kind: 'booking-unknown', booking: { orderKey: 'ORD-1001', order: { recipient: lost.order.recipient } } });
    if (item?.kind !== 'booking-unknown') throw new Error('unreachable');
    await second.call('settleExists', { bookingId: item.booking.id, orderNo: orderNoOf(first) });
    await expect.poll(() => second.printer.sheets().length, soon).toBe(1);
    await isTold(second);

    await first.reopen();
    await isTold(first);
    await expect.poll(() => toResolve(first), soon).toEqual([]);
    expect(await first.station.handlers.settleExists({ bookingId: lost.id, orderNo: orderNoOf(first) })).toMatchObject({
      failure: { code: 'not-now' },
    });
    await first.call('scan', { code: 'ORD-1001' });
    await expect.poll(() => first.workflow()).toMatchObject({ step: 'already-shipped', booking: { bench: 2, orderNo: orderNoOf(first) } });
    expect([sent(first, 'ship'), first.service.orders().length]).toEqual([1, 1]);
    expect([first.printer.sheets().length, second.printer.sheets().length]).toEqual([0, 1]);
  });

  test('is bought again once a lead says there that it was not booked, and once only', async () => {
    const { first, second } = await site();
    first.service.faults.next('ship', 'reset-while-reading');
    await first.buy('ORD-1001');
    await first.at('unknown');
    await isTold(first);
    await first.station.close();
    await taken(second);
    const [item] = await second.call('toResolve', {});
    if (item?.kind !== 'booking-unknown') throw new Error('unreachable');
    await second.call('settleNotBooked', { bookingId: item.booking.id, reason: 'The account does not list it', pin: '' });
    await second.buy('ORD-1001');
    await second.at('done');
    await isTold(second);
    await first.reopen();
    await isTold(first);
    await expect.poll(() => toResolve(first), soon).toEqual([]);
    await first.call('scan', { code: 'ORD-1001' });
    await expect.poll(() => first.workflow()).toMatchObject({ step: 'already-shipped', booking: { bench: 2 } });
    expect(first.service.orders()).toHaveLength(1);
  });

  test('is printed once where its own bench had the answer and the label when it fell: a person looks there', async () => {
    const { first, second, passes } = await site({
      onSent({ printer }) {
        printer.set({ paperOut: true });
        void server.crash();
      },
    });
    await first.buy('ORD-1001');
    await expect.poll(() => first.service.orders().length, soon).toBe(1);
    await expect.poll(async () => (await first.call('lastShipments', { limit: 1 }))[0]?.state, soon).toBe('booked');
    await first.station.close();
    await server.start();
    await isTold(second);
    await taken(second);
    const [item] = await second.call('toResolve', {});
    if (item?.kind !== 'booking-unknown') throw new Error('unreachable');
    await second.call('settleExists', { bookingId: item.booking.id, orderNo: orderNoOf(first) });
    await expect.poll(() => second.printer.sheets().length, soon).toBe(1);
    first.printer.set({ paperOut: false });
    passes(4.5 * 60_000);
    await first.reopen();
    await isTold(first);
    expect(await toResolve(first)).toEqual([expect.stringMatching(/print-unconfirmed|label-doubtful/)]);
    expect([first.printer.sheets().length, second.printer.sheets().length]).toEqual([0, 1]);
    expect(first.service.orders()).toHaveLength(1);
  });
});
