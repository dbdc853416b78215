import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ShopReply, type ShopRequest, startShopServer } from '../fakes/shop-server.ts';
import { words } from '../words.ts';

/** An order, the way it reaches the program, and whether it lacks its weight. */
export interface ShopOrder {
  readonly key: string;
  readonly by: 'hot-folder' | 'push';
  readonly lacksWeight: boolean;
  /** The order whose recipient it has; absent if it has one of its own. */
  readonly sameAs?: string;
  /** Its items, if they are scanned off at the bench; absent for an order of one piece of one product. */
  readonly items?: readonly Item[];
}

export interface Item {
  readonly sku: string;
  readonly quantity: number;
}

/** A report about one label, as it reached the shop. */
export interface Report {
  readonly order: string;
  readonly trackingNo: string;
  /** Set if the report states that the weight was learned from earlier parcels. */
  readonly isLearned?: boolean;
}

/** A script that plays the shop: it writes files, sends orders, cancels some, and reads the reports. It never sees the program. */
export interface Shop {
  /** Folder that the program watches for orders. The program writes its own files to `backFolder`. */
  readonly hotFolder: string;
  readonly backFolder: string;
  readonly url: string;
  layFile(name: string, orders: readonly ShopOrder[]): void;
  /** Returns the number of orders taken from files, by the result file beside each. */
  filesTaken(): number;
  /** Sends orders and returns the result of each. */
  push(door: Door, orders: readonly ShopOrder[], change?: object): Promise<readonly PushedRow[]>;
  reportsByHttp(): readonly Report[];
  /** Returns the items of all reports by HTTP, one entry for each line of a report. */
  itemsReported(): readonly (Item & { readonly order: string })[];
  reportsByFile(): readonly Report[];
  stop(): Promise<void>;
}

export interface Door {
  readonly port: number;
  readonly token: string;
}

/** The parts of a report by HTTP that the shop reads. */
interface ReportBody {
  readonly order: string;
  readonly tracking_numbers: readonly string[];
  readonly items?: readonly Item[];
}

interface Result {
  readonly taken: number;
}

interface PushedRow {
  readonly order: string;
  readonly became: string;
  readonly why?: { readonly code: string };
}

const firstNames = words('Anna Pieter Celine Jonas Maria Lena Otto Ida Hugo Nora Emil Kate Bram Lucie Paul');
const lastNames = ['Lehmann', 'Bakker', 'Dubois', 'Weber', 'Rossi', 'Vogt', 'Kern', 'Holm', 'Mulder', 'Fisher', 'Blanc', 'Lind', 'Novak'];
const places = [
  { street: 'Kastanienallee', postal_code: '10435', city: 'Berlin', country: 'DE' },
  { street: 'Dorpsstraat', postal_code: '3511 EF', city: 'Utrecht', country: 'NL' },
  { street: 'Rue des Lilas', postal_code: '75020', city: 'Paris', country: 'FR' },
  { street: 'Meir', postal_code: '2000', city: 'Antwerpen', country: 'BE' },
];
const products = ['Mug', 'Vase', 'Bowl', 'Plate'];
const skuOf = (product: string): string => product.toUpperCase();
/** Bar codes of the products, in the same sequence. */
const barcodes = ['4006381333931', '036000291452', '9002490100070', 'PLATE-27'];
export const barcodeOf = (sku: string): string => barcodes[products.findIndex((product) => skuOf(product) === sku)] ?? '';
const nth = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** Returns a recipient: neighbouring keys get different names and house numbers. */
function recipientOf({ key, sameAs = key }: ShopOrder) {
  const number = numberOf(sameAs);
  const name = `${nth(firstNames, number)} ${nth(lastNames, Math.floor(number / firstNames.length))}`;
  return { number, name, house: String((number % 180) + 1), phone: `+49 30 55${String(number).padStart(6, '0')}`, ...nth(places, number) };
}

const numberOf = (key: string): number => Number(/\d+$/.exec(key)?.[0] ?? 0);

/** The lines of an order. */
export const itemsOf = ({ key, sameAs = key, items }: ShopOrder): readonly Item[] =>
  items ?? [{ sku: skuOf(nth(products, numberOf(sameAs))), quantity: 1 }];

const columns =
  'order,reference,name,street,house_number,postal_code,city,country,phone,weight_kg,length_cm,width_cm,height_cm,contents,value,currency,' +
  'item_name,item_sku,item_quantity,item_barcode';

