import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { drawZpl } from '../../electron/training/picture.ts';
import { sampleOrdersCsv } from '../../electron/training/sample-orders.ts';
import { startTrainingService, type TrainingService } from '../../electron/training/service.ts';
import { startVirtualZebra, type VirtualZebra } from '../../electron/training/zebra.ts';
import { type LaunchedStation, launchStation, scan } from '../e2e/launch.ts';

export interface Tally {
  readonly line: string;
  readonly isGood: boolean;
}

const orderKeys = ['ORD-1001', 'ORD-1002', 'ORD-1003', 'ORD-1004', 'ORD-1005', 'ORD-1006'];

/**
 * Runs a day at the bench automatically through the real window: scan, choose, ship, print, refuse a duplicate, pickup, manifest, tracking.
 * Results are counted at the service and at the printer, never requested from the program.
 */
export async function takeTour({ out, say }: { readonly out: string; readonly say: (line: string) => void }): Promise<Tally> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-tour-'));
  const started = Date.now();
  const service = await startTrainingService({ key: 'tour', secret: 'tour-secret', clock: () => new Date(), delayMs: 60 });
  const printer = await startVirtualZebra({ msPerLabel: 300 });
  let station: LaunchedStation | undefined;
  const manifests = resolve(out, 'documents');
  const orders = join(dir, 'orders.csv');
  writeFileSync(orders, sampleOrdersCsv);
  try {
    station = await launchStation({
      dataDir: join(dir, 'data'),
      api: { url: service.url, key: service.key, secret: service.secret },
      labelPrinter: printer.url,
      documentPrinter: `folder:${manifests}`,
      orders: [orders],
      settings: { defaults: { boxId: 'M', weightGrams: null, contents: '', value: null } },
    });
    say(`${seconds(started)} The window is open in the training world, 25 sample orders are loaded.`);
    const scanned = await packTheDay(station.page, out, say, started, printer);
    await refuseDuplicate(station.page, out, say, started);
    await orderTheDriver(station.page, out, say, started, service);
    await lookUp(station.page, out, say, started, service);
    await drawSheets(printer, out);
    return tally(scanned, service, printer, await manifestFiles(manifests));
  } finally {
    await station?.close();
    await service.stop();
    await printer.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function packTheDay(page: Page, out: string, say: (line: string) => void, started: number, printer: VirtualZebra): Promise<number> {
  await shoot(page, out, '01-ready');
  let scanned = 0;
  for (const [index, key] of orderKeys.entries()) {
    await scan(page, key);
    scanned += 1;
    await page.getByText('Weight is missing').first().waitFor();
    if (index === 0) await shoot(page, out, '02-weight-asked');
    await page.keyboard.type(`${(1.2 + index * 0.35).toFixed(2)}`, { delay: 90 });
    await page.keyboard.press('Enter', { delay: 60 });
    await page.getByRole('button', { name: /^Buy / }).waitFor();
    if (index === 0) await shoot(page, out, '03-services');
    await page.keyboard.press(String((index % 2) + 1), { delay: 60 });
    await page.keyboard.press('F12');
    await page.getByText('DONE', { exact: true }).first().waitFor();
    if (index === 0) await shoot(page, out, '04-done');
    say(`${seconds(started)} ${key} is booked and its label came out: sheet ${printer.sheets().length}.`);
  }
  return scanned;
}

async function refuseDuplicate(page: Page, out: string, say: (line: string) => void, started: number): Promise<void> {
  await scan(page, orderKeys[0] ?? '');
  await page
    .getByText(/^Shipped /)
    .first()
    .waitFor();
  await shoot(page, out, '05-already-shipped');
  say(`${seconds(started)} ${orderKeys[0]} was scanned again: already shipped, nothing bought.`);
}

async function orderTheDriver(
  page: Page,
  out: string,
  say: (line: string) => void,
  started: number,
  service: TrainingService,
): Promise<void> {
  await page.keyboard.press('F3');
  await page.getByRole('button', { name: /Request pickup/ }).waitFor();
  await shoot(page, out, '06-pickup');
  await page.keyboard.press('F12');
  await page
    .getByText(/PU[DP]-/)
    .first()
    .waitFor();
  await shoot(page, out, '07-manifest');
  say(`${seconds(started)} The driver is ordered: ${service.pickups()[0]?.collectionNo}, the manifest is kept.`);
}

async function lookUp(page: Page, out: string, say: (line: string) => void, started: number, service: TrainingService): Promise<void> {
  const [first] = service.orders();
  const number = first?.trackingNos[0] ?? '';
  await page.keyboard.press('F4');
  await scan(page, number);
  await page.getByText(/Shipment data received/).waitFor();
  await shoot(page, out, '08-track');
  say(`${seconds(started)} ${number} was looked up: its parcel is on the screen.`);
}

async function drawSheets(printer: VirtualZebra, out: string): Promise<void> {
  for (const sheet of printer.sheets()) {
    const [picture] = await drawZpl(sheet.zpl, { widthMm: 101.6, heightMm: 152.4, dpmm: 8 });
    if (picture) writeFileSync(join(out, `label-${String(sheet.index).padStart(2, '0')}.png`), picture);
  }
}

const manifestFiles = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^Manifest/i.test(name) && name.endsWith('.pdf'));

function tally(scanned: number, service: TrainingService, printer: VirtualZebra, manifests: readonly string[]): Tally {
  const booked = service.orders();
  const sheets = printer.sheets().map((sheet) => sheet.zpl.toString('latin1'));
  const perReference = Map.groupBy(booked, (order) => order.reference);
  const doubled = [...perReference.values()].reduce((sum, orders) => sum + orders.length - 1, 0) + (sheets.length - new Set(sheets).size);
  const lost = booked.filter((order) => !order.trackingNos.every((number) => sheets.some((sheet) => sheet.includes(number)))).length;
  const pickups = service.pickups().length;
  const line = `scanned=${scanned} booked=${booked.length} printed=${sheets.length} pickups=${pickups} manifests=${manifests.length} doubled=${doubled} lost=${lost}`;
  const isGood =
    scanned === booked.length &&
    booked.length >= 5 &&
    sheets.length >= 5 &&
    pickups === 1 &&
    manifests.length === 1 &&
    doubled === 0 &&
    lost === 0;
  return { line, isGood };
}

const shoot = (page: Page, out: string, name: string): Promise<Buffer> => page.screenshot({ path: join(out, `${name}.png`) });
const seconds = (started: number): string => `${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s `;
