import type { ConnectionFault } from './fault.ts';

/** Faults that occur before the service has read the request. */
export const requestConnectionFaults = {
  refuse: { meets: 'listener', executes: false, by: 'cut' },
  'reset-on-accept': { meets: 'accept', executes: false, by: 'reset' },
  /** Closes the connection in the middle of the handshake. */
  'tls-cut': { meets: 'accept', executes: false, by: 'cut', needsTls: true },
  'reset-before-reading': { meets: 'head', executes: false, by: 'reset' },
  'reset-while-reading': { meets: 'body', executes: false, by: 'reset' },
} as const satisfies Readonly<Record<string, ConnectionFault>>;
