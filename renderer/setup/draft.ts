import { useEffect } from 'react';
import { type SetupTab } from '../screens.ts';
import { useShown, useWindowState } from '../window-state.ts';

type FieldName = `${SetupTab}.${string}`;

/** Unsaved input. It outlives its tab and the screen, until it is saved or equals the stored value again. */
export function useDraft<T>(name: FieldName, kept: T): readonly [T, (value: T) => void] {
  const { shown } = useWindowState();
  const typed = useShown(({ drafts }) => drafts[name]) as T | undefined;
  const change = (value: T): void => {
    const { drafts, draftsFrom, siteVersion } = shown.getState();
    const { [name]: _before, ...others } = drafts;
    const tab = tabOf(name);
    if (!Object.keys(drafts).some((each) => tabOf(each) === tab)) shown.setState({ draftsFrom: { ...draftsFrom, [tab]: siteVersion } });
    shown.setState({ drafts: JSON.stringify(value) === JSON.stringify(kept) ? others : { ...others, [name]: value } });
  };
  return [typed === undefined ? kept : typed, change];
}

const tabOf = (name: string): string => name.slice(0, name.indexOf('.'));

/** The tabs with unsaved input. */
export function useUnsaved(): ReadonlySet<string> {
  const drafts = useShown((shown) => shown.drafts);
  return new Set(Object.keys(drafts).map(tabOf));
}

/** Deletes the drafts of a tab after it was saved. */
export function useForgetDrafts(): (tab: SetupTab) => void {
  const { shown } = useWindowState();
  return (tab) =>
    shown.setState(({ drafts }) => ({ drafts: Object.fromEntries(Object.entries(drafts).filter(([name]) => tabOf(name) !== tab)) }));
}

/** The version of the shared settings on which this tab's changes are based, and the way to save over a newer version. */
export function useSeen(tab: SetupTab): { readonly seen: () => { readonly seen?: string }; readonly seeNewest: () => void } {
  const { shown } = useWindowState();
  return {
    seen: () => {
      const { drafts, draftsFrom, siteVersion } = shown.getState();
      const from = Object.keys(drafts).some((each) => tabOf(each) === tab) ? draftsFrom[tab] : undefined;
      const seen = from === undefined ? siteVersion : from;
      return seen === null ? {} : { seen };
    },
    seeNewest: () => shown.setState(({ draftsFrom: { [tab]: _older, ...draftsFrom } }) => ({ draftsFrom })),
  };
}

/** Reports to the band of Setup how many fields of its tab are invalid. */
export function useErrorCount(tab: SetupTab, count: number): void {
  const { shown } = useWindowState();
  useEffect(() => {
    shown.setState(({ errorCounts }) => ({ errorCounts: { ...errorCounts, [tab]: count } }));
    return () => shown.setState(({ errorCounts: { [tab]: _gone, ...errorCounts } }) => ({ errorCounts }));
  }, [shown, tab, count]);
}

export const useErrorCountOf = (tab: SetupTab): number => useShown(({ errorCounts }) => errorCounts[tab] ?? 0);
