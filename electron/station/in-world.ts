import type { CallParts } from '../calls/call-parts.ts';
import { JournalError } from '../journal/journal-error.ts';
import type { OpenWorld } from './world.ts';

/** Runs calls in the environment that is open when they arrive. */
export function createInWorld(current: () => OpenWorld | undefined, fail: CallParts['fail']): CallParts['inWorld'] {
  return async (act) => {
    const world = current();
    if (!world) return fail('not-connected');
    try {
      return await world.bench.whileOpen(() => act(world.bench));
    } catch (error) {
      if (error instanceof JournalError && error.code === 'unwritable') return fail('journal-unwritable');
      throw error;
    }
  };
}
