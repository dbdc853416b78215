import type { SendCode } from '../../../shared/call-codes.ts';
import type { Capabilities, ContractStep, Drift } from '../../../shared/contract.ts';
import type { Result } from '../../../shared/result.ts';

/** Why a check could not be finished. */
export type ContractCode = SendCode | 'service-slow' | 'not-now' | 'service-answer-unreadable' | 'no-quotes-to-check';

/** Asks within a turn of the key, where benches share it. */
export type InTurn = <T>(ask: () => Promise<T>) => Promise<T>;

/** Asks the service of a sandbox what its document leaves open. */
export interface ContractChecking {
  /** The step under way, or null while no check runs. */
  step(): ContractStep | null;
  /**
   * One check at a time. Books only where `book` says so. What was learned before stays where it cannot be finished. `inTurn`: around each
   * question.
   */
  run(book: boolean, inTurn: InTurn): Promise<Result<Capabilities, ContractCode>>;
  /** Lets the question under way have its answer and asks no other. */
  stop(): void;
}

/** What the newest check of the open world's service has learned. */
export interface Learned {
  read(): Capabilities | undefined;
  /** On the disk when it returns; what differed before is forgotten. */
  save(learned: Capabilities): void;
  /** What differed since, newest first. */
  drift(): readonly Drift[];
}
