import type { CallName, Pushes } from './ipc.ts';

declare const CONTRACT_NAMES: { readonly calls: readonly CallName[]; readonly pushes: readonly (keyof Pushes)[] };

/** Names of the contract, inserted by the build. The preload needs nothing else of it and stays small. */
export const names = CONTRACT_NAMES;
