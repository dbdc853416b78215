import type { CallName, Pushes } from './ipc.ts';

declare const CONTRACT_NAMES: { readonly calls: readonly CallName[]; readonly pushes: readonly (keyof Pushes)[] };

/** The names of the contract, put in by the build: the preload needs no more of it, and stays small. */
export const names = CONTRACT_NAMES;
