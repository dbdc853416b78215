import { expect, test } from 'vitest';
import { failureRemedies } from '../../../shared/failure.ts';
import { type MarkingService } from '../../fakes/marking-service.ts';
import { startFront } from '../../path/front.ts';
import { type PlainStation, startPlainStation } from '../../path/plain-station.ts';

let front: MarkingService;

const errors = (...message: string[]) => ({ result: {}, errors: message });
async function startBench(): Promise<PlainStation> {
  const bench = await startPlainStation();
  front = await startFront(bench);
  return bench;
}

test.each([
  ['an expired offer', 'service_id 4711 has expired', 'offer-expired', 'choose-again'],
  ['an offer that was booked before', 'service_id 4711 was already used', 'offer-used', 'open-resolve'],
  ['a revoked key', 'This API key was revoked', 'credentials-rejected', 'open-setup'],
  ['an account that is not enabled', 'Account not enabled', 'account-refused', 'open-setup'],
  ['a plan that is used up', 'Limit of shipments per month reached', 'plan-exhausted', 'ask-lead'],
  ['insurance that is not possible so', 'Insurance is not possible for these goods', 'choice-refused', 'choose-again'],
  ['a service in maintenance', 'Down for maintenance', 'service-busy', 'retry'],
  ['a postal code', 'd_postal is not right', 'booking-rejected', 'correct-order'],
  ['goods that are forbidden, which has no word of a key', 'Liquids are forbidden with this courier', 'booking-rejected', 'correct-order'],
] as const)('%s reported by ship with HTTP 200 has its own remedy, and is not sent twice', async (_what, message, code, remedy) => {
  const bench = await startBench();
  front.next('ship', () => errors(message));
  const { failure } = await bench.buy('ORD-1001', 'stopped');
  expect(failure).toMatchObject({ code, detail: message });
  expect(failureRemedies[failure.code]).toBe(remedy);
  expect(bench.station.snapshot().frame.service).toBe(code === 'credentials-rejected' ? 'rejected' : 'linked');
  expect(front.asked().filter((each) => each.includes('"action":"ship"'))).toHaveLength(1);
});

test('a quote with HTTP 200 is refused for a revoked key, and the bar shows it', async () => {
  const bench = await startBench();
  front.next('quote', () => errors('The key was revoked'));
  await bench.scanAndAnswer('ORD-1001');
  expect((await bench.at('stopped')).failure).toMatchObject({ code: 'credentials-rejected', means: ['key-not-accepted'] });
  expect(bench.station.snapshot().frame.service).toBe('rejected');
});

test('each of two errors is explained, and the one to fix first gives the button', async () => {
  const bench = await startBench();
  front.next('ship', () => errors('eori of sender missing', 'service_id 4711 expired', 'E-77 by host'));
  const { failure } = await bench.buy('ORD-1001', 'stopped');
  expect(failure.code).toBe('offer-expired');
  expect(failure.means).toEqual(['eori', 'offer-too-old']);
  expect(failure.detail).toContain('E-77 by host');
});
