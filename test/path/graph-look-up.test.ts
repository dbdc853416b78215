import { expect, test } from 'vitest';
import { emptySource, type MappedField } from '../../shared/mapping.ts';
import type { OrderKey } from '../../shared/order.ts';
import { newLookUp } from '../../shared/order-source.ts';
import type { ShopReply, ShopRequest } from '../fakes/shop-server.ts';
import { startShopServer } from '../fakes/shop-server.ts';
import { stopLater } from '../later.ts';
import { counted, startPlainStation } from './plain-station.ts';

const query = 'query($n: String!) { orders(first: 2, query: $n) { nodes { name shippingAddress { name zip } } } }';
const body = JSON.stringify({ query, variables: { n: 'name:{number}' } });

/** A bench that asks a shop by GraphQL at one address for all orders. */
async function asking(replyOf: (request: ShopRequest) => ShopReply | Promise<ShopReply>) {
  const shop = stopLater(await startShopServer(replyOf));
  const bench = await startPlainStation({ orders: 'order,name,street,city,country\nX-1,Bo,Weg 9,Berlin,DE\n' });
  const save = async (change: Partial<typeof newLookUp> = {}) =>
    await bench.station.handlers.saveLookUps({
      lookUps: [{ ...newLookUp, name: 'Shop', isOn: true, url: `${shop.url}/graphql`, body, token: 'Bearer sesame', ...change }],
    });
  expect(await save()).toMatchObject({ ok: true });
  const scan = (code: string) => bench.station.handlers.scan({ code });
  const stopped = async () => (await bench.at('stopped')).failure;
  return { shop, bench, save, scan, stopped };
}

const read = (...columns: readonly string[]) => ({ ...emptySource, columns: [...columns] });
type Read = Partial<Record<MappedField, ReturnType<typeof read>>>;

/** The facts of Shopify's public example order, in a page of `edges`. */
const shopify = {
  answer: {
    data: {
      orders: {
        pageInfo: { hasNextPage: false, endCursor: 'eyJsYXN0X2lkIjo0NTA3ODk0Njl9' },
        edges: [
          {
            cursor: 'eyJsYXN0X2lkIjo0NTA3ODk0Njl9',
            node: {
              id: 'gid://shopify/Order/450789469',
              name: '#1001',
              shippingAddress: {
                name: 'Bob Norman',
                address1: 'Chestnut Street 92',
                address2: null,
                zip: '40202',
                city: 'Louisville',
                countryCodeV2: 'US',
              },
              lineItems: {
                nodes: [
                  { title: 'IPod Nano - 8gb', sku: 'IPOD2008GREEN', quantity: 1 },
                  { title: 'IPod Nano - 8gb', sku: 'IPOD2008RED', quantity: 2 },
                ],
              },
            },
          },
        ],
      },
    },
    extensions: {
      cost: {
        requestedQueryCost: 12,
        actualQueryCost: 6,
        throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1994, restoreRate: 100 },
      },
    },
  },
  code: '1001',
  fields: {
    order: read('name'),
    name: read('shippingaddress.name'),
    street: read('shippingaddress.address1'),
    postal_code: read('shippingaddress.zip'),
    city: read('shippingaddress.city'),
    country: read('shippingaddress.countrycodev2'),
    item_name: read('lineitems.title'),
    item_sku: read('lineitems.sku'),
    item_quantity: read('lineitems.quantity'),
  } satisfies Read,
  is: {
    recipient: { name: 'Bob Norman', street: 'Chestnut Street 92', city: 'Louisville', country: 'US' },
    lines: [
      { name: 'IPod Nano - 8gb', sku: 'IPOD2008GREEN', quantity: 1 },
      { name: 'IPod Nano - 8gb', sku: 'IPOD2008RED', quantity: 2 },
    ],
  },
};

/** One order by its number, as Saleor answers. */
const saleor = {
  answer: {
    data: {
      order: {
        number: '21',
        shippingAddress: {
          firstName: 'Anna',
          lastName: 'Lehmann',
          streetAddress1: 'Kastanienallee 84',
          postalCode: '10435',
          city: 'BERLIN',
          country: { code: 'DE', country: 'Germany' },
        },
        lines: [{ productName: 'Monospace Tee', variantName: 'XL', productSku: '202', quantity: 3 }],
      },
    },
  },
  code: '21',
  fields: {
    order: read('number'),
    name: read('shippingaddress.firstname', 'shippingaddress.lastname'),
    street: read('shippingaddress.streetaddress1'),
    postal_code: read('shippingaddress.postalcode'),
    city: read('shippingaddress.city'),
    country: read('shippingaddress.country.code'),
    item_name: read('lines.productname', 'lines.variantname'),
    item_sku: read('lines.productsku'),
    item_quantity: read('lines.quantity'),
  } satisfies Read,
  is: {
    recipient: { name: 'Anna Lehmann', street: 'Kastanienallee', houseNumber: '84', postalCode: '10435', country: 'DE' },
    lines: [{ name: 'Monospace Tee XL', sku: '202', quantity: 3 }],
  },
};

