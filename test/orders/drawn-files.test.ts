import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readOrderFile } from '../../electron/orders/open-order-file.ts';
import { detailOf, rowReasonText } from '../../renderer/text/reasons.ts';

/** An order as the shop knows it; every export is written from it. */
interface Sold {
  readonly key: string;
  readonly state: 'open' | 'cancelled' | 'refunded' | 'fulfilled' | 'on-hold';
  readonly items: readonly {
    readonly name: string;
    readonly pieces: number;
    readonly is: 'goods' | 'gift card' | 'digital' | 'sent' | 'paid back';
  }[];
}

interface Shop {
  readonly file: string;
  readonly states: readonly Sold['state'][];
  readonly items: readonly Sold['items'][number]['is'][];
  readonly write: (orders: readonly Sold[]) => string;
}

const quoted = (cells: readonly (string | number)[]): string => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',');
const table = (columns: string, rows: readonly (readonly (string | number)[])[]): string => [columns, ...rows.map(quoted)].join('\n');
const titled = ({ name, is }: Sold['items'][number]): string => (is === 'gift card' ? `Gift Card ${name}` : name);
/** Shopify itself marks gift cards and digital goods as not shipped. */
const isSent = ({ is }: Sold['items'][number]): boolean => is !== 'digital' && is !== 'gift card';
const json = (value: unknown): string => JSON.stringify(value);
const unknown = 'Gate Code';

