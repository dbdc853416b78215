import { stackOf } from '../../../shared/result.ts';
import type { Log } from '../ports/log.ts';
import type { PendingWrites } from '../ports/pending-writes.ts';

interface Pending {
  readonly act: () => unknown;
  readonly ifBroken: ((error: unknown) => () => unknown) | undefined;
}

/** `codeOf`: why the journal could not store a write; undefined for any other error. */
export function createPendingWrites(log: Log, codeOf: (error: unknown) => string | undefined): PendingWrites {
  const pending = new Map<string, Pending>();
  let trying: Promise<unknown> | undefined;

  async function write(id: string, one: Pending): Promise<boolean> {
    try {
      await one.act();
    } catch (error) {
      const code = codeOf(error);
      if (code !== undefined) {
        if (!pending.has(id)) log('journal', { state: code, stack: stackOf(error) });
        pending.set(id, one);
        return false;
      }
      pending.delete(id);
      if (!one.ifBroken) throw error;
      return write(id, { act: one.ifBroken(error), ifBroken: undefined });
    }
    if (pending.get(id) === one) pending.delete(id);
    return true;
  }

  async function retry(id: string, one: Pending): Promise<void> {
    try {
      await write(id, one);
    } catch (error) {
      pending.delete(id);
      log('bug', { step: 'pending-writes', stack: stackOf(error) });
    }
  }

  return {
    ids: () => [...pending.keys()],
    settle: (id, act, ifBroken) => write(id, { act, ifBroken }),
    async again() {
      trying ??= Promise.all([...pending].map(([id, one]) => retry(id, one))).finally(() => {
        trying = undefined;
      });
      await trying;
    },
  };
}
