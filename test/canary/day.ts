import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import { addBench } from '../../ledger/install.ts';
import type { ResolveItem } from '../../shared/ipc.ts';
import { type OrderKey, orderKeySchema } from '../../shared/order.ts';
import { noPush } from '../../shared/order-push.ts';
import type { Receipt } from '../../shared/privacy.ts';
import { senderAt } from '../../shared/sender.ts';
import { freePort } from '../fakes/free-port.ts';
import { addressOf } from '../fixtures/address.ts';
import { damage } from '../journal/damage.ts';
import { newFolder, removeLater, stopLater } from '../later.ts';
import type { Database, PostgresServer } from '../ledger/postgres.ts';
import { documentPrinterAt, joinSite, labelPrinterAt, pickupOf, setUp } from '../path/plain-station.ts';
import { type CupsServer, drawnByCups, startCups } from '../printers/cups-server.ts';
import { playShopify } from '../shops/played-shopify.ts';
import { until } from '../watchdog.ts';
import { type Bench, startBench } from './bench.ts';
import { type Customer, csvOf, customer, rowOf, wordsOf } from './people.ts';

/** Customers whose orders are shipped one by one, or not at all. */
const ownCustomers = 9;

const dayMs = 24 * 3_600_000;
const key = (text: string): OrderKey => orderKeySchema.parse(text);

/** Secrets that a person types. */
const typed = {
  apiKey: 'Apikeyq-7d1f0b2c9a44',
  apiSecret: 'Apisecretq-51c07e99ab20',
  leadPin: '730194826517',
  adminPin: '918273645501',
  badge: 'BADGEQ-00417733',
  passphrase: 'four unusual qwords of a passphrase',
  shopToken: 'Shopsecretq-88ad01fe6c',
};

/** Texts of people who are no customers: the sender, packers, and what they write. */
const staff = {
  packer: 'Packerq Oliveira',
  admin: 'Adminq Kovalenko',
  senderName: 'Senderq Houtman',
  senderStreet: 'Senderqkade',
  senderPhone: '+31 73 6688142',
  senderEmail: 'senderq@houtmanq.example',
  inAnswers: 'Answerq for your eyes only',
  inAnswersElsewhere: 'Answerq at the other bench',
  upload: 'Uploadq invoice of a person',
  uploadName: 'uploadq-invoice.pdf',
  webhook: 'Webhookq delivered to a neighbour',
  pickup: 'Pickupq ring at the back',
  reason: 'Reasonq compared with the account',
  hold: 'Holdq the customer phoned',
  unreadable: 'Unreadableq Person',
  unreadableFile: 'Wrongfileq Person',
};

/** They still work here when the day is forgotten. */
const working: ReadonlySet<string> = new Set(['packer', 'admin', 'senderName', 'senderStreet', 'senderPhone', 'senderEmail']);

export interface CanaryDay {
  readonly root: string;
  readonly orders: string;
  readonly first: Bench;
  readonly second: Bench;
  readonly database: Database;
  readonly cups: CupsServer;
  readonly service: TrainingService;
  readonly printer: VirtualZebra;
  readonly customers: readonly Customer[];
  readonly secrets: () => readonly string[];
  /** A secret that the program made. */
  learned(secret: string): void;
  readonly people: readonly string[];
  /** Those of them who do not work here: nothing of them may stay. */
  readonly passing: readonly string[];
  /** Moves the clock of the service, so that parcels are delivered. */
  laterAtService(days: number): void;
  /** Clock of each bench, in days after today. */
  goTo(days: number): Promise<void>;
}

const journalFile = (bench: Bench): string =>
  join(bench.dir, readdirSync(bench.dir).find((name) => /^journal-live.*\.sqlite$/.test(name)) ?? 'none');
