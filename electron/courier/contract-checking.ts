import type { ContractStep } from '../../shared/contract.ts';
import { because } from '../../shared/failure.ts';
import { failed, ok } from '../../shared/result.ts';
import type { ContractChecking } from '../bench/ports/contract.ts';
import type { Log } from '../bench/ports/log.ts';
import type { ClientOptions } from './client.ts';
import { ContractCheckStopped, checkContract, checkShipment, createCheckSender } from './contract-check.ts';

/** Runs the contract check for Setup, on the connection of a sandbox. */
export function createContractChecking(parts: {
  readonly client: ClientOptions;
  readonly account: string;
  readonly now: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  readonly ref: () => string;
  readonly log: Log;
  readonly changed: () => void;
}): ContractChecking {
  const { client, account, now, sleep, ref, log, changed } = parts;
  let step: ContractStep | null = null;
  let isRunning = false;
  let isOver = false;

  const at = (next: ContractStep | null): void => {
    step = next;
    changed();
  };

  return {
    step: () => step,
    async run(book, inTurn) {
      if (isRunning) return failed({ code: 'not-now', ref: ref(), detail: '' });
      isRunning = true;
      try {
        const send = createCheckSender(client, sleep, () => isOver);
        const learned = await checkContract({
          send: (body) => inTurn(() => send(body)),
          baseUrl: client.baseUrl,
          account,
          now,
          shipment: checkShipment,
          book,
          report: () => undefined,
          begin: at,
        });
        log('contract-check', { state: 'learned' });
        return ok(learned);
      } catch (error) {
        if (!(error instanceof ContractCheckStopped)) throw error;
        const failure = { code: error.code, ref: ref(), ...because(error.why) };
        log('contract-check', { state: step ?? '', code: error.code, ref: failure.ref });
        return failed(failure);
      } finally {
        isRunning = false;
        at(null);
      }
    },
    stop() {
      isOver = true;
    },
  };
}
