import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import type { BrowserContext, Page } from 'playwright-core';
import { runningChromium } from './chromium.ts';
import { PRIMARY_DISPLAY } from './desktop.ts';
import { HOST_BINDINGS } from './preload-side.ts';
import { preventableEvent } from './preventable-event.ts';
import { WebContents } from './web-contents.ts';
import { createWireCodec } from './wire-codec.ts';

const windows = new Set<BrowserWindow>();
/** Emits 'created' (window) and 'all-closed'. */
export const windowLife = new EventEmitter();
let lastId = 0;
let isFirstPageTaken = false;

export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId;
  readonly webContents: WebContents;
  #page: Page | undefined;
  #bounds: Rectangle;
  #title: string;
  #isVisible: boolean;
  #isFullScreen = false;
  #isMaximized = false;
  #isDestroyed = false;

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...windows].at(-1) ?? null;
  }

  static fromWebContents(webContents: WebContents): BrowserWindow | null {
    return [...windows].find((window) => window.webContents === webContents) ?? null;
  }

  static fromId(id: number): BrowserWindow | null {
    return [...windows].find((window) => window.id === id) ?? null;
  }

  static ofPage(page: Page): BrowserWindow | undefined {
    return [...windows].find((window) => window.#page === page);
  }

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    const { context } = runningChromium();
    const { width = 800, height = 600, x = 0, y = 0 } = options;
    this.#bounds = { x, y, width, height };
    this.#title = options.title ?? '';
    this.#isVisible = options.show !== false;
    this.webContents = new WebContents(() => this.#openPage(context), options.webPreferences);
    this.webContents.once('dom-ready', () => this.emit('ready-to-show'));
    this.webContents.on('close-requested', () => this.close());
    this.webContents.opened.catch((error: unknown) => console.error('The window could not be opened:', error));
    windows.add(this);
    if (options.fullscreen) this.setFullScreen(true);
    windowLife.emit('created', this);
  }

  async #openPage(context: BrowserContext): Promise<Page> {
    const initial = isFirstPageTaken ? undefined : context.pages()[0];
    isFirstPageTaken = true;
    const page = initial ?? (await context.newPage());
    this.#page = page;
    page.once('close', () => this.#afterClose());
    await this.#applySize(page);
    return page;
  }

  /** Headless Chromium has no window to resize, so the size goes to the page itself. */
  async #applySize(page: Page): Promise<void> {
    const isFilling = this.#isFullScreen || this.#isMaximized;
    const { width, height } = isFilling ? PRIMARY_DISPLAY.workAreaSize : this.#bounds;
    if (!runningChromium().isHeaded) return page.setViewportSize({ width, height });
    const devTools = await page.context().newCDPSession(page);
    const { windowId } = await devTools.send('Browser.getWindowForTarget');
    const windowState = this.#isFullScreen ? 'fullscreen' : this.#isMaximized ? 'maximized' : 'normal';
    await devTools.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
    if (!isFilling) await devTools.send('Browser.setWindowBounds', { windowId, bounds: { width, height } });
    await devTools.detach();
  }

  #resize(): void {
    const page = this.#page;
    if (page === undefined) return; // #openPage applies the size
    this.#applySize(page).catch((error: unknown) => {
      if (!page.isClosed()) console.error('The window could not be resized:', error);
    });
  }

  #afterClose(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0) windowLife.emit('all-closed');
  }

  #assertAlive(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
  }

  async loadURL(url: string): Promise<void> {
    this.#assertAlive();
    await this.webContents.load(url);
  }

  loadFile(path: string): Promise<void> {
    return this.loadURL(pathToFileURL(resolve(path)).href);
  }

  close(): void {
    this.#assertAlive();
    void this.tryClose();
  }

  /** True when the window is gone, false when the app kept it open. */
  async tryClose(): Promise<boolean> {
    if (this.#isDestroyed) return true;
    const event = preventableEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    const page = await this.webContents.opened;
    await page.close();
    this.#afterClose();
    return true;
  }

  destroy(): void {
    void this.webContents.opened.then((page) => page.close());
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  reload(): void {
    this.webContents.reload();
  }

  capturePage(): ReturnType<WebContents['capturePage']> {
    return this.webContents.capturePage();
  }

  show(): void {
    this.#assertAlive();
    this.#isVisible = true;
    this.emit('show');
  }

  showInactive(): void {
    this.show();
  }

  hide(): void {
    this.#isVisible = false;
    this.emit('hide');
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  focus(): void {
    void this.#page?.bringToFront();
  }

  isFocused(): boolean {
    return BrowserWindow.getFocusedWindow() === this;
  }

  minimize(): void {
    this.hide();
  }

  isMinimized(): boolean {
    return false;
  }

  restore(): void {
    this.show();
  }

  maximize(): void {
    this.#isMaximized = true;
    this.#resize();
    this.emit('maximize');
  }

  unmaximize(): void {
    this.#isMaximized = false;
    this.#resize();
    this.emit('unmaximize');
  }

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  setFullScreen(isFullScreen: boolean): void {
    this.#isFullScreen = isFullScreen;
    this.#resize();
    this.emit(isFullScreen ? 'enter-full-screen' : 'leave-full-screen');
  }

  isFullScreen(): boolean {
    return this.#isFullScreen;
  }

  setTitle(title: string): void {
    this.#assertAlive();
    this.#title = title;
  }

  getTitle(): string {
    return this.#title;
  }

  setBounds(bounds: Partial<Rectangle>): void {
    Object.assign(this.#bounds, bounds);
    this.#resize();
  }

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    return this.getBounds();
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  getSize(): [number, number] {
    return [this.#bounds.width, this.#bounds.height];
  }

  // Looks of the window frame: there is none here.
  setMenu(): void {}
  removeMenu(): void {}
  setMenuBarVisibility(): void {}
  setAutoHideMenuBar(): void {}
  setBackgroundColor(): void {}
  setMinimumSize(): void {}
  setIcon(): void {}
  setProgressBar(): void {}
  flashFrame(): void {}
  center(): void {}
}

type PageQuestion =
  | { kind: 'close' }
  | { kind: 'paths'; batch: number; count: number }
  | { kind: 'open'; url: string; frameName: string; features: string };

/** Lets pages close their window, ask for a new one and learn where their files lie. */
export async function connectWindows(context: BrowserContext): Promise<void> {
  const codec = createWireCodec();
  await context.exposeBinding(HOST_BINDINGS.ask, async ({ page }, text: string) => {
    const window = BrowserWindow.ofPage(page);
    const question = codec.decode(text) as PageQuestion;
    if (question.kind === 'close') window?.close();
    if (question.kind === 'open') window?.webContents.askToOpen(question);
    return codec.encode(
      question.kind === 'paths' ? ((await window?.webContents.pathsOfFiles(question.batch, question.count)) ?? []) : null,
    );
  });
}

export const webContents = {
  getAllWebContents: (): WebContents[] => BrowserWindow.getAllWindows().map((window) => window.webContents),
  getFocusedWebContents: (): WebContents | null => BrowserWindow.getFocusedWindow()?.webContents ?? null,
  fromId: (id: number): WebContents | undefined => webContents.getAllWebContents().find((contents) => contents.id === id),
  fromDevToolsTargetId: (targetId: string): WebContents | undefined =>
    webContents.getAllWebContents().find((contents) => contents.targetId === targetId),
};
