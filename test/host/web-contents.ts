import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { PrintToPDFOptions, WebPreferences, WindowOpenHandlerResponse } from 'electron';
import type { CDPSession, ConsoleMessage, Page } from 'playwright-core';
import { runningChromium } from './chromium.ts';
import { HOST_BINDINGS, installPreloadSide, type PreloadSideNames } from './preload-side.ts';
import { preventableEvent } from './preventable-event.ts';
import { toAppUrl, toChromiumUrl } from './scheme-origins.ts';
import { defaultSession } from './session.ts';
import { type WebFrame, webFrameOf } from './web-frame.ts';
import { createWireCodec } from './wire-codec.ts';

interface OpenRequest {
  url: string;
  frameName: string;
  features: string;
}

const codec = createWireCodec();
const LEVELS: Record<string, string> = { warning: 'warning', error: 'error', assert: 'error', debug: 'debug' };
let lastId = 0;

export class WebContents extends EventEmitter {
  readonly id = ++lastId;
  readonly session = defaultSession;
  /** Settles when the page exists and the preload stands ready for its first document. */
  readonly opened: Promise<Page>;
  targetId = '';
  readonly #deliver = secretName();
  readonly #fileAt = secretName();
  #page: Page | undefined;
  #devTools: CDPSession | undefined;
  #openHandler: ((request: object) => WindowOpenHandlerResponse) | undefined;
  #zoomFactor = 1;
  #webRtcPolicy = 'default';
  /** The URL the app itself asked for: no veto for that one. */
  #ownUrl = '';

  readonly #preferences: WebPreferences;

  constructor(openPage: () => Promise<Page>, preferences: WebPreferences = {}) {
    super();
    this.#preferences = preferences;
    this.opened = this.#open(openPage, preferences.preload);
  }

  /** What the app asked for. Here only `preload` has an effect. */
  getLastWebPreferences(): WebPreferences {
    return this.#preferences;
  }

