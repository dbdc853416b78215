import { expect, test } from 'vitest';
import type { Workflow } from '../../shared/bench.ts';
import { ok } from '../../shared/result.ts';
import { because } from '../reprint-reason.ts';
import { eur, rule } from '../shared/some-rules.ts';
import { plainOrder } from './plain-order.ts';
import { counted, sent, startPlainStation } from './plain-station.ts';

test('a scan, a weight and one key print one label, bought once', async () => {
  const bench = await startPlainStation();
  const { booking, failure } = await bench.ship('ORD-1001');
  expect(failure).toBeNull();
  expect(booking.state).toBe('booked');
  expect(booking.jobs.map(({ role, state, piece, pieces }) => ({ role, state, piece, pieces }))).toEqual([
    { role: 'label', state: 'printed', piece: 1, pieces: 1 },
  ]);
  const sheet = bench.printer.sheets()[0]?.zpl.toString('latin1') ?? '';
  expect(sheet).toContain('SAMPLE');
  expect(sheet.toUpperCase()).toContain('KASTANIENALLEE');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test("the journal's log is written into its file once the parcel is done, and not before", async () => {
  const at: string[] = [];
  const bench = await startPlainStation({
    journal: (journal) => ({
      checkpoint() {
        at.push(bench.workflow().step);
        journal.checkpoint();
      },
    }),
  });
  await bench.ship('ORD-1001');
  await expect.poll(() => at).toEqual(['done']);
  await bench.ship('ORD-1002');
  await expect.poll(() => at).toEqual(['done', 'done']);
});

test('the event loop runs between the intent and the wait for the disk, and a decision made then counts', async () => {
  const seen: string[] = [];
  const bench = await startPlainStation({
    journal: (journal) => ({
      writeIntent(id, intent) {
        journal.writeIntent(id, intent);
        seen.push('intent');
        setImmediate(() => seen.push('turn'));
        if (seen.length === 1) setImmediate(() => void bench.call('stopWaiting', { workflowNo: bench.workflowNo() }));
      },
      takeForSending(id) {
        seen.push('sending');
        return journal.takeForSending(id);
      },
    }),
  });
  await expect(bench.buy('ORD-1001')).rejects.toThrow('buy answered not-now');
  const { notice } = await bench.at('choosing');
  expect(notice?.code).toBe('wait-stopped');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
  await bench.ship('ORD-1002');
  expect(seen).toEqual(['intent', 'turn', 'intent', 'turn', 'sending']);
});

test('a second scan of the same order finds it shipped and buys nothing; a reprint uses a sheet and no money', async () => {
  const bench = await startPlainStation();
  await bench.ship('ORD-1001');
  const { booking } = await bench.scan('ORD-1001', 'already-shipped');
  await bench.call('reprint', { bookingId: booking.id, because });
  await expect.poll(() => bench.printer.sheets().length).toBe(2);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 2 });
});

