import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { createPrinters } from '../../electron/printers/printers.ts';
import type { Station } from '../../electron/station/station.ts';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import { type CallName, contract } from '../../shared/ipc.ts';
import { freePort } from '../fakes/free-port.ts';
import { closeStationLater, newFolder, removeLater, stopLater } from '../later.ts';
import { openStation, witnessOf } from '../path/plain-platform.ts';
import { openBrowser, servePage } from '../shots/stage.ts';
import { installPageStation, packed, unpacked } from '../strangers/page-station.ts';
import { watchdogMs } from '../watchdog.ts';
import { pressByHand } from './hand.ts';

/** A bench on an empty folder, with its page in a browser, a service in which nothing was asked yet, and one Zebra in its network. */
export interface NewBench {
  readonly page: Page;
  readonly station: Station;
  readonly service: TrainingService;
  readonly printer: VirtualZebra;
}

/**
 * Serves the built page to a browser for all tests of a describe block. `open`: a new bench with it; `orders`: the file that the packer chooses
 * when asked for one, the sample orders by default.
 */
export function useNewBenches(): { readonly open: (orders?: string) => Promise<NewBench> } {
  let browser: Browser;
  let url: string;
  let stopPage: () => void;
  beforeAll(async () => {
    const served = await servePage(() => '');
    url = served.url;
    stopPage = () => served.server.close();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    stopPage();
  });
  return { open: (orders = sampleOrdersCsv) => openNewBench(browser, url, orders) };
}

async function openNewBench(browser: Browser, url: string, orders: string): Promise<NewBench> {
  const service = stopLater(await startTrainingService({ key: 'shop-key', secret: 'shop-secret', clock: () => new Date(), delayMs: 0 }));
  const printer = stopLater(await startVirtualZebra({ msPerLabel: 20 }));
  const dir = newFolder('first-run');
  removeLater(witnessOf(dir));
  const network = { hosts: () => ['127.0.0.1'], rawPort: printer.port, officePort: await freePort() };
  const station = await openStation(
    dir,
    { chooseOrderFile: async () => ({ name: 'orders_export.csv', bytes: new TextEncoder().encode(orders) }) },
    { createPrinters: (about) => createPrinters({ ...about, network }) },
  );
  closeStationLater(() => station.close());
  const page = pressByHand(
    await browser.newPage({ timezoneId: 'Europe/Amsterdam', viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' }),
  );
  page.setDefaultTimeout(watchdogMs);
  await page.exposeFunction('strangerCall', async (name: CallName, args: string) => {
    const handler = station.handlers[name] as (args: unknown) => Promise<unknown>;
    return packed(name === 'snapshot' ? { ok: true, value: station.snapshot() } : await handler(unpacked(args)));
  });
  await page.exposeFunction('strangerSees', () => undefined);
  const now = Date.now();
  await page.addInitScript(installPageStation, { names: Object.keys(contract.calls), startAt: now, realAt: now, haste: 1 });
  await page.goto(`${url}index.html`);
  await page.locator('.stage').waitFor();
  closeStationLater(station.onSnapshot((snapshot) => void page.evaluate((next) => window.strangerPush(next), snapshot).catch(() => 0)));
  closeStationLater(() => page.close());
  return { page, station, service, printer };
}
