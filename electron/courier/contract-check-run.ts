// `npm run contract-check -- --url URL --key KEY --secret SECRET [--account NAME] [--book] [--out FILE]`: sandbox only. Writes what the
// service's document leaves open into a dated capability file. `--book` books one parcel in the sandbox, and is never implied.
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { emptyAddress } from '../../shared/address.ts';
import { emptyOrder, emptyParcel, orderKeySchema } from '../../shared/order.ts';
import type { RawAnswer, Shipment } from '../bench/ports.ts';
import { post } from './client.ts';
import { checkContract } from './contract-check.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    key: { type: 'string' },
    secret: { type: 'string' },
    account: { type: 'string', default: '' },
    out: { type: 'string' },
    book: { type: 'boolean', default: false },
  },
});
const { url, key, secret } = values;
if (url === undefined || key === undefined || secret === undefined) throw new Error('Say where: --url URL --key KEY --secret SECRET');

const sender = {
  ...emptyAddress,
  name: 'Packbench Check',
  street: 'Veemarktkade',
  houseNumber: '8',
  postalCode: '5222 AE',
  city: 'Den Bosch',
  country: 'NL',
  phone: '+31735550188',
};
const shipment: Shipment = {
  sender,
  order: {
    ...emptyOrder,
    key: orderKeySchema.parse('PACKBENCH-CHECK'),
    source: 'contract check',
    recipient: { ...sender, street: 'Kastanienallee', houseNumber: '84', postalCode: '10435', city: 'Berlin', country: 'DE' },
    parcels: [
      {
        ...emptyParcel,
        lengthCm: 30,
        widthCm: 20,
        heightCm: 20,
        weightGrams: 2000,
        contents: 'Books',
        value: { minor: 2000, currency: 'EUR' },
      },
    ],
  },
};

async function send(body: Uint8Array): Promise<RawAnswer> {
  const client = {
    baseUrl: url ?? '',
    credentials: () => ({ key: key ?? '', secret: secret ?? '' }),
    resolveProxy: async () => 'DIRECT',
    connectMs: 10_000,
  };
  const posted = await post(body, client, { headersMs: 60_000, totalMs: 90_000, maxBytes: 25 * 1024 * 1024 });
  // Nothing tells us the rate a sandbox bears.
  await sleep(200);
  if (posted.is === 'answered') return posted.answer;
  throw new Error(posted.why || posted.is);
}

const capabilities = await checkContract({
  send,
  baseUrl: url,
  account: values.account,
  now: () => new Date(),
  shipment,
  book: values.book,
  tell: (line) => process.stdout.write(`${line}\n`),
});
const file = values.out ?? `capabilities-${capabilities.checkedAt.slice(0, 10)}.json`;
writeFileSync(file, `${JSON.stringify(capabilities, null, 2)}\n`);
process.stdout.write(`written=${file}\n`);