/** The journal of a bench, its backups, and copies of it that were set aside. */
export function journalsOf(bench: Bench): readonly string[] {
  const backups = join(bench.dir, 'backups');
  return [journalFile(bench), ...readdirSync(backups).flatMap((name) => (name.endsWith('.backup') ? [join(backups, name)] : []))];
}

/** Prepares a site of two benches with everything around them. `inBatch`: customers whose orders go in one batch. */
export async function openDay(server: PostgresServer, inBatch: number): Promise<CanaryDay> {
  const root = newFolder('canary-day');
  let serviceAhead = 0;
  const { apiKey, apiSecret } = typed;
  const clock = (): Date => new Date(Date.now() + serviceAhead);
  const service = stopLater(await startTrainingService({ key: apiKey, secret: apiSecret, clock }));
  const printer = stopLater(await startVirtualZebra({ msPerLabel: 20 }));
  const customers = Array.from({ length: ownCustomers + inBatch }, (_, number) => customer(number));
  const found: string[] = [];
  const orders = join(root, 'orders');
  mkdirSync(join(orders, 'in'), { recursive: true });
  const database = await server.ledger();
  // A bench that was killed may begin again a moment later.
  await database.owner.query("UPDATE packbench.durations SET run = '3 s'");
  const { token } = await addBench(database.owner);
  found.push(token);

  const cups = stopLater(await startCups());
  const printServer = cups.env['CUPS_SERVER'] ?? '';
  const first = await startBench(join(root, 'first'), staff.inAnswers, printServer);
  const second = await startBench(join(root, 'second'), staff.inAnswersElsewhere, printServer);
  const sender = addressOf(`${staff.senderName} | Houtmanq BV | ${staff.senderStreet} | 8 | 5222 AE | 's-Hertogenbosch | NL`, {
    phone: staff.senderPhone,
    email: staff.senderEmail,
  });
  const pickup = { readyTime: '16:00', closingTime: '17:30', instructions: staff.pickup };
  const both = { packer: staff.packer, senders: [senderAt(sender)], pickup };
  const label = labelPrinterAt(printer.url);
  const document = documentPrinterAt(`folder:${join(second.dir, 'documents')}`);
  await setUp(first, { service, world: 'live', settings: { ...both, printers: [label], hotFolder: orders } });
  await setUp(second, { service, world: 'live', settings: { ...both, printers: [label, document] } });
  await joinSite(first, { url: database.benchUrl, token });
  const { code } = await first.call('invite', { pin: '' });
  await joinSite(second, { code });
  found.push(code.slice(7));
  return {
    root,
    orders,
    first,
    second,
    database,
    cups,
    service,
    printer,
    customers,
    secrets: () => [...Object.values(typed), ...found],
    people: [...customers.flatMap(wordsOf), ...Object.values(staff), staff.senderPhone.replaceAll(' ', '')],
    passing: [...customers.flatMap(wordsOf), ...Object.entries(staff).flatMap(([who, text]) => (working.has(who) ? [] : [text]))],
    laterAtService: (days) => void (serviceAhead = days * dayMs),
    async goTo(days) {
      for (const bench of [first, second]) await bench.goTo(days);
    },
    learned: (secret) => void found.push(secret),
  };
}

const shipped = async ({ call, workflowNo }: Bench): Promise<void> => void (await call('next', { workflowNo: await workflowNo() }));
const isKnown = (bench: Bench, order: string): Promise<void> =>
  until(`${order} is known`, async () => (await bench.call('orders', { search: order, offset: 0, limit: 5 })).total > 0);
const post = async (url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
  (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })).status;

