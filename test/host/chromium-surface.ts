import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BrowserContext, CDPSession, ConsoleMessage, Frame, Page } from 'playwright-core';
import { BrowserWindow } from './browser-window.ts';
import { ipcOf } from './ipc-main.ts';
import { HOST_BINDINGS, installPreloadSide, type PreloadSideNames, runPreloadSide } from './preload-side.ts';
import { preventableEvent } from './preventable-event.ts';
import { toAppUrl, toChromiumUrl } from './scheme-origins.ts';
import type { OpenRequest, OpenSurface, Surface, SurfaceOwner, WindowSize } from './surface.ts';
import { type WebFrame, webFrameOf } from './web-frame.ts';
import { createWireCodec } from './wire-codec.ts';

const levels: Readonly<Record<string, string>> = { warning: 'warning', error: 'error', assert: 'error', debug: 'debug' };
const codec = createWireCodec();

export interface Chromium {
  readonly context: BrowserContext;
  readonly isHeaded: boolean;
  readonly version: string;
}

const surfaces = new Map<Page, ChromiumSurface>();

/** Returns the window of a Chromium page. */
export const windowOf = (page: Page): BrowserWindow | undefined => {
  const surface = surfaces.get(page);
  return surface && BrowserWindow.ofSurface(surface);
};

/** Opens each window as a page of this Chromium. Must be called before the first page loads. */
export async function chromiumSurfaces(chromium: Chromium): Promise<OpenSurface> {
  await connectPages(chromium.context);
  let isFirstPageTaken = false;
  return async (owner, preload) => {
    const initial = isFirstPageTaken ? undefined : chromium.context.pages()[0];
    isFirstPageTaken = true;
    const surface = new ChromiumSurface(chromium, owner, preload);
    await surface.open(initial);
    return surface;
  };
}

class ChromiumSurface implements Surface {
  readonly #chromium: Chromium;
  readonly #owner: SurfaceOwner;
  readonly #preload: string | undefined;
  /** Name by which the preload side receives pushes. */
  readonly #deliver = `host${randomBytes(12).toString('hex')}`;
  #shown: { readonly page: Page; readonly devTools: CDPSession; readonly targetId: string } | undefined;
  #isCrashed = false;

  constructor(chromium: Chromium, owner: SurfaceOwner, preload: string | undefined) {
    this.#chromium = chromium;
    this.#owner = owner;
    this.#preload = preload;
  }

