import { stackOf } from '../../shared/result.ts';
import type { Log } from '../bench/ports/log.ts';
import type { Owed } from '../bench/ports/pending-writes.ts';
import { JournalError } from './journal-error.ts';

interface Debt {
  readonly act: () => unknown;
  readonly ifBroken: ((error: unknown) => () => unknown) | undefined;
}

export function createOwed(log: Log): Owed {
  const unsettled = new Map<string, Debt>();
  let trying: Promise<unknown> | undefined;

  async function pay(id: string, debt: Debt): Promise<boolean> {
    try {
      await debt.act();
    } catch (error) {
      if (error instanceof JournalError) {
        if (!unsettled.has(id)) log('journal', { state: error.code, stack: stackOf(error) });
        unsettled.set(id, debt);
        return false;
      }
      unsettled.delete(id);
      if (!debt.ifBroken) throw error;
      return pay(id, { act: debt.ifBroken(error), ifBroken: undefined });
    }
    if (unsettled.get(id) === debt) unsettled.delete(id);
    return true;
  }

  async function retry(id: string, debt: Debt): Promise<void> {
    try {
      await pay(id, debt);
    } catch (error) {
      unsettled.delete(id);
      log('bug', { step: 'owed', stack: stackOf(error) });
    }
  }

  return {
    ids: () => [...unsettled.keys()],
    settle: (id, act, ifBroken) => pay(id, { act, ifBroken }),
    async again() {
      trying ??= Promise.all([...unsettled].map(([id, debt]) => retry(id, debt))).finally(() => {
        trying = undefined;
      });
      await trying;
    },
  };
}