/** The orders of a customer, as Magento answers: a page of `items`, and a street of several lines. */
const magento = {
  answer: {
    data: {
      customer: {
        orders: {
          total_count: 1,
          items: [
            {
              number: '000000008',
              shipping_address: {
                firstname: 'Veronica',
                lastname: 'Costello',
                street: ['Hauptstraße 7', 'Hinterhaus'],
                postcode: '10827',
                city: 'Berlin',
                country_code: 'DE',
              },
              items: [{ product_name: 'Iris Workout Top', product_sku: 'WS03', quantity_ordered: 1 }],
            },
          ],
        },
      },
    },
  },
  code: '000000008',
  fields: {
    order: read('number'),
    name: read('shipping_address.firstname', 'shipping_address.lastname'),
    street: read('shipping_address.street'),
    postal_code: read('shipping_address.postcode'),
    city: read('shipping_address.city'),
    country: read('shipping_address.country_code'),
    item_name: read('items.product_name'),
    item_sku: read('items.product_sku'),
    item_quantity: read('items.quantity_ordered'),
  } satisfies Read,
  is: {
    recipient: { name: 'Veronica Costello', city: 'Berlin', country: 'DE' },
    lines: [{ name: 'Iris Workout Top', sku: 'WS03', quantity: 1 }],
  },
};

test.each([
  ['Shopify', shopify],
  ['Saleor', saleor],
  ['Magento', magento],
] as const)('a GraphQL answer of %s is mapped once, and read with its items', async (_name, { answer, code, fields, is }) => {
  const { shop, bench, scan } = await asking(() => ({ body: answer }));
  await scan(code);
  expect((await bench.at('stopped')).failure.reasons).toMatchObject([{ code: 'columns-not-known' }]);
  const [lookUp] = (await bench.call('setup', {})).settings.lookUps;
  await bench.station.handlers.tryLookUp({ id: lookUp?.id ?? '', code });
  const file = await bench.call('fileToMap', {});
  const mapped = Object.values(fields).flatMap(({ columns }) => columns);
  expect(mapped.filter((column) => file?.columns.includes(column) !== true)).toEqual([]);
  await bench.call('saveMapping', { mapping: { name: 'Our shop', columns: [...(file?.columns ?? [])], fields } });
  await scan(code);
  expect(bench.workflow()).toMatchObject({ order: { ...is, source: 'Shop' } });
  expect(shop.asked.at(-1)).toMatchObject({ method: 'POST', path: '/graphql' });
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
});

test('the scanned number is sent as text of the variables, with the token', async () => {
  const { shop, scan, stopped } = await asking(() => ({ body: { data: { orders: { nodes: [] } } } }));
  for (const code of ['#1001', '"}) { x } #', 'A\\" B', '{number}', 'Ä-7']) {
    // oxlint-disable-next-line no-await-in-loop -- one scan after the other
    await scan(code);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await stopped();
  }
  const sent = shop.asked.map((each) => JSON.parse(each.body) as { readonly query: string; readonly variables: { readonly n: string } });
  expect(new Set(sent.map((each) => each.query))).toEqual(new Set([query]));
  expect(sent.map(({ variables }) => variables.n)).toEqual(['name:1001', 'name:"}) { x } #', 'name:A\\" B', 'name:{number}', 'name:Ä-7']);
  expect(shop.asked[0]?.headers).toMatchObject({ authorization: 'Bearer sesame', 'content-type': 'application/json' });
});

test.each([
  ['a null order', { body: { data: { order: null } } }],
  ['an empty page of nodes', { body: { data: { orders: { nodes: [], pageInfo: { hasNextPage: false } } } } }],
  ['an empty page of edges', { body: { data: { orders: { edges: [], totalCount: 0 } } } }],
  ['an empty page of items', { body: { data: { customer: { orders: { total_count: 0, items: [] } } } } }],
] as const)('a number that the shop answers with %s is reported as not found', async (_name, reply) => {
  const { scan, stopped } = await asking(() => reply);
  await scan('W-77');
  expect((await stopped()).code).toBe('order-not-found');
});

