import { afterEach, expect, test } from 'vitest';
import { createFail } from '../../electron/bench/context.ts';
import { createBenchGrants } from '../../electron/bench/exchange/bench-grants.ts';
import type { Grants } from '../../electron/bench/ports/grants.ts';
import { failed } from '../../shared/result.ts';
import { closeAll, pickupOf, sent, startPlainStation } from './plain-station.ts';

afterEach(closeAll);

const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } };
const fail = createFail(
  () => 'GRANT',
  () => undefined,
);

/** Grants that wait until they are let go, or refuse where they are told to. */
function heldGrants() {
  const asked: { readonly id: string; readonly slots: readonly string[] }[] = [];
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
    around: (grants: Grants): Grants => ({
      async claim(attempt) {
        asked.push(attempt);
        await gate.promise;
        return refuses ? failed(fail('taken-elsewhere', attempt.slots[0]).failure) : grants.claim(attempt);
      },
    }),
  };
}

test('what is not granted is not sent, and the same order is bought once it is', async () => {
  const held = heldGrants();
  const on = await startPlainStation({ settings: whole, grants: held.around });
  held.refuse(true);
  await on.buy('ORD-1001');
  expect(await on.at('choosing')).toMatchObject({ notice: { code: 'taken-elsewhere' } });
  expect(sent(on, 'ship')).toBe(0);
  held.refuse(false);
  await on.call('scan', { code: 'PB!BUY' });
  await on.at('done');
  expect(sent(on, 'ship')).toBe(1);
  expect(on.printer.sheets()).toHaveLength(1);
  expect(held.asked.map(({ slots }) => slots)).toEqual([['ship ORD-1001 1'], ['ship ORD-1001 1']]);
});

test('an order that a person leaves while its grant is asked is not sent', async () => {
  const held = heldGrants();
  const on = await startPlainStation({ settings: whole, grants: held.around });
  const { serviceId } = await on.toTiles('ORD-1001');
  held.hold();
  const buying = on.call('buy', { workflowNo: on.workflowNo(), serviceId });
  await expect.poll(() => held.asked.length).toBe(1);
  await on.call('stopWaiting', { workflowNo: on.workflowNo() });
  held.letGo();
  await buying.catch(() => undefined);
  expect(on.workflow()).toMatchObject({ step: 'choosing', notice: { code: 'wait-stopped' } });
  expect(sent(on, 'ship')).toBe(0);
  await on.call('scan', { code: 'PB!BUY' });
  await on.at('done');
  expect(sent(on, 'ship')).toBe(1);
});

test('an order mended while its grant is asked is not bought to the old address', async () => {
  const held = heldGrants();
  const on = await startPlainStation({ settings: whole, grants: held.around });
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

test('no driver is asked for what is not granted', async () => {
  const held = heldGrants();
  const on = await startPlainStation({ settings: whole, grants: held.around });
  await on.buy('ORD-1001');
  const { booking } = await on.at('done');
  held.refuse(true);
  const request = pickupOf(booking);
  expect(await on.station.handlers.requestPickup(request)).toMatchObject({ failure: { code: 'taken-elsewhere' } });
  expect(sent(on, 'pickup')).toBe(0);
  held.refuse(false);
  await on.call('requestPickup', request);
  expect(sent(on, 'pickup')).toBe(1);
});

test('a slot has one holder until it is released, and several are granted together or not at all', async () => {
  const grants = createBenchGrants({ fail });
  const first = await grants.claim({ id: 'a', slots: ['1', '2'] });
  expect(first.ok).toBe(true);
  expect(await grants.claim({ id: 'b', slots: ['3', '2'] })).toMatchObject({ failure: { code: 'taken-elsewhere', detail: '2' } });
  expect((await grants.claim({ id: 'c', slots: ['3'] })).ok).toBe(true);
  expect((await grants.claim({ id: 'a', slots: ['1', '2'] })).ok).toBe(true);
  if (first.ok) first.value.release();
  expect((await grants.claim({ id: 'b', slots: ['1', '2'] })).ok).toBe(true);
});
