import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { manual } from './manual.ts';
import { orders } from './orders.ts';
import { pickup } from './pickup.ts';
import { remedies } from './remedies.ts';
import { resolve } from './resolve.ts';
import { setup } from './setup.ts';
import { ship } from './ship.ts';
import { timeline } from './timeline.ts';
import { track } from './track.ts';

/** Everything people read, one file per screen. Sentences with values are functions, so that other languages can order them. */
export const text = { frame, failures, remedies, ship, orders, pickup, track, timeline, resolve, setup, manual } as const;
