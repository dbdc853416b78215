import { EventEmitter } from 'node:events';
import { protocol } from './protocol.ts';
import { type ProxySettings, passThrough } from './proxy-gate.ts';

export interface RequestDetails {
  id: number;
  url: string;
  method: string;
  resourceType: string;
}
export type BeforeRequest = (details: RequestDetails, answer: (response: { cancel?: boolean; redirectURL?: string }) => void) => void;

let requestFilter: RegExp[] | undefined;
let beforeRequest: BeforeRequest | null = null;
let lastRequestId = 0;

/** Chrome's match patterns as far as apps use them: a star stands for anything, <all_urls> for everything. */
function patternToRegExp(pattern: string): RegExp {
  if (pattern === '<all_urls>') return /^/;
  return new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
}

const webRequest = {
  onBeforeRequest(filter: { urls: string[] } | BeforeRequest | null, listener?: BeforeRequest | null): void {
    const hasFilter = typeof filter === 'object' && filter !== null;
    requestFilter = hasFilter ? filter.urls.map(patternToRegExp) : undefined;
    beforeRequest = hasFilter ? (listener ?? null) : filter;
  },
};

/** Whether webRequest lets this request through. */
export async function allowsRequest(details: Omit<RequestDetails, 'id'>): Promise<boolean> {
  const listener = beforeRequest;
  if (listener === null || (requestFilter !== undefined && !requestFilter.some((pattern) => pattern.test(details.url)))) return true;
  const id = ++lastRequestId;
  const answer = await new Promise<{ cancel?: boolean }>((resolve) => listener({ id, ...details }, resolve));
  return answer.cancel !== true;
}

/** Chromium never asks over its debugging port: headless it refuses every permission. The handlers are kept so that a test can call them. */
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

  setSpellCheckerEnabled(): void {}

  /** The system's own proxy is not looked for. */
  async resolveProxy(): Promise<string> {
    return this.#proxy === undefined ? 'DIRECT' : `PROXY ${this.#proxy}`;
  }

  async setProxy(settings: ProxySettings): Promise<void> {
    this.#proxy = settings.mode === 'fixed_servers' ? settings.proxyRules?.replace(/^\w+:\/\//, '') : undefined;
    if (this === defaultSession) passThrough(settings);
  }

  async clearStorageData(): Promise<void> {}
  async clearCache(): Promise<void> {}
}

/** Every window is in this one. */
export const defaultSession = new Session();
const partitions = new Map<string, Session>();
export const session = {
  defaultSession,
  /** For tests: whether the app's own filter lets a request for this address through. */
  allows: (url: string): Promise<boolean> => allowsRequest({ url, method: 'GET', resourceType: 'other' }),
  fromPartition(name: string): Session {
    const found = partitions.get(name) ?? new Session();
    partitions.set(name, found);
    return found;
  },
};