/** Orders come from the watched folder, by a program that sends them, and from a shop. Returns the number of the last one. */
export async function takeOrders(day: CanaryDay): Promise<string> {
  const { first, customers, orders } = day;
  const [one, two, three, four, five, six, other, pushed, sold, ...batch] = customers as [Customer, ...Customer[]] & { length: 9 };
  const rows = [one, two, three, four, five, six].map((each, at) => rowOf(`F-${at + 1}`, each as Customer));
  // Two orders of one customer, to one address.
  const joined = rowOf('F-20', two as Customer);
  const unreadable = { ...rowOf('F-30', other as Customer), name: staff.unreadable, weight_kg: 'heavy' };
  writeFileSync(
    join(orders, 'in', 'day.csv'),
    csvOf([...rows, joined, unreadable, ...batch.map((each, at) => rowOf(`B-${at + 1}`, each))]),
  );
  writeFileSync(join(orders, 'in', 'wrong.csv'), `nothing;of;this\n${staff.unreadableFile};is;known\n`);
  await isKnown(first, 'F-20');
  const port = await freePort();
  const { token } = await first.call('savePush', { ...noPush, isOn: true, port, newToken: false });
  day.learned(token ?? '');
  const sent = await post(`http://127.0.0.1:${port}/orders`, JSON.stringify(rowOf('P-1', pushed as Customer)), {
    authorization: `Bearer ${token}`,
  });
  if (sent !== 200) throw new Error(`The order was answered with ${sent}.`);
  const shop = stopLater(await playShopify());
  Object.assign(shop, { secret: typed.shopToken });
  const { name } = shop.order(orderOfShop(sold as Customer));
  const { address, key: shopKey } = shop;
  await first.call('connectShop', { kind: 'shopify', address, mailsCustomer: false, key: shopKey, secret: typed.shopToken });
  await first.call('syncShop', { kind: 'shopify' });
  return name;
}

const orderOfShop = ({ name, company, street, email, phone, note }: Customer) => ({
  email,
  phone,
  note,
  address: {
    name,
    firstName: name.split(' ')[0] ?? '',
    lastName: name.split(' ')[1] ?? '',
    company,
    address1: `${street} 9`,
    address2: null,
    zip: '10435',
    city: 'Berlin',
    province: null,
    provinceCode: null,
    country: 'Germany',
    countryCodeV2: 'DE',
    phone,
  },
});

/** One order after the other at the first bench, then two in one parcel, a batch, documents and a label that is cut off in the printer. */
export async function pack(day: CanaryDay, shopOrder: string): Promise<void> {
  const { first, printer } = day;
  const { booking } = await first.ship('F-1');
  await first.call('attachDocument', {
    bookingId: booking.id,
    documentType: 'Customs Invoice',
    name: staff.uploadName,
    mediaType: 'application/pdf',
    bytes: new TextEncoder().encode(`%PDF-1.4 ${staff.upload}`),
  });
  await first.call('reprint', { bookingId: booking.id, because: { why: 'lost' } });
  await shipped(first);
  await first.call('scan', { code: 'F-2' });
  await first.at('same-address');
  await first.call('answerSameAddress', { workflowNo: await first.workflowNo(), join: true });
  await first.buy();
  await shipped(first);
  const batch = day.customers.slice(ownCustomers).map((_, at) => key(`B-${at + 1}`));
  await first.call('openBatch', { keys: batch, search: '' });
  await batchIs(first, 'ready');
  await first.call('runBatch', { orders: batch.length });
  await batchIs(first, 'ended');
  await first.call('stopBatch', {});
  for (const code of ['P-1', shopOrder]) {
    await first.ship(code);
    await shipped(first);
  }
  await first.call('holdOrder', { key: key('F-3'), why: staff.hold });
  await first.call('releaseOrder', { key: key('F-3') });
  printer.set({ resetAfterBytes: 300 });
  await first.toTiles('F-3');
  await first.buyOnly();
  await until('the label is cut off', async () => (await first.call('toResolve', {})).some(({ kind }) => kind === 'print-unconfirmed'));
  printer.set({ resetAfterBytes: undefined });
}

const batchIs = (bench: Bench, state: string): Promise<void> =>
  until(`the batch is ${state}`, async () => (await bench.call('batch', {}))?.state === state);

