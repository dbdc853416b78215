import type { Display } from './app.ts';
import { startChromium } from './chromium.ts';
import { chromiumSurfaces } from './chromium-surface.ts';
import { routeRequests } from './route-requests.ts';

/** Starts Chromium. With a driver, such as Playwright, it waits until the driver is connected and sees every window. */
export async function startDisplay(options: {
  readonly switches: readonly string[];
  readonly isDriven: boolean;
  readonly isHeaded: boolean;
}): Promise<Display> {
  const chromium = await startChromium(options.isHeaded, options.switches);
  const openSurface = await chromiumSurfaces(chromium);
  await routeRequests(chromium.context);
  if (options.isDriven) await driverAt(chromium.devToolsUrl);
  return { openSurface, stop: () => chromium.context.close() };
}

/** Playwright waits for this line, connects, and calls the global when it is ready to see windows. */
async function driverAt(devToolsUrl: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isInspected = process.execArgv.some((argument) => argument.startsWith('--inspect'));
  if (isInspected) Object.assign(globalThis, { __playwright_run: resolve });
  else resolve();
  process.stderr.write(`DevTools listening on ${devToolsUrl}\n`);
  await promise;
}
