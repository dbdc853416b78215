import { z } from 'zod';

/** Connection faults, distinguished as far as this computer can. */
const troubles = z.enum([
  'name-not-found',
  'refused',
  'cut',
  'too-slow',
  'no-answer',
  'answer-stopped',
  'not-secure',
  'reserved',
  'proxy-asks',
  'proxy-refused-login',
  'proxy-asks-otherwise',
  'other',
]);
export type ConnectionTrouble = z.infer<typeof troubles>;
/** True if a name and a password for the proxy may help. */
export const isOfProxyLogin = (trouble: ConnectionTrouble): boolean => trouble === 'proxy-asks' || trouble === 'proxy-refused-login';
export const connection = { trouble: troubles, /** The system's error code; empty if there is none. */ system: z.string() };

const numbers = z.array(z.string());
const of = z.enum(['order', 'collection']);
/** Messages of the service, unchanged. */
const messages = z.array(z.string());
/** Reference of the fault in the log. */
const ref = z.string();
/** Why an action that was begun needs a check by a person. */
const because = z.enum(['journal-restored', 'bench-was-off']);
export type DoubtedBecause = z.infer<typeof because>;

/**
 * A label in a form that Packbench cannot print: a link, which is never opened, a picture, text, or something else. `begins`: the link or
 * the first 200 characters of the text; empty otherwise.
 */
const unread = { form: z.enum(['link', 'picture', 'words', 'other']), begins: z.string() };
export const unreadSchema = z.object(unread);
export type UnreadForm = z.infer<typeof unreadSchema>;

/**
 * Reasons concerning the connection to the service, its answers, and the outcome of something that is sent once. The sentences are in
 * `renderer/text/`.
 */
export const exchangeReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('address-none') }),
  z.object({ code: z.literal('address-not-https') }),
  z.object({ code: z.literal('address-with-user') }),
  z.object({ code: z.literal('address-with-query') }),
  z.object({ code: z.literal('proxy-unreadable'), ...connection }),
  z.object({ code: z.literal('proxy-not-supported') }),
  z.object({ code: z.literal('certificates-unreadable'), ...connection }),
  z.object({ code: z.literal('connection-failed'), ...connection }),
  z.object({ code: z.literal('answer-too-large'), bytes: z.int() }),
  /** The service was reached and asks to wait. `seconds`: how long, 0 if it does not specify. */
  z.object({ code: z.literal('answer-busy'), status: z.int(), seconds: z.int() }),
  /** `numbers`: numbers of the requested kind that occur elsewhere in the answer. */
  z.object({ code: z.literal('answer-no-envelope'), status: z.int(), isEmpty: z.boolean(), of, numbers }),
  z.object({ code: z.literal('answer-no-envelope-to'), status: z.int(), action: z.string() }),
  z.object({ code: z.literal('answer-no-result') }),
  z.object({ code: z.literal('answer-no-label') }),
  z.object({ code: z.literal('answer-label-unread'), ...unread }),
  z.object({ code: z.literal('answer-of-other-order') }),
  z.object({ code: z.literal('answer-of-orders'), numbers }),
  /** There are offers, and none can be bought: their prices cannot be read, or they share one id. */
  z.object({ code: z.literal('answer-offers-unreadable'), names: z.array(z.string()) }),
  /** Neither a booking nor a rejection: the numbers found elsewhere in the answer, other content it brought, and its messages. */
  z.object({ code: z.literal('answer-no-booking'), of, numbers, brought: z.array(z.string()), messages }),
  z.object({ code: z.literal('answer-several-orders'), numbers }),
  z.object({ code: z.literal('upload-accepted-but'), messages }),
  z.object({ code: z.literal('upload-unconfirmed') }),
  z.object({ code: z.literal('upload-accepted-by'), who: z.string() }),
  z.object({ code: z.literal('search-too-slow') }),
  z.object({ code: z.literal('broke-while-sending'), ref }),
  z.object({ code: z.literal('broke-on-answer'), ref }),
  z.object({ code: z.literal('broke-at-start'), ref }),
  z.object({ code: z.literal('broke-on-paper'), ref }),
  z.object({ code: z.literal('answer-lost') }),
  z.object({ code: z.literal('answer-unreadable'), ref }),
  z.object({ code: z.literal('ended-before-sending') }),
  z.object({ code: z.literal('ended-while-waiting') }),
  z.object({ code: z.literal('journal-restored') }),
  z.object({ code: z.literal('bench-was-off') }),
  /** A label that may already be printed and on a parcel. */
  z.object({ code: z.literal('label-maybe-out'), because }),
  z.object({ code: z.literal('manifest-maybe-out'), because }),
]);
export type ExchangeReason = z.infer<typeof exchangeReasonSchema>;
