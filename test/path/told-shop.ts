import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noWriteBack } from '../../shared/write-back.ts';
import { type ShopSays, type ShopServer, startShopServer } from '../fakes/shop-server.ts';
import { closeLater, type PlainOptions, startPlainStation } from './plain-station.ts';

/** Shortens the bench's pause of three seconds. */
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms === 3000 ? 10 : ms));

/** A folder of a shop, removed once the bench is closed. */
export function shopFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-back-'));
  closeLater(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A shop's server that answers its first, second, … notification as `answer` returns. */
export async function shopThat(answer: (nth: number) => ShopSays): Promise<ShopServer> {
  let nth = 0;
  const shop = await startShopServer(() => {
    nth += 1;
    return answer(nth);
  });
  closeLater(shop.stop);
  return shop;
}

/** A live bench whose clock a test moves, and an empty folder into which it may write files. */
export async function shipping(options: PlainOptions = {}) {
  let ahead = 0;
  const folder = shopFolder();
  const bench = await startPlainStation({
    world: 'live',
    ...options,
    platform: { sleep, now: () => new Date(Date.now() + ahead), ...options.platform },
  });
  const files = () => readdirSync(folder).filter((name) => !name.startsWith('.'));
  const rows = () =>
    files()
      .sort()
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').replace('\uFEFF', '').trim().split('\r\n'));
  return {
    bench,
    folder,
    files,
    rows,
    later: (ms: number) => {
      ahead += ms;
    },
    setUp: (change: Partial<typeof noWriteBack>, token: string | null = null) =>
      bench.call('saveWriteBack', { ...noWriteBack, ...change, token }),
    ship: async (code: string) => {
      await bench.buy(code);
      const { booking } = await bench.at('done');
      return booking;
    },
    state: async () => (await bench.call('setup', {})).writeBack,
    untold: async () => (await bench.call('toResolve', {})).filter((item) => item.kind === 'shop-not-told'),
  };
}
