import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GraphError, PlayedGraphQL, parse, type Types } from './played-graphql.ts';

/** An item that a customer bought. */
export interface SoldItem {
  readonly variant?: number;
  readonly name?: string;
  readonly sku?: string;
  readonly quantity?: number;
  readonly price?: string;
  readonly requiresShipping?: boolean;
  readonly isGiftCard?: boolean;
  readonly attributes?: readonly { readonly key: string; readonly value: string }[];
  /** Name of the place that it leaves from. */
  readonly from?: string;
}

interface Line extends Required<SoldItem> {
  readonly id: number;
  /** Pieces that were refunded or removed. */
  removed: number;
}

type PartState = 'OPEN' | 'IN_PROGRESS' | 'CLOSED' | 'ON_HOLD' | 'SCHEDULED' | 'CANCELLED';
type Method = 'SHIPPING' | 'PICK_UP' | 'LOCAL' | 'NONE' | 'RETAIL' | 'PICKUP_POINT';
interface Part {
  readonly id: number;
  status: PartState;
  readonly method: Method | null;
  readonly place: string;
  updatedMs: number;
  lines: { readonly id: number; readonly line: Line; total: number; remaining: number }[];
}

interface Fulfillment {
  readonly id: number;
  status: 'SUCCESS' | 'CANCELLED';
  tracking: { readonly number: string; readonly url: string | null; readonly company: string | null }[];
  readonly lines: readonly { readonly line: Line; readonly quantity: number; readonly part: Part }[];
}

export interface SoldOrder {
  readonly id: number;
  name: string;
  updatedMs: number;
  cancelledMs: number | null;
  email: string | null;
  phone: string | null;
  note: string | null;
  /** The currency of the shop, and that of the customer with its rate. */
  currency: string;
  presentment: { readonly currency: string; readonly rate: number };
  financial: string;
  address: Readonly<Record<string, string | null>> | null;
  shipping: string | null;
  lines: Line[];
  parts: Part[];
  fulfillments: Fulfillment[];
}

export interface Variant {
  readonly barcode?: string;
  readonly hsCode?: string;
  readonly origin?: string;
  readonly weight?: { readonly unit: string; readonly value: number };
  readonly image?: string;
}

