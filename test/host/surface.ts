import type { WebFrame } from './web-frame.ts';

/** The page of one window: in Chromium, or only in this process for tests that need no browser. */
export interface Surface {
  /** The page's id for a driver of Chromium; empty without one. */
  readonly targetId: string;
  readonly mainFrame: WebFrame;
  /** Returns the address of the page in the app's form; empty until one was loaded. */
  url(): string;
  /** Resolves once the page is loaded, or if the window is closed meanwhile. Rejects with Electron's error if the page cannot be loaded. */
  load(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Hands one push, in text of the wire codec, to the preload of the page. Never rejects: a page that was left misses it. */
  deliver(text: string): Promise<void>;
  /** Runs a script in the page and returns its result; rejects with what it throws. */
  execute(code: string): Promise<unknown>;
  /** Ends the renderer as a crash would; `render-process-gone` follows. */
  crash(): Promise<void>;
  /** Fits the page into its window. */
  resize(size: WindowSize): Promise<void>;
  bringToFront(): Promise<void>;
  close(): Promise<void>;
}

export interface WindowSize {
  readonly width: number;
  readonly height: number;
  readonly state: 'normal' | 'maximized' | 'fullscreen';
}

/** Events that a surface reports to its web contents. */
export interface SurfaceOwner {
  /** Emits one of Electron's own events of web contents. */
  emit(name: string, ...values: unknown[]): boolean;
  /** The page asks for another window. */
  askToOpen(request: OpenRequest): unknown;
  /** The window is gone. */
  closed(): void;
}

export interface OpenRequest {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
}

export type OpenSurface = (owner: SurfaceOwner, preload: string | undefined) => Promise<Surface>;

let openSurface: OpenSurface | undefined;

/** Allows windows to be created from now on. */
export function useSurfaces(open: OpenSurface): void {
  openSurface = open;
}

/** Throws Electron's error for a window that is created too early. */
export function surfaces(): OpenSurface {
  if (openSurface === undefined) throw new Error('Cannot create BrowserWindow before app is ready');
  return openSurface;
}