/** The driver is ordered, and the service reports where parcels are. */
export async function handOver(day: CanaryDay): Promise<void> {
  const { first, service } = day;
  const [booking] = (await first.call('lastShipments', { limit: 50 })).filter(({ orderKey }) => orderKey === 'F-1');
  const date = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10);
  await first.call('requestPickup', pickupOf(booking, { date, instructions: staff.pickup }));
  const port = await freePort();
  const reach = { fromNetwork: false, acceptsPlain: false, reachedAt: '127.0.0.1', newAddress: false };
  await first.call('saveWebhooks', { ...reach, isOn: true, port });
  await first.call('copyWebhookAddress', {});
  const address = await first.copied();
  day.learned(address.split('live-')[1] ?? '');
  service.setWebhookUrl(address);
  day.laterAtService(1);
  await service.moveTracking();
  await post(address, JSON.stringify({ event: 'note', text: staff.webhook }));
  await until('the delivery waits', async () => (await first.call('toResolve', {})).some(({ kind }) => kind === 'webhook-not-understood'));
}

/** The other bench ships an order of the first one, with a packing slip that is kept as a file and printed. */
export async function packElsewhere(day: CanaryDay): Promise<void> {
  const { second, customers } = day;
  await isKnown(second, 'F-4');
  const { booking } = await second.ship('F-4');
  await second.call('printSlip', { bookingId: booking.id });
  await until('the slip is kept', () => existsSync(join(second.dir, 'documents')) && readdirSync(join(second.dir, 'documents')).length > 0);
  await printByQueue(day, booking.id);
  await shipped(second);
  const [person] = customers;
  await second.call('findPerson', { query: person?.name ?? '' });
}

/** The slip goes to a queue of the system, and then to one whose printer dies in the middle of it. */
async function printByQueue({ second, cups, printer }: CanaryDay, bookingId: string): Promise<void> {
  // CUPS treats a file below /dev as a device, and its programs run as another user.
  const tray = removeLater(mkdtempSync('/var/tmp/canary-paper-'));
  chmodSync(tray, 0o777);
  const [paper, deaths] = [join(tray, 'paper.ps'), join(tray, 'deaths')];
  await cups.admin('lpadmin', '-p', 'Office', '-E', '-v', `file://${paper}`, ...drawnByCups);
  await cups.admin('lpadmin', '-p', 'Dies', '-E', '-v', `breaks://${deaths}`, ...drawnByCups);
  const printOn = async (queue: string): Promise<void> => {
    const printers = [labelPrinterAt(printer.url), documentPrinterAt(`queue:${queue}`)];
    await second.call('saveSettings', { settings: { printers } });
    await second.call('printSlip', { bookingId });
  };
  await printOn('Office');
  await until('the slip is on paper', () => existsSync(paper) && statSync(paper).size > 0);
  await printOn('Dies');
  await until('a printer died', () => existsSync(deaths));
  await until('a person is asked', async () => (await second.call('toResolve', {})).some(({ kind }) => kind === 'print-unconfirmed'));
}

/** A purchase is under way when the power fails; then the disk damages the journal. */
export async function breakDown(day: CanaryDay): Promise<void> {
  const { first, service } = day;
  service.faults.next('ship', 'execute-then-silence');
  await first.toTiles('F-5');
  const before = service.orders().length;
  const buying = first.buyOnly().catch((error: unknown) => String(error));
  await until('it is bought', () => service.orders().length > before);
  await first.kill();
  if (!String(await buying).includes('SIGKILL')) throw new Error('The purchase was over before the power failed.');
  await first.start();
  await backedUp(first);
  await first.close();
  damage.zeroPages(journalFile(first));
  await first.start();
}

/** Waits for a backup, and then for one of now. */
async function backedUp(bench: Bench): Promise<void> {
  const isThere = (): Promise<void> => until('there is a backup', async () => (await bench.call('setup', {})).backup.lastAt !== null);
  await isThere();
  rmSync(join(bench.dir, 'backups'), { recursive: true, force: true });
  await isThere();
}

