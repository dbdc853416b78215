import type { CustomScheme } from 'electron';
import { requireReady, requireUnready } from './ready.ts';
import { addPrivilegedScheme } from './scheme-origins.ts';

type SchemeHandler = (request: Request) => Response | Promise<Response>;

const handlers = new Map<string, SchemeHandler>();

export function handlerOf(scheme: string): SchemeHandler | undefined {
  return handlers.get(scheme);
}

export const protocol = {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    requireUnready('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (!Array.isArray(schemes)) throw new Error('Argument must be an array of custom schemes.');
    for (const { scheme } of schemes) addPrivilegedScheme(scheme);
  },
  handle(scheme: string, handler: SchemeHandler): void {
    requireReady('Session can only be received when app is ready', TypeError);
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
  unhandle(scheme: string): void {
    if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
  },
  isProtocolHandled: (scheme: string): boolean => handlers.has(scheme),
};
