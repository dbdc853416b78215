import { EventEmitter } from 'node:events';
import { protocol } from './protocol.ts';
import { type ProxySettings, passThrough } from './proxy-gate.ts';
import { requireReady } from './ready.ts';

export interface RequestDetails {
  id: number;
  url: string;
  method: string;
  resourceType: string;
}
export type BeforeRequest = (details: RequestDetails, answer: (response: { cancel?: boolean; redirectURL?: string }) => void) => void;

let beforeRequest: BeforeRequest | null = null;
let lastRequestId = 0;

const webRequest = {
  /** Sets the listener that sees every request; null: none. */
  onBeforeRequest(listener: BeforeRequest | null): void {
    beforeRequest = listener;
  },
};

/** Returns true if webRequest lets this request through. */
export async function allowsRequest(details: Omit<RequestDetails, 'id'>): Promise<boolean> {
  const listener = beforeRequest;
  if (listener === null) return true;
  const id = ++lastRequestId;
  const answer = await new Promise<{ cancel?: boolean }>((resolve) => listener({ id, ...details }, resolve));
  return answer.cancel !== true;
}

/**
 * Chromium never asks for permission over its debugging port: headless it refuses every one. The handlers are stored so that a test can
 * call them.
 */
export class Session extends EventEmitter {
  readonly protocol = protocol;
  readonly webRequest = webRequest;
  permissionRequestHandler: unknown = null;
  permissionCheckHandler: unknown = null;
  devicePermissionHandler: unknown = null;
  #proxy: string | undefined;

  setPermissionRequestHandler(handler: unknown): void {
    this.permissionRequestHandler = handler;
  }

  setPermissionCheckHandler(handler: unknown): void {
    this.permissionCheckHandler = handler;
  }

  setDevicePermissionHandler(handler: unknown): void {
    this.devicePermissionHandler = handler;
  }

  /** The system's own proxy is ignored. */
  async resolveProxy(): Promise<string> {
    return this.#proxy === undefined ? 'DIRECT' : `PROXY ${this.#proxy}`;
  }

  async setProxy(settings: ProxySettings): Promise<void> {
    if (settings.mode !== undefined && !proxyModes.includes(settings.mode))
      throw new Error('Invalid mode, must be one of direct, auto_detect, pac_script, fixed_servers or system');
    this.#proxy = settings.mode === 'fixed_servers' ? settings.proxyRules?.replace(/^\w+:\/\//, '') : undefined;
    if (this === defaultSession) passThrough(settings);
  }
}

const proxyModes = ['direct', 'auto_detect', 'pac_script', 'fixed_servers', 'system'];
const tooEarly = 'Session can only be received when app is ready';

/** The session of every window. */
export const defaultSession = new Session();
const partitions = new Map<string, Session>();
export const session = {
  get defaultSession(): Session {
    requireReady(tooEarly, TypeError);
    return defaultSession;
  },
  /** For tests: true if the app's own filter lets a request for this address through. */
  allows: (url: string): Promise<boolean> => allowsRequest({ url, method: 'GET', resourceType: 'other' }),
  fromPartition(name: string): Session {
    requireReady(tooEarly, TypeError);
    const found = partitions.get(name) ?? new Session();
    partitions.set(name, found);
    return found;
  },
};
