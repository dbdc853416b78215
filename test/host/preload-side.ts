// What a sandboxed preload sees of Electron. The page gets this function as source text, in front of the real built preload: it must
// not reach outside itself. Preload and page share one world here, so a test on this host proves nothing about isolation itself.
import type { WireCodec } from './wire-codec.ts';

/** Bindings the host puts on every page; the preload side takes them away before page scripts run. */
export const HOST_BINDINGS = { invoke: '__hostInvoke', send: '__hostSend', ask: '__hostAsk' } as const;

export interface PreloadSideNames {
  bindings: typeof HOST_BINDINGS;
  /** Secret names by which the host reaches back in: a push for ipcRenderer, a file whose path is asked for. */
  deliver: string;
  fileAt: string;
  platform: string;
  versions: Record<string, string>;
}

export type RunPreload = (require: (name: string) => unknown, module: { exports: object }, exports: object, process: object) => void;

export function installPreloadSide(createCodec: () => WireCodec, names: PreloadSideNames, runPreload: RunPreload): void {
  const page = globalThis as any;
  const invokeHost: (text: string) => Promise<string> = page[names.bindings.invoke];
  const sendToHost: (text: string) => Promise<void> = page[names.bindings.send];
  const askHost: (text: string) => Promise<string> = page[names.bindings.ask];
  for (const binding of Object.values(names.bindings)) delete page[binding];
  if (window !== window.top) return;
  const codec = createCodec();

  // ipcRenderer
  const listeners = new Map<string, Set<(...values: unknown[]) => void>>();
  const ipcRenderer: any = {
    async invoke(channel: string, ...values: unknown[]) {
      const answer = codec.decode(await invokeHost(codec.encode([channel, values])));
      if ('error' in answer) throw new Error(`Error invoking remote method '${channel}': ${answer.error}`);
      return answer.value;
    },
    send(channel: string, ...values: unknown[]) {
      void sendToHost(codec.encode([channel, values]));
    },
    on(channel: string, listener: (...values: unknown[]) => void) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    once(channel: string, listener: (...values: unknown[]) => void) {
      const once = (...values: unknown[]): void => {
        ipcRenderer.off(channel, once);
        listener(...values);
      };
      return ipcRenderer.on(channel, once);
    },
    off(channel: string, listener: (...values: unknown[]) => void) {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
    removeAllListeners(channel: string) {
      listeners.delete(channel);
      return ipcRenderer;
    },
  };
  ipcRenderer.addListener = ipcRenderer.on;
  ipcRenderer.removeListener = ipcRenderer.off;
  Object.defineProperty(page, names.deliver, {
    value: (text: string) => {
      const [channel, values] = codec.decode(text);
      const current = [...(listeners.get(channel) ?? [])]; // a listener may take itself off
      for (const listener of current) listener({ sender: ipcRenderer, ports: [] }, ...values);
    },
  });

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
    if (value === null || typeof value !== 'object' || value instanceof Blob || value instanceof Node) return value;
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
      if (key in page) throw new Error('Cannot bind an API on top of an existing property on the window object');
      Object.defineProperty(page, key, { value: freeze(cross(api)), enumerable: true });
    },
  };

  // webUtils.getPathForFile answers at once, the host cannot: a change or drop with unknown files waits here until their paths are known
  const pathOf = new WeakMap<File, string>();
  const askedFor: File[][] = [];
  Object.defineProperty(page, names.fileAt, { value: (batch: number, at: number) => askedFor[batch]?.[at] });
  const learnPaths = async (files: File[]): Promise<void> => {
    const batch = askedFor.push(files) - 1;
    const paths: string[] = codec.decode(await askHost(codec.encode({ kind: 'paths', batch, count: files.length })));
    files.forEach((file, at) => {
      pathOf.set(file, paths[at] ?? '');
    });
    askedFor[batch] = [];
  };
  const unknownIn = (files: FileList | null | undefined): File[] => [...(files ?? [])].filter((file) => !pathOf.has(file));
  const hold = (event: Event, files: File[], release: () => void): void => {
    event.stopImmediatePropagation();
    void learnPaths(files).then(release);
  };
  window.addEventListener(
    'change',
    (event) => {
      const input = event.target;
      if (!(input instanceof HTMLInputElement) || unknownIn(input.files).length === 0) return;
      hold(event, unknownIn(input.files), () => input.dispatchEvent(new Event('change', { bubbles: true, composed: true })));
    },
    true,
  );
  window.addEventListener(
    'drop',
    (event) => {
      // A drop made by a script has files made by a script: they have no path to wait for.
      const files = event.isTrusted ? unknownIn(event.dataTransfer?.files) : [];
      if (files.length === 0) return;
      event.preventDefault();
      const { target, clientX, clientY } = event;
      const again = new DataTransfer();
      for (const file of files) again.items.add(file);
      const sameFiles = [...again.files];
      hold(event, files, () => {
        sameFiles.forEach((file, at) => {
          const original = files[at];
          if (original !== undefined) pathOf.set(file, pathOf.get(original) ?? '');
        });
        target?.dispatchEvent(
          new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer: again, clientX, clientY }),
        );
      });
    },
    true,
  );
  const webUtils = { getPathForFile: (file: File) => pathOf.get(file) ?? '' };

  // Chromium lets a script close only windows that a script opened, and it would open popups before the app could refuse them.
  window.close = () => {
    void askHost(codec.encode({ kind: 'close' }));
  };
  window.open = (url, frameName, features) => {
    const absolute = url === undefined || url === '' ? 'about:blank' : new URL(url, document.baseURI).href;
    void askHost(codec.encode({ kind: 'open', url: absolute, frameName: frameName ?? '', features: features ?? '' }));
    return null;
  };

  const electron = { contextBridge, ipcRenderer, webUtils };
  const requireFromPreload = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  const process = {
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    platform: names.platform,
    versions: names.versions,
    env: {},
    argv: [],
  };
  runPreload(requireFromPreload, module, module.exports, process);
}
