import type { WebFrame } from './web-frame.ts';

/** The page of one window: in a Chromium, or nowhere but in this process for the checks that need no browser. */
export interface Surface {
  /** How a driver of Chromium names the page; empty without one. */
  readonly targetId: string;
  readonly mainFrame: WebFrame;
  /** The address of the page as the app knows it; empty until one was loaded. */
  url(): string;
  /** Settles once the page is loaded. Rejects with Electron's error if it cannot be, and resolves if the window goes away meanwhile. */
  load(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Hands one push, as the wire codec wrote it, to the preload of the page. Never rejects: a page that was left misses it. */
  deliver(text: string): Promise<void>;
  /** Runs a script in the page and returns what it comes to; rejects with what it throws. */
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

/** What a surface reports to the web contents that own it. */
export interface SurfaceOwner {
  /** One of Electron's own events of web contents. */
  emit(name: string, ...values: unknown[]): boolean;
  /** The page asked for another window. */
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

/** From now on windows can be made. */
export function useSurfaces(open: OpenSurface): void {
  openSurface = open;
}

/** Throws as Electron does for a window that is made too early. */
export function surfaces(): OpenSurface {
  if (openSurface === undefined) throw new Error('Cannot create BrowserWindow before app is ready');
  return openSurface;
}
