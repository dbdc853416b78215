import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { buildStation } from '../../electron/station/station.ts';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import { launchStation } from '../e2e/launch.ts';
import { labelPrinterAt, plainPlatform } from '../path/plain-station.ts';

const rounds = 30;

/**
 * From the scan to the first byte of the label at the printer, with a rule that buys alone: the station in plain Node and the
 * whole program with its window, each against a bare script that makes the same two calls and one socket write.
 */
export async function run(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-bench-'));
  const service = await startTrainingService({ key: 'bench', secret: 'secret', clock: () => new Date() });
  const printer = await startVirtualZebra({ msPerLabel: 1 });
  try {
    const bare = await measure(rounds, () => bareRound(service, printer));
    const station = await stationRounds(service, printer, join(dir, 'station'));
    const window = existsSync('out/main/main.js') ? await windowRounds(service, printer, dir) : undefined;
    say('bare script', bare, bare);
    say('station', station, bare);
    if (window) say('window', window, bare);
    else process.stdout.write('scan-to-paper window: not measured, run "npm run build" first\n');
  } finally {
    await service.stop();
    await printer.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

function say(name: string, times: readonly number[], floor: readonly number[]): void {
  const [p50, p95, base] = [quantile(times, 0.5), quantile(times, 0.95), quantile(floor, 0.5)];
  process.stdout.write(
    `scan-to-paper ${name.padEnd(11)} n=${times.length} p50=${p50.toFixed(1)}ms p95=${p95.toFixed(1)}ms ratio=${(p50 / base).toFixed(1)}\n`,
  );
}

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;

/** Times of `count` rounds after three that only warm up. */
async function measure(count: number, round: (index: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count + 3; index += 1) {
    const ms = await round(index);
    if (index >= 3) times.push(ms);
  }
  return times;
}

const wallMs = (): number => performance.timeOrigin + performance.now();

/** Asks again and again until there is an answer; rejects with `otherwise` where none came within 10 seconds. */
async function until<T>(answer: () => T | undefined, otherwise: string): Promise<T> {
  const watchdog = wallMs() + 10_000;
  while (wallMs() < watchdog) {
    const found = answer();
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(otherwise);
}

/** Waits for the first byte of the next label after `before` and answers when it came. */
const firstByteAfter = (printer: VirtualZebra, before: number | undefined): Promise<number> =>
  until(() => (printer.firstByteAt === before ? undefined : printer.firstByteAt), 'No label came to the printer.');

async function bareRound(service: TrainingService, printer: VirtualZebra): Promise<number> {
  const before = printer.firstByteAt;
  const started = wallMs();
  const quoted = await post(service, { action: 'quote', shipment: bareShipment });
  const [first] = (quoted['services'] ?? []) as { service_id: number }[];
  const booked = await post(service, { action: 'ship', service_id: String(first?.service_id), label_format: 'ZPL' });
  const label = Buffer.from(String(booked['label']), 'base64');
  const socket = connect({ host: '127.0.0.1', port: printer.port, noDelay: true }, () => socket.end(label));
  socket.resume();
  return (await firstByteAfter(printer, before)) - started;
}

async function post(service: TrainingService, body: object): Promise<Record<string, unknown>> {
  const answer = await request(`${service.url}/api/json`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${service.key}:${service.secret}`).toString('base64')}`,
    },
    body: JSON.stringify(body),
  });
  const { result, errors } = (await answer.body.json()) as { result: Record<string, unknown>; errors: unknown[] };
  if (errors.length > 0) throw new Error(`The service refused the bare script: ${String(errors)}`);
  return result;
}

const address = (prefix: string, name: string, street: string, no: string, postal: string, city: string, country: string): object =>
  Object.fromEntries(
    Object.entries({ name, street_1: street, street_no: no, postal, city, country, phone: '+31201234567' }).map(([key, value]) => [
      `${prefix}_${key}`,
      value,
    ]),
  );

const bareShipment = {
  ...address('o', 'Zoe Kranjcar', 'Veemarktkade', '8', '5222 AE', 's-Hertogenbosch', 'NL'),
  ...address('d', 'Anna Lehmann', 'Kastanienallee', '84', '10435', 'Berlin', 'DE'),
  type: 'Parcel',
  return_service: '0',
  items: [{ contents: 'Vase', value: '64.00', value_currency: 'EUR', weight: '1.2', length: '40', width: '30', height: '20' }],
};

const orders = JSON.stringify(
  Array.from({ length: 2 * (rounds + 3) }, (_, index) => ({
    order: `BENCH-${index}`,
    name: 'Anna Lehmann',
    street: 'Kastanienallee',
    house_number: '84',
    postal_code: '10435',
    city: 'Berlin',
    country: 'DE',
    phone: '+49 30 5557 2101',
    weight_kg: '1.2',
    length_cm: '40',
    width_cm: '30',
    height_cm: '20',
    contents: 'Vase',
    value: '64.00',
    currency: 'EUR',
  })),
);

async function stationRounds(service: TrainingService, printer: VirtualZebra, dataDir: string): Promise<number[]> {
  const { handlers, close, snapshot } = await buildStation(plainPlatform(dataDir));
  await handlers.saveSettings({
    settings: { sender: trainingSender, rule: 'cheapest', labelPrinter: labelPrinterAt(printer.url) },
  });
  await handlers.connect({ world: 'training', baseUrl: service.url, key: service.key, secret: service.secret, account: '' });
  await handlers.importOrders({ name: 'orders.json', bytes: new TextEncoder().encode(orders) });
  const times = await measure(rounds, async (index) => {
    const before = printer.firstByteAt;
    const started = wallMs();
    void handlers.scan({ code: `BENCH-${index}` });
    const ms = (await firstByteAfter(printer, before)) - started;
    await until(() => snapshot().bench.walk.step === 'done' || undefined, 'The parcel is not done.');
    return ms;
  });
  await close();
  return times;
}

async function windowRounds(service: TrainingService, printer: VirtualZebra, dir: string): Promise<number[]> {
  const file = join(dir, 'orders.json');
  writeFileSync(file, orders);
  const station = await launchStation({
    dataDir: join(dir, 'window'),
    api: { url: service.url, key: service.key, secret: service.secret },
    labelPrinter: printer.url,
    settings: { rule: 'cheapest' },
    orders: [file],
  });
  const times = await measure(rounds, async (index) => {
    const before = printer.firstByteAt;
    await station.page.keyboard.type(`BENCH-${rounds + 3 + index}`, { delay: 2 });
    const started = wallMs();
    await station.page.keyboard.press('Enter');
    const ms = (await firstByteAfter(printer, before)) - started;
    await station.page
      .getByText(`BENCH-${rounds + 3 + index}`)
      .first()
      .waitFor();
    await station.page.getByText('DONE', { exact: true }).first().waitFor();
    return ms;
  });
  await station.close();
  return times;
}