const shops: Readonly<Record<string, Shop>> = {
  Shopify: {
    file: 'orders.csv',
    states: ['open', 'cancelled', 'refunded', 'fulfilled', 'on-hold'],
    items: ['goods', 'gift card', 'digital', 'sent'],
    write: (orders) =>
      table(
        `Name,Email,Financial Status,Fulfillment Status,Cancelled at,Currency,Total,Lineitem quantity,Lineitem name,Lineitem price,Lineitem requires shipping,Lineitem fulfillment status,Shipping Name,Shipping Address1,Shipping City,Shipping Country,${unknown}`,
        orders.flatMap(({ key, state, items }) =>
          items.map((item, at) => {
            const facts = [
              state === 'refunded' ? 'refunded' : 'paid',
              state === 'fulfilled'
                ? 'fulfilled'
                : state === 'on-hold'
                  ? 'on_hold'
                  : items.some(({ is }) => is === 'sent')
                    ? 'partial'
                    : 'unfulfilled',
              state === 'cancelled' ? '2026-11-20 10:00:00 +0100' : '',
            ];
            const line = [item.pieces, titled(item), '5.00', isSent(item) ? 'true' : 'false', item.is === 'sent' ? 'fulfilled' : 'pending'];
            const first = at === 0;
            return [
              key,
              '',
              ...(first ? facts : ['', '', '']),
              first ? 'EUR' : '',
              first ? '9.00' : '',
              ...line,
              ...(first ? ['Anna', 'Weg 1', 'Köln', 'DE'] : ['', '', '', '']),
              '7',
            ];
          }),
        ),
      ),
  },
  WooCommerce: {
    file: 'orders.csv',
    states: ['open', 'cancelled', 'refunded', 'fulfilled', 'on-hold'],
    items: ['goods', 'gift card', 'paid back'],
    write: (orders) =>
      table(
        `Order Number,Order Status,Full Name (Shipping),Address 1 (Shipping),City (Shipping),Postcode (Shipping),Country Code (Shipping),Item Name,Quantity,Quantity (- Refund),Item Cost,${unknown}`,
        orders.flatMap(({ key, state, items }) =>
          items.map((item) => [
            key,
            { open: 'Processing', cancelled: 'Cancelled', refunded: 'Refunded', fulfilled: 'Completed', 'on-hold': 'On hold' }[state],
            'Anna',
            'Weg 1',
            'Köln',
            '50667',
            'DE',
            titled(item),
            item.pieces,
            item.is === 'paid back' ? 0 : item.pieces,
            '5.00',
            '7',
          ]),
        ),
      ),
  },
  Amazon: {
    file: 'orders.txt',
    states: ['open', 'cancelled'],
    items: ['goods', 'gift card', 'sent'],
    write: (orders) =>
      [
        `order-id\torder-item-id\torder-status\tproduct-name\tquantity-purchased\tquantity-shipped\trecipient-name\tship-address-1\tship-city\tship-country\t${unknown}`,
        ...orders.flatMap(({ key, state, items }) =>
          items.map((item, at) =>
            [
              key,
              `${key}-${at}`,
              state === 'cancelled' ? 'Canceled' : 'Unshipped',
              titled(item),
              item.pieces,
              item.is === 'sent' ? item.pieces : 0,
              'Anna',
              'Weg 1',
              'Köln',
              'DE',
              '7',
            ].join('\t'),
          ),
        ),
      ].join('\n'),
  },
  Magento: {
    file: 'orders.csv',
    states: ['open', 'cancelled', 'refunded', 'fulfilled', 'on-hold'],
    items: ['goods'],
    write: (orders) =>
      table(
        `ID,Ship-to Name,Status,Shipping Address,${unknown}`,
        orders.map(({ key, state }) => [
          key,
          'Anna',
          { open: 'Processing', cancelled: 'Canceled', refunded: 'Closed', fulfilled: 'Complete', 'on-hold': 'On Hold' }[state],
          'Weg 1,Köln,50667',
          '7',
        ]),
      ),
  },
  "Shopify's API": {
    file: 'orders.json',
    states: ['open', 'cancelled', 'refunded', 'fulfilled'],
    items: ['goods', 'gift card', 'digital', 'sent', 'paid back'],
    write: (orders) =>
      json({
        orders: orders.map(({ key, state, items }) => ({
          name: key,
          cancelled_at: state === 'cancelled' ? '2026-11-20' : null,
          financial_status: state === 'refunded' ? 'refunded' : 'paid',
          fulfillment_status: state === 'fulfilled' ? 'fulfilled' : null,
          shipping_address: { name: 'Anna', address1: 'Weg 1', city: 'Köln', country_code: 'DE' },
          line_items: items.map((item, id) => ({
            id,
            name: titled(item),
            quantity: item.pieces,
            current_quantity: item.is === 'paid back' ? 0 : item.pieces,
            fulfillable_quantity: item.is === 'sent' || item.is === 'paid back' ? 0 : item.pieces,
            fulfillment_status: item.is === 'sent' ? 'fulfilled' : null,
            requires_shipping: isSent(item),
          })),
          [unknown]: 7,
        })),
      }),
  },
  "WooCommerce's API": {
    file: 'orders.json',
    states: ['open', 'cancelled', 'refunded', 'fulfilled', 'on-hold'],
    items: ['goods', 'gift card'],
    write: (orders) =>
      json(
        orders.map(({ key, state, items }) => ({
          number: key,
          status: { open: 'processing', cancelled: 'cancelled', refunded: 'refunded', fulfilled: 'completed', 'on-hold': 'on-hold' }[state],
          billing: {},
          shipping: { first_name: 'Anna', address_1: 'Weg 1', city: 'Köln', country: 'DE' },
          line_items: items.map((item, id) => ({ id, name: titled(item), quantity: item.pieces, total: '5.00' })),
          [unknown]: 7,
        })),
      ),
  },
  "Magento's API": {
    file: 'orders.json',
    states: ['open', 'cancelled', 'refunded', 'fulfilled', 'on-hold'],
    items: ['goods', 'digital', 'sent', 'paid back'],
    write: (orders) =>
      json({
        items: orders.map(({ key, state, items }) => ({
          increment_id: key,
          state: { open: 'processing', cancelled: 'canceled', refunded: 'closed', fulfilled: 'complete', 'on-hold': 'holded' }[state],
          items: items.map((item, item_id) => ({
            item_id,
            name: item.name,
            product_type: item.is === 'digital' ? 'downloadable' : 'simple',
            qty_ordered: item.pieces,
            qty_shipped: item.is === 'sent' ? item.pieces : 0,
            qty_refunded: item.is === 'paid back' ? item.pieces : 0,
          })),
          extension_attributes: {
            shipping_assignments: [{ shipping: { address: { firstname: 'Anna', city: 'Köln', street: ['Weg 1'] } } }],
          },
          [unknown]: 7,
        })),
      }),
  },
};

