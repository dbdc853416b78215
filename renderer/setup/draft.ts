import { useEffect } from 'react';
import { create } from 'zustand';
import type { SetupTab } from '../store.ts';

type FieldName = `${SetupTab}.${string}`;

interface Typing {
  readonly typed: Readonly<Record<FieldName, unknown>>;
  /** How many fields of a tab are red. */
  readonly wrongs: Readonly<Partial<Record<SetupTab, number>>>;
}

const useTyping = create<Typing>(() => ({ typed: {}, wrongs: {} }));

/** What is typed and not saved. It outlives its tab and the screen, until it is saved or typed back to what is kept. */
export function useDraft<T>(name: FieldName, kept: T): readonly [T, (value: T) => void] {
  const typed = useTyping((typing) => typing.typed[name]) as T | undefined;
  const change = (value: T): void => {
    const { [name]: _before, ...others } = useTyping.getState().typed;
    useTyping.setState({ typed: JSON.stringify(value) === JSON.stringify(kept) ? others : { ...others, [name]: value } });
  };
  return [typed === undefined ? kept : typed, change];
}

const tabOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** The tabs in which something is typed and not saved. */
export function useUnsaved(): ReadonlySet<string> {
  const typed = useTyping((typing) => typing.typed);
  return new Set(Object.keys(typed).map(tabOf));
}

/** What was typed in this tab is saved. */
export function forgetDrafts(tab: SetupTab): void {
  const { typed } = useTyping.getState();
  useTyping.setState({ typed: Object.fromEntries(Object.entries(typed).filter(([name]) => tabOf(name) !== tab)) });
}

/** Tells the band of Setup how many fields of its tab are red. */
export function useWrongs(tab: SetupTab, count: number): void {
  useEffect(() => {
    useTyping.setState(({ wrongs }) => ({ wrongs: { ...wrongs, [tab]: count } }));
    return () => useTyping.setState(({ wrongs: { [tab]: _gone, ...wrongs } }) => ({ wrongs }));
  }, [tab, count]);
}

export const useWrongsOf = (tab: SetupTab): number => useTyping((typing) => typing.wrongs[tab] ?? 0);
