import { readFileSync } from 'node:fs';
import { BrowserWindow } from './browser-window.ts';
import { ipcOf } from './ipc-main.ts';
import { type RunPreload, runPreloadSide } from './preload-side.ts';
import { handlerOf } from './protocol.ts';
import { toAppOrigin } from './scheme-origins.ts';
import { allowsRequest } from './session.ts';
import type { OpenSurface, Surface } from './surface.ts';
import type { WebFrame } from './web-frame.ts';
import { createWireCodec } from './wire-codec.ts';

/** A page without a browser: its file is requested, its preload runs, and a script of the test replaces its own. */
export interface ScriptPage {
  /** Returns what the preload gave the page; a new object after each reload. */
  world(): Readonly<Record<string, any>>;
  /** Returns the number of times the page was loaded. */
  loads(): number;
}

const pages = new Map<Surface, ScriptPage>();

/** Returns the page of a window, once it is loaded. */
export const pageOf = (window: BrowserWindow): ScriptPage | undefined =>
  [...pages].find(([surface]) => BrowserWindow.ofSurface(surface) === window)?.[1];

export const scriptSurfaces: OpenSurface = async (owner, preload) => {
  const codec = createWireCodec();
  let address = '';
  let loads = 0;
  let world: Record<string, unknown> = {};
  let deliver: ((text: string) => void) | undefined;
  const frame: WebFrame = {
    get url() {
      return address;
    },
    get origin() {
      return toAppOrigin(address);
    },
    parent: null,
    get top() {
      return frame;
    },
  };

  async function open(url: string): Promise<void> {
    const answer = await request(url);
    if (answer?.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) {
      owner.emit('did-fail-load', {}, -2, 'ERR_FAILED', url, true);
      throw Object.assign(new Error(`ERR_FAILED (-2) loading '${url}'`), { code: 'ERR_FAILED', url });
    }
    address = url;
    world = {};
    if (preload !== undefined) {
      const ipc = ipcOf(() => surface);
      const line = { invoke: (text: string) => ipc.invoke(frame, text), send: (text: string) => ipc.send(frame, text) };
      // oxlint-disable-next-line typescript/no-implied-eval -- what Electron does with a sandboxed preload
      const run = new Function('require', 'module', 'exports', 'process', readFileSync(preload, 'utf8')) as RunPreload;
      const about = { platform: process.platform, versions: { electron: 'stand-in', node: process.versions.node } };
      deliver = runPreloadSide(codec, line, world, about, run);
    }
    loads += 1;
    pages.set(surface, { world: () => world, loads: () => loads });
    owner.emit('dom-ready', {});
    owner.emit('did-finish-load', {});
  }

  async function request(url: string): Promise<Response | undefined> {
    if (!(await allowsRequest({ url, method: 'GET', resourceType: 'mainFrame' }))) return undefined;
    return handlerOf(new URL(url).protocol.slice(0, -1))?.(new Request(url));
  }

  const surface: Surface = {
    targetId: '',
    mainFrame: frame,
    url: () => address,
    load: open,
    reload: () => open(address).catch((error: unknown) => console.error(error)),
    async deliver(text) {
      deliver?.(text);
    },
    execute: () => Promise.reject(new Error('A page without a browser runs no script.')),
    async crash() {
      deliver = undefined;
      owner.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    },
    resize: async () => undefined,
    bringToFront: async () => undefined,
    async close() {
      deliver = undefined;
      pages.delete(surface);
      owner.closed();
    },
  };
  return surface;
};
