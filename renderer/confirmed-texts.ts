import { createContext, useRef } from 'react';
import type { Failure } from '../shared/failure.ts';

/** Texts that are also known codes: the first save names one, the next press of the same button confirms it. */
export interface ConfirmedTexts {
  /** The text that needs a confirmation, or undefined. */
  readonly asked: string | undefined;
  /** Returns all confirmed texts, including the one that was asked about last. Call it when the button is pressed. */
  readonly confirm: () => string[];
}

export function useConfirmedTexts(failure: Failure | null): ConfirmedTexts {
  const confirmed = useRef(new Set<string>());
  const reason = failure?.code === 'text-is-code' ? failure.reasons?.find((each) => each.code === 'typed-code') : undefined;
  const asked = reason?.text;
  return {
    asked,
    confirm() {
      if (asked !== undefined) confirmed.current.add(asked);
      return [...confirmed.current];
    },
  };
}

/** Arguments for a call; empty if there are none. */
export const sureOf = (confirmed: readonly string[]): { readonly confirmed?: string[] } =>
  confirmed.length > 0 ? { confirmed: [...confirmed] } : {};

/** The text that a tab of Setup has to confirm, for the button that saves the tab; undefined if there is none. */
export const AskedText = createContext<string | undefined>(undefined);