test('a double click buys once', async () => {
  const bench = await startPlainStation();
  const { serviceId } = await bench.toTiles('ORD-1002');
  const workflowNo = bench.workflowNo();
  const clicks = await Promise.all([1, 2, 3].map(() => bench.station.handlers.buy({ workflowNo, serviceId })));
  await bench.at('done');
  expect(clicks.filter((click) => !click.ok).map((click) => !click.ok && click.failure.code)).toEqual(['not-now', 'not-now']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test.each(['execute-then-reset', 'execute-then-html-504', 'not-json', 'truncated', 'empty-result'] as const)(
  'an answer that is "%s" makes the booking unknown: never sent again, listed in Resolve',
  async (fault) => {
    const bench = await startPlainStation();
    bench.service.faults.next('ship', fault);
    await bench.buy('ORD-1001', 'unknown');
    await bench.scan('ORD-1001', 'unknown');
    expect((await bench.call('toResolve', {})).map((item) => item.kind)).toEqual(['booking-unknown']);
    expect(sent(bench, 'ship')).toBe(1);
    expect(bench.printer.sheets()).toHaveLength(0);
  },
);

test('an unknown booking that exists is adopted by its order number, its label is compared, and it prints once', async () => {
  const bench = await startPlainStation();
  bench.service.faults.next('ship', 'execute-then-reset');
  const { booking } = await bench.buy('ORD-1001', 'unknown');
  const orderNo = bench.service.orders()[0]?.orderNo ?? '';
  const adopted = await bench.call('settleExists', { bookingId: booking.id, orderNo });
  expect(adopted.state).toBe('booked');
  await expect.poll(() => bench.printer.sheets().length).toBe(1);
  expect(await bench.call('toResolve', {})).toEqual([]);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test("a refusal shows the service's message, and the order can be shipped afterwards", async () => {
  const bench = await startPlainStation();
  bench.service.faults.next('ship', 'refuse-errors');
  const { failure } = await bench.buy('ORD-1001', 'stopped');
  expect(failure.code).toBe('booking-rejected');
  expect(failure.detail).not.toBe('');
  await bench.ship('ORD-1001');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a label of another recipient stops the bench and does not print', async () => {
  const bench = await startPlainStation();
  bench.service.faults.next('ship', 'wrong-order-label');
  const { booking } = await bench.buy('ORD-1001', 'wrong-label');
  expect(booking.verdict?.kind).toBe('other');
  expect((await bench.call('toResolve', {})).map((item) => item.kind)).toEqual(['label-doubtful']);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 0 });
});

test('after a printer that was not ready is fixed, the same tiles can be bought', async () => {
  const bench = await startPlainStation();
  const { serviceId } = await bench.toTiles('ORD-1001');
  bench.printer.set({ paperOut: true });
  await bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  bench.printer.set({ paperOut: false });
  await bench.take(serviceId, 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a key pressed for a parcel that is no longer in hand buys neither that parcel nor the current one', async () => {
  const bench = await startPlainStation();
  const { serviceId } = await bench.toTiles('ORD-1001');
  const stale = bench.workflowNo();
  await bench.toTiles('ORD-1002');
  const refused = await bench.station.handlers.buy({ workflowNo: stale, serviceId });
  expect(refused).toMatchObject({ ok: false, failure: { code: 'not-now' } });
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('a quote older than 15 minutes is requested again before the purchase', async () => {
  let ahead = 0;
  const bench = await startPlainStation({ platform: { now: () => new Date(Date.now() + ahead) } });
  const { serviceId } = await bench.toTiles('ORD-1001');
  ahead = 16 * 60_000;
  await bench.take(serviceId, 'done');
  expect(bench.service.requests().map((request) => request.action)).toEqual(expect.arrayContaining(['quote', 'quote', 'ship']));
  expect(sent(bench, 'quote')).toBe(2);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a request that never left after a new quote leaves the new prices on the screen and buys nothing', async () => {
  let ahead = 0;
  const bench = await startPlainStation({ delayMs: 150, platform: { now: () => new Date(Date.now() + ahead) } });
  const { serviceId } = await bench.toTiles('ORD-1001');
  ahead = 16 * 60_000;
  const buying = bench.call('buy', { workflowNo: bench.workflowNo(), serviceId });
  await expect.poll(() => sent(bench, 'quote')).toBe(2);
  bench.service.faults.next('ship', 'refuse');
  await buying;
  const workflow = await bench.at('choosing');
  expect(workflow.notice?.code).toBe('service-unreachable');
  expect(workflow.quote.services.map((service) => service.serviceId)).toContain(workflow.serviceId);
  await bench.service.faults.clear();
  await bench.take(workflow.serviceId, 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('no barcode content buys: digits, another order, an unknown number', async () => {
  const bench = await startPlainStation();
  await bench.toTiles('ORD-1001');
  for (const code of ['1', '12345678', 'ORD-1002']) await bench.station.handlers.scan({ code });
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('the command barcode buys the selected service', async () => {
  const bench = await startPlainStation();
  await bench.toTiles('ORD-1001');
  await bench.scan('XPBXBUX', 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a scan while a label prints waits and is processed afterwards', async () => {
  const bench = await startPlainStation({ msPerLabel: 400 });
  await bench.buy('ORD-1001');
  await bench.scan('ORD-1002', 'printing');
  expect(bench.station.snapshot().bench.waiting.map(({ orderKey }) => orderKey)).toEqual(['ORD-1002']);
  const { order } = await bench.at('asking');
  expect(order.key).toBe('ORD-1002');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('scanning the new label back confirms that it is on the parcel', async () => {
  const bench = await startPlainStation();
  await bench.ship('ORD-1001');
  const [number = ''] = bench.service.orders()[0]?.trackingNos ?? [];
  await expect.poll(() => (bench.workflow() as { booking: { trackingNos: string[] } }).booking.trackingNos).toEqual([number]);
  const { booking } = await bench.scan(number, 'done');
  expect(booking.onParcelAt).not.toBeNull();
});

test('a scale that types like a scanner answers the weight question and no other', async () => {
  const bench = await startPlainStation({ settings: { defaults: { boxId: 'M', weightGrams: null, contents: '', value: null } } });
  await bench.scan('ORD-1001', 'asking');
  const { order } = await bench.scan('2.350', 'choosing');
  expect(order.parcels[0]?.weightGrams).toBe(2350);
  expect(await bench.station.handlers.scan({ code: '2.350' })).toMatchObject({ failure: { code: 'order-not-found' } });
  await bench.at('choosing');
});

test('a box of another size is taken by its three lengths', async () => {
  const bench = await startPlainStation();
  await bench.scan('ORD-1001', 'asking');
  const sizeIs = (answer: string) =>
    bench.call('answerQuestion', { workflowNo: bench.workflowNo(), question: { kind: 'box', parcel: 0 }, answer });
  await sizeIs('30 x 20');
  expect(await bench.at('asking')).toMatchObject({ refused: true, questions: [{ kind: 'box' }, {}] });
  await sizeIs('30x20x10');
  const { order, questions } = await bench.at('asking');
  expect(order.parcels[0]).toMatchObject({ lengthCm: 30, widthCm: 20, heightCm: 10, boxName: '' });
  expect(questions[0]?.kind).toBe('weight');
});

test('an answer to a question that is no longer open is refused', async () => {
  const bench = await startPlainStation();
  await bench.call('scan', { code: 'ORD-1001' });
  const answer = { workflowNo: bench.workflowNo(), question: { kind: 'box' as const, parcel: 0 }, answer: 'M' };
  const [, second] = await Promise.all([bench.station.handlers.answerQuestion(answer), bench.station.handlers.answerQuestion(answer)]);
  expect(second).toMatchObject({ ok: false, failure: { code: 'not-now' } });
  expect((await bench.at('asking')).questions[0]?.kind).toBe('weight');
});

test('a rule set while a parcel is in hand does not buy it, but buys the next one', async () => {
  const bench = await startPlainStation();
  const { questions } = await bench.scan('ORD-1001', 'asking');
  expect(questions.length).toBeGreaterThan(0);
  await bench.call('saveSettings', { settings: { rule: 'cheapest' } });
  await bench.answerAll();
  await bench.at('choosing');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
  await bench.scanAndAnswer('ORD-1001');
  await bench.at('done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a rule that decides alone buys without a key', async () => {
  const bench = await startPlainStation({
    settings: { rule: 'cheapest', defaults: { boxId: 'M', weightGrams: 800, contents: '', value: null } },
  });
  await bench.scan('ORD-1001', 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a second shipment of an order needs an explicit act with a reason', async () => {
  const bench = await startPlainStation();
  await bench.ship('ORD-1001');
  await bench.scan('ORD-1001', 'already-shipped');
  expect(await bench.station.handlers.shipAgain({ workflowNo: bench.workflowNo(), reason: '', pin: '' })).toMatchObject({
    failure: { code: 'reason-missing' },
  });
  await bench.call('shipAgain', { workflowNo: bench.workflowNo(), reason: 'The first parcel came back', pin: '' });
  const { serviceId } = await bench.at('choosing');
  const { booking } = await bench.take(serviceId, 'done');
  expect(booking.shipmentNo).toBe(2);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('the same order shipped in training and in the sandbox gives one booking in each journal', async () => {
  const bench = await startPlainStation();
  await bench.ship('ORD-1001');
  const { url, key, secret } = bench.service;
  await bench.call('connect', { world: 'sandbox', baseUrl: url, key, secret, account: '' });
  expect(await bench.call('lastShipments', { limit: 10 })).toEqual([]);
  await bench.call('importOrders', { name: 'orders.json', bytes: new TextEncoder().encode(JSON.stringify([plainOrder('ORD-1001')])) });
  await bench.ship('ORD-1001');
  expect((await bench.call('lastShipments', { limit: 10 })).map((booking) => booking.orderKey)).toEqual(['ORD-1001']);
  await bench.call('enterWorld', { world: 'training' });
  expect(await bench.call('lastShipments', { limit: 10 })).toHaveLength(1);
  expect(bench.printer.sheets().every((sheet) => sheet.zpl.includes('SAMPLE'))).toBe(true);
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test("content removed from a label is listed in the parcel's history, and the label prints without it", async () => {
  const recorded: unknown[] = [];
  const bench = await startPlainStation({
    journal: (journal) => ({
      label(id) {
        const kept = journal.label(id);
        const text = Buffer.from(kept?.bytes ?? []).toString('latin1');
        return kept && { ...kept, bytes: Buffer.from(`~JO${text.replace('^XZ', '^JUS^XZ')}`, 'latin1') };
      },
      record(bookingId, what, detail) {
        if (what === 'label-stripped') recorded.push([bookingId, detail]);
        journal.record(bookingId, what, detail);
      },
    }),
  });
  const { booking } = await bench.ship('ORD-1001');
  expect(recorded).toEqual([[booking.id, '~JO, ^JU']]);
  expect(bench.printer.sheets()[0]?.zpl.toString('latin1')).not.toMatch(/\^JU|~JO/);
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a label whose printer is removed during the purchase is accepted and prints once there is a printer', async () => {
  let takeAway: (() => Promise<unknown>) | undefined;
  const bench = await startPlainStation({
    courier: (courier) => ({
      async sendOnce(...request) {
        const sent = await courier.sendOnce(...request);
        await takeAway?.();
        return sent;
      },
    }),
  });
  const { settings } = await bench.call('setup', {});
  takeAway = () => bench.call('saveSettings', { settings: { printers: [] } });
  const { booking, failure } = await bench.ship('ORD-1001');
  expect(failure).toMatchObject({ code: 'no-label-printer' });
  expect([booking.verdict, booking.jobs]).toEqual([{ kind: 'match' }, []]);
  await bench.call('saveSettings', { settings: { printers: settings.printers } });
  await bench.reopen();
  await expect.poll(() => counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a parcel that is being sent shows its service, its price and its extras', async () => {
  const seen: Workflow[] = [];
  const bench = await startPlainStation({
    courier: (courier) => ({
      async quote(...what) {
        const quote = await courier.quote(...what);
        return quote.ok ? ok({ ...quote.value, services: quote.value.services.map((each) => ({ ...each, co2: eur(20) })) }) : quote;
      },
      sendOnce(...request) {
        seen.push(bench.workflow());
        return courier.sendOnce(...request);
      },
    }),
  });
  await bench.call('saveRules', { list: [rule({ isCo2: true })], last: 'ask' });
  const { id, service, price, extras } = (await bench.ship('ORD-1001')).booking;
  expect(extras.co2).toBe(true);
  expect(seen).toMatchObject([{ step: 'booking', doing: 'sending', booking: { id, service, price, extras } }]);
});
