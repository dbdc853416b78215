// The part of Electron that a sandboxed preload sees. A page gets these functions as source text, in front of the real built preload: they
// must not use anything outside themselves. Preload and page share one JavaScript world there, so a test on this host proves nothing about
// isolation itself.
import type { WireCodec } from './wire-codec.ts';

/** Bindings that the host puts on every page; the preload side removes them before page scripts run. */
export const HOST_BINDINGS = { invoke: '__hostInvoke', send: '__hostSend', ask: '__hostAsk' } as const;

export interface PreloadSideNames {
  readonly bindings: typeof HOST_BINDINGS;
  /** Secret name by which the host delivers a push. */
  readonly deliver: string;
  readonly process: PreloadProcess;
}

export interface PreloadProcess {
  readonly platform: string;
  readonly versions: Readonly<Record<string, string>>;
}

export type RunPreload = (require: (name: string) => unknown, module: { exports: object }, exports: object, process: object) => void;

/** The connection of one page's preload to main, in text of the wire codec. */
export interface PreloadLine {
  invoke(text: string): Promise<string>;
  send(text: string): void;
}

/** Runs a preload with its part of Electron. `world`: receives what the page can see. Returns the function that takes a push. */
export function runPreloadSide(
  codec: WireCodec,
  line: PreloadLine,
  world: Record<string, unknown>,
  about: PreloadProcess,
  runPreload: RunPreload,
): (text: string) => void {
  // ipcRenderer
  const listeners = new Map<string, Set<(...values: unknown[]) => void>>();
  const ipcRenderer: any = {
    async invoke(channel: string, ...values: unknown[]) {
      const answer = codec.decode(await line.invoke(codec.encode([channel, values])));
      if ('error' in answer) throw new Error(`Error invoking remote method '${channel}': ${answer.error}`);
      return answer.value;
    },
    send(channel: string, ...values: unknown[]) {
      line.send(codec.encode([channel, values]));
    },
    on(channel: string, listener: (...values: unknown[]) => void) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    off(channel: string, listener: (...values: unknown[]) => void) {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };

  // contextBridge: functions stay callable, everything else that crosses is copied; errors keep their message only
  const cross = (value: any, seen = new Map<object, unknown>()): any => {
    if (typeof value === 'function') {
      return (...values: unknown[]) => {
        try {
          return cross(value(...values.map((item) => cross(item))));
        } catch (error) {
          throw cross(error);
        }
      };
    }
    if (typeof value === 'symbol') return undefined;
    if (value === null || typeof value !== 'object' || value instanceof Blob) return value;
    if (seen.has(value)) return seen.get(value);
    if (value instanceof Error) return new Error(value.message);
    if (value instanceof Promise) {
      const rethrow = (error: unknown): never => {
        throw cross(error);
      };
      return value.then((item) => cross(item), rethrow);
    }
    if (!Array.isArray(value) && Object.prototype.toString.call(value) !== '[object Object]') return structuredClone(value);
    const copy: any = Array.isArray(value) ? [] : {};
    seen.set(value, copy);
    for (const [key, item] of Object.entries(value)) copy[key] = cross(item, seen);
    return copy;
  };
  const freeze = (value: any): any => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return value;
    Object.freeze(value);
    Object.values(value).forEach(freeze);
    return value;
  };
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown) {
      if (key in world) throw new Error('Cannot bind an API on top of an existing property on the window object');
      Object.defineProperty(world, key, { value: freeze(cross(api)), enumerable: true });
    },
  };

  const requireFromPreload = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return { contextBridge, ipcRenderer };
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  const process = { type: 'renderer', sandboxed: true, contextIsolated: true, env: {}, argv: [], ...about };
  runPreload(requireFromPreload, module, module.exports, process);
  return (text) => {
    const [channel, values] = codec.decode(text);
    const current = [...(listeners.get(channel) ?? [])]; // a listener may remove itself
    for (const listener of current) listener({ sender: ipcRenderer, ports: [] }, ...values);
  };
}

/** Does the same in a page of Chromium, and adds what its window may ask of the app. */
export function installPreloadSide(
  createCodec: () => WireCodec,
  runSide: typeof runPreloadSide,
  names: PreloadSideNames,
  runPreload: RunPreload,
): void {
  const page = globalThis as any;
  const invoke: (text: string) => Promise<string> = page[names.bindings.invoke];
  const send: (text: string) => Promise<void> = page[names.bindings.send];
  const askHost: (text: string) => Promise<string> = page[names.bindings.ask];
  for (const binding of Object.values(names.bindings)) delete page[binding];
  if (window !== window.top) return;
  const codec = createCodec();

  // Chromium lets a script close only windows that a script opened, and it would open popups before the app could refuse them.
  window.close = () => {
    void askHost(codec.encode({ kind: 'close' }));
  };
  window.open = (url, frameName, features) => {
    const absolute = url === undefined || url === '' ? 'about:blank' : new URL(url, document.baseURI).href;
    void askHost(codec.encode({ kind: 'open', url: absolute, frameName: frameName ?? '', features: features ?? '' }));
    return null;
  };

  const line = { invoke, send: (text: string) => void send(text) };
  Object.defineProperty(page, names.deliver, { value: runSide(codec, line, page, names.process, runPreload) });
}
