import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An item that a customer ordered. */
export interface BoughtItem {
  readonly product?: number;
  readonly variation?: number;
  readonly name?: string;
  readonly sku?: string;
  readonly quantity?: number;
  readonly total?: string;
}

interface Meta {
  readonly id: number;
  key: string;
  value: unknown;
}

interface Note {
  readonly id: number;
  readonly author: string;
  readonly note: string;
  readonly customer_note: boolean;
}

interface Refund {
  readonly id: number;
  readonly reason: string;
  readonly total: string;
  readonly line_items: readonly object[];
}

export interface PlayedOrder {
  readonly id: number;
  number: string;
  status: string;
  modifiedMs: number;
  currency: string;
  customer_note: string;
  shipping: Record<string, string>;
  billing: Record<string, string>;
  items: (Required<BoughtItem> & { readonly id: number })[];
  method: { readonly method_id: string; readonly method_title: string };
  meta: Meta[];
  notes: Note[];
  refunds: Refund[];
  /** Replaces what this shop would write. */
  asIs?: object;
}

export interface PlayedProduct {
  readonly id: number;
  readonly virtual?: boolean;
  readonly weight?: string;
  readonly global_unique_id?: string;
  readonly meta_data?: readonly { readonly key: string; readonly value: unknown }[];
  readonly variations?: readonly PlayedProduct[];
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** A fault for one request: an answer in place of the shop's own, or the loss of it after the shop acted. */
export type Fault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'lost-answer'
  | 'warning-before'
  | undefined;

export interface PlayedShop {
  readonly kind: 'woocommerce';
  readonly address: string;
  readonly key: string;
  readonly secret: string;
  readonly orders: Map<number, PlayedOrder>;
  readonly asked: Asked[];
  /** Mails to customers, by order: one for each note to them, and one for each completed order. */
  readonly mails: { readonly order: number; readonly about: string }[];
  products: PlayedProduct[];
  /** Changes that any customer or administrator makes. */
  order(given?: Partial<Omit<PlayedOrder, 'items'>> & { readonly items?: readonly BoughtItem[] }): PlayedOrder;
  change(id: number, change: Partial<PlayedOrder>): void;
  refund(id: number, lines: readonly { readonly item: number; readonly quantity: number; readonly total: string }[], total?: string): void;
  remove(id: number): void;
  /** Switches. */
  permission: 'read' | 'write' | 'read_write' | 'none';
  weightUnit: string | undefined;
  fault: (asked: Asked, nth: number) => Fault;
  now: () => number;
  stop(): Promise<void>;
}

const gmt = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

const people = ['Ada Lind', 'Bo Krog', 'Cleo Marx', 'Dan Poe', 'Eva Ruiz', 'Finn Dahl', 'Gia Neri', 'Hugo Blanc'];

/**
 * Plays a WooCommerce shop on this computer, after the public documentation of its REST API, version 3. Knows nothing of Packbench.
 * The clock of the shop is its own.
 */
export async function playWooCommerce({ numberOf = String }: { readonly numberOf?: (id: number) => string } = {}): Promise<PlayedShop> {
  let nextId = 4000;
  const id = (): number => (nextId += 1);
  const orders = new Map<number, PlayedOrder>();
  const asked: Asked[] = [];
  const mails: { readonly order: number; readonly about: string }[] = [];

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const shop: PlayedShop = {
    kind: 'woocommerce',
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'ck_4b1f00aa',
    secret: 'cs_97c2e1d8',
    orders,
    asked,
    mails,
    products: [],
    order({ items = [{}], ...given } = {}) {
      const own = given.id ?? id();
      const name = people[own % people.length] ?? 'Ada Lind';
      const [first = '', last = ''] = name.split(' ');
      const made: PlayedOrder = {
        number: numberOf(own),
        status: 'processing',
        modifiedMs: shop.now(),
        currency: 'EUR',
        customer_note: '',
        shipping: {
          first_name: first,
          last_name: last,
          company: '',
          address_1: `Kastanienallee ${own}`,
          address_2: '',
          city: 'Berlin',
          state: '',
          postcode: '10435',
          country: 'DE',
          phone: '',
        },
        billing: { first_name: first, last_name: last, email: `${last.toLowerCase()}@mail.example`, phone: '+49 30 555 0170' },
        method: { method_id: 'flat_rate', method_title: 'Parcel' },
        meta: [],
        notes: [],
        refunds: [],
        ...given,
        id: own,
        items: items.map((item) => ({
          id: id(),
          product: 0,
          variation: 0,
          name: 'Mug',
          sku: 'MUG-1',
          quantity: 1,
          total: '12.50',
          ...item,
        })),
      };
      orders.set(own, made);
      return made;
    },
    change(which, change) {
      const order = orders.get(which);
      if (order) Object.assign(order, { modifiedMs: shop.now() }, change);
    },
    refund(which, lines, total = '0.00') {
      const order = orders.get(which);
      order?.refunds.push({
        id: id(),
        reason: '',
        total: `-${total}`,
        line_items: lines.map((line) => ({
          id: id(),
          quantity: -line.quantity,
          total: `-${line.total}`,
          meta_data: [{ id: id(), key: '_refunded_item_id', value: String(line.item) }],
        })),
      });
      shop.change(which, {});
    },
    remove: (which) => void orders.delete(which),
    permission: 'read_write',
    weightUnit: 'kg',
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
    const url = new URL(request.url ?? '/', shop.address);
    const one: Asked = { method: request.method ?? '', path: url.pathname, query: url.searchParams, body };
    asked.push(one);
    const fault = shop.fault(one, asked.length);
    const send = (status: number, json: unknown, headers: Readonly<Record<string, string>> = {}): void => {
      if (fault === 'lost-answer') return void request.socket.destroy();
      response.writeHead(status, {
        'content-type': 'application/json; charset=UTF-8',
        date: new Date(shop.now()).toUTCString(),
        ...headers,
      });
      response.end((fault === 'warning-before' ? '<br />Warning: Undefined variable in plugin.php' : '') + JSON.stringify(json));
    };
    if (typeof fault === 'object') {
      response.writeHead(fault.status, fault.headers ?? {});
      response.end(fault.body ?? '');
      return;
    }
    const error = (status: number, code: string, message: string): void => send(status, { code, message, data: { status } });
    const login = `Basic ${Buffer.from(`${shop.key}:${shop.secret}`).toString('base64')}`;
    if (shop.permission === 'none' || request.headers.authorization !== login)
      return error(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
    const isWrite = one.method !== 'GET';
    if (isWrite && shop.permission === 'read')
      return error(401, 'woocommerce_rest_authentication_error', 'The API key provided does not have write permissions.');
    if (!isWrite && shop.permission === 'write')
      return error(401, 'woocommerce_rest_authentication_error', 'The API key provided does not have read permissions.');
    route(one, send, error);
  }

  type Send = (status: number, json: unknown, headers?: Readonly<Record<string, string>>) => void;
  type Fail = (status: number, code: string, message: string) => void;

  function route({ method, path, query, body }: Asked, send: Send, error: Fail): void {
    const [, rest = ''] = /^\/wp-json\/wc\/v3\/(.*)$/.exec(path) ?? [];
    if (rest === '' && !path.startsWith('/wp-json/wc/v3')) return error(404, 'rest_no_route', 'No route was found.');
    const perPage = Number(query.get('per_page') ?? 10);
    if (!(perPage >= 1 && perPage <= 100)) return error(400, 'rest_invalid_param', 'Invalid parameter(s): per_page');
    const [room = '', which = '', inner = '', last = ''] = rest.split('/');
    if (room === 'orders' && which === '') return listOrders(query, perPage, send, error);
    if (room === 'settings' && which === 'products' && inner === 'woocommerce_weight_unit')
      return shop.weightUnit === undefined
        ? error(403, 'woocommerce_rest_cannot_view', 'Sorry, you cannot view this resource.')
        : send(200, { id: 'woocommerce_weight_unit', label: 'Weight unit', type: 'select', default: 'kg', value: shop.weightUnit });
    if (room === 'products') {
      const parent = shop.products.find((product) => product.id === Number(which));
      const all = which === '' ? shop.products : inner === 'variations' ? parent?.variations : undefined;
      if (!all) return error(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.');
      const wanted = query.get('include')?.split(',').map(Number);
      const found = all.filter((product) => !wanted || wanted.includes(product.id)).slice(0, perPage);
      return send(
        200,
        found.map(({ variations: _variations, ...product }) => ({ virtual: false, weight: '', meta_data: [], ...product })),
      );
    }
    const order = orders.get(Number(which));
    if (room !== 'orders' || last !== '') return error(404, 'rest_no_route', 'No route was found.');
    if (!order) return error(404, 'woocommerce_rest_order_invalid_id', 'Invalid ID.');
    if (inner === 'notes') {
      if (method === 'GET') return send(200, order.notes.toReversed());
      const { note = '', customer_note: isForCustomer = false } = JSON.parse(body) as { note?: string; customer_note?: boolean };
      if (note === '') return error(400, 'rest_missing_callback_param', 'Missing parameter(s): note');
      const written = { id: id(), author: 'REST API', note, customer_note: isForCustomer };
      order.notes.push(written);
      if (isForCustomer) mails.push({ order: order.id, about: note });
      return send(201, written);
    }
    if (inner === 'refunds') return send(200, order.refunds);
    if (method === 'PUT') change(order, JSON.parse(body) as Parameters<typeof change>[1]);
    send(200, asJson(order));
  }

  function change(order: PlayedOrder, given: { status?: string; meta_data?: { id?: number; key: string; value: unknown }[] }): void {
    const { status = order.status, meta_data: meta = [] } = given;
    for (const each of meta) {
      const known = order.meta.find((own) => own.id === each.id);
      if (known) known.value = each.value;
      // As WooCommerce does: an entry without an id is another one, even if the key is there.
      else order.meta.push({ id: id(), key: each.key, value: each.value });
    }
    if (status !== order.status) {
      const note = `Order status changed from ${order.status} to ${status}.`;
      order.notes.push({ id: id(), author: 'system', note, customer_note: false });
      if (status === 'completed') mails.push({ order: order.id, about: 'completed' });
      order.status = status;
    }
    order.modifiedMs = shop.now();
  }

  function listOrders(query: URLSearchParams, perPage: number, send: Send, error: Fail): void {
    const orderBy = query.get('orderby') ?? 'date';
    if (!['date', 'id', 'include', 'title', 'slug'].includes(orderBy))
      return error(400, 'rest_invalid_param', 'Invalid parameter(s): orderby');
    const states = (query.get('status') ?? 'any').split(',');
    const after = query.get('modified_after');
    if (after && query.get('dates_are_gmt') !== 'true') return error(400, 'rest_invalid_param', 'This test expects times in GMT');
    const search = query.get('search') ?? '';
    const found = [...orders.values()]
      .filter((order) => (states.includes('any') && order.status !== 'trash') || states.includes(order.status))
      .filter((order) => !after || gmt(order.modifiedMs) > after)
      .filter((order) => search === '' || JSON.stringify([order.number, order.shipping, order.items]).includes(search))
      .sort((one, other) => (query.get('order') === 'asc' ? one.id - other.id : other.id - one.id));
    const offset = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * perPage);
    send(200, found.slice(offset, offset + perPage).map(asJson), {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / perPage)),
    });
  }

