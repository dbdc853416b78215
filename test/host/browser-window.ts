import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { refuseOnceDestroyed } from './destroyed.ts';
import { keepWindow, keptWindow } from './local-state.ts';
import { preventableEvent } from './preventable-event.ts';
import type { Surface } from './surface.ts';
import { WebContents } from './web-contents.ts';

/** Work area of the only display. */
const workArea = { width: 1366, height: 768 };
const windows = new Set<BrowserWindow>();
/** Emits 'created' (window) and 'all-closed'. */
export const windowLife = new EventEmitter();
let lastId = 0;

export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId;
  readonly #webContents: WebContents;
  #surface: Surface | undefined;
  readonly #bounds: Rectangle;
  /** Name under which the window's place is stored, if any. */
  readonly #keptAs: string | undefined;
  #isVisible = false;
  #isFullScreen = false;
  #isMaximized = false;
  #isMinimized = false;
  #isDestroyed = false;

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...windows].at(-1) ?? null;
  }

  static fromWebContents(webContents: WebContents): BrowserWindow | null {
    return [...windows].find((window) => window.#webContents === webContents) ?? null;
  }

  static ofSurface(surface: Surface): BrowserWindow | undefined {
    return [...windows].find((window) => window.#surface === surface);
  }

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    const { width = 800, height = 600, x = 0, y = 0 } = options;
    this.#bounds = { x, y, width, height };
    this.#webContents = new WebContents(options.webPreferences);
    this.#webContents.once('dom-ready', () => this.emit('ready-to-show'));
    this.#webContents.on('close-requested', () => this.close());
    this.#webContents.once('destroyed', () => this.#afterClose());
    this.#webContents.opened.then(
      (surface) => {
        this.#surface = surface;
        this.#fit();
      },
      (error: unknown) => console.error('The window could not be opened:', error),
    );
    windows.add(this);
    if (options.windowStatePersistence && options.name) this.#keptAs = options.name;
    const kept = this.#keptAs && keptWindow(this.#keptAs);
    if (kept) {
      Object.assign(this.#bounds, kept.bounds);
      this.#isMaximized = kept.isMaximized;
      this.#isFullScreen = kept.isFullScreen;
      setImmediate(() => this.emit('persisted-state-restored'));
    }
    if (options.fullscreen) this.#isFullScreen = true;
    if (options.show !== false) this.#isVisible = true;
    windowLife.emit('created', this);
  }

  get webContents(): WebContents {
    return this.#webContents;
  }

  /** Headless Chromium has no window to resize, so the size goes to the page itself. */
  #fit(): void {
    const isFilling = this.#isFullScreen || this.#isMaximized;
    const { width, height } = isFilling ? workArea : this.#bounds;
    const state = this.#isFullScreen ? 'fullscreen' : this.#isMaximized ? 'maximized' : 'normal';
    void this.#surface?.resize({ width, height, state });
  }

  #keep(): void {
    if (this.#keptAs) keepWindow(this.#keptAs, { bounds: this.#bounds, isMaximized: this.#isMaximized, isFullScreen: this.#isFullScreen });
  }

  #afterClose(): void {
    if (this.#isDestroyed) return;
    this.#keep();
    this.#isDestroyed = true;
    windows.delete(this);
    this.emit('closed');
    if (windows.size === 0) windowLife.emit('all-closed');
  }

  loadURL(url: string): Promise<void> {
    return this.#webContents.loadURL(url);
  }

  close(): void {
    void this.tryClose();
  }

  /** Returns true if the window is gone, false if the app kept it open. */
  async tryClose(): Promise<boolean> {
    if (this.#isDestroyed) return true;
    const event = preventableEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    await this.#end();
    return true;
  }

  destroy(): void {
    void this.#end();
  }

  /** Electron closes at once; the page behind it may take a moment longer. */
  async #end(): Promise<void> {
    const { opened } = this.#webContents;
    this.#webContents.end();
    await (await opened).close();
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  show(): void {
    this.#isVisible = true;
    this.#isMinimized = false;
    this.emit('show');
  }

  hide(): void {
    this.#isVisible = false;
    this.emit('hide');
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  focus(): void {
    void this.#surface?.bringToFront();
    this.emit('focus');
  }

  minimize(): void {
    this.#isMinimized = true;
    this.emit('minimize');
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  restore(): void {
    this.#isMinimized = false;
    this.emit('restore');
  }

  /** Shows the window too, as Electron does with one that is hidden. */
  maximize(): void {
    this.#isMaximized = true;
    this.#isVisible = true;
    this.#fit();
    this.#keep();
    this.emit('maximize');
  }

  unmaximize(): void {
    this.#isMaximized = false;
    this.#fit();
    this.#keep();
    this.emit('unmaximize');
  }

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  isFullScreen(): boolean {
    return this.#isFullScreen;
  }

  setBounds(bounds: Partial<Rectangle>): void {
    Object.assign(this.#bounds, bounds);
    this.#fit();
    this.#keep();
  }

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }

  /** The stand-in has no frame around its page. */
  getContentSize(): number[] {
    return [this.#bounds.width, this.#bounds.height];
  }
}

refuseOnceDestroyed(BrowserWindow.prototype, ['tryClose']);

export const webContents = {
  getAllWebContents: (): WebContents[] => [...windows].map((window) => window.webContents),
  fromDevToolsTargetId: (targetId: string): WebContents | undefined =>
    webContents.getAllWebContents().find((contents) => contents.targetId === targetId),
};
