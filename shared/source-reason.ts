import { z } from 'zod';
import { connection } from './exchange-reason.ts';
import { templateFlaws } from './placeholders.ts';

/** Flaws of a shop's web address. */
export const shopAddressFlaws = ['none', 'no-number', 'number-in-server', 'with-user'] as const;

/** Flaws of a look-up's query. */
export const queryFlaws = [
  'none',
  'no-select',
  'several',
  'writes',
  'executed-remark',
  'not-only-reading',
  'no-number',
  'number-in-quotes',
] as const;

/** Facts of one order in which two sources differ. */
export const differingFacts = ['address', 'state', 'parcels', 'other'] as const;

/** Why a shop's server did not answer a question about an order, or did not accept a status. The sentences are in `renderer/text/`. */
export const sourceReasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('shop-address-wrong'), flaw: z.enum(shopAddressFlaws) }),
  z.object({ code: z.literal('shop-header-wrong') }),
  /** A body or an address with placeholders. `mark`: the placeholder without its braces. */
  z.object({ code: z.literal('template-wrong'), flaw: z.enum(templateFlaws), mark: z.string() }),
  /** A cancelled shipment, and the request of Setup does not state what happened. */
  z.object({ code: z.literal('report-states-no-event') }),
  /** Others on the network could read the token and what is sent with it. */
  z.object({ code: z.literal('plain-http-not-accepted') }),
  /** Such as `..`, which leads to the path above. */
  z.object({ code: z.literal('number-changes-address') }),
  z.object({ code: z.literal('shop-answered'), status: z.int(), message: z.string() }),
  z.object({ code: z.literal('shop-refuses-token'), status: z.int() }),
  z.object({ code: z.literal('shop-moved'), status: z.int() }),
  z.object({ code: z.literal('shop-shows-page'), status: z.int() }),
  /** An action that had begun there may have succeeded or not. */
  z.object({ code: z.literal('shop-folder-gone'), folder: z.string() }),
  z.object({ code: z.literal('shop-unreachable'), ...connection }),
  z.object({ code: z.literal('shop-too-slow'), seconds: z.number() }),
  /** Precedes the reasons of one look-up, if there are several. */
  z.object({ code: z.literal('of-look-up'), name: z.string() }),
  z.object({ code: z.literal('look-up-name-twice'), name: z.string() }),
  z.object({ code: z.literal('query-wrong'), flaw: z.enum(queryFlaws) }),
  z.object({ code: z.literal('database-not-named') }),
  z.object({ code: z.literal('database-needs-name') }),
  z.object({ code: z.literal('database-answered'), state: z.string(), message: z.string() }),
  z.object({ code: z.literal('database-refuses-user'), message: z.string() }),
  z.object({ code: z.literal('database-unreachable'), ...connection }),
  /** Its driver would change the digits of such a value, or cannot read it. */
  z.object({ code: z.literal('database-cell-unreadable'), column: z.string() }),
  z.object({ code: z.literal('database-sends-elsewhere') }),
  z.object({ code: z.literal('database-too-slow'), seconds: z.number() }),
  z.object({ code: z.literal('too-many-rows'), most: z.int() }),
  z.object({ code: z.literal('look-up-mapping-gone'), mapping: z.string() }),
  /** Two look-ups return one order with different content. */
  z.object({
    code: z.literal('look-ups-differ'),
    order: z.string(),
    one: z.string(),
    other: z.string(),
    facts: z.array(z.enum(differingFacts)).readonly(),
  }),
  /** It was asked for one order and returned others. */
  z.object({ code: z.literal('shop-order-gone'), order: z.string() }),
  z.object({ code: z.literal('shop-keys-missing') }),
  /** The keys of a shop may read, and not write. */
  z.object({ code: z.literal('shop-key-only-reads') }),
  /** The server has no WooCommerce at this address. */
  z.object({ code: z.literal('shop-not-found') }),
  /** The server has no Shopify shop at this address. */
  z.object({ code: z.literal('shopify-not-found') }),
  /** The shop gives no token for this client id and secret. */
  z.object({ code: z.literal('shop-refuses-app'), status: z.int() }),
  /** The plan of the shop gives its own apps no personal data. */
  z.object({ code: z.literal('shop-hides-addresses') }),
  z.object({ code: z.literal('shop-scopes-missing'), scopes: z.array(z.string()).readonly() }),
  /** The words of the shop for what it does not do. */
  z.object({ code: z.literal('shop-refuses'), message: z.string() }),
  /** The shop waits for nothing of what was shipped. */
  z.object({ code: z.literal('shop-nothing-to-fulfil'), order: z.string() }),
  /** The answer is not what the shop's documentation describes. */
  z.object({ code: z.literal('shop-answer-unknown') }),
  z.object({ code: z.literal('shop-other-order'), asked: z.string(), orders: z.array(z.string()).readonly() }),
]);
export type SourceReason = z.infer<typeof sourceReasonSchema>;
