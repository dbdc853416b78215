import type { Handlers } from '../../shared/ipc.ts';
import type { CallParts } from './call-parts.ts';
import { orderCalls } from './orders.ts';
import { pickupCalls } from './pickup.ts';
import { resolveCalls } from './resolve.ts';
import { setupCalls } from './setup.ts';
import { shipCalls } from './ship.ts';
import { trackCalls } from './track.ts';

/** Every call of the contract, each one line to the bench or to the station. */
export const createHandlers = (parts: CallParts): Handlers => ({
  ...shipCalls(parts),
  ...orderCalls(parts),
  ...pickupCalls(parts),
  ...trackCalls(parts),
  ...resolveCalls(parts),
  ...setupCalls(parts),
});