  /** Opens a new page, or takes the one that Chromium started with. */
  async open(initial?: Page): Promise<void> {
    const page = initial ?? (await this.#chromium.context.newPage());
    const devTools = await page.context().newCDPSession(page);
    const { targetInfo } = await devTools.send('Target.getTargetInfo');
    await devTools.send('Page.enable');
    this.#shown = { page, devTools, targetId: targetInfo.targetId };
    surfaces.set(page, this);
    await page.addInitScript({ content: this.#preloadScript() });
    this.#forwardEvents(page, devTools);
  }

  get #now(): { readonly page: Page; readonly devTools: CDPSession; readonly targetId: string } {
    if (this.#shown === undefined) throw new Error('The page is not open yet');
    return this.#shown;
  }

  get targetId(): string {
    return this.#now.targetId;
  }

  #preloadScript(): string {
    const { version } = this.#chromium;
    const names: PreloadSideNames = {
      bindings: HOST_BINDINGS,
      deliver: this.#deliver,
      process: { platform: process.platform, versions: { electron: 'stand-in', chrome: version, node: process.versions.node } },
    };
    const source = this.#preload === undefined ? '' : readFileSync(this.#preload, 'utf8');
    const run = `function (require, module, exports, process) {\n${source}\n}`;
    return `(${installPreloadSide.toString()})(${createWireCodec.toString()}, ${runPreloadSide.toString()}, ${JSON.stringify(names)}, ${run});`;
  }

  #forwardEvents(page: Page, devTools: CDPSession): void {
    const owner = this.#owner;
    devTools.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      owner.askToOpen({ url, frameName: windowName, features: windowFeatures.join(',') });
    });
    const emitConsole = (message: string, level: string, at?: ReturnType<ConsoleMessage['location']>): void => {
      const details = { message, level, lineNumber: (at?.lineNumber ?? -1) + 1, sourceId: toAppUrl(at?.url ?? '') };
      owner.emit('console-message', { ...preventableEvent(), ...details });
    };
    page.on('crash', () => {
      this.#isCrashed = true;
      owner.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    page.on('console', (message) => emitConsole(message.text(), levels[message.type()] ?? 'info', message.location()));
    page.on('pageerror', (error) => emitConsole(`Uncaught ${String(error)}`, 'error'));
    page.on('domcontentloaded', () => owner.emit('dom-ready', {}));
    page.on('load', () => owner.emit('did-finish-load', {}));
    page.on('popup', (popup) => void popup.close().catch(unlessClosed(popup)));
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) owner.emit('did-navigate', {}, toAppUrl(frame.url()));
    });
    page.once('close', () => {
      surfaces.delete(page);
      if (this.#shown?.page === page) owner.closed();
    });
  }

  get mainFrame(): WebFrame {
    return webFrameOf(this.#now.page.mainFrame());
  }

  url(): string {
    return toAppUrl(this.#now.page.url());
  }

  async load(url: string): Promise<void> {
    try {
      await this.#now.page.goto(toChromiumUrl(url), { waitUntil: 'load', timeout: 0 });
    } catch (error) {
      if (this.#now.page.isClosed()) return; // the window was closed while loading: nothing waits for the page any more
      const code = /net::(ERR_\w+)/.exec(String(error))?.[1] ?? 'ERR_FAILED';
      this.#owner.emit('did-fail-load', {}, -2, code, url, true);
      throw Object.assign(new Error(`${code} (-2) loading '${url}'`), { code, url });
    }
  }

  async reload(): Promise<void> {
    const { page } = this.#now;
    if (!this.#isCrashed) return void (await page.reload().catch(unlessClosed(page)));
    // Playwright abandons a page that has crashed: a new page takes its place.
    const url = this.url();
    await this.open();
    this.#isCrashed = false;
    await Promise.all([this.load(url), page.close()]);
  }

  async deliver(text: string): Promise<void> {
    const push = ([name, wire]: readonly [string, string]): void => {
      (globalThis as unknown as Record<string, (wire: string) => void>)[name]?.(wire);
    };
    // The page was left or closed before the push arrived: Electron drops the push as well.
    await this.#now.page.evaluate(push, [this.#deliver, text] as const).catch(() => undefined);
  }

  execute(code: string): Promise<unknown> {
    return this.#now.page.evaluate(code);
  }

  async crash(): Promise<void> {
    await this.#now.devTools.send('Page.crash').catch(() => undefined);
  }

  /** Headless Chromium has no window to resize, so the size goes to the page itself. */
  async resize({ width, height, state }: WindowSize): Promise<void> {
    try {
      if (!this.#chromium.isHeaded) return await this.#now.page.setViewportSize({ width, height });
      const { windowId } = await this.#now.devTools.send('Browser.getWindowForTarget');
      await this.#now.devTools.send('Browser.setWindowBounds', { windowId, bounds: { windowState: state } });
      if (state === 'normal') await this.#now.devTools.send('Browser.setWindowBounds', { windowId, bounds: { width, height } });
    } catch (error) {
      unlessClosed(this.#now.page)(error);
    }
  }

  async bringToFront(): Promise<void> {
    await this.#now.page.bringToFront().catch(unlessClosed(this.#now.page));
  }

  async close(): Promise<void> {
    await this.#now.page.close().catch(unlessClosed(this.#now.page));
  }
}

/** Questions of a page to its window, beside the app's own calls. */
type PageQuestion = { readonly kind: 'close' } | ({ readonly kind: 'open' } & OpenRequest);

async function connectPages(context: BrowserContext): Promise<void> {
  const of = (page: Page): ReturnType<typeof ipcOf> => ipcOf(() => surfaces.get(page));
  await context.exposeBinding(HOST_BINDINGS.invoke, ({ page, frame }: From, text: string) => of(page).invoke(webFrameOf(frame), text));
  await context.exposeBinding(HOST_BINDINGS.send, ({ page, frame }: From, text: string) => of(page).send(webFrameOf(frame), text));
  await context.exposeBinding(HOST_BINDINGS.ask, ({ page }: From, text: string) => {
    const question = codec.decode(text) as PageQuestion;
    const window = windowOf(page);
    if (question.kind === 'close') window?.close();
    else window?.webContents.askToOpen(question);
  });
}

interface From {
  readonly page: Page;
  readonly frame: Frame;
}

function unlessClosed(page: Page): (error: unknown) => void {
  return (error) => {
    if (!page.isClosed()) console.error(error);
  };
}
