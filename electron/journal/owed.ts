import { stackOf } from '../../shared/result.ts';
import type { Log, Owed } from '../bench/ports.ts';
import { JournalError } from './journal-error.ts';

export function createOwed(log: Log): Owed {
  const unsettled = new Map<string, () => unknown>();
  let trying: Promise<unknown> | undefined;

  async function settle(id: string, act: () => unknown): Promise<boolean> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      if (!unsettled.has(id)) log('journal', { state: error.code, stack: stackOf(error) });
      unsettled.set(id, act);
      return false;
    }
    if (unsettled.get(id) === act) unsettled.delete(id);
    return true;
  }

  async function retry(id: string, act: () => unknown): Promise<void> {
    try {
      await settle(id, act);
    } catch (error) {
      unsettled.delete(id);
      log('bug', { step: 'owed', stack: stackOf(error) });
    }
  }

  return {
    ids: () => [...unsettled.keys()],
    settle,
    async again() {
      trying ??= Promise.all([...unsettled].map(([id, act]) => retry(id, act))).finally(() => {
        trying = undefined;
      });
      await trying;
    },
  };
}
