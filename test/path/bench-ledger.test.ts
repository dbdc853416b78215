import { expect, test } from 'vitest';
import { createFail } from '../../electron/bench/context.ts';
import { createBenchLedger } from '../../electron/bench/exchange/bench-ledger.ts';
import type { Ledger } from '../../electron/bench/ports/ledger.ts';
import type { Attempt } from '../../shared/attempt.ts';
import { failed } from '../../shared/result.ts';
import { farDay, pickupOf, sent, startPlainStation } from './plain-station.ts';

const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } };
const fail = createFail(
  () => 'GRANT',
  () => undefined,
);

/** A ledger whose grants wait until they are released, or that refuses if the test requires it. */
function heldLedger() {
  const asked: Attempt[] = [];
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let refuses = false;
  return {
    asked,
    hold() {
      gate = Promise.withResolvers<void>();
    },
    letGo: () => gate.resolve(),
    refuse(now: boolean) {
      refuses = now;
    },
    around: (ledger: Ledger): Ledger => ({
      ...ledger,
      async claim(attempt) {
        asked.push(attempt);
        await gate.promise;
        return refuses ? failed(fail('taken-elsewhere').failure) : ledger.claim(attempt);
      },
    }),
  };
}

test('an order is not sent without a reservation, and is bought when it gets one', async () => {
  const held = heldLedger();
  const on = await startPlainStation({ settings: whole, ledger: held.around });
  held.refuse(true);
  expect(await on.buy('ORD-1001', 'choosing')).toMatchObject({ notice: { code: 'taken-elsewhere' } });
  expect(sent(on, 'ship')).toBe(0);
  held.refuse(false);
  await on.scan('XPBXBUX', 'done');
  expect(sent(on, 'ship')).toBe(1);
  expect(on.printer.sheets()).toHaveLength(1);
  const shipment = { is: 'ship', orderKey: 'ORD-1001', source: '', shipmentNo: 1 };
  expect(held.asked.map(({ what }) => what)).toEqual([shipment, shipment]);
  // Each try has an id of its own.
  expect(new Set(held.asked.map(({ id }) => id)).size).toBe(2);
});

test('an order that the packer leaves during its reservation is not sent', async () => {
  const held = heldLedger();
  const on = await startPlainStation({ settings: whole, ledger: held.around });
  const { serviceId } = await on.toTiles('ORD-1001');
  held.hold();
  const buying = on.call('buy', { workflowNo: on.workflowNo(), serviceId });
  await expect.poll(() => held.asked.length).toBe(1);
  await on.call('stopWaiting', { workflowNo: on.workflowNo() });
  held.letGo();
  await buying.catch(() => undefined);
  expect(on.workflow()).toMatchObject({ step: 'choosing', notice: { code: 'wait-stopped' } });
  expect(sent(on, 'ship')).toBe(0);
  await on.scan('XPBXBUX', 'done');
  expect(sent(on, 'ship')).toBe(1);
});

test('an order corrected during its reservation is not bought to the old address', async () => {
  const held = heldLedger();
  const on = await startPlainStation({ settings: whole, ledger: held.around });
  const { order, serviceId } = await on.toTiles('ORD-1001');
  held.hold();
  const buying = on.call('buy', { workflowNo: on.workflowNo(), serviceId });
  await expect.poll(() => held.asked.length).toBe(1);
  await on.call('saveOrder', { order: { ...order, recipient: { ...order.recipient, street: 'Other street', houseNumber: '9' } } });
  held.letGo();
  await buying;
  await expect.poll(() => on.workflow()).toMatchObject({ step: 'choosing', order: { recipient: { street: 'Other street' } } });
  expect(sent(on, 'ship')).toBe(0);
});

test('no driver is ordered without a reservation', async () => {
  const held = heldLedger();
  const on = await startPlainStation({ settings: whole, ledger: held.around });
  const { booking } = await on.ship('ORD-1001');
  held.refuse(true);
  const request = pickupOf(booking);
  expect(await on.station.handlers.requestPickup(request)).toMatchObject({ failure: { code: 'taken-elsewhere' } });
  expect(sent(on, 'pickup')).toBe(0);
  held.refuse(false);
  await on.call('requestPickup', request);
  expect(sent(on, 'pickup')).toBe(1);
});

test('a reservation has one holder until it ends, and several are granted all or none', async () => {
  const ledger = createBenchLedger({ fail });
  const claim = (id: string, ...parcels: string[]) =>
    ledger.claim({
      id,
      world: 'live',
      what: { is: 'pickup', courier: 'c', day: farDay, sender: 's', parcels, again: false },
      account: '',
      digest: '',
    });
  const first = await claim('a', '1', '2');
  expect(first.ok).toBe(true);
  expect(await claim('b', '3', '2')).toMatchObject({ failure: { code: 'taken-elsewhere', detail: 'pickup 2' } });
  expect((await claim('c', '3')).ok).toBe(true);
  expect((await claim('a', '1', '2')).ok).toBe(true);
  ledger.ended('a');
  expect((await claim('b', '1', '2')).ok).toBe(true);
});
