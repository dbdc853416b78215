import type { BrowserContext, Frame, Request as PageRequest, Route } from 'playwright-core';
import { windowOf } from './chromium-surface.ts';
import { handlerOf } from './protocol.ts';
import { schemeOf, toAppUrl } from './scheme-origins.ts';
import { allowsRequest } from './session.ts';

/** Routes every request of every page: vetoes first, then the app's own schemes, then the remaining network (loopback). */
export async function routeRequests(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    const request = route.request();
    try {
      await answer(route, request);
    } catch (error) {
      if (frameOf(request)?.page().isClosed() === false) console.error(`No answer for ${toAppUrl(request.url())}:`, error);
    }
  });
}

async function answer(route: Route, request: PageRequest): Promise<void> {
  const url = request.url();
  const frame = frameOf(request);
  const window = frame === undefined ? undefined : windowOf(frame.page());
  if (frame !== undefined && window !== undefined && request.isNavigationRequest()) {
    if (!window.webContents.allowsNavigation(url, frame.parentFrame() === null)) return route.abort('aborted');
  }
  const details = { url: toAppUrl(url), method: request.method(), resourceType: request.resourceType() };
  if (!(await allowsRequest(details))) return route.abort('blockedbyclient');
  const scheme = schemeOf(url);
  if (scheme === undefined) return route.fallback();
  const handler = handlerOf(scheme);
  if (handler === undefined) return route.abort('failed');
  const body = request.postDataBuffer();
  const init = { method: request.method(), headers: request.headers(), ...(body === null ? {} : { body: new Uint8Array(body) }) };
  try {
    const response = await handler(new Request(details.url, init));
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  } catch (error) {
    await route.abort('failed');
    throw error;
  }
}

function frameOf(request: PageRequest): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined; // a worker's request, or one from before its frame exists
  }
}
