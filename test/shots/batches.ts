import type { BatchView, SharedAddress } from '../../shared/batch.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { failure } from './scene.ts';

const key = (text: string) => orderKeySchema.parse(text);
const euro = (minor: number) => [{ minor, currency: 'EUR' }];
const cost = (shipping: number, extras?: number) => ({ shipping: euro(shipping), extras: extras === undefined ? [] : euro(extras) });

const none = {
  'to-quote': 0,
  asked: 0,
  quoted: 0,
  agreed: 0,
  buying: 0,
  bought: 0,
  queued: 0,
  sent: 0,
  printed: 0,
  stopped: 0,
  left: 0,
  joined: 0,
};

const usual: BatchView = {
  state: 'running',
  paused: null,
  pausedAt: null,
  isStopped: false,
  withoutPrinter: 0,
  countedMore: { orders: 0, first: [] },
  waitsFor: null,
  total: 48,
  counts: none,
  questions: [],
  services: [
    { courier: 'DPD', service: 'Classic', orders: 29, cost: euro(24_360) },
    { courier: 'GLS', service: 'Business Parcel', orders: 16, cost: euro(14_090) },
    { courier: 'UPS', service: 'Standard', orders: 3, cost: euro(2825) },
  ],
  extras: [{ extra: 'co2', orders: 48, cost: euro(672) }],
  quoted: cost(41_275, 672),
  bought: { shipping: [], extras: [] },
  toBuy: { shipping: [], extras: [] },
  overPlan: 0,
  stopped: [],
  moreStopped: 0,
  addressShared: 0,
  sharedAddresses: [],
  printing: null,
  msLeft: null,
};

const stopped: BatchView['stopped'] = [
  {
    orderKey: key('ORD-48247'),
    name: 'Zoltán Őry',
    city: 'Szeged',
    bookingId: 'b-47',
    failure: failure('price-changed'),
    wayOn: 'ask-again',
  },
  {
    orderKey: key('ORD-48252'),
    name: 'Béatrice Noël',
    city: 'Namur',
    bookingId: 'b-52',
    failure: failure('booking-unknown'),
    wayOn: 'resolve',
  },
  {
    orderKey: key('ORD-48255'),
    name: 'Þóra Sigurðardóttir',
    city: 'Akureyri',
    bookingId: null,
    failure: failure('order-incomplete', [{ code: 'fact-asked', kind: 'house-number' }]),
    wayOn: 'correct',
  },
];

export const batchReady: BatchView = {
  ...usual,
  state: 'ready',
  counts: { ...none, quoted: 45, asked: 3 },
  services: usual.services.map((each) => (each.courier === 'DPD' ? { ...each, orders: 26 } : each)),
  extras: [{ extra: 'co2', orders: 45, cost: euro(672) }],
  toBuy: cost(41_275, 672),
  overPlan: 4,
  questions: [
    { kind: 'weight', fits: '1 × MUG-SAND', orders: 2, first: key('ORD-48216') },
    { kind: 'contents', fits: '', orders: 1, first: key('ORD-48231') },
  ],
};

export const batchRunning: BatchView = {
  ...usual,
  counts: { ...none, agreed: 12, buying: 1, bought: 3, queued: 1, printed: 28, stopped: 3 },
  bought: cost(26_840, 416),
  stopped,
  printing: { orderKey: key('ORD-48260'), name: 'Renée Çelik', city: 'Antwerpen', service: 'DPD Classic' },
  msLeft: 240_000,
};

export const batchWaiting: BatchView = { ...batchRunning, waitsFor: key('ORD-48231') };

export const batchPaused: BatchView = {
  ...batchRunning,
  state: 'paused',
  paused: failure('booking-unknown', 'ORD-48252'),
  pausedAt: key('ORD-48252'),
  counts: { ...batchRunning.counts, agreed: 13, buying: 0 },
  toBuy: cost(10_350, 182),
  printing: null,
  msLeft: null,
};

export const batchPausedNoSender: BatchView = {
  ...batchPaused,
  paused: failure('no-sender'),
  pausedAt: key('ORD-48251'),
  counts: { ...batchPaused.counts, agreed: 16, stopped: 0 },
  stopped: [],
};

export const batchWithoutPrinter: BatchView = {
  ...batchPausedNoSender,
  paused: failure('label-printer-gone', 'Back room'),
  pausedAt: key('ORD-48261'),
  counts: { ...batchPaused.counts, agreed: 13, bought: 5, queued: 2, printed: 28, stopped: 0 },
  withoutPrinter: 7,
};

export const batchStoppedAndPaused: BatchView = {
  ...batchWithoutPrinter,
  isStopped: true,
  counts: { ...batchWithoutPrinter.counts, agreed: 0, left: 13 },
};

export const batchEnded: BatchView = {
  ...batchRunning,
  state: 'ended',
  counts: { ...none, printed: 44, stopped: 3, left: 1 },
  bought: cost(38_120, 588),
  printing: null,
  msLeft: null,
};

const gross = { name: 'Jürgen Groß', address: 'Straße des 17. Juni 135, 10623 Berlin', isInBatch: true } as const;
const same: SharedAddress['orders'][number]['match'] = { by: 'name', differs: [] };

export const batchAddressShared: BatchView = {
  ...batchReady,
  questions: [{ kind: 'weight', fits: 'ORD-48221 + ORD-48239', orders: 1, first: key('ORD-48221') }],
  overPlan: 0,
  counts: { ...none, quoted: 40, stopped: 5, asked: 1, joined: 2 },
  stopped: ['ORD-48210', 'ORD-48233', 'ORD-48214', 'ORD-48227', 'ORD-48229'].map((number) => ({
    orderKey: key(number),
    name: 'Jürgen Groß',
    city: 'Berlin',
    bookingId: null,
    failure: failure('address-shared', 'ORD-48233'),
    wayOn: 'scan',
  })),
  addressShared: 5,
  sharedAddresses: [
    {
      orders: [
        { orderKey: key('ORD-48210'), ...gross, pieces: 3, match: null },
        {
          orderKey: key('ORD-48233'),
          ...gross,
          pieces: 1,
          address: 'Str. d. 17. Juni 135, 10623 Berlin',
          match: { by: 'name', differs: ['street'] },
        },
      ],
      joined: null,
    },
    {
      orders: ['ORD-48214', 'ORD-48227', 'ORD-48229', 'ORD-47902'].map((number, index) => ({
        orderKey: key(number),
        name: 'Anna-Maria von Hohenlohe-Langenburg',
        address: 'Kastanienallee 84, Hinterhaus, 10435 Berlin',
        pieces: 2,
        isInBatch: index < 3,
        match: index === 0 ? null : same,
      })),
      joined: null,
    },
    {
      orders: ['ORD-48221', 'ORD-48239'].map((number, index) => ({
        orderKey: key(number),
        name: 'Noor Bakker',
        address: 'Prinsengracht 263, 1016 GV Amsterdam',
        pieces: 1,
        isInBatch: true,
        match: index === 0 ? null : same,
      })),
      joined: 'asked',
    },
    {
      orders: ['ORD-48217', 'ORD-48240'].map((number, index) => ({
        orderKey: key(number),
        name: 'Béatrice Noël',
        address: 'Rue de Fer 9, 5000 Namur',
        pieces: 1,
        isInBatch: true,
        match: index === 0 ? null : same,
      })),
      joined: 'quoted',
    },
  ],
};
