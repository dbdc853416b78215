import { open, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { WriteBackSettings } from '../../shared/write-back.ts';
import type { ShopBack } from '../bench/ports/orders.ts';
import { askShop, refusalOf, type ShopRoute } from './shop-request.ts';

interface Parts {
  readonly settings: () => WriteBackSettings;
  readonly token: (address: string) => string | undefined;
  readonly route: ShopRoute;
  readonly now: () => Date;
}

const totalMs = 20_000;
const maxAnswerBytes = 64 * 1024;
/** Another try may be answered otherwise; what is not among them, and is no success, is for a person. */
const passing = new Set([408, 425, 429]);

/** Tells a shop's server, and lays files where a shop takes them. */
export function createShopBack({ settings, token, route, now }: Parts): ShopBack {
  const unfinishedOf = (place: string): string => join(dirname(place), `.${basename(place)}.part`);

  return {
    async post(told, key) {
      const { url, header } = settings();
      const value = token(url);
      const answer = await askShop(route, {
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(value !== undefined && { [header]: value }),
        },
        body: new TextEncoder().encode(JSON.stringify(told)),
        totalMs,
        maxBytes: maxAnswerBytes,
      });
      if (answer.is === 'silent') return { is: 'later', afterMs: 0, why: answer.why };
      const { status } = answer;
      if (status >= 200 && status < 300) return { is: 'taken' };
      const why = refusalOf(answer);
      return passing.has(status) || status >= 500
        ? { is: 'later', afterMs: msOfRetryAfter(answer.retryAfter, now()), why }
        : { is: 'refused', why };
    },

    isSameFolder: (place) => exists(writeBackMark(dirname(place))),
    async prepare(place, bytes) {
      const file = await open(unfinishedOf(place), 'w');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async lay(place) {
      // Once it has its name the shop may take it away at once: that it is gone means that it was laid.
      if (await exists(unfinishedOf(place))) await rename(unfinishedOf(place), place);
    },
  };
}

/** Stands beside the files: without it the folder is not the one a lead named, but the place where its share is not mounted. */
export const writeBackMark = (folder: string): string => join(folder, '.packbench-write-back');

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Seconds, or a moment of HTTP; 0 where there is neither. */
function msOfRetryAfter(text: string, now: Date): number {
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}
