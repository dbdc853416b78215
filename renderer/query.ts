import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Failure, FailureCode } from '../shared/failure.ts';
import type { List } from '../shared/lists.ts';
import type { Result } from '../shared/result.ts';
import { useFrame } from './window-state.ts';

export interface Answered<T> {
  /** The last good answer; kept while a newer one is pending. */
  readonly value: T | undefined;
  readonly failure: Failure | null;
  readonly reload: () => void;
}

/**
 * Queries the main process, and again whenever the revision of `list` or `deps` change; with null only when `deps` change. Outdated
 * answers are dropped.
 */
export function useQuery<T>(
  list: List | null,
  ask: () => Promise<Result<T, FailureCode>>,
  deps: readonly (string | number | boolean | null)[],
): Answered<T> {
  const revision = useFrame(({ revisions }) => (list ? revisions[list] : 0));
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ value: T | undefined; failure: Failure | null }>({ value: undefined, failure: null });
  const askNow = useEffectEvent(ask);
  const question = JSON.stringify([revision, round, deps]);
  useEffect(() => {
    let isWanted = true;
    void askNow().then((result) => {
      if (!isWanted) return;
      setAnswer((last) => (result.ok ? { value: result.value, failure: null } : { value: last.value, failure: result.failure }));
    });
    return () => {
      isWanted = false;
    };
  }, [question]);
  return { ...answer, reload: useCallback(() => setRound((last) => last + 1), []) };
}

export interface Intent {
  /** Sends one intent; returns its value, or undefined after a failure, which is then in `failure`. */
  readonly send: <T>(asked: Promise<Result<T, FailureCode>>) => Promise<T | undefined>;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  /** Start of the pending intent, or null. */
  readonly busySince: string | null;
  /** Stops waiting for pending intents and clears the failure. They continue in the main process, but their answers are ignored here. */
  readonly free: () => void;
}

/** Sends intents to the main process and keeps the failure of the last one, so that no refusal is lost. */
export function useIntent(): Intent {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [open, setOpen] = useState(0);
  const [busySince, setBusySince] = useState<string | null>(null);
  const round = useRef(0);
  const send = useCallback(async <T>(asked: Promise<Result<T, FailureCode>>): Promise<T | undefined> => {
    const mine = round.current;
    setOpen((count) => count + 1);
    setBusySince((since) => since ?? new Date().toISOString());
    const result = await asked.finally(() => {
      if (mine !== round.current) return;
      setOpen((count) => count - 1);
      setBusySince(null);
    });
    if (mine !== round.current) return undefined;
    setFailure(result.ok ? null : result.failure);
    return result.ok ? result.value : undefined;
  }, []);
  const free = useCallback(() => {
    round.current += 1;
    setFailure(null);
    setOpen(0);
    setBusySince(null);
  }, []);
  return { send, failure, isBusy: open > 0, busySince: open > 0 ? busySince : null, free };
}