const columns = expect.any(Array) as unknown;
const cost = { requestedQueryCost: 112, throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 4, restoreRate: 100 } };

test.each([
  [
    'that it is throttled',
    { body: { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }], extensions: { cost } } },
    { code: 'json-answer-of-service', message: 'Throttled', columns },
  ],
  [
    'a missing right',
    { body: { errors: [{ message: 'You need the permission MANAGE_ORDERS', path: ['order'] }], data: { order: null } } },
    { code: 'json-answer-of-service', message: 'You need the permission MANAGE_ORDERS', columns },
  ],
  [
    'an order and an error beside it',
    { body: { data: saleor.answer.data, errors: [{ message: 'lines: timed out' }, { message: 'price: timed out' }] } },
    { code: 'json-answer-of-service', message: 'lines: timed out · price: timed out', columns },
  ],
  ['a wrong query', { status: 400, body: { errors: [{ message: 'Syntax Error' }] } }, { code: 'shop-answered', status: 400 }],
  ['too many requests', { status: 429, headers: { 'retry-after': '60' } }, { code: 'shop-answered', status: 429 }],
  ['a page for signing in', { body: '<!doctype html><title>Log in</title>' }, { code: 'shop-shows-page', status: 200 }],
  ['another address', { status: 303, headers: { location: '/login' } }, { code: 'shop-moved', status: 303 }],
  ['words', { headers: { 'content-type': 'text/plain' }, body: 'GraphQL is off' }, { code: 'columns-not-known' }],
  ['no such address', { status: 404, body: 'no route' }, { code: 'shop-answered', status: 404, message: 'no route' }],
  ['no data', { body: { data: null } }, { code: 'json-without-orders' }],
] as const)('a shop that answers a question with %s is reported with a reason, and asked once', async (_name, reply, reason) => {
  const { shop, bench, scan, stopped } = await asking(() => reply);
  await scan('21');
  expect(await stopped()).toMatchObject({ code: 'look-up-failed', reasons: [reason] });
  expect(bench.station.snapshot().frame.shop).toBe('not-answering');
  expect(shop.asked.map(({ method }) => method)).toEqual(['POST']);
  expect((await bench.call('orders', { search: '', offset: 0, limit: 10 })).total).toBe(1);
});

test('an order in our own names within a page is taken, whatever content type the shop states', async () => {
  const node = { order: 'W-7', name: 'Anna', street: 'Weg 1', city: 'Berlin', country: 'DE', items: [{ name: 'Mug', quantity: 2 }] };
  const { bench, scan } = await asking(() => ({
    headers: { 'content-type': 'text/html' },
    body: { data: { orders: { edges: [{ node }] } } },
  }));
  await scan('W-7');
  expect(await bench.call('order', { key: 'W-7' as OrderKey })).toMatchObject({ source: 'Shop', lines: [{ name: 'Mug', quantity: 2 }] });
});

test.each([
  ['{"n": {number}}', { flaw: 'outside-text', mark: 'number' }],
  ['{"n": "{number}"', { flaw: 'not-json', mark: '' }],
  ['{"query": "{ order(number: \\"{number}\\") { name } }"}', { flaw: 'in-query', mark: 'number' }],
  ['{"{number}": 1}', { flaw: 'in-name', mark: 'number' }],
  ['{"n": "{nummer}", "m": "{number}"}', { flaw: 'unknown', mark: 'nummer' }],
  ['{"query": "mutation($n: ID!) { close(id: $n) { id } }", "variables": {"n": "{number}"}}', { flaw: 'changes', mark: '' }],
] as const)('the body %s is refused', async (refused, flaw) => {
  const { save } = await asking(() => ({ status: 404 }));
  expect(await save({ body: refused })).toMatchObject({
    ok: false,
    failure: { code: 'setting-invalid', reasons: [{ code: 'template-wrong', ...flaw }] },
  });
});

test('a body without the number is refused if the address has none either', async () => {
  const { save } = await asking(() => ({ status: 404 }));
  const reasons = [{ code: 'shop-address-wrong', flaw: 'no-number' }];
  expect(await save({ body: '{"query": "{ orders { name } }"}' })).toMatchObject({ ok: false, failure: { reasons } });
});
