import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Ledger } from '../../electron/bench/ports/ledger.ts';
import type { Attempt } from '../../shared/attempt.ts';
import type { LedgerCode } from '../../shared/call-codes.ts';
import { orderKeySchema } from '../../shared/order.ts';
import type { Result } from '../../shared/result.ts';
import { drawnAttempt } from '../ledger/sql-bench.ts';

/** Requests that any ledger must serve, and how an attempt ends there if it was not sent. */
export interface Asked {
  readonly ledger: Pick<Ledger, 'claim' | 'send' | 'closeOrder' | 'reopenOrder'> & {
    readonly prune: () => Promise<Result<unknown, LedgerCode>>;
  };
  readonly end: (attempt: Attempt) => unknown;
}

const anAttempt = (what: Attempt['what']): Attempt => ({
  ...drawnAttempt(),
  world: 'sandbox',
  what,
  account: 'main',
  digest: createHash('sha256').update(JSON.stringify(what)).digest('hex'),
});

export const aShipment = (orderKey: string, shipmentNo = 1, source = ''): Attempt =>
  anAttempt({ is: 'ship', orderKey, source, shipmentNo });

/** A shipment of several orders. */
export const aJointShipment = (orderKey: string, ...further: readonly string[]): Attempt =>
  anAttempt({
    is: 'ship',
    orderKey,
    source: '',
    shipmentNo: 1,
    joined: further.map((key) => ({ orderKey: key, source: '', shipmentNo: 1 })),
  });

export const aPickup = (parcels: readonly string[], sender = 'main door'): Attempt =>
  anAttempt({ is: 'pickup', courier: 'dhl', day: '2026-11-24', sender, parcels, again: false });

/** The promises that the purchase and the pickup rely on, for any ledger. `open` returns two clients that could send the same attempt. */
export function ledgerContract(open: () => Promise<readonly [Asked, Asked]>): void {
  test('reserves an order for one attempt, and again for the same attempt', async () => {
    const [one, other] = await open();
    const attempt = aShipment('ORD-1');
    expect((await one.ledger.claim(attempt)).ok).toBe(true);
    expect((await one.ledger.claim(attempt)).ok).toBe(true);
    expect(await other.ledger.claim(aShipment('ORD-1'))).toMatchObject({ ok: false, failure: { code: 'taken-elsewhere' } });
  });

  test('spellings of one key are one order; other shipments and sources are others', async () => {
    const [one, other] = await open();
    await one.ledger.claim(aShipment('#ord 1'));
    expect((await other.ledger.claim(aShipment('ORD1'))).ok).toBe(false);
    for (const attempt of [aShipment('ORD-1'), aShipment('ORD1', 1, 'north')]) expect((await other.ledger.claim(attempt)).ok).toBe(true);
  });

  test('closes an order only if no attempt has it, whoever asks and however it is spelt', async () => {
    const [one, other] = await open();
    const attempt = aShipment('#ord 1');
    const closing = { world: 'sandbox', orderKey: orderKeySchema.parse('ORD1') } as const;
    await one.ledger.claim(attempt);
    for (const each of [one, other])
      expect(await each.ledger.closeOrder(closing)).toMatchObject({ ok: false, failure: { code: 'taken-elsewhere' } });
    expect((await other.ledger.closeOrder({ ...closing, orderKey: orderKeySchema.parse('ORD2') })).ok).toBe(true);
    await one.end(attempt);
    for (const each of [one, other, one]) expect((await each.ledger.closeOrder(closing)).ok).toBe(true);
    for (const each of [other, one]) expect((await each.ledger.reopenOrder(closing, '')).ok).toBe(true);
    expect((await other.ledger.claim(aShipment('ORD1'))).ok).toBe(true);
  });

  test('a cleanup frees no order', async () => {
    const [one, other] = await open();
    const [held, sent, ended] = [aShipment('ORD-1'), aShipment('ORD-2'), aShipment('ORD-3')];
    for (const attempt of [held, sent, ended]) await one.ledger.claim(attempt);
    await one.ledger.send(sent);
    await one.end(ended);
    expect((await other.ledger.prune()).ok).toBe(true);
    const answers = ['ORD-1', 'ORD-2', 'ORD-3'].map(async (key) => (await other.ledger.claim(aShipment(key))).ok);
    expect(await Promise.all(answers)).toEqual([false, false, true]);
  });

  test('gives a reserved attempt a deadline in the future for sending', async () => {
    const [one] = await open();
    const attempt = aShipment('ORD-1');
    await one.ledger.claim(attempt);
    const sent = await one.ledger.send(attempt);
    expect(sent.ok && sent.value.elapsed > performance.now() && sent.value.wall > Date.now()).toBe(true);
  });

  test('reserves an order for the next attempt when the first one has ended', async () => {
    const [one, other] = await open();
    const attempt = aShipment('ORD-1');
    await one.ledger.claim(attempt);
    await one.end(attempt);
    expect((await other.ledger.claim(aShipment('ORD-1'))).ok).toBe(true);
  });

  test('a pickup reserves all of its parcels or none', async () => {
    const [one, other] = await open();
    const first = aPickup(['1', '2']);
    expect((await one.ledger.claim(first)).ok).toBe(true);
    expect((await other.ledger.claim(aPickup(['3', '2'], 'back door'))).ok).toBe(false);
    expect((await other.ledger.claim(aPickup(['3'], 'back door'))).ok).toBe(true);
    await one.end(first);
    expect(await one.ledger.claim(aPickup(['2', '1']))).toMatchObject({ ok: true });
  });

  test('a shipment of several orders reserves all of them or none', async () => {
    const [one, other] = await open();
    const first = aJointShipment('ORD-1', 'ORD-2');
    for (const answer of [await one.ledger.claim(first), await one.ledger.claim(first)]) expect(answer.ok).toBe(true);
    for (const attempt of [
      aShipment('#ord-1'),
      aShipment('ord-2'),
      aJointShipment('ORD-3', 'ORD-1'),
      aJointShipment('ORD-2', 'ORD-3'),
      aJointShipment('ORD-2', 'ORD-1'),
    ])
      expect(await other.ledger.claim(attempt)).toMatchObject({ ok: false, failure: { code: 'taken-elsewhere' } });
    expect((await other.ledger.claim(aShipment('ORD-3'))).ok).toBe(true);
    await one.end(first);
    expect((await other.ledger.claim(aJointShipment('ORD-2', 'ORD-1'))).ok).toBe(true);
  });

  test('a reserved order keeps a shipment of several orders from all of them', async () => {
    const [one, other] = await open();
    const single = aShipment('ORD-2');
    await one.ledger.claim(single);
    const joint = aJointShipment('ORD-1', 'ORD-2');
    expect((await other.ledger.claim(joint)).ok).toBe(false);
    expect((await other.ledger.claim(aShipment('ORD-1'))).ok).toBe(true);
    expect((await other.ledger.claim(aShipment('ORD-2', 1, 'north'))).ok).toBe(true);
  });

  test('of two shipments of the same orders that are claimed at once, one is granted', async () => {
    const [one, other] = await open();
    for (let round = 0; round < 10; round++) {
      const [a, b] = [`A-${round}`, `B-${round}`];
      const answers = await Promise.all([one.ledger.claim(aJointShipment(a, b)), other.ledger.claim(aJointShipment(b, a))]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    }
  });
}
