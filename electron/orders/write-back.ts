import { lstat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { filledAddress } from '../../shared/placeholders.ts';
import { isPlainBeyond } from '../../shared/plain-http.ts';
import type { Reason } from '../../shared/reason.ts';
import { retryAfterMs } from '../../shared/retry-after.ts';
import type { WriteBackSettings } from '../../shared/write-back.ts';
import type { ShopBack } from '../bench/ports/orders.ts';
import { writeNewFile } from '../files/foreign-file.ts';
import { removeOnceFree, renameOnceFree } from '../files/held-file.ts';
import { askShop, pageShown, refusalOf, type ShopAnswer, type ShopRoute } from './shop-request.ts';

interface Parts {
  readonly settings: () => WriteBackSettings;
  readonly token: (address: string) => string | undefined;
  readonly route: ShopRoute;
  readonly now: () => Date;
}

const totalMs = 20_000;
const maxAnswerBytes = 64 * 1024;
/** Statuses after which a retry may succeed. A user must handle every other one that is neither a success nor a server error. */
const passing = new Set([408, 425, 429]);
/** Statuses that a shop, or a proxy before it, sends after it began to process a request; a `503` is sent instead of processing it. */
const begun = new Set([500, 502, 504]);
const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const mayBeTakenBehind = (status: number): boolean => isSuccess(status) || begun.has(status);

/** Reports to a shop's server, and places files in a shop's folder. */
export function createShopBack({ settings, token, route, now }: Parts): ShopBack {
  const unfinishedOf = (place: string): string => join(dirname(place), `.${basename(place)}.part`);

  return {
    async post({ key, body, values }) {
      const { url: pattern, method, header, acceptsPlain } = settings();
      const url = values ? filledAddress(pattern, values) : pattern;
      if (url === undefined) return { is: 'refused', why: { code: 'number-changes-address' } };
      if (!acceptsPlain && isPlainBeyond(url))
        return { is: 'later', afterMs: 0, why: { code: 'plain-http-not-accepted' }, mayBeTaken: false };
      const value = token(url);
      const answer = await askShop(route, {
        method,
        url,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(value !== undefined && { [header]: value }),
        },
        body: new TextEncoder().encode(body),
        totalMs,
        maxBytes: maxAnswerBytes,
        startIsEnough: true,
      });
      if (answer.is === 'silent') {
        const { why, isReached, status } = answer;
        return { is: 'later', afterMs: 0, why, mayBeTaken: status === undefined ? isReached : mayBeTakenBehind(status) };
      }
      const { status } = answer;
      if (isSuccess(status)) {
        const no = noWithin(answer);
        return no ? { is: 'refused', why: no } : { is: 'taken' };
      }
      const why = refusalOf(answer);
      return passing.has(status) || status >= 500
        ? { is: 'later', afterMs: retryAfterMs(answer.retryAfter, now()), why, mayBeTaken: mayBeTakenBehind(status) }
        : { is: 'refused', why };
    },

    isSameFolder: (place) => exists(writeBackMark(dirname(place))),
    async prepare(place, bytes) {
      const unfinished = unfinishedOf(place);
      try {
        // Left by an earlier try, or put there by another program: never written to.
        await removeOnceFree(unfinished);
        await writeNewFile(unfinished, bytes);
        // A share may be unmounted meanwhile, which leaves an empty folder of this computer in its place.
        await lstat(writeBackMark(dirname(place)));
      } catch (error) {
        // The next try uses another name: on a full disk each try would leave a file behind.
        await removeOnceFree(unfinished);
        throw error;
      }
    },
    takeBack: (place) => removeOnceFree(unfinishedOf(place)),
    async publish(place) {
      const unfinished = unfinishedOf(place);
      if (!(await exists(unfinished))) {
        // The shop may take the renamed file away at once. So a missing file means that it was placed, unless the share is gone.
        await lstat(writeBackMark(dirname(place)));
        if (!(await exists(unfinished))) return;
      }
      await renameOnceFree(unfinished, place);
    },
  };
}

/**
 * A file beside the others: without it the folder is not the one that the admin chose, but the mount point of a share that is not mounted.
 */
export const writeBackMark = (folder: string): string => join(folder, '.packbench-write-back');

/** Marks a folder as the one that the admin chose. Throws if it cannot, for example if a link or a pipe is in the mark's place. */
export async function markWriteBack(folder: string): Promise<void> {
  const mark = writeBackMark(folder);
  await removeOnceFree(mark);
  await writeFile(mark, '', { flag: 'wx', mode: 0o600 });
}

async function exists(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Returns why a success status is not a success: the body holds an error, or a page for people. */
function noWithin(answer: ShopAnswer & { readonly is: 'answered' }): Reason | undefined {
  const text = new TextDecoder().decode(answer.body).trim();
  return pageShown(answer) ?? (saysError(text) ? refusalOf(answer) : undefined);
}

function saysError(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    const { error, errors, success, ok } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isGiven = (each: unknown): boolean => (typeof each === 'object' && each !== null ? Object.keys(each).length > 0 : Boolean(each));
    return success === false || ok === false || isGiven(error) || isGiven(errors);
  } catch (error) {
    // A body that is not JSON is not an error.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
