import { afterEach, expect, test } from 'vitest';
import { readServicePoints } from '../../../electron/courier/service-points.ts';
import { weekText } from '../../../renderer/text/format.ts';
import { startFront } from '../../path/front.ts';
import { type PlainStation, startPlainStation } from '../../path/plain-station.ts';

/** Error text with which every look-up is refused. */
let refusal = '';
afterEach(() => {
  refusal = '';
});

async function startBench(): Promise<PlainStation> {
  const bench = await startPlainStation();
  await startFront(bench, (action, answer) => (action === 'track' && refusal ? { result: [], errors: [refusal] } : answer));
  return bench;
}

test('the last shipments are sorted by their booking time, not by their scan time', async () => {
  const bench = await startBench();
  await bench.toTiles('ORD-1001');
  await bench.call('park', { workflowNo: bench.workflowNo() });
  await bench.ship('ORD-1002');
  await bench.buy('ORD-1001');
  await expect.poll(() => bench.workflow()).toMatchObject({ step: 'done', booking: { orderKey: 'ORD-1001' } });
  expect((await bench.call('lastShipments', { limit: 5 })).map(({ orderKey }) => orderKey)).toEqual(['ORD-1001', 'ORD-1002']);
});

test('a refused look-up is shown as refused; only an order that the service does not know is unknown', async () => {
  const bench = await startBench();
  const { track } = bench.station.handlers;
  refusal = 'Tracking is switched off for this account';
  expect(await track({ number: '4711' })).toMatchObject({
    failure: { code: 'look-up-refused', detail: 'Tracking is switched off for this account' },
  });
  refusal = 'order not found';
  expect(await track({ number: '4711' })).toMatchObject({ failure: { code: 'number-not-found' } });
  expect(await track({ number: 'ORD-1005' })).toMatchObject({ failure: { code: 'not-booked-yet', detail: 'ORD-1005' } });
});

test('a shop that is closed all week is shown as closed, but missing hours are not', () => {
  const point = { keycode: 'A1', name: 'Shop' };
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  const [closed, unsaid] = readServicePoints([{ ...point, business_hours: Object.fromEntries(days.map((day) => [day, []])) }, point]);
  expect(weekText(closed?.hours ?? {}, 'closed')).toBe('Mon-Sun closed');
  expect(weekText(unsaid?.hours ?? {}, 'closed')).toBe('');
});
