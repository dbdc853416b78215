import PQueue from 'p-queue';
import { type ItemPicture, type PictureAddress, type PictureHosts, pictureAddress } from '../../shared/item-picture.ts';
import type { ItemPictures } from '../bench/ports/item-pictures.ts';
import type { Log } from '../bench/ports/log.ts';
import { pictureKind } from './picture-header.ts';
import { isInsideName } from './public-address.ts';
import { askShop, type ShopRoute } from './shop-request.ts';

interface Parts {
  /** The route to hosts on the Internet: a name that leads into the own network is refused. */
  readonly publicRoute: ShopRoute;
  /** The route to the host of a look-up. */
  readonly ownRoute: ShopRoute;
  readonly elapsed: () => number;
  readonly log: Log;
  readonly limits?: Partial<typeof usualLimits>;
}

const usualLimits = { maxBytes: 5 * 2 ** 20, totalMs: 10_000, atOnce: 4 };
/** How long an address without a usable picture, and a host that did not answer, are not requested again. */
const noPictureMs = 10 * 60_000;
const noHostMs = 60_000;
/** More are not remembered: they are requested again. */
const mostRemembered = 1000;

/**
 * Loads pictures of items from the hosts that Setup names, a few at a time. Follows no redirect, sends no cookie or referrer, and keeps no
 * picture: the window keeps what it shows. Equal requests at the same time are one.
 */
export function createItemPictures({ publicRoute, ownRoute, elapsed, log, limits: given }: Parts): ItemPictures {
  const limits = { ...usualLimits, ...given };
  const queue = new PQueue({ concurrency: limits.atOnce });
  const ending = new AbortController();
  const loading = new Map<string, Promise<ItemPicture | undefined>>();
  const notBefore = new Map<string, number>();

  const isTooSoon = (of: string): boolean => (notBefore.get(of) ?? 0) > elapsed();
  function rest(of: string, ms: number): void {
    if (notBefore.size >= mostRemembered) notBefore.clear();
    notBefore.set(of, elapsed() + ms);
  }

  async function loadNow(url: PictureAddress, isOwn: boolean): Promise<ItemPicture | undefined> {
    if (isTooSoon(url.host) || ending.signal.aborted) return undefined;
    const asked = await askShop(isOwn ? ownRoute : publicRoute, {
      method: 'GET',
      url: url.href,
      headers: { accept: 'image/webp, image/png, image/jpeg, image/gif' },
      totalMs: limits.totalMs,
      maxBytes: limits.maxBytes,
      until: ending.signal,
    });
    const kind = asked.is === 'answered' && asked.status === 200 ? pictureKind(asked.body) : undefined;
    if (asked.is === 'answered' && kind) return { mediaType: kind, bytes: new Uint8Array(asked.body) };
    if (ending.signal.aborted) return undefined;
    log('no-picture', asked.is === 'silent' ? { code: asked.why.code } : { status: asked.status });
    const isHostSilent = asked.is === 'silent' && asked.why.code !== 'answer-too-large';
    rest(isHostSilent ? url.host : url.href, isHostSilent ? noHostMs : noPictureMs);
    return undefined;
  }

  return {
    async load(address, hosts: PictureHosts) {
      const url = pictureAddress(address, hosts);
      const isOwn = url?.host === hosts.own;
      if (!url || (!isOwn && isInsideName(url.hostname)) || isTooSoon(url.href)) return undefined;
      const of = `${isOwn} ${url.href}`;
      const known = loading.get(of);
      if (known) return known;
      const picture = queue.add(() => loadNow(url, isOwn)).finally(() => loading.delete(of));
      loading.set(of, picture);
      return picture;
    },
    close: () => ending.abort(),
  };
}