export interface ShopifyAsked {
  readonly path: string;
  /** First field of the operation; `token` for a request of a token. */
  readonly operation: string;
  readonly isWrite: boolean;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A fault for one request: an answer in place of the shop's own, or the loss of it after the shop acted. */
export type ShopifyFault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'lost-answer'
  | 'internal-error'
  | undefined;

interface Given extends Partial<Omit<SoldOrder, 'lines' | 'parts' | 'fulfillments'>> {
  readonly items?: readonly SoldItem[];
  readonly method?: Method | null;
}

export interface PlayedShopify {
  readonly kind: 'shopify';
  readonly address: string;
  readonly key: string;
  readonly secret: string;
  readonly orders: Map<number, SoldOrder>;
  readonly asked: ShopifyAsked[];
  /** Mails to customers about a fulfilment. */
  readonly mails: { readonly order: number; readonly numbers: readonly string[] }[];
  readonly variants: Map<number, Variant>;
  /** Places of other companies, whose parts this app may not see. */
  readonly thirdParties: Set<string>;
  /** Changes that any customer or merchant makes. */
  order(given?: Given): SoldOrder;
  change(id: number, change: Partial<SoldOrder>): void;
  cancel(id: number): void;
  refund(id: number, line: number, quantity: number): void;
  /** Holds or releases the open parts. Does not count as a change of the order. */
  hold(id: number, isHeld: boolean): void;
  /** Moves pieces of the first part to a part of their own. */
  split(id: number, quantity: number): void;
  merge(id: number): void;
  remove(id: number): void;
  /** Fulfils everything, as a merchant does in the admin. */
  fulfil(id: number, number: string): void;
  /** Switches. */
  scopes: string[];
  isInstalled: boolean;
  /** True for a plan that gives own apps no personal data. */
  hidesPeople: boolean;
  /** Ends all tokens that were given out. */
  endTokens(): void;
  tokenSeconds: number;
  fixedToken: string | undefined;
  bucket: { max: number; perSecond: number; left: number };
  mostCost: number;
  throttledTimes: number;
  fault: (asked: ShopifyAsked, nth: number) => ShopifyFault;
  now: () => number;
  stop(): Promise<void>;
}

const order = {
  id: 'ID',
  legacyResourceId: 'UnsignedInt64',
  name: 'String',
  updatedAt: 'DateTime',
  createdAt: 'DateTime',
  cancelledAt: 'DateTime',
  email: 'String',
  phone: 'String',
  note: 'String',
  currencyCode: 'CurrencyCode',
  presentmentCurrencyCode: 'CurrencyCode',
  displayFinancialStatus: 'OrderDisplayFinancialStatus',
  displayFulfillmentStatus: 'OrderDisplayFulfillmentStatus',
  shippingAddress: 'MailingAddress',
  shippingLine: 'ShippingLine',
  lineItems: 'LineItem*',
  fulfillmentOrders: 'FulfillmentOrder*',
  fulfillments: '[Fulfillment]',
};

/** The part of the documented schema that shippers use. */
const types: Types = {
  QueryRoot: {
    orders: 'Order*',
    order: 'Order',
    nodes: '[Order]',
    fulfillmentOrders: 'FulfillmentOrder*',
    fulfillmentOrder: 'FulfillmentOrder',
    currentAppInstallation: 'AppInstallation',
  },
  Mutation: {
    fulfillmentCreate: 'FulfillmentPayload',
    fulfillmentCancel: 'FulfillmentPayload',
    fulfillmentTrackingInfoUpdate: 'FulfillmentPayload',
  },
  FulfillmentPayload: { fulfillment: 'Fulfillment', userErrors: '[UserError]' },
  UserError: { field: 'StringList', message: 'String' },
  AppInstallation: { accessScopes: '[AccessScope]' },
  AccessScope: { handle: 'String', description: 'String' },
  Order: order,
  MailingAddress: Object.fromEntries(
    'name firstName lastName company address1 address2 zip city province provinceCode country countryCodeV2 phone'
      .split(' ')
      .map((name) => [name, 'String']),
  ),
  ShippingLine: { title: 'String', code: 'String' },
  LineItem: {
    id: 'ID',
    name: 'String',
    title: 'String',
    sku: 'String',
    quantity: 'Int',
    currentQuantity: 'Int',
    requiresShipping: 'Boolean',
    isGiftCard: 'Boolean',
    image: 'Image',
    customAttributes: '[Attribute]',
    discountedUnitPriceAfterAllDiscountsSet: 'MoneyBag',
    variant: 'ProductVariant',
  },
  Image: { url: 'URL' },
  Attribute: { key: 'String', value: 'String' },
  MoneyBag: { shopMoney: 'MoneyV2', presentmentMoney: 'MoneyV2' },
  MoneyV2: { amount: 'Decimal', currencyCode: 'CurrencyCode' },
  ProductVariant: { id: 'ID', barcode: 'String', sku: 'String', inventoryItem: 'InventoryItem' },
  InventoryItem: { harmonizedSystemCode: 'String', countryCodeOfOrigin: 'CountryCode' },
  FulfillmentOrder: {
    id: 'ID',
    orderId: 'ID',
    status: 'FulfillmentOrderStatus',
    updatedAt: 'DateTime',
    deliveryMethod: 'DeliveryMethod',
    assignedLocation: 'FulfillmentOrderAssignedLocation',
    lineItems: 'FulfillmentOrderLineItem*',
  },
  DeliveryMethod: { methodType: 'DeliveryMethodType', presentedName: 'String' },
  FulfillmentOrderAssignedLocation: { name: 'String', address1: 'String', zip: 'String', city: 'String', countryCode: 'CountryCode' },
  FulfillmentOrderLineItem: {
    id: 'ID',
    totalQuantity: 'Int',
    remainingQuantity: 'Int',
    lineItem: 'LineItem',
    weight: 'Weight',
    requiresShipping: 'Boolean',
  },
  Weight: { unit: 'WeightUnit', value: 'Float' },
  Fulfillment: {
    id: 'ID',
    status: 'FulfillmentStatus',
    trackingInfo: '[FulfillmentTrackingInfo]',
    fulfillmentLineItems: 'FulfillmentLineItem*',
  },
  FulfillmentTrackingInfo: { number: 'String', url: 'URL', company: 'String' },
  FulfillmentLineItem: { id: 'ID', quantity: 'Int', lineItem: 'LineItem' },
};

const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const gid = (type: string, id: number): string => `gid://shopify/${type}/${id}`;
const numberIn = (id: unknown): number => Number(/(\d+)$/.exec(String(id))?.[1] ?? 0);
const people = ['Ada Lind', 'Bo Krog', 'Cleo Marx', 'Dan Poe', 'Eva Ruiz', 'Finn Dahl', 'Gia Neri', 'Hugo Blanc'];
const active = new Set<PartState>(['OPEN', 'IN_PROGRESS', 'ON_HOLD', 'SCHEDULED']);

/**
 * Plays a Shopify shop on this computer, after the public documentation of its GraphQL Admin API and answers that were recorded from it.
 * Knows nothing of Packbench. The clock of the shop is its own.
 */
export async function playShopify({
  nameOf = (id) => `#${id}`,
}: {
  readonly nameOf?: (id: number) => string;
} = {}): Promise<PlayedShopify> {
  let nextId = 6000;
  let nextNumber = 1000;
  const id = (): number => (nextId += 1);
  const graph = new PlayedGraphQL(types);
  const orders = new Map<number, SoldOrder>();
  const variants = new Map<number, Variant>();
  const tokens = new Map<string, number>();
  const asked: ShopifyAsked[] = [];
  const mails: { readonly order: number; readonly numbers: readonly string[] }[] = [];
  let filledAt = performance.now();

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const touch = (which: SoldOrder): void => void (which.updatedMs = shop.now());
  const partsOf = (given: Given, lines: readonly Line[]): Part[] =>
    [...Map.groupBy(lines, ({ from }) => from)].map(([place, all]) => ({
      id: id(),
      status: 'OPEN',
      method: given.method === undefined ? 'SHIPPING' : given.method,
      place,
      updatedMs: shop.now(),
      lines: all.map((line) => ({ id: id(), line, total: line.quantity, remaining: line.quantity })),
    }));

  const shop: PlayedShopify = {
    kind: 'shopify',
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: '5d0f8c1e77aa',
    secret: 'shpss_9b31c2',
    orders,
    asked,
    mails,
    variants,
    thirdParties: new Set(),
    order({ items = [{}], method, ...given } = {}) {
      const own = given.id ?? id();
      nextNumber += 1;
      const name = people[own % people.length] ?? 'Ada Lind';
      const lines: Line[] = items.map((item) => ({
        id: id(),
        variant: 0,
        name: 'Mug',
        sku: 'MUG-1',
        quantity: 1,
        price: '12.50',
        requiresShipping: true,
        isGiftCard: false,
        attributes: [],
        from: 'Workshop',
        removed: 0,
        ...item,
      }));
      const made: SoldOrder = {
        name: nameOf(nextNumber),
        updatedMs: shop.now(),
        cancelledMs: null,
        email: `${own}@mail.example`,
        phone: '+49 30 555 0170',
        note: null,
        currency: 'EUR',
        presentment: { currency: 'EUR', rate: 1 },
        financial: 'PAID',
        address: {
          name,
          firstName: name.split(' ')[0] ?? '',
          lastName: name.split(' ')[1] ?? '',
          company: null,
          address1: `Kastanienallee ${own}`,
          address2: null,
          zip: '10435',
          city: 'Berlin',
          province: null,
          provinceCode: null,
          country: 'Germany',
          countryCodeV2: 'DE',
          phone: null,
        },
        shipping: 'Parcel',
        fulfillments: [],
        ...given,
        id: own,
        lines,
        parts: partsOf({ ...(method !== undefined && { method }) }, lines),
      };
      orders.set(own, made);
      return made;
    },
    change(which, change) {
      const found = orders.get(which);
      if (found) Object.assign(found, { updatedMs: shop.now() }, change);
    },
    cancel(which) {
      const found = orders.get(which);
      if (!found) return;
      for (const part of found.parts) if (active.has(part.status)) part.status = 'CLOSED';
      shop.change(which, { cancelledMs: shop.now() });
    },
    refund(which, lineId, quantity) {
      const found = orders.get(which);
      const line = found?.lines.find((each) => each.id === lineId);
      if (!found || !line) return;
      line.removed += quantity;
      let left = quantity;
      for (const part of found.parts)
        for (const each of part.lines.filter((one) => one.line === line)) {
          const pieces = Math.min(left, each.remaining);
          each.remaining -= pieces;
          left -= pieces;
        }
      shop.change(which, { financial: 'PARTIALLY_REFUNDED' });
    },
    hold(which, isHeld) {
      for (const part of orders.get(which)?.parts ?? [])
        if (active.has(part.status)) Object.assign(part, { status: isHeld ? 'ON_HOLD' : 'OPEN', updatedMs: shop.now() });
    },
    split(which, quantity) {
      const found = orders.get(which);
      const [part] = found?.parts ?? [];
      const [each] = part?.lines ?? [];
      if (!found || !part || !each) return;
      each.remaining -= quantity;
      each.total -= quantity;
      found.parts.push({
        ...part,
        id: id(),
        updatedMs: shop.now(),
        lines: [{ id: id(), line: each.line, total: quantity, remaining: quantity }],
      });
    },
    merge(which) {
      const [first, ...others] = orders.get(which)?.parts ?? [];
      for (const other of others) {
        for (const each of other.lines) {
          const same = first?.lines.find(({ line }) => line === each.line);
          if (same) Object.assign(same, { total: same.total + each.total, remaining: same.remaining + each.remaining });
          else first?.lines.push(each);
        }
        Object.assign(other, { status: 'CLOSED', lines: [], updatedMs: shop.now() });
      }
    },
    remove: (which) => void orders.delete(which),
    fulfil(which, number) {
      const found = orders.get(which);
      if (!found) return;
      const lines = found.parts.flatMap((part) =>
        part.lines.map((each) => {
          const quantity = each.remaining;
          each.remaining = 0;
          part.status = 'CLOSED';
          return { line: each.line, quantity, part };
        }),
      );
      found.fulfillments.push({ id: id(), status: 'SUCCESS', tracking: [{ number, url: null, company: null }], lines });
      touch(found);
    },
    scopes: ['read_orders', 'read_products', 'read_merchant_managed_fulfillment_orders', 'write_merchant_managed_fulfillment_orders'],
    isInstalled: true,
    hidesPeople: false,
    endTokens: () => tokens.clear(),
    tokenSeconds: 86_399,
    fixedToken: undefined,
    bucket: { max: 2000, perSecond: 4000, left: 2000 },
    mostCost: 1000,
    throttledTimes: 0,
    fault: () => undefined,
    now: Date.now,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return shop;

  function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    const path = new URL(request.url ?? '/', shop.address).pathname;
    const isToken = path === '/admin/oauth/access_token';
    const posted = JSON.parse(body || '{}') as { query?: string; variables?: Record<string, unknown> };
    const operation = posted.query === undefined ? undefined : parsed(posted.query);
    const one: ShopifyAsked = {
      path,
      operation: isToken ? 'token' : (operation?.selections[0]?.name ?? ''),
      isWrite: operation?.isWrite === true,
      variables: posted.variables ?? {},
    };
    asked.push(one);
    const fault = shop.fault(one, asked.length);
    const send = (status: number, json: unknown): void => {
      if (fault === 'lost-answer') return void request.socket.destroy();
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', date: new Date(shop.now()).toUTCString() });
      response.end(JSON.stringify(json));
    };
    if (typeof fault === 'object') {
      response.writeHead(fault.status, fault.headers ?? {});
      response.end(fault.body ?? '');
      return;
    }
    if (request.method !== 'POST') return send(406, { errors: 'Not Acceptable' });
    if (isToken) return giveToken(posted as Readonly<Record<string, unknown>>, send);
    if (!/^\/admin\/api\/\d{4}-(?:01|04|07|10)\/graphql\.json$/.test(path)) return send(404, { errors: 'Not Found' });
    const token = String(request.headers['x-shopify-access-token'] ?? '');
    const isValid = token !== '' && (token === shop.fixedToken || (tokens.get(token) ?? 0) > shop.now());
    if (!isValid) return send(401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' });
    if (!operation) return send(200, { errors: [{ message: 'syntax error', extensions: { code: 'parseError' } }] });
    if (fault === 'internal-error')
      return send(200, {
        errors: [{ message: 'Internal error. Looks like something went wrong on our end.', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
      });
    run(operation, one.variables, send);
  }

  function parsed(query: string): ReturnType<typeof parse> | undefined {
    try {
      return parse(query);
    } catch {
      return undefined;
    }
  }

  type Send = (status: number, json: unknown) => void;

  function giveToken({ client_id: client, client_secret: secret, grant_type: grant }: Readonly<Record<string, unknown>>, send: Send): void {
    if (grant !== 'client_credentials') return send(400, { error: 'unsupported_grant_type' });
    if (client !== shop.key || secret !== shop.secret)
      return send(400, { error: 'invalid_client', error_description: 'The client secret is invalid.' });
    if (!shop.isInstalled)
      return send(400, { error: 'app_not_installed', error_description: 'The application is not installed on this shop.' });
    const token = `shpat_${id()}`;
    tokens.set(token, shop.now() + shop.tokenSeconds * 1000);
    send(200, { access_token: token, scope: shop.scopes.join(','), expires_in: shop.tokenSeconds });
  }

  function run(operation: ReturnType<typeof parse>, variables: Readonly<Record<string, unknown>>, send: Send): void {
    const { bucket } = shop;
    const requested = graph.cost(operation, variables);
    bucket.left = Math.min(bucket.max, bucket.left + ((performance.now() - filledAt) / 1000) * bucket.perSecond);
    filledAt = performance.now();
    const cost = (actualQueryCost: number | null) => ({
      cost: {
        requestedQueryCost: requested,
        actualQueryCost,
        throttleStatus: { maximumAvailable: bucket.max, currentlyAvailable: Math.floor(bucket.left), restoreRate: bucket.perSecond },
      },
    });
    if (requested > shop.mostCost)
      return send(200, {
        errors: [
          {
            message: `Query cost is ${requested}, which exceeds the single query max cost limit (${shop.mostCost}).`,
            extensions: { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: shop.mostCost },
          },
        ],
      });
    if (requested > bucket.left) {
      shop.throttledTimes += 1;
      return send(200, { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions: cost(null) });
    }
    const actual = Math.ceil(requested / 3);
    bucket.left -= actual;
    try {
      send(200, { data: graph.run(operation, variables, root()), extensions: cost(actual) });
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      send(200, { errors: [{ message: error.message, extensions: error.extensions }], extensions: cost(actual) });
    }
  }

  function need(field: string, ...any: readonly string[]): void {
    if (!any.some((scope) => shop.scopes.includes(scope)))
      throw new GraphError(`Access denied for ${field} field. Required access: \`${any[0]}\` access scope.`, 'ACCESS_DENIED');
  }

  function root() {
    return {
      orders({ query }: { readonly query?: string }) {
        need('orders', 'read_orders', 'write_orders');
        return [...orders.values()]
          .filter((each) => matches(each, query ?? ''))
          .sort((one, other) => one.updatedMs - other.updatedMs || one.id - other.id)
          .map((each) => ({ ...asOrder(each), __key: [each.updatedMs, each.id] }));
      },
      order({ id: which }: { readonly id?: string }) {
        need('order', 'read_orders', 'write_orders');
        const found = orders.get(numberIn(which));
        return found && asOrder(found);
      },
      nodes: ({ ids }: { readonly ids?: readonly string[] }) =>
        (ids ?? []).map((each) => {
          const found = orders.get(numberIn(each));
          return found ? asOrder(found) : null;
        }),
      fulfillmentOrders({ query }: { readonly query?: string }) {
        needParts('fulfillmentOrders');
        const from = sinceOf(query ?? '');
        return [...orders.values()]
          .flatMap((each) => seenParts(each).map((part) => ({ each, part })))
          .filter(({ part }) => iso(part.updatedMs) >= from)
          .sort((one, other) => one.part.updatedMs - other.part.updatedMs || one.part.id - other.part.id)
          .map(({ each, part }) => ({ ...asPart(each, part), __key: [part.updatedMs, part.id] }));
      },
      fulfillmentOrder({ id: which }: { readonly id?: string }) {
        const found = [...orders.values()]
          .flatMap((each) => each.parts.map((part) => ({ each, part })))
          .find(({ part }) => part.id === numberIn(which));
        return found && asPart(found.each, found.part);
      },
      currentAppInstallation: { accessScopes: shop.scopes.map((handle) => ({ handle, description: handle })) },
      fulfillmentCreate: (given: Readonly<Record<string, unknown>>) => create(given['fulfillment'] as Input),
      fulfillmentCancel: ({ id: which }: { readonly id?: string }) => cancelFulfillment(numberIn(which)),
      fulfillmentTrackingInfoUpdate: (given: Readonly<Record<string, unknown>>) => update(given),
    };
  }

  function needParts(field: string): void {
    need(field, 'read_merchant_managed_fulfillment_orders', 'write_merchant_managed_fulfillment_orders');
  }

  function matches(each: SoldOrder, query: string): boolean {
    if (query.includes('status:open') && (each.cancelledMs !== null || stateOf(each) === 'FULFILLED')) return false;
    const [, name] = /name:"([^"]*)"/.exec(query) ?? [];
    if (name !== undefined && each.name.replace(/^#/, '') !== name) return false;
    return iso(each.updatedMs) >= sinceOf(query);
  }

  function sinceOf(query: string): string {
    const [, from = ''] = /updated_at:>='([^']+)'/.exec(query) ?? [];
    if (query.includes('updated_at') && from === '') throw new GraphError('Invalid search', 'BAD_REQUEST');
    return from;
  }

  function stateOf({ parts, fulfillments }: SoldOrder): string {
    const open = parts.filter(({ status, lines }) => active.has(status) && lines.some(({ remaining }) => remaining > 0));
    const isBegun = fulfillments.some(({ status }) => status === 'SUCCESS');
    if (open.length === 0 && isBegun) return 'FULFILLED';
    if (open.length > 0 && open.every(({ status }) => status === 'ON_HOLD')) return 'ON_HOLD';
    if (open.length > 0 && open.every(({ status }) => status === 'SCHEDULED')) return 'SCHEDULED';
    return isBegun ? 'PARTIALLY_FULFILLED' : 'UNFULFILLED';
  }

  function seenParts({ parts }: SoldOrder): readonly Part[] {
    return parts.filter(({ place }) => !shop.thirdParties.has(place));
  }

  function asOrder(each: SoldOrder): Readonly<Record<string, unknown>> {
    return {
      __typename: 'Order',
      id: gid('Order', each.id),
      legacyResourceId: String(each.id),
      name: each.name,
      updatedAt: iso(each.updatedMs),
      createdAt: iso(each.updatedMs),
      cancelledAt: each.cancelledMs === null ? null : iso(each.cancelledMs),
      email: each.email,
      phone: each.phone,
      note: each.note,
      currencyCode: each.currency,
      presentmentCurrencyCode: each.presentment.currency,
      displayFinancialStatus: each.financial,
      displayFulfillmentStatus: stateOf(each),
      shippingAddress: shop.hidesPeople && each.address ? { countryCodeV2: each.address['countryCodeV2'] } : each.address,
      shippingLine: each.shipping === null ? null : { title: each.shipping, code: each.shipping },
      lineItems: each.lines.map((line) => asLine(each, line)),
      fulfillmentOrders() {
        needParts('fulfillmentOrders');
        return seenParts(each).map((part) => asPart(each, part));
      },
      fulfillments: each.fulfillments.map((made) => asFulfillment(each, made)),
    };
  }

  function asLine({ currency, presentment }: SoldOrder, line: Line): Readonly<Record<string, unknown>> {
    const variant = variants.get(line.variant);
    return {
      id: gid('LineItem', line.id),
      name: line.name,
      title: line.name,
      sku: line.sku,
      quantity: line.quantity,
      currentQuantity: line.quantity - line.removed,
      requiresShipping: line.requiresShipping,
      isGiftCard: line.isGiftCard,
      image: variant?.image === undefined ? null : { url: variant.image },
      customAttributes: line.attributes,
      // Shopify writes at least one decimal, and not more than there are.
      discountedUnitPriceAfterAllDiscountsSet: {
        shopMoney: { amount: line.price.replace(/(\.\d)0$/, '$1'), currencyCode: currency },
        presentmentMoney: { amount: String(Number(line.price) * presentment.rate), currencyCode: presentment.currency },
      },
      variant: variant && {
        id: gid('ProductVariant', line.variant),
        barcode: variant.barcode ?? null,
        sku: line.sku,
        inventoryItem: { harmonizedSystemCode: variant.hsCode ?? null, countryCodeOfOrigin: variant.origin ?? null },
      },
    };
  }

  function asPart(each: SoldOrder, part: Part): Readonly<Record<string, unknown>> {
    return {
      id: gid('FulfillmentOrder', part.id),
      orderId: gid('Order', each.id),
      status: part.status,
      updatedAt: iso(part.updatedMs),
      deliveryMethod: part.method === null ? null : { methodType: part.method, presentedName: part.method },
      assignedLocation: { name: part.place, address1: 'Hof 1', zip: '10115', city: 'Berlin', countryCode: 'DE' },
      lineItems: part.lines.map(({ id: own, line, total, remaining }) => ({
        id: gid('FulfillmentOrderLineItem', own),
        totalQuantity: total,
        remainingQuantity: remaining,
        requiresShipping: line.requiresShipping,
        lineItem: asLine(each, line),
        weight: variants.get(line.variant)?.weight ?? { unit: 'KILOGRAMS', value: 0 },
      })),
    };
  }

  function asFulfillment(each: SoldOrder, { id: own, status, tracking, lines }: Fulfillment): Readonly<Record<string, unknown>> {
    return {
      id: gid('Fulfillment', own),
      status,
      trackingInfo: tracking,
      fulfillmentLineItems: lines.map(({ line, quantity }, at) => ({
        id: gid('FulfillmentLineItem', own * 1000 + at),
        quantity,
        lineItem: asLine(each, line),
      })),
    };
  }

  interface Tracking {
    readonly number?: string;
    readonly url?: string;
    readonly numbers?: readonly string[];
    readonly urls?: readonly string[];
    readonly company?: string;
  }
  interface Input {
    readonly notifyCustomer?: boolean;
    readonly trackingInfo?: Tracking;
    readonly lineItemsByFulfillmentOrder: readonly {
      readonly fulfillmentOrderId: string;
      readonly fulfillmentOrderLineItems?: readonly { readonly id: string; readonly quantity: number }[];
    }[];
  }

  function trackingOf({
    number,
    url,
    numbers = number === undefined ? [] : [number],
    urls = url === undefined ? [] : [url],
    company,
  }: Tracking) {
    return numbers.map((each, at) => ({ number: each, url: urls[at] ?? null, company: company ?? null }));
  }

  /** The messages are those of recorded answers. */
  function create(input: Input): object {
    needWrite('fulfillmentCreate');
    const refuse = (message: string) => ({ fulfillment: null, userErrors: [{ field: ['fulfillment'], message }] });
    for (const { fulfillmentOrderLineItems: lines = [] } of input.lineItemsByFulfillmentOrder)
      if (lines.length > 250) return refuse('The input array size is greater than the maximum allowed of 250.');
      else if (lines.some(({ quantity }) => quantity <= 0)) return refuse('Quantity must be greater than 0');
    const all = [...orders.values()].flatMap((each) => seenParts(each).map((part) => ({ each, part })));
    const groups = input.lineItemsByFulfillmentOrder.map((group) => ({
      group,
      found: all.find(({ part }) => part.id === numberIn(group.fulfillmentOrderId)),
    }));
    const taken: { line: Line; quantity: number; part: Part; of: Part['lines'][number] }[] = [];
    const [first] = groups;
    for (const { group, found } of groups) {
      if (!found) return refuse('Fulfillment order does not exist.');
      if (found.each !== first?.found?.each) return refuse('All fulfillment orders must belong to the same order.');
      if (found.part.place !== first.found.part.place) return refuse('All fulfillment orders must be assigned to a single location.');
      const { status, id: own } = found.part;
      if (status !== 'OPEN' && status !== 'IN_PROGRESS')
        return refuse(`Fulfillment order ${own} has an unfulfillable status= ${status.toLowerCase()}.`);
      const wanted =
        group.fulfillmentOrderLineItems ?? found.part.lines.map(({ id: line, remaining }) => ({ id: String(line), quantity: remaining }));
      for (const { id: lineId, quantity } of wanted) {
        const of = found.part.lines.find((each) => each.id === numberIn(lineId));
        if (!of) return refuse('Fulfillment order line item does not exist.');
        if (quantity > of.remaining) return refuse('Invalid fulfillment order line item quantity requested.');
        taken.push({ line: of.line, quantity, part: found.part, of });
      }
    }
    const each = first?.found?.each;
    if (!each) return refuse('Fulfillment order does not exist.');
    for (const { of, quantity, part } of taken) {
      of.remaining -= quantity;
      if (part.lines.every(({ remaining }) => remaining === 0)) part.status = 'CLOSED';
      part.updatedMs = shop.now();
    }
    const made: Fulfillment = {
      id: id(),
      status: 'SUCCESS',
      tracking: trackingOf(input.trackingInfo ?? {}),
      lines: taken.map(({ line, quantity, part }) => ({ line, quantity, part })),
    };
    each.fulfillments.push(made);
    touch(each);
    if (input.notifyCustomer === true) mails.push({ order: each.id, numbers: made.tracking.map(({ number }) => number) });
    return { fulfillment: asFulfillment(each, made), userErrors: [] };
  }

  function needWrite(field: string): void {
    need(field, 'write_merchant_managed_fulfillment_orders');
  }

  function fulfillmentAt(which: number): { readonly each: SoldOrder; readonly made: Fulfillment } | undefined {
    return [...orders.values()].flatMap((each) => each.fulfillments.map((made) => ({ each, made }))).find(({ made }) => made.id === which);
  }

  function cancelFulfillment(which: number): object {
    needWrite('fulfillmentCancel');
    const found = fulfillmentAt(which);
    if (!found) return { fulfillment: null, userErrors: [{ field: ['id'], message: 'Fulfillment does not exist.' }] };
    const { each, made } = found;
    if (made.status !== 'CANCELLED') {
      made.status = 'CANCELLED';
      for (const [part, lines] of Map.groupBy(made.lines, (line) => line.part))
        each.parts.push({
          ...part,
          id: id(),
          status: 'OPEN',
          updatedMs: shop.now(),
          lines: lines.map(({ line, quantity }) => ({ id: id(), line, total: quantity, remaining: quantity })),
        });
      touch(each);
    }
    return { fulfillment: asFulfillment(each, made), userErrors: [] };
  }

  function update({ fulfillmentId, trackingInfoInput, notifyCustomer }: Readonly<Record<string, unknown>>): object {
    needWrite('fulfillmentTrackingInfoUpdate');
    const found = fulfillmentAt(numberIn(fulfillmentId));
    if (!found) return { fulfillment: null, userErrors: [{ field: ['fulfillmentId'], message: 'Fulfillment does not exist.' }] };
    const { each, made } = found;
    made.tracking = trackingOf(trackingInfoInput as Tracking);
    touch(each);
    if (notifyCustomer === true) mails.push({ order: each.id, numbers: made.tracking.map(({ number }) => number) });
    return { fulfillment: asFulfillment(each, made), userErrors: [] };
  }
}
