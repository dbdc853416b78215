import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Rooms } from '../../electron/station/station.ts';
import { ok } from '../../shared/result.ts';
import { createMemorySite } from '../ledger/memory-ledger.ts';
import { because } from '../reprint-reason.ts';
import { counted, joinSite, type PlainStation, pickupOf, sent, startPlainStation } from './plain-station.ts';

const whole = { defaults: { boxId: 'M', weightGrams: 800, contents: 'Ceramic bowl', value: null } };

async function twoBenches() {
  const site = createMemorySite();
  const first = await startPlainStation({ settings: whole, sharedLedger: site.bench() });
  const second = await startPlainStation({ settings: whole, sharedLedger: site.bench(), service: first.service });
  return { site, first, second };
}

const ledgerOf = ({ station }: PlainStation) => station.snapshot().frame.ledger;
const isReported = (on: PlainStation) => expect.poll(() => ledgerOf(on)).toMatchObject({ shut: null, unreported: 0 });

test('an order scanned at two benches is bought once, and the second one shows which has it', async () => {
  const { site, first, second } = await twoBenches();
  const { serviceId } = await second.toTiles('ORD-1001');
  await first.ship('ORD-1001');
  await isReported(first);
  expect(await second.take(serviceId, 'choosing')).toMatchObject({
    notice: { code: 'taken-elsewhere', reasons: [{ code: 'at-bench', bench: 1, state: 'booked' }] },
  });
  expect(counted(first)).toEqual({ booked: 1, sheets: 1 });
  expect(sent(second, 'ship')).toBe(1);
  expect(site.reported.map(({ seq, what }) => [seq, what])).toEqual([
    [1, 'sending'],
    [2, 'booked'],
    [1, 'released'],
  ]);
  await second.ship('ORD-1002');
  expect(first.service.orders()).toHaveLength(2);
});

test('without the ledger nothing is bought, other work continues, and reports follow later', async () => {
  const { site, first, second } = await twoBenches();
  const { booking } = await first.ship('ORD-1001');
  await isReported(first);
  site.stop();
  // It learns this when it requests the price.
  await expect(first.buy('ORD-1002')).rejects.toThrow('buy answered ledger-unreachable');
  await first.at('choosing');
  expect(await first.station.handlers.requestPickup(pickupOf(booking))).toMatchObject({ failure: { code: 'ledger-unreachable' } });
  expect(sent(first, 'ship')).toBe(1);
  expect(sent(first, 'pickup')).toBe(0);
  await first.call('reprint', { bookingId: booking.id, because });
  await expect.poll(() => first.printer.sheets().length).toBe(2);
  site.start();
  await isReported(first);
  await first.scan('XPBXBUX', 'done');
  await first.call('requestPickup', pickupOf(booking));
  await isReported(first);
  await isReported(second);
  expect(sent(first, 'ship')).toBe(2);
  const ofFirst = site.reported.map(({ seq }) => seq);
  expect(ofFirst).toEqual(ofFirst.map((_, index) => index + 1));
});

test.each([
  ['one among many, before it is claimed', true, false],
  ['one alone, with the sending', false, true],
])('the intent of %s is written to the disk', async (_bench, isShared, isSoon) => {
  const written: boolean[] = [];
  let isWithin = false;
  const site = createMemorySite();
  const on = await startPlainStation({
    settings: whole,
    ...(isShared && { sharedLedger: site.bench() }),
    journal: (journal) => ({
      soon: (work) =>
        journal.soon(() => {
          isWithin = true;
          try {
            return work();
          } finally {
            isWithin = false;
          }
        }),
      writeIntent(id, intent) {
        written.push(isWithin);
        journal.writeIntent(id, intent);
      },
    }),
  });
  await on.ship('ORD-1001');
  expect(written).toEqual([isSoon]);
});

test('a ledger that lost its data reserves nothing before both benches report again', async () => {
  const { site, first, second } = await twoBenches();
  await first.ship('ORD-1001');
  await isReported(first);
  site.forget();
  await first.reopen();
  expect(ledgerOf(first)).toMatchObject({ shut: 'ledger-frozen', waitsFor: [2] });
  // The other one finds out by asking.
  const { serviceId } = await second.toTiles('ORD-1001');
  expect(await second.take(serviceId, 'choosing')).toMatchObject({ notice: { code: 'ledger-frozen' } });
  await isReported(second);
  await isReported(first);
  await second.call('scan', { code: 'XPBXBUX' });
  await expect.poll(() => second.workflow()).toMatchObject({ step: 'choosing', notice: { code: 'taken-elsewhere' } });
  expect(first.service.orders()).toHaveLength(1);
});

