import { Agent, request } from 'undici';
import { readEnvelope } from '../../electron/courier/envelope.ts';
import { asciiJson } from '../../electron/courier/json.ts';
import { readOffers } from '../../electron/courier/quote.ts';
import { shipmentFields } from '../../electron/courier/shipment-fields.ts';
import { commonWire } from '../../electron/courier/wire.ts';
import { anyShipment } from '../courier/fault-desk.ts';
import { pauseless, plainCourier } from '../courier/plain-courier.ts';
import { httpAnswer, startRawServer } from '../fakes/raw-server.ts';
import { numberGiven } from '../number-given.ts';

const rounds = numberGiven('--rounds', 400);
const services = Array.from({ length: 40 }, (_, index) => ({
  service_id: 4711 + index,
  courier_keycode: `courier-${index % 8}`,
  courier_name: `Courier ${index % 8}`,
  service_keycode: `service-${index}`,
  service_name: `Service number ${index}`,
  etc: '2026-11-24 before 17:00',
  eta: '2026-11-25 before 18:00',
  origin_service_points: 1,
  destination_service_points: index % 2,
  co2: 1,
  co2_price: 0.25,
  insurance: 1,
  insurance_price: 1.5,
  sub_total: 8.45 + index,
  vat_total: 1.77,
  total_price: 10.22 + index,
  currency: 'EUR',
}));
const answerBody = Buffer.from(JSON.stringify({ result: { services }, errors: [] }));
const common = commonWire('quote', { environment: 'development', account: '', spelling: 'both' });
const requestBody = (): Uint8Array => asciiJson({ ...common, shipment: shipmentFields(anyShipment) });
const headers = {
  authorization: `Basic ${Buffer.from('k:s').toString('base64')}`,
  'content-type': 'application/json',
  accept: 'application/json',
  'accept-encoding': 'identity',
};

const sameBytes = requestBody();

/**
 * Times writing and reading a quote of 40 services, and the overhead of the client over a bare request of the same bytes on its own socket.
 */
export async function run(): Promise<void> {
  const server = await startRawServer((socket) => socket.end(httpAnswer(200, answerBody, { connection: 'close' })));
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const courier = plainCourier(baseUrl, { clock: pauseless(() => new Date('2026-11-23T09:00:00Z')) });
  const bare = async (): Promise<void> => {
    const agent = new Agent({ connections: 1, pipelining: 0 });
    const answer = await request(`${baseUrl}/api/json`, {
      dispatcher: agent,
      method: 'POST',
      headers,
      body: sameBytes,
    });
    await answer.body.arrayBuffer();
    await agent.destroy();
  };
  const client = async (): Promise<void> => {
    const quote = await courier.quote(anyShipment);
    if (!quote.ok || quote.value.services.length !== services.length) throw new Error('The quote was not read');
  };
  const code = (): void => {
    requestBody();
    if (readOffers(readEnvelope(answerBody)?.result ?? null).services.length !== services.length)
      throw new Error('The answer was not read');
  };
  const times: Record<'code' | 'bare' | 'client', number[]> = { code: [], bare: [], client: [] };
  // Alternates, so that other load on the machine affects all alike.
  for (let round = -20; round < rounds; round += 1) {
    for (const [name, act] of [
      ['code', code],
      ['bare', bare],
      ['client', client],
    ] as const) {
      const started = performance.now();
      await act();
      if (round >= 0) times[name].push(performance.now() - started);
    }
  }
  await server.stop();
  const p50 = (name: keyof typeof times): number => times[name].sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  process.stdout.write(`courier encode+decode services=${services.length} p50_ms=${p50('code').toFixed(3)}\n`);
  process.stdout.write(
    `courier call p50_ms=${p50('client').toFixed(3)} bare_p50_ms=${p50('bare').toFixed(3)} overhead_ms=${(p50('client') - p50('bare')).toFixed(3)} ratio=${(p50('client') / p50('bare')).toFixed(2)}\n`,
  );
}
