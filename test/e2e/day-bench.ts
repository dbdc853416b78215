import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import { call, type LaunchedStation, type LaunchStation, launchStation, ready, scan } from './launch.ts';
import { pageWaits } from './page-waits.ts';

/** A station with its window, between a real service and a real printer on loopback, with the sample orders loaded. */
export interface WindowBench {
  readonly service: TrainingService;
  readonly printer: VirtualZebra;
  readonly dir: string;
  readonly documents: string;
  station: LaunchedStation;
  readonly page: Page;
}

const opened: (() => unknown)[] = [];

/** Closes what `openBench` opened; for `afterEach`. */
export async function closeBenches(): Promise<void> {
  while (opened.length > 0) await opened.pop()?.();
}

interface BenchOptions extends Partial<LaunchStation> {
  readonly delayMs?: number;
  /** The service of another bench, which stops it. */
  readonly service?: TrainingService;
  /** Content of the order file; the sample orders by default. */
  readonly csv?: string;
}

export async function openBench(options: BenchOptions = {}): Promise<WindowBench> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-e2e-'));
  const { delayMs = 20, service: shared, csv = sampleOrdersCsv, ...launch } = options;
  const service = shared ?? (await startTrainingService({ key: 'e2e-key', secret: 'e2e-secret', clock: () => new Date(), delayMs }));
  const printer = await startVirtualZebra({ msPerLabel: 60 });
  const orders = join(dir, 'orders.csv');
  const documents = join(dir, 'papers');
  writeFileSync(orders, csv);
  opened.push(
    () => rmSync(dir, { recursive: true, force: true }),
    () => (shared ? undefined : service.stop()),
    () => printer.stop(),
  );
  const bench: WindowBench = {
    service,
    printer,
    dir,
    documents,
    station: await launchStation({
      dataDir: join(dir, 'data'),
      api: { url: service.url, key: service.key, secret: service.secret },
      labelPrinter: printer.url,
      documentPrinter: `folder:${documents}`,
      orders: [orders],
      settings: { defaults: { boxId: 'M', weightGrams: 1200, contents: '', value: null } },
      ...launch,
    }),
    get page() {
      return this.station.page;
    },
  };
  opened.push(() => bench.station.close());
  return bench;
}

/** Locates the word of the band, which a packer reads from a distance. */
export const word = (page: Page, signal: 'READY' | 'WORKING' | 'DONE' | 'LOOK' | 'STOP') => page.getByText(signal, { exact: true }).first();

export const buyButton = (page: Page) => page.getByRole('button', { name: /^Buy / });

/** Scans, then presses F12: all that a packer does for an order that needs no answer. */
export async function ship(page: Page, key: string): Promise<void> {
  await scan(page, key);
  await buyButton(page).waitFor();
  await page.keyboard.press('F12');
  await word(page, 'DONE').waitFor();
}

/** Closes the parcel that an earlier test left open, and waits until its keys are too old to belong to the next scan; for `beforeEach`. */
export async function handsFree(page: Page): Promise<void> {
  await page.keyboard.press('F1');
  const { workflowNo } = (await call(page, 'snapshot', {})).bench;
  await call(page, 'next', { workflowNo });
  await ready(page);
  await pageWaits(page, 700);
}
