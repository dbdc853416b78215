import { z } from 'zod';
import { type Filling, filledAddress, filledJson, jsonFlaw, listMark, type TemplateFlaw, unknownMark } from './placeholders.ts';
import type { WriteBackSettings } from './write-back.ts';

/** The values of a report for the placeholders of an administrator. */
export const reportFillingSchema = z.object({
  event: z.string(),
  order: z.string(),
  /** Id of the order at its shop; empty if it is not known. */
  order_id: z.string(),
  shipment: z.string(),
  tracking: z.string(),
  tracking_list: z.array(z.string()).readonly(),
  /** Page of the courier for a number; empty if it is not known. */
  link: z.string(),
  consignment: z.string(),
  courier: z.string(),
  service: z.string(),
  cost: z.string(),
  currency: z.string(),
  at: z.string(),
  /** `true` if everything of the order is shipped. */
  complete: z.string(),
});
export type ReportFilling = z.infer<typeof reportFillingSchema>;

/** The shipment of which Setup shows the request. Its names are the known placeholders. */
export const exampleReport: ReportFilling & Filling = {
  event: 'shipped',
  order: '1001',
  order_id: '450789469',
  shipment: '1',
  tracking: 'JD0001, JD0002',
  tracking_list: ['JD0001', 'JD0002'],
  link: 'https://courier.example/JD0001',
  consignment: 'C-1',
  courier: 'DPD',
  service: 'Classic',
  cost: '4.90',
  currency: 'EUR',
  at: '2026-11-24T10:00:00.000Z',
  complete: 'true',
};

/** Why a report cannot be made from this address and body, or undefined. */
export function reportFlaw({ url, body }: Pick<WriteBackSettings, 'url' | 'body'>): TemplateFlaw | undefined {
  const mark = unknownMark(url, exampleReport);
  if (mark !== undefined) return { flaw: 'unknown', mark };
  const list = listMark(url, exampleReport);
  if (list !== undefined) return { flaw: 'list-not-alone', mark: list };
  return body === '' ? undefined : jsonFlaw(body, exampleReport);
}

/** True if the shop can see in these requests what happened: otherwise a cancelled shipment would look like a shipped one. */
export const statesEvent = ({ url, body }: Pick<WriteBackSettings, 'url' | 'body'>): boolean =>
  body === '' || [url, body].some((each) => each.includes('{event}'));

/** The request that a valid template makes of a shipment. `address` is undefined if a value would lead elsewhere. */
export const filledReport = ({ url, body }: Pick<WriteBackSettings, 'url' | 'body'>, filling: ReportFilling) => ({
  address: filledAddress(url, filling),
  body: body === '' ? '' : filledJson(body, filling),
});
