import { type MarkingService, startMarkingService } from '../fakes/marking-service.ts';
import { stopLater } from '../later.ts';
import type { PlainStation } from './plain-station.ts';

/** Puts a service in front of the bench's own, which sends every answer as `mark` changes it, and connects the bench to it. */
export async function startFront(
  bench: Pick<PlainStation, 'call' | 'service'>,
  mark: Parameters<typeof startMarkingService>[1] = (_action, answer) => answer,
  as: { readonly world?: 'training' | 'sandbox' | 'live'; readonly account?: string } = {},
): Promise<MarkingService> {
  const { url, key, secret } = bench.service;
  const front = stopLater(await startMarkingService(url, mark));
  await bench.call('connect', { world: 'training', account: '', ...as, baseUrl: front.url, key, secret });
  return front;
}
