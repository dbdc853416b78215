import type { BenchOfSite, NamedSite } from '../../shared/bench-of-site.ts';
import type { Capabilities, Drift } from '../../shared/contract.ts';
import type { CallReply } from '../../shared/ipc.ts';
import { newLookUp } from '../../shared/order-source.ts';
import { printerOfRole, withPrinter } from '../../shared/printer.ts';
import { senderAt } from '../../shared/sender.ts';
import type { Setup } from '../../shared/settings.ts';
import { firstSettings } from '../../shared/settings.ts';
import { emptyRule, type ShippingRule } from '../../shared/shipping-rule.ts';
import { at, sender } from './people.ts';

export const setup: Setup = {
  settings: {
    ...firstSettings,
    world: 'live',
    connections: {
      training: null,
      sandbox: { baseUrl: 'https://api.example.com/api/json', account: '' },
      live: { baseUrl: 'https://api.example.com/api/json', account: '' },
    },
    benchName: 'Bench 3',
    packer: 'Zoë Kranjčar',
    senders: [senderAt(sender)],
    defaults: { boxId: 'M', weightGrams: null, contents: 'Ceramics', value: null },
    printers: [
      printerOfRole('label', { address: 'tcp://10.0.4.30:9100', dpi: 203, widthMm: 102, heightMm: 152 }),
      printerOfRole('document', { address: 'queue:HP LaserJet M404', dpi: 300, widthMm: 210, heightMm: 297 }),
    ],
    monthLimit: 1500,
    pickup: { readyTime: '16:15', closingTime: '17:30', instructions: 'Dock 2, ring twice' },
  },
  hasCredentials: { training: false, sandbox: true, live: true },
  keys: { sandbox: '0f3c9a1b77d2', live: '9c1e44aa0b38' },
  hasLeadPin: true,
  asksSitePin: true,
  recoveryMadeAt: at('09:12'),
  keyChange: null,
  computer: [],
  backup: { folder: '/var/lib/packbench/backups', lastAt: at('16:00:02'), problem: null },
  retention: { lastAt: at('03:00:04'), problem: null },
  witness: { folder: '/home/packer/.local/state/packbench/0c4fe41f8a2b', fails: false },
  hasLedger: false,
  isLeavingLedger: false,
  protection: { hasKeyStore: true, hasPassphrase: false },
  firstSteps: { testLabel: true, commandSheet: false },
  explanations: [],
  dictionaryProblems: [],
  lookUps: [],
  hasWriteBackToken: false,
  hasProxyLogin: false,
  writeBack: { waiting: 0, file: null, http: null },
  shops: [],
  push: { listener: { is: 'shut' }, address: 'http://127.0.0.1:8741/orders', hasToken: false },
  webhooks: { listener: { is: 'shut' }, address: '', lastAt: null },
};
export const withSources: Setup = {
  ...setup,
  lookUps: [
    { id: 'shop', hasToken: true, answeredAt: at('16:01:12'), trouble: null },
    {
      id: 'outlet',
      hasToken: true,
      answeredAt: at('16:01:13'),
      trouble: { code: 'look-up-failed', ref: 'K7QD', detail: '', reasons: [{ code: 'shop-too-slow', seconds: 4 }] },
    },
    { id: 'spares', hasToken: false, answeredAt: null, trouble: null },
  ],
  push: { listener: { is: 'open', port: 8741 }, address: 'http://10.0.4.23:8741/orders', hasToken: true },
  settings: {
    ...setup.settings,
    lookUps: [
      {
        ...newLookUp,
        id: 'shop',
        name: 'Web shop',
        isOn: true,
        url: 'https://houtman.example/admin/api/orders.json?name={number}&status=any',
        header: 'X-Shopify-Access-Token',
      },
      { ...newLookUp, id: 'outlet', name: 'Outlet', isOn: true, url: 'https://outlet.houtman.example/wp-json/wc/v3/orders/{number}' },
      {
        kind: 'sqlserver',
        id: 'spares',
        name: 'Spare parts',
        isOn: false,
        mostSeconds: 4,
        mapping: '',
        host: 'stock.houtman.example',
        port: 1433,
        database: 'stock',
        user: 'packbench',
        isEncrypted: true,
        authority: '',
        query:
          'SELECT no AS "order", who AS name, street, zip AS postal_code, town AS city, country, kg AS weight_kg\nFROM dispatch WHERE no = {number}',
      },
    ],
    push: { isOn: true, port: 8741, fromNetwork: true, acceptsPlain: true },
  },
};
export const withShop: Setup = {
  ...setup,
  settings: {
    ...setup.settings,
    shops: [{ kind: 'woocommerce', address: 'https://houtman-keramiek.example', mailsCustomer: true }],
  },
  shops: [
    {
      kind: 'woocommerce',
      name: 'houtman-keramiek.example',
      readAt: at('16:03:20'),
      isReading: false,
      trouble: null,
      toShip: 12,
      newToday: 43,
      stoppedToday: 2,
      reportedToday: 31,
      waiting: 0,
      refused: 1,
      reportTrouble: { code: 'shop-order-gone', order: 'A-12' },
    },
  ],
};
export const writingBack: Setup = {
  ...setup,
  hasWriteBackToken: true,
  hasProxyLogin: false,
  writeBack: { waiting: 12, file: null, http: { code: 'shop-answered', status: 503, message: 'down for maintenance' } },
  settings: {
    ...setup.settings,
    writeBack: {
      folder: '/srv/shop/shipped',
      layout: 'woocommerce',
      url: 'https://houtman.example/api/fulfilments',
      method: 'POST',
      body: '',
      header: 'Authorization',
      acceptsPlain: false,
    },
  },
};
const quiet = { isHere: false, isRetired: false, sending: 0, unknown: 0, waitedIn: [], hasKey: true, silentMs: 2_000, version: '1.8.0' };
const bothReady = { label: { kind: 'ready' }, document: { kind: 'cannot-say' } } as const;
/** Bench 5 is off, bench 6 is older than the key, bench 4 is retired. */
export const benchesOfSite: BenchOfSite[] = [
  { ...quiet, bench: 1, printers: bothReady },
  { ...quiet, bench: 2, printers: { ...bothReady, label: { kind: 'not-ready', reason: 'out-of-labels' } } },
  { ...quiet, bench: 3, isHere: true, printers: bothReady, unknown: 1 },
  { ...quiet, bench: 4, isRetired: true, printers: null },
  { ...quiet, bench: 5, printers: bothReady, silentMs: 1_140_000, sending: 1, waitedIn: ['live'] },
  { ...quiet, bench: 6, printers: { label: { kind: 'ready' }, document: { kind: 'none' } }, version: '1.7.2', hasKey: false },
];
export const namedSite: NamedSite = {
  id: 'site-1',
  server: { host: 'ledger.houtman.example', port: 5432, database: 'packbench', isEncrypted: true },
  benches: 3,
  invitedBy: 1,
  handsOver: { orders: 24, shipments: 1184 },
  word: 'KVHT',
};
export const joinCode = `PBJOIN:${'KJQXG5TPOR2GK4TFNZSGS3THEBUGC4TEMVZA'.repeat(4)}`;
export const learned: Capabilities = {
  checkedAt: at('09:12:40'),
  baseUrl: 'https://api.example.com',
  environment: 'environment',
  instructions: 'both',
  serviceIdSurvivesQuote: true,
  anyCaseOfEnums: true,
  secondShipRefused: null,
  results: { quote: 'record', track: 'list', service_points: 'list' },
  errors: 'list',
  errorStatus: 200,
};
export const driftSeen: Drift[] = [{ at: at('14:20:05'), action: 'track', what: 'result: list became map' }];
const webhooksOn = { isOn: true, port: 8740, fromNetwork: false, acceptsPlain: false, reachedAt: '' };
export const receiving: Setup = {
  ...setup,
  settings: { ...setup.settings, webhooks: { ...webhooksOn, reachedAt: 'https://hooks.houtman.example' } },
  webhooks: {
    listener: { is: 'open', port: 8740 },
    address: 'https://hooks.houtman.example/webhook/live-••••••••',
    lastAt: at('16:02:41'),
  },
};
/** Set up before plain HTTP had to be accepted. */
export const receivingPlain: Setup = {
  ...receiving,
  settings: { ...setup.settings, webhooks: { ...webhooksOn, fromNetwork: true } },
  webhooks: {
    ...receiving.webhooks,
    listener: { is: 'blocked', why: 'plain-http-not-accepted', port: 8740 },
    address: 'http://10.0.4.23:8740/webhook/live-••••••••',
  },
};
/** With a backup label printer, which another bench uses too. */
export const withSpare: Setup['settings']['printers'] = withPrinter(setup.settings.printers, {
  address: 'tcp://10.0.4.31:9100',
  dpi: 203,
  widthMm: 102,
  heightMm: 152,
  isShared: true,
  route: { role: 'label', format: null, labelSize: null, isStandby: true },
});
export const found: CallReply<'findPrinters'> = [
  { address: 'tcp://10.0.4.30:9100', name: 'Zebra ZD421', status: { kind: 'ready' } },
  { address: 'tcp://10.0.4.31:9100', name: 'Zebra ZT230', status: { kind: 'not-ready', reason: 'out-of-labels' } },
  { address: 'queue:HP LaserJet M404', name: 'HP LaserJet M404', status: { kind: 'cannot-say' } },
  { address: 'queue:Brother QL-1110', name: 'Brother QL-1110', status: { kind: 'cannot-say' } },
];
const rule = (change: Partial<ShippingRule>): ShippingRule => ({ ...emptyRule, ...change });
/** Four rules, of which the last can never match. */
export const withRules: Setup = {
  ...setup,
  settings: {
    ...setup.settings,
    shippingRules: {
      version: 12,
      savedAt: at('08:10'),
      older: [{ version: 11, savedAt: at('07:55'), list: [], last: 'ask' }],
      list: [
        rule({ conditions: [{ of: 'sku', begins: ['BAT-'] }], never: ['Air'] }),
        rule({ conditions: [{ of: 'value', isOver: true, money: { minor: 50_000, currency: 'EUR' } }], isInsured: true }),
        rule({
          conditions: [{ of: 'weight', isOver: true, grams: 20_000 }],
          atMost: { minor: 3800, currency: 'EUR' },
          take: { is: 'cheapest', buys: true },
        }),
        rule({ conditions: [{ of: 'weight', isOver: true, grams: 25_000 }], take: { is: 'within-days', days: 3, buys: true } }),
      ],
    },
  },
};
/** A second label printer that rules know by its name, and rules that choose it or a service point. */
export const withRulePrinters: Setup = {
  ...withRules,
  settings: {
    ...withRules.settings,
    printers: [
      ...withRules.settings.printers,
      ...withRules.settings.printers
        .filter(({ route }) => route.role === 'label' && !route.isStandby)
        .map((printer) => ({ ...printer, id: 'label-9', name: 'Small labels', address: 'tcp://10.0.4.39:9100' })),
    ],
    shippingRules: {
      ...withRules.settings.shippingRules,
      list: [
        rule({ conditions: [{ of: 'weight', isOver: false, grams: 500 }], printer: 'Small labels' }),
        rule({ conditions: [{ of: 'recipient', isCompany: false }], servicePoint: 'nearest', printer: 'Cellar' }),
        ...withRules.settings.shippingRules.list,
      ],
    },
  },
};
/** A second sender address, and a second contract at the first one. */
export const withSenders: Setup = {
  ...setup,
  settings: {
    ...setup.settings,
    senders: [
      ...setup.settings.senders,
      {
        name: 'South',
        address: {
          ...sender,
          company: 'Houtman Keramiek Zuid',
          street: 'Stationsplein',
          houseNumber: '4',
          postalCode: '6221 BT',
          city: 'Maastricht',
        },
        account: 'houtman-zuid',
      },
      { name: 'Express contract', address: sender, account: 'houtman-express' },
    ],
    shippingRules: {
      ...withRules.settings.shippingRules,
      list: [
        rule({ conditions: [{ of: 'country', isIn: true, countries: ['BE', 'LU'] }], sender: 'South' }),
        ...withRules.settings.shippingRules.list,
      ],
    },
  },
};

export const triedRules: CallReply<'tryRules'> = {
  day: '2026-11-18',
  orders: 212,
  changed: [
    {
      orderKey: 'ORD-48312',
      city: 'Funchal',
      was: { service: 'DPD Classic', price: { minor: 4120, currency: 'EUR' }, isBought: true },
      wouldBe: { service: '', price: null, isBought: false },
    },
    {
      orderKey: 'ORD-48327',
      city: 'Palma',
      was: { service: 'GLS EuroBusiness', price: { minor: 2980, currency: 'EUR' }, isBought: true },
      wouldBe: { service: 'DHL Parcel', price: { minor: 2740, currency: 'EUR' }, isBought: true },
    },
  ],
  decided: [
    { no: 3, orders: 19 },
    { no: 5, orders: 193 },
  ],
  sums: [
    { of: 'shipping', was: { minor: 191_240, currency: 'EUR' }, wouldBe: { minor: 187_415, currency: 'EUR' } },
    { of: 'insurance', was: { minor: 8800, currency: 'EUR' }, wouldBe: { minor: 8800, currency: 'EUR' } },
  ],
};
