import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type PlainOptions, type PlainStation, startPlainStation } from '../../path/plain-station.ts';

/** Returns a station whose PIN is 4711, and the lines of its history about PINs. */
async function withPin(options: PlainOptions = {}) {
  const steps: string[] = [];
  const bench = await startPlainStation({
    ...options,
    journal: (journal) => ({
      record: (bookingId, what, detail) => {
        if (what.startsWith('pin')) steps.push(what);
        journal.record(bookingId, what, detail);
      },
    }),
  });
  await bench.call('setLeadPin', { oldPin: '', pin: '4711' });
  return { bench, steps };
}

const endDoubt = (bench: PlainStation, pin: string) => bench.station.handlers.settleRestored({ reason: 'looked', pin });
const setPin = (bench: PlainStation, oldPin: string, pin: string) => bench.station.handlers.setLeadPin({ oldPin, pin });

test('a PIN of one digit, of letters, or longer than twelve is not taken', async () => {
  const bench = await startPlainStation();
  for (const pin of ['1', '123', 'abcd', '12 34', '1234567890123'])
    expect(await setPin(bench, '', pin)).toMatchObject({ failure: { code: 'setting-invalid' } });
  expect((await bench.call('setup', {})).hasLeadPin).toBe(false);
  expect(await setPin(bench, '', '1234')).toMatchObject({ ok: true, value: { hasLeadPin: true } });
});

test('a PIN whose file was deleted opens nothing, even after a restart, until the shift lead sets a new one', async () => {
  const { bench, steps } = await withPin();
  await bench.reopen(() => rmSync(join(bench.dir, 'credentials', 'lead-pin.encrypted')));
  expect((await bench.call('setup', {})).hasLeadPin).toBe(true);
  for (const pin of ['', '1', '4711', '0000']) expect(await endDoubt(bench, pin)).toMatchObject({ failure: { code: 'pin-wrong' } });
  expect(await setPin(bench, '', '0000')).toMatchObject({ failure: { code: 'pin-wrong' } });
  await expect(bench.call('resetLeadPin', { proof: 'a guess', pin: '0000' })).rejects.toThrow('proof-wrong');
  await bench.call('resetLeadPin', { proof: bench.service.secret, pin: '8150' });
  expect(await endDoubt(bench, '8150')).toMatchObject({ ok: true });
  expect(steps.slice(-2)).toEqual(['pin-reset-refused', 'pin-reset']);
});

test('each wrong guess is recorded, also when the PIN is changed', async () => {
  const { bench, steps } = await withPin();
  expect(await endDoubt(bench, '0000')).toMatchObject({ failure: { code: 'pin-wrong' } });
  expect(await setPin(bench, '0001', '9999')).toMatchObject({ failure: { code: 'pin-wrong' } });
  expect(steps).toEqual(['pin-set', 'pin-wrong', 'pin-wrong']);
  expect(await setPin(bench, '4711', '8150')).toMatchObject({ ok: true });
});

test('guesses are slowed in every dialog, even after a restart, and the right PIN waits too', async () => {
  let at = Date.UTC(2026, 10, 22, 9);
  const { bench, steps } = await withPin({ platform: { now: () => new Date(at), elapsed: () => at } });
  const codes: string[] = [];
  for (let guess = 0; guess < 30; guess += 1) {
    const answer = guess % 2 === 0 ? await endDoubt(bench, String(1000 + guess)) : await setPin(bench, String(1000 + guess), '9999');
    codes.push(answer.ok ? 'ok' : answer.failure.code);
    if (guess === 10) await bench.reopen();
  }
  expect(codes.filter((code) => code === 'pin-wrong')).toHaveLength(4);
  expect(steps.filter((what) => what === 'pin-wrong')).toHaveLength(4);
  expect(await endDoubt(bench, '4711')).toMatchObject({ failure: { code: 'pin-too-soon' } });
  at += 31_000;
  expect(await endDoubt(bench, '4711')).toMatchObject({ ok: true });
});