test('a bench that shared its orders buys nothing if its ledger setting is gone', async () => {
  const site = createMemorySite();
  const reach = site.bench();
  let isSet = true;
  const on = await startPlainStation({ settings: whole, sharedLedger: (about) => (isSet ? reach(about) : undefined) });
  await on.ship('ORD-1001');
  isSet = false;
  await on.reopen();
  await expect(on.buy('ORD-1002')).rejects.toThrow('not-paired');
  expect(sent(on, 'ship')).toBe(1);
});

test('a bench that lost its ledger access buys nothing, in any environment, and Setup shows it', async () => {
  const site = createMemorySite();
  const reach = site.bench();
  const on = await startPlainStation({
    settings: whole,
    sharedLedger: (about) => (about.access.read() ? reach(about) : undefined),
    nameSite,
  });
  expect((await on.call('setup', {})).hasLedger).toBe(false);
  await joinSite(on, ofLedger);
  rmSync(join(on.dir, 'credentials', 'ledger.encrypted'));
  await on.reopen();
  expect(ledgerOf(on)).toMatchObject({ shut: 'not-paired', bench: null });
  await expect(on.buy('ORD-1001')).rejects.toThrow('not-paired');
  const { url, key, secret } = on.service;
  expect(await on.call('connect', { world: 'sandbox', baseUrl: url, key, secret, account: '' })).toMatchObject({ hasLedger: true });
  expect(ledgerOf(on)).toMatchObject({ shut: 'not-paired', bench: null });
});

test('bookings of another environment before joining are reported too', async () => {
  const site = createMemorySite();
  const reach = site.bench();
  const on = await startPlainStation({
    settings: whole,
    sharedLedger: (about) => (about.access.read() ? reach(about) : undefined),
    nameSite,
  });
  await on.ship('ORD-1001');
  const { url, key, secret } = on.service;
  await on.call('connect', { world: 'sandbox', baseUrl: url, key, secret, account: '' });
  await joinSite(on, ofLedger);
  expect(ledgerOf(on)).toMatchObject({ unreported: 0, unreportedElsewhere: null });
  await expect.poll(() => ledgerOf(on)).toMatchObject({ shut: null, unreported: 0, unreportedElsewhere: 0 });
  expect(site.reported).toMatchObject([{ attempt: { world: 'training' }, what: 'booked' }]);
});

/** These ledgers have no database behind them. */
const nameSite: Rooms['nameSite'] = async () => ok({ benches: 1, invitedBy: null });
const ofLedger = { url: 'postgres://bench@ledger.example.com/packbench', token: Buffer.alloc(32, 7).toString('base64url') };

test('a bench with a ledger that cannot be opened buys nothing, even if it never used it', async () => {
  const on = await startPlainStation({ settings: whole, world: 'sandbox', sharedLedger: () => undefined, nameSite });
  expect(await joinSite(on, ofLedger)).toMatchObject({ hasLedger: true });
  await expect(on.buy('ORD-1001')).rejects.toThrow('not-paired');
  expect(sent(on, 'ship')).toBe(0);
});

test.each([
  ['address', { ...ofLedger, url: 'ledger.example.com/packbench' }, 'ledger-address-wrong'],
  ['token', { ...ofLedger, token: 'token-of-bench-3' }, 'ledger-token-wrong'],
] as const)('an invalid %s of a ledger is refused, and the bench works alone', async (_what, given, code) => {
  const on = await startPlainStation({ settings: whole, world: 'sandbox' });
  const answer = await on.station.handlers.nameSite({ ...given, code: '' });
  expect(answer).toMatchObject({ failure: { code: 'setting-invalid', reasons: [{ code }] } });
  expect(ledgerOf(on)).toBeNull();
  await on.ship('ORD-1001');
});

test('pending reports of one environment are sent while another one is open', async () => {
  const site = createMemorySite();
  const reach = site.bench();
  const on = await startPlainStation({
    settings: whole,
    sharedLedger(about) {
      const shared = reach(about);
      return {
        ...shared,
        async send(attempt) {
          const granted = await shared.send(attempt);
          site.stop();
          return granted;
        },
      };
    },
  });
  await on.ship('ORD-1001');
  expect(ledgerOf(on)).toMatchObject({ unreported: 2 });
  const { url, key, secret } = on.service;
  await on.call('connect', { world: 'sandbox', baseUrl: url, key, secret, account: '' });
  expect(on.station.snapshot().frame).toMatchObject({ world: 'sandbox', ledger: { shut: 'ledger-unreachable', unreported: 0 } });
  site.start();
  await expect
    .poll(() => site.reported.map(({ attempt, what }) => [attempt.world, what]))
    .toEqual([
      ['training', 'sending'],
      ['training', 'booked'],
    ]);
  await on.call('enterWorld', { world: 'training' });
  expect(ledgerOf(on)).toMatchObject({ shut: null, unreported: 0 });
});