  async #open(openPage: () => Promise<Page>, preload: string | undefined): Promise<Page> {
    const page = await openPage();
    this.#page = page;
    this.#devTools = await page.context().newCDPSession(page);
    this.targetId = (await this.#devTools.send('Target.getTargetInfo')).targetInfo.targetId;
    this.#devTools.on('Page.windowOpen', (opening) => {
      this.askToOpen({ url: opening.url, frameName: opening.windowName, features: opening.windowFeatures.join(',') });
    });
    await this.#devTools.send('Page.enable');
    await page.addInitScript({ content: this.#preloadScript(preload) });
    this.#forwardEvents(page);
    return page;
  }

  #preloadScript(preload: string | undefined): string {
    const names: PreloadSideNames = {
      bindings: HOST_BINDINGS,
      deliver: this.#deliver,
      fileAt: this.#fileAt,
      platform: process.platform,
      versions: { electron: 'stand-in', chrome: runningChromium().version, node: process.versions.node },
    };
    const source = preload === undefined ? '' : readFileSync(preload, 'utf8');
    const run = `function (require, module, exports, process) {\n${source}\n}`;
    return `(${installPreloadSide.toString()})(${createWireCodec.toString()}, ${JSON.stringify(names)}, ${run});`;
  }

  #forwardEvents(page: Page): void {
    page.on('crash', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }));
    page.on('console', (message) => this.#emitConsole(message.text(), LEVELS[message.type()] ?? 'info', message.location()));
    page.on('pageerror', (error) => this.#emitConsole(`Uncaught ${String(error)}`, 'error', undefined));
    page.on('domcontentloaded', () => this.emit('dom-ready', {}));
    page.on('load', () => this.emit('did-finish-load', {}));
    page.on('popup', (popup) => void popup.close().catch(ignoreClosed(popup)));
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.emit('did-navigate', {}, toAppUrl(frame.url()));
    });
  }

  #emitConsole(message: string, level: string, at: ReturnType<ConsoleMessage['location']> | undefined): void {
    const details = { message, level, lineNumber: (at?.lineNumber ?? -1) + 1, sourceId: toAppUrl(at?.url ?? '') };
    this.emit('console-message', { ...preventableEvent(), ...details });
  }

  /** Asks the app about a navigation the page started; false means it must not happen. */
  allowsNavigation(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && (url === this.#ownUrl || url === this.#page?.url())) return true;
    const details = { url: toAppUrl(url), isMainFrame, isSameDocument: false };
    for (const name of isMainFrame ? ['will-frame-navigate', 'will-navigate'] : ['will-frame-navigate']) {
      const event = Object.assign(preventableEvent(), details);
      this.emit(name, event, details.url);
      if (event.defaultPrevented) return false;
    }
    return true;
  }

  /** The app may veto a window or handle it elsewhere; the stand-in itself never opens a child window. */
  askToOpen(request: OpenRequest): WindowOpenHandlerResponse {
    const details = {
      ...request,
      url: toAppUrl(request.url),
      disposition: 'foreground-tab',
      referrer: { url: this.getURL(), policy: 'default' },
    };
    const answer = this.#openHandler?.(details) ?? { action: 'allow' };
    if (answer.action === 'allow') console.error(`The stand-in opens no child windows: ${details.url}`);
    return answer;
  }

  /** The place on disk of files the page was given; '' for files made by a script. */
  async pathsOfFiles(batch: number, count: number): Promise<string[]> {
    await this.opened;
    return Promise.all(Array.from({ length: count }, (_, at) => this.#pathOfFile(batch, at)));
  }

  async #pathOfFile(batch: number, at: number): Promise<string> {
    const expression = `globalThis['${this.#fileAt}'](${String(batch)}, ${String(at)})`;
    const found = await this.#devTools?.send('Runtime.evaluate', { expression });
    const objectId = found?.result.objectId;
    if (objectId === undefined) return '';
    return (await this.#devTools?.send('DOM.getFileInfo', { objectId }))?.path ?? '';
  }

  async load(url: string): Promise<void> {
    const page = await this.opened;
    this.#ownUrl = new URL(toChromiumUrl(url)).href;
    try {
      await page.goto(this.#ownUrl, { waitUntil: 'load', timeout: 0 });
    } catch (error) {
      if (page.isClosed()) return; // the window went away while loading: nobody waits for the page any more
      const code = /net::(ERR_\w+)/.exec(String(error))?.[1] ?? 'ERR_FAILED';
      this.emit('did-fail-load', {}, -2, code, url, true);
      throw Object.assign(new Error(`${code} (-2) loading '${url}'`), { code, url });
    }
  }

  send(channel: string, ...values: unknown[]): void {
    if (this.isDestroyed()) throw new TypeError('Object has been destroyed');
    const text = codec.encode([channel, values]);
    this.opened
      .then((page) =>
        page.evaluate(([name, wire]) => (globalThis as unknown as Record<string, (wire: string) => void>)[name]?.(wire), [
          this.#deliver,
          text,
        ] as const),
      )
      .catch(() => {
        // The page was left or closed before the push came: Electron drops it as well.
      });
  }

  setWindowOpenHandler(handler: (request: object) => WindowOpenHandlerResponse): void {
    this.#openHandler = handler;
  }

  /** Chromium can be told at its start only, by the switch `webrtc-ip-handling-policy`; here it is kept so that a test can read it. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.#webRtcPolicy = policy;
  }

  getWebRTCIPHandlingPolicy(): string {
    return this.#webRtcPolicy;
  }

  get mainFrame(): WebFrame | undefined {
    return this.#page === undefined ? undefined : webFrameOf(this.#page.mainFrame());
  }

  getURL(): string {
    return toAppUrl(this.#page?.url() ?? '');
  }

  isDestroyed(): boolean {
    return this.#page?.isClosed() ?? false;
  }

  isLoading(): boolean {
    return this.#page === undefined;
  }

  reload(): void {
    if (this.#page !== undefined) void this.#page.reload().catch(ignoreClosed(this.#page));
  }

  setZoomFactor(factor: number): void {
    this.#zoomFactor = factor;
    const zoom = (page: Page): Promise<void> =>
      page.evaluate((value) => {
        document.documentElement.style.zoom = String(value);
      }, factor);
    void this.opened.then((page) => zoom(page).catch(ignoreClosed(page)));
  }

  getZoomFactor(): number {
    return this.#zoomFactor;
  }

  async executeJavaScript(code: string): Promise<unknown> {
    return (await this.opened).evaluate(code);
  }

  async capturePage(): Promise<{ toPNG(): Buffer; isEmpty(): boolean }> {
    const png = await (await this.opened).screenshot();
    return { toPNG: () => png, isEmpty: () => png.length === 0 };
  }

  async printToPDF(options: PrintToPDFOptions = {}): Promise<Buffer> {
    const { printBackground = false, preferCSSPageSize = false, landscape = false, scale = 1, pageRanges = '' } = options;
    return (await this.opened).pdf({ printBackground, preferCSSPageSize, landscape, scale, pageRanges });
  }

  close(): void {
    this.emit('close-requested');
  }

  /** Chromium shows no developer tools over its debugging port. */
  openDevTools(): void {
    console.error('The stand-in has no developer tools; connect a browser to its debugging port instead.');
  }
}

function secretName(): string {
  return `host${randomBytes(12).toString('hex')}`;
}

function ignoreClosed(page: Page): (error: unknown) => void {
  return (error) => {
    if (!page.isClosed()) console.error(error);
  };
}
