// Runs in its own process, with a bug reintroduced before anything of the program is loaded.

import type { ShopReport } from './shop-report.ts';

type Kind = 'pushes' | 'tellings' | 'layings';

export async function liveShops(kind: Kind, seed: string, count: number): Promise<ShopReport> {
  const { closeAll } = await import('../../later.ts');
  const lives = {
    pushes: async () => (await import('./pushes.ts')).livePushes(seed, count),
    tellings: async () => (await import('./tellings.ts')).liveTellings(seed, count),
    layings: async () => (await import('./layings.ts')).liveLayings(seed, count),
  };
  try {
    return await lives[kind]();
  } finally {
    await closeAll();
  }
}
