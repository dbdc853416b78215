import { EventEmitter } from 'node:events';
import type { HandlerDetails, WebPreferences, WindowOpenHandlerResponse } from 'electron';
import { refuseOnceDestroyed } from './destroyed.ts';
import { changeLocalState, readLocalState } from './local-state.ts';
import { preventableEvent } from './preventable-event.ts';
import { toAppUrl } from './scheme-origins.ts';
import { defaultSession } from './session.ts';
import { type OpenRequest, type Surface, surfaces } from './surface.ts';
import type { WebFrame } from './web-frame.ts';
import { createWireCodec } from './wire-codec.ts';

const codec = createWireCodec();
let lastId = 0;

export class WebContents extends EventEmitter {
  readonly id = ++lastId;
  /** Settles when the page exists and the preload is installed for its first document. */
  readonly opened: Promise<Surface>;
  readonly #preferences: WebPreferences;
  #surface: Surface | undefined;
  #isDestroyed = false;
  #isCrashed = false;
  #openHandler: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined;
  #webRtcPolicy = 'default';
  /** The address that the app itself requested: it gets no veto. */
  #ownUrl = '';

  constructor(preferences: WebPreferences = {}) {
    super();
    this.#preferences = preferences;
    const open = surfaces();
    // One microtask later, so that the code that made the window receives every event.
    this.opened = Promise.resolve()
      .then(() => open({ emit: this.#emit, askToOpen: (request) => this.askToOpen(request), closed: this.#closed }, preferences.preload))
      .then((surface) => {
        this.#surface = surface;
        return surface;
      });
  }

  readonly #emit = (name: string, ...values: unknown[]): boolean => {
    if (this.#isDestroyed) return false;
    if (name === 'render-process-gone') this.#isCrashed = true;
    return this.emit(name, ...values);
  };

  readonly #closed = (): void => this.end();

  /** Destroys the web contents. */
  end(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.emit('destroyed');
  }

  get session(): typeof defaultSession {
    return defaultSession;
  }

  get targetId(): string {
    return this.#surface?.targetId ?? '';
  }

  /** Returns the preferences that the app asked for. Only `preload` has an effect here. */
  getLastWebPreferences(): WebPreferences {
    return this.#preferences;
  }

  /** Asks the app about a navigation that the page started; false means it must not happen. */
  allowsNavigation(url: string, isMainFrame: boolean): boolean {
    const asApp = toAppUrl(url);
    if (isMainFrame && (asApp === this.#ownUrl || asApp === this.#surface?.url())) return true;
    const details = { url: asApp, isMainFrame, isSameDocument: false };
    for (const name of isMainFrame ? ['will-frame-navigate', 'will-navigate'] : ['will-frame-navigate']) {
      const event = Object.assign(preventableEvent(), details);
      this.emit(name, event, details.url);
      if (event.defaultPrevented) return false;
    }
    return true;
  }

  /** The app may veto a window or handle it elsewhere; the stand-in itself never opens a child window. */
  askToOpen(request: OpenRequest): WindowOpenHandlerResponse {
    const details: HandlerDetails = {
      ...request,
      url: toAppUrl(request.url),
      disposition: 'foreground-tab',
      referrer: { url: this.getURL(), policy: 'default' },
    };
    const answer = this.#openHandler?.(details) ?? { action: 'allow' };
    if (answer.action === 'allow') console.error(`The stand-in opens no child windows: ${details.url}`);
    return answer;
  }

  async loadURL(url: string): Promise<void> {
    const surface = await this.opened;
    this.#ownUrl = URL.canParse(url) ? new URL(url).href : url;
    this.#isCrashed = false;
    await surface.load(url);
  }

  /** A value that cannot be cloned is not sent: Electron reports that on the console and throws nothing. */
  send(channel: string, ...values: unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument');
    let text: string;
    try {
      text = codec.encode([channel, values]);
    } catch (error) {
      console.error('Error sending from webFrameMain: ', error);
      return;
    }
    void this.opened.then((surface) => surface.deliver(text));
  }

  async executeJavaScript(code: string): Promise<unknown> {
    return (await this.opened).execute(code);
  }

  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.#openHandler = handler;
  }

  /** Chromium takes this only at its start, by the switch `webrtc-ip-handling-policy`. It is stored here so that a test can read it. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.#webRtcPolicy = policy;
  }

  getWebRTCIPHandlingPolicy(): string {
    return this.#webRtcPolicy;
  }

  /** Stored for the host of the page, as Electron does. The page is not drawn larger. */
  setZoomLevel(level: number): void {
    changeLocalState({ zoomLevels: { ...readLocalState().zoomLevels, [this.#host()]: level } });
  }

  getZoomLevel(): number {
    return readLocalState().zoomLevels?.[this.#host()] ?? 0;
  }

  readonly #host = (): string => (URL.canParse(this.getURL()) ? new URL(this.getURL()).host : '');

  get mainFrame(): WebFrame {
    if (this.#surface === undefined) throw new Error('The stand-in has no frame before the page is open');
    return this.#surface.mainFrame;
  }

  getURL(): string {
    return this.#surface?.url() ?? '';
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  isCrashed(): boolean {
    return this.#isCrashed;
  }

  reload(): void {
    this.#isCrashed = false;
    void this.opened.then((surface) => surface.reload());
  }

  forcefullyCrashRenderer(): void {
    void this.opened.then((surface) => surface.crash());
  }

  close(): void {
    this.emit('close-requested');
  }

  /** Chromium shows no developer tools over its debugging port. */
  openDevTools(): void {
    console.error('The stand-in has no developer tools; connect a browser to its debugging port instead.');
  }
}

refuseOnceDestroyed(WebContents.prototype, ['end', 'targetId']);
