import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect as playwrightExpect } from '@playwright/test';
import type { ElectronApplication, Page } from 'playwright-core';
import { TestRunner } from 'vitest';
import { trainingSender } from '../../electron/training/sample-orders.ts';
import { detailOf } from '../../renderer/text/reasons.ts';
import type { Address } from '../../shared/address.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { Answer, CallArgs, CallName, CallReply, Station } from '../../shared/ipc.ts';
import type { Result } from '../../shared/result.ts';
import { senderAt } from '../../shared/sender.ts';
import type { Settings } from '../../shared/settings.ts';
import type { World } from '../../shared/world.ts';
import { launchApp } from '../host/launch-app.ts';
import { documentPrinterAt, labelPrinterAt } from '../path/plain-station.ts';
import { watchdogMs } from '../watchdog.ts';
import { pressByHand } from './hand.ts';

export { scan } from './scan.ts';

/** Waits as long as the watchdog does; Playwright's default is 5 s. */
export const expect = playwrightExpect.configure({ timeout: watchdogMs });

declare global {
  interface Window {
    readonly station: Station;
  }
}

export interface LaunchStation {
  readonly dataDir: string;
  /** The environment to enter; training by default. */
  readonly world?: World;
  /** The service to connect to, through the real Setup call. By default, in training, the simulator. */
  readonly api?: { readonly url: string; readonly key: string; readonly secret: string; readonly account?: string };
  /** `tcp://host:port` of a raw printer. */
  readonly labelPrinter?: string;
  /** `queue:NAME` or `folder:PATH`. */
  readonly documentPrinter?: string;
  readonly sender?: Address;
  /** Files to import. */
  readonly orders?: readonly string[];
  readonly settings?: Partial<Settings>;
  readonly env?: Readonly<Record<string, string>>;
  readonly headed?: boolean;
}

export interface LaunchedStation {
  readonly app: ElectronApplication;
  /** The window, with its first screen. */
  readonly page: Page;
  /** Ends the program as a power cut would; nothing is closed in order. */
  kill(): Promise<void>;
  /**
   * Starts it again on the same data, after `kill` or `close`. Setup is not repeated. Booking may be paused, as it would be for a packer.
   */
  relaunch(): Promise<LaunchedStation>;
  close(): Promise<void>;
}

/** Starts the built app as a user would and sets it up through the calls of Setup. Other tests build on this: keep it stable. */
export async function launchStation(options: LaunchStation): Promise<LaunchedStation> {
  const launched = await open(options);
  const { page } = launched;
  const world = options.world ?? 'training';
  const printers = [
    ...(options.labelPrinter ? [labelPrinterAt(options.labelPrinter)] : []),
    ...(options.documentPrinter ? [documentPrinterAt(options.documentPrinter)] : []),
  ];
  await call(page, 'saveSettings', {
    settings: {
      packer: 'Zoë Kranjčar',
      senders: [senderAt(options.sender ?? trainingSender)],
      ...(printers.length > 0 && { printers }),
      ...options.settings,
    },
  });
  if (options.api) {
    const { url, key, secret, account = '' } = options.api;
    await call(page, 'connect', { world, baseUrl: url, key, secret, account });
  } else await call(page, 'enterWorld', { world });
  for (const file of options.orders ?? []) await importFile(page, file);
  await ready(page);
  return launched;
}

/** Imports a file as the window does when it is dropped there. */
export async function importFile(page: Page, file: string): Promise<CallReply<'importOrders'>> {
  const base64 = (await readFile(file)).toString('base64');
  const result = await page.evaluate(
    ([name, text]) => window.station.importOrders({ name, bytes: Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) }),
    [basename(file), base64] as const,
  );
  return valueOf('importOrders', result);
}

/** Makes one call of the contract from the page, as the window does. Throws with the code of a failure. */
export async function call<N extends CallName>(page: Page, name: N, args: CallArgs<N>): Promise<CallReply<N>> {
  const result = await page.evaluate(
    ([which, given]) => (window.station[which as CallName] as (args: unknown) => Promise<unknown>)(given),
    [name as string, args as unknown] as const,
  );
  return valueOf(name, result as Answer<N>);
}

function valueOf<T>(name: string, result: Result<T, FailureCode>): T {
  if (result.ok) return result.value;
  throw new Error(`${name} answered ${result.failure.code} ${detailOf(result.failure)}`);
}

/** Waits until the bench takes the next scan. */
export async function ready(page: Page): Promise<void> {
  await page.getByText('READY', { exact: true }).first().waitFor();
}

async function open(options: LaunchStation): Promise<LaunchedStation> {
  const app = await launchApp({
    userData: options.dataDir,
    args: [`--data-dir=${options.dataDir}`, `--witness-dir=${options.dataDir}.witness`],
    ...(options.env ? { env: { ...options.env } } : {}),
    ...(options.headed ? { headed: true } : {}),
  });
  const page = pressByHand(await app.firstWindow({ timeout: watchdogMs }));
  await page.getByRole('navigation').waitFor();
  let over = false;
  const gone = new Promise<void>((resolve) => {
    app.process().once('exit', () => resolve());
  });
  return {
    app,
    page,
    async kill() {
      over = true;
      app.process().kill('SIGKILL');
      await gone;
    },
    async relaunch() {
      if (!over) throw new Error('Kill or close the station before it is launched again.');
      return open(options);
    },
    async close() {
      over = true;
      if (isTestRed()) console.error(`When the test failed, the window showed:\n${await page.locator('body').innerText()}`);
      await app.close();
    },
  };
}

const isTestRed = (): boolean => TestRunner.getCurrentTest()?.result?.state === 'fail';
