import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noWriteBack } from '../../shared/write-back.ts';
import { type ShopReply, type ShopServer, startShopServer } from '../fakes/shop-server.ts';
import { newFolder, stopLater } from '../later.ts';
import { type PlainOptions, startPlainStation } from './plain-station.ts';

/** Shortens the bench's pause of three seconds. */
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms === 3000 ? 10 : ms));

/** A folder of a shop, removed once the bench is closed. */
export const shopFolder = (): string => newFolder('back');

/** A shop's server that answers its first, second, … notification as `answer` returns. */
export async function shopThat(answer: (nth: number) => ShopReply): Promise<ShopServer> {
  let nth = 0;
  return stopLater(
    await startShopServer(() => {
      nth += 1;
      return answer(nth);
    }),
  );
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
      const { booking } = await bench.ship(code);
      return booking;
    },
    state: async () => (await bench.call('setup', {})).writeBack,
    failedReports: async () => (await bench.call('toResolve', {})).filter((item) => item.kind === 'shop-not-informed'),
  };
}
