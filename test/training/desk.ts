import { request } from 'undici';
import { startTrainingService, type TrainingService, type TrainingServiceOptions } from '../../electron/training/service.ts';

/** An answer of the service, as a client reads it. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly result: any;
  readonly errors: readonly string[];
}

export interface Desk {
  readonly service: TrainingService;
  /** The clock of the service; set it to move on. */
  now: Date;
  call(body: Record<string, unknown>, credentials?: string): Promise<Answer>;
}

export const shipment = {
  o_company: 'Houtman Keramiek BV',
  o_name: 'Marieke Houtman',
  o_phone: '+31735550188',
  o_street_1: 'Veemarktkade',
  o_street_no: '8',
  o_postal: '5222 AE',
  o_city: "'s-Hertogenbosch",
  o_country: 'NL',
  d_name: 'Anna Lehmann',
  d_phone: '+493055572101',
  d_street_1: 'Kastanienallee',
  d_street_no: '84',
  d_postal: '10435',
  d_city: 'Berlin',
  d_country: 'DE',
  type: 'Parcel',
  reference: 'ORD-1001',
  return_service: '0',
  items: [{ contents: 'Ceramics', value: '64.00', value_currency: 'EUR', weight: '2.40', length: '30', width: '20', height: '20' }],
};

/** Friday, 20 November 2026, ten in the morning. */
export const friday = '2026-11-20T10:00:00Z';

export async function startDesk(options: Partial<TrainingServiceOptions> = {}): Promise<Desk> {
  const desk = { now: new Date(friday) };
  const service = await startTrainingService({ key: 'bench', secret: 'sesame', clock: () => desk.now, ...options });
  return Object.assign(desk, {
    service,
    async call(body: Record<string, unknown>, credentials = 'bench:sesame'): Promise<Answer> {
      const answer = await request(`${service.url}/api/json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
        body: JSON.stringify(body),
        headersTimeout: 400,
        // Drawing a label blocks both ends for longer than a kept connection lives.
        reset: true,
      });
      const text = await answer.body.text();
      const parsed = text.startsWith('{') ? JSON.parse(text) : {};
      return { status: answer.statusCode, body: text, result: parsed.result, errors: parsed.errors ?? [] };
    },
  });
}

export async function quoteServices(desk: Desk, changes: Record<string, unknown> = {}): Promise<Answer['result'][]> {
  const answer = await desk.call({ action: 'quote', shipment: { ...shipment, ...changes } });
  if (answer.errors.length > 0) throw new Error(answer.errors.join('; '));
  return answer.result.services;
}

/** Quotes and books the cheapest service, with a ZPL label. */
export async function book(desk: Desk, changes: Record<string, unknown> = {}, extras: Record<string, unknown> = {}): Promise<Answer> {
  const [service] = await quoteServices(desk, changes);
  return await desk.call({ action: 'ship', service_id: String(service.service_id), label_format: 'ZPL', ...extras });
}

export function text(base64: string): string {
  return Buffer.from(base64, 'base64').toString('latin1');
}
