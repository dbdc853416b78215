import { lstat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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
/** Another try may be answered otherwise; what is not among them, and is no success, is for a person. */
const passing = new Set([408, 425, 429]);
/** What is said once it was begun with, by the shop or by what stands before it; a `503` is said instead of looking. */
const begun = new Set([500, 502, 504]);
const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const mayBeTakenBehind = (status: number): boolean => isSuccess(status) || begun.has(status);

/** Tells a shop's server, and lays files where a shop takes them. */
export function createShopBack({ settings, token, route, now }: Parts): ShopBack {
  const unfinishedOf = (place: string): string => join(dirname(place), `.${basename(place)}.part`);

  return {
    async post({ key, body }) {
      const { url, header, acceptsPlain } = settings();
      if (!acceptsPlain && isPlainBeyond(url))
        return { is: 'later', afterMs: 0, why: { code: 'plain-http-not-accepted' }, mayBeTaken: false };
      const value = token(url);
      const answer = await askShop(route, {
        method: 'POST',
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
        const { why, isReached, status: said } = answer;
        return { is: 'later', afterMs: 0, why, mayBeTaken: said === undefined ? isReached : mayBeTakenBehind(said) };
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
        // Left by a try before, or laid there by somebody else: never written to.
        await removeOnceFree(unfinished);
        await writeNewFile(unfinished, bytes);
        // A share may go away meanwhile, and leave an empty folder of this computer in its place.
        await lstat(writeBackMark(dirname(place)));
      } catch (error) {
        // The next try has another name: on a full disk each would leave one behind.
        await removeOnceFree(unfinished);
        throw error;
      }
    },
    takeBack: (place) => removeOnceFree(unfinishedOf(place)),
    async lay(place) {
      const unfinished = unfinishedOf(place);
      if (!(await exists(unfinished))) {
        // Once it has its name the shop may take it away at once: that it is gone means that it was laid, where not all of the share is.
        await lstat(writeBackMark(dirname(place)));
        if (!(await exists(unfinished))) return;
      }
      await renameOnceFree(unfinished, place);
    },
  };
}

/** Stands beside the files: without it the folder is not the one a lead named, but the place where its share is not mounted. */
export const writeBackMark = (folder: string): string => join(folder, '.packbench-write-back');

/** Marks a folder as the one that the admin named. Throws where it cannot be, also where a link or a pipe stands in the mark's place. */
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

/** Why a success is none: an error within it, or a page for people. */
function noWithin(answer: ShopAnswer & { readonly is: 'answered' }): Reason | undefined {
  const text = new TextDecoder().decode(answer.body).trim();
  return pageShown(answer) ?? (saysError(text) ? refusalOf(answer) : undefined);
}

function saysError(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    const { error, errors, success, ok } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const isSaid = (each: unknown): boolean => (typeof each === 'object' && each !== null ? Object.keys(each).length > 0 : Boolean(each));
    return success === false || ok === false || isSaid(error) || isSaid(errors);
  } catch (error) {
    // Words that are no JSON are no error either.
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