  function asJson(order: PlayedOrder): object {
    const { items, method, meta, modifiedMs, notes: _notes, refunds, asIs, ...facts } = order;
    return {
      ...facts,
      parent_id: 0,
      order_key: `wc_order_${order.id}`,
      created_via: 'checkout',
      version: '9.4.2',
      date_created: gmt(modifiedMs),
      date_created_gmt: gmt(modifiedMs),
      date_modified: gmt(modifiedMs + 3_600_000),
      date_modified_gmt: gmt(modifiedMs),
      total: items.reduce((sum, item) => sum + Number(item.total), 0).toFixed(2),
      payment_method: 'bacs',
      meta_data: meta,
      line_items: items.map((item) => ({
        id: item.id,
        name: item.name,
        product_id: item.product,
        variation_id: item.variation,
        quantity: item.quantity,
        tax_class: '',
        subtotal: item.total,
        total: item.total,
        taxes: [],
        meta_data: [],
        sku: item.sku,
        price: Number(item.total) / item.quantity,
      })),
      shipping_lines: method.method_id === '' ? [] : [{ id: order.id * 10, ...method, total: '5.90', taxes: [], meta_data: [] }],
      fee_lines: [],
      coupon_lines: [],
      tax_lines: [],
      refunds: refunds.map(({ id: own, reason, total }) => ({ id: own, reason, total })),
      ...asIs,
    };
  }
}
