import { expect, test } from 'vitest';
import { type PlainStation, startPlainStation } from './plain-station.ts';

const planOf = ({ station }: PlainStation) => {
  const { month, monthCount, monthLimit, planNotice } = station.snapshot().frame;
  return { month, monthCount, monthLimit, planNotice };
};

test('warns once when the plan is nearly used up and once when it is reached, and keeps booking', async () => {
  let now = new Date('2026-11-20T10:00:00Z');
  const bench = await startPlainStation({
    world: 'live',
    settings: { monthLimit: 2, timeZone: 'Europe/Amsterdam' },
    platform: { now: () => now },
    serviceClock: () => now,
  });
  expect(planOf(bench)).toEqual({ month: '2026-11', monthCount: 0, monthLimit: 2, planNotice: null });
  await bench.ship('ORD-1001');
  expect(planOf(bench)).toMatchObject({ monthCount: 1, planNotice: null });
  await bench.call('saveSettings', { settings: { monthLimit: 1 } });
  expect(planOf(bench)).toMatchObject({ monthCount: 1, planNotice: 'reached' });
  await bench.call('planSeen', {});
  expect(planOf(bench).planNotice).toBeNull();
  await bench.reopen();
  expect(planOf(bench).planNotice).toBeNull();
  await bench.ship('ORD-1002');
  expect(planOf(bench)).toMatchObject({ monthCount: 2, planNotice: null });
  expect(bench.service.orders('production')).toHaveLength(2);

  // In Amsterdam the month ends at 23:00 UTC.
  now = new Date('2026-11-30T22:59:59Z');
  expect(planOf(bench)).toMatchObject({ month: '2026-11', monthCount: 2 });
  now = new Date('2026-11-30T23:00:00Z');
  expect(planOf(bench)).toMatchObject({ month: '2026-12', monthCount: 0 });
});

test('sandbox shipments do not count towards the plan', async () => {
  const bench = await startPlainStation({ world: 'sandbox', settings: { monthLimit: 1 } });
  await bench.ship('ORD-1001');
  expect(planOf(bench)).toMatchObject({ monthCount: 1, monthLimit: null, planNotice: null });
});

test('a time zone that does not exist is refused with a message, and the previous one stays in use', async () => {
  const bench = await startPlainStation();
  const refused = await bench.station.handlers.saveSettings({ settings: { timeZone: 'Mars/Phobos' } });
  expect(refused).toMatchObject({
    ok: false,
    failure: { code: 'setting-invalid', reasons: [{ code: 'time-zone-unknown', name: 'Mars/Phobos' }] },
  });
  expect((await bench.call('setup', {})).settings.timeZone).toBe('Europe/Amsterdam');
});
