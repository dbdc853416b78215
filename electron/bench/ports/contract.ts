import type { SendCode } from '../../../shared/call-codes.ts';
import type { Capabilities, ContractStep, Drift } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/result.ts';

/** Reasons why a contract check could not be finished. */
export type ContractCode = SendCode | 'service-slow' | 'not-now' | 'service-answer-unreadable' | 'no-quotes-to-check';

/** Runs `ask` under a lease of the key if several benches share the key. */
export type InTurn = <T>(ask: () => Promise<T>) => Promise<T>;

/** Checks in the sandbox how the service behaves in the points that its document leaves open. */
export interface ContractChecking {
  /** The step in progress; null if no check runs. */
  step(): ContractStep | null;
  /**
   * Runs one check at a time. Books only if `book` is true. If the check cannot be finished, the earlier findings stay. `inTurn` wraps each
   * request.
   */
  run(book: boolean, inTurn: InTurn): Promise<Result<Capabilities, ContractCode>>;
  /** Waits for the answer to the current request and sends no further one. */
  stop(): void;
}

/** Findings of the newest check of the service in the open environment. */
export interface Learned {
  read(): Capabilities | undefined;
  /** On the disk when it returns. Discards the differences that were recorded before. */
  save(learned: Capabilities): void;
  /** Differences recorded since that check, newest first. */
  drift(): readonly Drift[];
}
