import { z } from 'zod';
import type { Tell } from '../connection.ts';
import { notTaken, numbersOf, type Report, reportSchema, unknownReply } from '../report.ts';
import type { ShopClient } from '../shop-client.ts';
import { api, orderSchema, type WooOrder } from './orders.ts';

const notesSchema = z.array(z.looseObject({ note: z.string() }));

/** Meta data of WooCommerce Shipment Tracking, which other tracking plug-ins read too. */
const trackingKey = '_wc_shipment_tracking_items';
const trackingSchema = z.array(z.looseObject({ tracking_number: z.string().catch('') }));

/** States in which WooCommerce still waits for the parcel. A cancelled order stays cancelled. */
const mayComplete = new Set(['processing', 'on-hold', 'pending']);

/**
 * Reports a shipment: the numbers as meta data, the state once everything is shipped, and an order note. Each of them is written only if
 * the shop does not have it, so that a report whose answer was lost is completed and not repeated.
 */
export function createTell(client: ShopClient): Tell {
  return async ({ address, mailsCustomer }, { key, body }) => {
    const report = reportSchema.parse(JSON.parse(body));
    const path = `${api}/orders/${encodeURIComponent(report.shop_order)}`;
    const read = await client.ask({ method: 'GET', address, path });
    if (read.is === 'refused' && read.status === 404) return { is: 'refused', why: { code: 'shop-order-gone', order: report.order } };
    if (read.is !== 'answered') return notTaken(read, false);
    const order = orderSchema.safeParse(read.json).data;
    if (!order) return unknownReply;
    const change = changeOf(order, report, key);
    if (change) {
      const written = await client.ask({ method: 'PUT', address, path, body: change });
      if (written.is !== 'answered') return notTaken(written, true);
    }
    const notes = await client.ask({ method: 'GET', address, path: `${path}/notes` });
    if (notes.is !== 'answered') return notTaken(notes, false);
    const kept = notesSchema.safeParse(notes.json).data;
    if (!kept) return unknownReply;
    if (kept.some(({ note }) => isNoted(note, report))) return { is: 'taken' };
    const note = { note: noteOf(report), customer_note: mailsCustomer && report.event !== 'cancelled' };
    const noted = await client.ask({ method: 'POST', address, path: `${path}/notes`, body: note });
    return noted.is === 'answered' ? { is: 'taken' } : notTaken(noted, true);
  };
}

/** Returns what is to be changed in the order; undefined if it has everything. */
function changeOf(order: WooOrder, report: Report, key: string): object | undefined {
  const meta = order.meta_data.find((each) => each.key === trackingKey);
  const known = trackingSchema.safeParse(meta?.value).data ?? [];
  const numbers = numbersOf(report);
  const items =
    report.event === 'cancelled'
      ? known.filter((item) => !numbers.includes(item.tracking_number))
      : [
          ...known,
          ...numbers
            .filter((number) => !known.some((item) => item.tracking_number === number))
            .map((number, at) => ({
              tracking_provider: '',
              custom_tracking_provider: report.courier,
              custom_tracking_link: report.links[number] ?? '',
              tracking_number: number,
              date_shipped: String(Math.floor(Date.parse(report.at) / 1000)),
              tracking_id: `${key}-${at}`.replace(/[^\w-]/g, ''),
            })),
        ];
  const isNew = items.length !== known.length;
  const completes = report.event !== 'cancelled' && report.complete && mayComplete.has(order.status);
  if (!isNew && !completes) return undefined;
  return {
    ...(completes && { status: 'completed' }),
    ...(isNew && { meta_data: [{ ...(meta?.id !== undefined && { id: meta.id }), key: trackingKey, value: items }] }),
  };
}

/** The customer may read it in the language of the shop, so it has names and numbers only, unless the parcel was not sent. */
function noteOf(report: Report): string {
  const { event, courier, service, links, otherwise } = report;
  const numbers = numbersOf(report);
  if (event === 'cancelled') return `Shipment cancelled: ${numbers.join(', ')}. The parcel was not sent.`;
  if (otherwise !== undefined) return service;
  const parcels = numbers.map((number) => (links[number] ? `${number} (${links[number]})` : number));
  return `${[courier, service].filter(Boolean).join(', ')}: ${parcels.join(', ')}`;
}

/** True if a note states all numbers of the report already, whoever wrote it; without numbers, or for their end, if it is the same note. */
function isNoted(note: string, report: Report): boolean {
  const numbers = numbersOf(report);
  if (report.event === 'cancelled' || numbers.length === 0) return plain(note) === plain(noteOf(report));
  const words = new Set(note.split(/[^\p{L}\p{N}-]+/u));
  return !note.startsWith('Shipment cancelled:') && numbers.every((number) => words.has(number) || hasOdd(number, note));
}

/** A number with other characters is compared as a part of the note. */
const hasOdd = (number: string, note: string): boolean => /[^\p{L}\p{N}-]/u.test(number) && note.includes(number);

/** WordPress may add tags and encode characters. */
const plain = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/&#?\w+;|[^\p{L}\p{N}]+/gu, ' ')
    .trim();
