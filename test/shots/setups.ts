import type { Capabilities, Drift } from '../../shared/contract.ts';
import type { CallReply } from '../../shared/ipc.ts';
import { printerOfRole, withPrinter } from '../../shared/printer.ts';
import type { Setup } from '../../shared/settings.ts';
import { firstSettings } from '../../shared/settings.ts';
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
    sender,
    defaults: { boxId: 'M', weightGrams: null, contents: 'Ceramics', value: null },
    printers: [
      printerOfRole('label', { address: 'tcp://10.0.4.30:9100', dpi: 203, widthMm: 102, heightMm: 152 }),
      printerOfRole('document', { address: 'queue:HP LaserJet M404', dpi: 300, widthMm: 210, heightMm: 297 }),
    ],
    monthLimit: 1500,
    pickup: { readyTime: '16:15', closingTime: '17:30', instructions: 'Dock 2, ring twice' },
  },
  hasCredentials: { training: false, sandbox: true, live: true },
  hasLeadPin: true,
  recoveryMadeAt: at('09:12'),
  backup: { folder: '/var/lib/packbench/backups', lastAt: at('16:00:02'), problem: null },
  witness: { folder: '/home/packer/.local/state/packbench/0c4fe41f8a2b', fails: false },
  firstSteps: { testLabel: true, commandSheet: false },
  dictionaryProblems: [],
  webhooks: { door: { is: 'shut' }, address: '', lastAt: null },
};
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
export const receiving: Setup = {
  ...setup,
  settings: { ...setup.settings, webhooks: { isOn: true, port: 8740, reachedAt: 'https://hooks.houtman.example', secret: '4f1c' } },
  webhooks: {
    door: { is: 'open', port: 8740 },
    address: 'https://hooks.houtman.example/webhook/live-4f1c9a03d27be85510c6e2f7b94d138a60f2',
    lastAt: at('16:02:41'),
  },
};
/** With a second label printer that stands by, and that another bench uses too. */
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