/** A shift lead settles everything that is open. */
export async function settle(day: CanaryDay, bench: Bench): Promise<void> {
  for (const item of await bench.call('toResolve', {})) await settleOne(day, bench, item);
  const left = await bench.call('toResolve', {});
  if (left.length > 0) throw new Error(`Not settled: ${left.map(({ kind }) => kind).join(', ')}`);
}

async function settleOne({ service }: CanaryDay, bench: Bench, item: ResolveItem): Promise<unknown> {
  const decision = { reason: staff.reason, pin: '' };
  switch (item.kind) {
    case 'journal-restored':
      return await bench.call('settleRestored', decision);
    case 'booking-unknown': {
      const { orderNo = '' } = service.orders().find(({ reference }) => reference.startsWith(item.booking.orderKey)) ?? {};
      return await bench.call('settleExists', { bookingId: item.booking.id, orderNo });
    }
    case 'print-unconfirmed':
      return await bench.call('settlePrint', { jobId: item.job.id, cameOut: true });
    case 'label-doubtful':
      return await bench.call('closeLabel', { bookingId: item.booking.id, ...decision });
    case 'paper-due':
      return await bench.call('closePaper', { ownerId: item.ownerId, paper: item.paper });
    case 'upload-open':
      return await bench.call('settleUpload', { uploadId: item.upload.id, act: 'it-arrived' });
    case 'row-unreadable':
    case 'changed-too-late':
      return await bench.call('dismissRow', { id: item.id });
    case 'webhook-not-understood':
      return await bench.call('dismissDelivery', { id: item.delivery.id, all: true });
    case 'shop-not-informed':
      return await bench.call('settleReport', { id: item.report.id, act: 'close', all: true });
    case 'pickup-unknown':
    case 'booking-on-its-way':
    case 'put-aside':
    case 'item-unreadable':
      throw new Error(`This day has nothing to settle of the kind ${item.kind}.`);
  }
}

/** A person asks for their data; the people of the bench get PINs; everything secret is set. */
export async function lead(day: CanaryDay): Promise<void> {
  const { first, customers } = day;
  const [person] = customers;
  const query = person?.name ?? '';
  const keys = (await first.call('findPerson', { query })).map((each) => each.key);
  await first.call('exportPerson', { query, keys });
  await first.call('setLeadPin', { oldPin: '', pin: typed.leadPin });
  day.learned((await first.call('makeRecoveryCode', { pin: typed.leadPin })).code);
  await first.call('setPassphrase', { passphrase: typed.passphrase, pin: typed.leadPin });
  const { adminPin: pin, badge, leadPin } = typed;
  await first.call('savePerson', { id: null, name: staff.admin, role: 'admin', badge, pin, leadPin });
  await first.call('supportBundle', {});
  await first.call('saveSupportBundle', {});
}

/** Days pass at the service: it reports that the parcels are delivered. */
export async function deliver(day: CanaryDay): Promise<void> {
  day.laterAtService(10);
  await day.service.moveTracking();
  await until('the parcel is delivered', async () => {
    const { tracked } = await day.first.call('track', { number: 'F-1' });
    return /^delivered/i.test(tracked.status);
  });
}

/** Erases this customer at the first bench. */
export async function eraseOne({ first }: CanaryDay, { name }: Customer): Promise<Receipt> {
  const keys = (await first.call('findPerson', { query: name })).map((each) => each.key);
  return await first.call('erasePerson', { query: name, keys });
}

/** The last order that waits is deleted, and the other bench learns it. */
export async function closeUp({ first, second }: CanaryDay): Promise<void> {
  await first.call('deleteOrder', { key: key('F-6') });
  await until(
    'the other bench knows that it is deleted',
    async () => (await second.call('orders', { search: 'F-6', offset: 0, limit: 5 })).total === 0,
  );
}
