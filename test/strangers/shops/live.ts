// Runs in its own process, with a bug reintroduced before anything of the program is loaded.

import type { ShopReport } from './shop-report.ts';

type Kind = 'pushes' | 'reports' | 'files';

export async function liveShops(kind: Kind, seed: string, count: number): Promise<ShopReport> {
  const { closeAll } = await import('../../later.ts');
  const lives = {
    pushes: async () => (await import('./pushes.ts')).livePushes(seed, count),
    reports: async () => (await import('./reports.ts')).liveReports(seed, count),
    files: async () => (await import('./files.ts')).liveFiles(seed, count),
  };
  try {
    return await lives[kind]();
  } finally {
    await closeAll();
  }
}