const ordersOf = ({ states, items }: Shop): fc.Arbitrary<readonly Sold[]> =>
  fc
    .array(
      fc.record({
        state: fc.constantFrom(...states),
        items: fc.array(fc.record({ pieces: fc.integer({ min: 1, max: 9 }), is: fc.constantFrom(...items) }), {
          minLength: 1,
          maxLength: 4,
        }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((orders) =>
      orders.map(({ state, items: sold }, at) => ({
        key: `#${1001 + at}`,
        state,
        items: sold.map((item, each) => ({ ...item, name: `Thing ${at}-${each}` })),
      })),
    );

test.each(Object.entries(shops))(
  'a file of %s loses no order and no row, invents none, and ships no order that has to stay',
  (_name, shop) => {
    fc.assert(
      fc.property(ordersOf(shop), (sold) => {
        const result = readOrderFile({ name: shop.file, bytes: Buffer.from(shop.write(sold)), currency: 'EUR' });
        if (!result.ok) throw new Error(detailOf(result.failure));
        const { rows, inOrders, orders, problems, skipped, remarks } = result.value;
        expect(problems).toEqual([]);
        expect(inOrders + skipped.length).toBe(rows);
        expect(remarks.map(rowReasonText)).toContain(
          `The column "${shop.file.endsWith('json') ? unknown : unknown.toLowerCase()}" is not known: it was not used`,
        );
        expect(orders.map(({ key }) => key)).toEqual(sold.map(({ key }) => key));
        for (const [at, { state, items }] of sold.entries()) {
          const order = orders[at];
          const goods = items.filter(({ is }) => is === 'goods');
          expect([state, order?.hold ?? 'open']).toEqual([
            state,
            state === 'open' && goods.length === 0 ? expect.stringMatching(/nothing-to-ship|fulfilled/) : state,
          ]);
          if (order?.hold !== null || order.lines.length === 0) continue;
          expect(order.lines.map(({ name, quantity }) => [name, quantity])).toEqual(goods.map(({ name, pieces }) => [name, pieces]));
        }
      }),
      { numRuns: 60 },
    );
  },
);

const entry = (city: string) => ({
  name: '#1001',
  financial_status: 'paid',
  shipping_address: { name: 'Anna', address1: 'Weg 1', city },
  line_items: [{ id: 1, name: 'Cup', quantity: 1 }],
});
const fates = (...orders: unknown[]) => {
  const result = readOrderFile({ name: 'orders.json', bytes: Buffer.from(json({ orders })) });
  if (!result.ok) throw new Error(detailOf(result.failure));
  const words = (list: typeof result.value.problems) => list.map((each) => `${each.line} ${rowReasonText(each)}`);
  return {
    orders: result.value.orders.map(({ hold }) => hold),
    problems: words(result.value.problems),
    skipped: words(result.value.skipped),
  };
};

test('an order that a file repeats is skipped if it is equal, and asked about if it differs', () => {
  expect(fates(entry('Köln'), entry('Köln'))).toEqual({ orders: [null], problems: [], skipped: ['2 Repeats line 1 and is counted once'] });
  expect(fates(entry('Köln'), entry('Bonn'))).toEqual({
    orders: ['row-unreadable'],
    problems: ['2 The order is also in line 1 with other data: decide which of the two is right'],
    skipped: [],
  });
});

test('names the columns that have nothing to do with a parcel', () => {
  const text = 'order,name,city\nA-1,Anna,Köln\n';
  const plain = readOrderFile({ name: 'orders.csv', bytes: Buffer.from(text) });
  const magento = readOrderFile({
    name: 'orders.csv',
    bytes: Buffer.from('ID,Ship-to Name,Status,Shipping Address,Customer Group,Subtotal\n1,Anna,Processing,"Weg 1,Köln,50667",General,\n'),
  });
  expect([plain, magento].map((each) => each.ok && each.value.needless)).toEqual([[], ['customer group']]);
});
