import type { CustomScheme } from 'electron';
import { addPrivilegedScheme } from './scheme-origins.ts';

type SchemeHandler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, SchemeHandler>();
let isAppReady = false;

export function handlerOf(scheme: string): SchemeHandler | undefined {
  return handlers.get(scheme);
}

export function openProtocol(): void {
  isAppReady = true;
}

export const protocol = {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    if (isAppReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme } of schemes) addPrivilegedScheme(scheme);
  },
  handle(scheme: string, handler: SchemeHandler): void {
    if (!isAppReady) throw new Error('protocol.handle can only be used after app is ready');
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
  unhandle(scheme: string): void {
    handlers.delete(scheme);
  },
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
};