/** One row for each line of the order. */
function rowsOf(order: ShopOrder): string[] {
  const { number, name, house, street, postal_code, city, country, phone } = recipientOf(order);
  const weight = order.lacksWeight ? '' : '1.2';
  const address = [name, street, house, postal_code, city, country, phone];
  const facts = [order.key, order.key, ...address, weight, '30', '20', '15', nth(products, number), '24.50', 'EUR'];
  return itemsOf(order).map(({ sku, quantity }) => [...facts, `Item ${sku}`, sku, quantity, barcodeOf(sku)].join(','));
}

/** Returns an order in the format of Shopify's Admin API. */
function shopifyOrder(order: ShopOrder, change: object) {
  const { number, name, house, street, postal_code, city, country, phone } = recipientOf(order);
  return {
    name: order.key,
    order_number: number,
    financial_status: 'paid',
    currency: 'EUR',
    line_items: itemsOf(order).map(({ sku, quantity }) => ({
      title: `Item ${sku}`,
      sku,
      quantity,
      price: '24.50',
      requires_shipping: true,
    })),
    shipping_address: { name, address1: `${street} ${house}`, zip: postal_code, city, country_code: country, phone },
    ...change,
  };
}

/** Every n-th request gets a busy answer, as from real servers: the program has to send the report again. */
const busyEvery = 75;

export async function openShop(): Promise<Shop> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-shop-'));
  const [hotFolder, backFolder] = [join(dir, 'orders'), join(dir, 'shipped')];
  for (const folder of [join(hotFolder, 'in'), backFolder]) mkdirSync(folder, { recursive: true });
  /** Reports by idempotency key: a repeated report is no second parcel. */
  const notices = new Map<string, ReportBody>();
  let asked = 0;
  const answer = ({ headers, body }: ShopRequest): ShopReply => {
    asked += 1;
    if (asked % busyEvery === 1) return { status: 503, headers: { 'retry-after': '1' } };
    notices.set(String(headers['idempotency-key']), JSON.parse(body) as ReportBody);
    return { status: 200 };
  };
  const server = await startShopServer(answer);
  /** Removes each file once it is read, so that its content counts once. */
  const reportsByFile: Report[] = [];
  function readFiles(): void {
    for (const name of readdirSync(backFolder).filter((each) => each.endsWith('.csv') && !each.startsWith('.'))) {
      const [head = '', ...rows] = readFileSync(join(backFolder, name), 'utf8').replace('\uFEFF', '').trim().split('\r\n');
      const at = (column: string): number => head.split(',').indexOf(column);
      for (const row of rows) {
        const cells = row.split(',');
        const isLearned = (cells[at('as_last_time')] ?? '').split(' ').includes('weight');
        reportsByFile.push({ order: cells[at('order')] ?? '', trackingNo: cells[at('tracking_number')] ?? '', isLearned });
      }
      rmSync(join(backFolder, name));
    }
  }
  return {
    hotFolder,
    backFolder,
    url: `${server.url}/shipped`,
    layFile(name, orders) {
      const half = join(hotFolder, 'in', `${name}.part`);
      writeFileSync(half, [columns, ...orders.flatMap(rowsOf)].join('\n'));
      renameSync(half, join(hotFolder, 'in', name));
    },
    filesTaken() {
      const done = join(hotFolder, 'done');
      // The bench makes this folder when it starts to look for files.
      if (!existsSync(done)) return 0;
      // Every file in this folder has its result beside it.
      const files = readdirSync(done).filter((name) => name.endsWith('.csv'));
      return files.reduce((sum, name) => sum + (JSON.parse(readFileSync(join(done, `${name}.result.json`), 'utf8')) as Result).taken, 0);
    },
    async push({ port, token }, orders, change = {}) {
      const response = await fetch(`http://127.0.0.1:${port}/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ orders: orders.map((order) => shopifyOrder(order, change)) }),
      });
      const { rows } = (await response.json()) as { readonly rows?: readonly PushedRow[] };
      if (response.status !== 200 || !rows) throw new Error(`The shop was answered ${response.status}`);
      return rows;
    },
    reportsByHttp: () =>
      [...notices.values()].flatMap(({ order, tracking_numbers }) => tracking_numbers.map((trackingNo) => ({ order, trackingNo }))),
    itemsReported: () =>
      [...notices.values()].flatMap(({ order, items = [] }) => items.map(({ sku, quantity }) => ({ order, sku, quantity }))),
    reportsByFile() {
      readFiles();
      return [...reportsByFile];
    },
    async stop() {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
