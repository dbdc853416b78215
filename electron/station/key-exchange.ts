import type { PrintersOfBench } from '../../shared/bench-of-site.ts';
import { stackOf } from '../../shared/result.ts';
import { nowAndThen } from '../bench/now-and-then.ts';
import type { LackingBench, SharedLedger } from '../bench/ports/ledger.ts';
import type { KeptSiteKeys, SiteKey } from '../credentials/site-keys.ts';
import { drawBenchKey, isProven, packForBench, proofOf, unpackAsBench } from '../ledger/bench-key.ts';
import type { Platform } from './platform.ts';
import type { WorldParts } from './world-parts.ts';

interface KeyExchangeParts extends Pick<WorldParts, 'log' | 'fail'> {
  readonly platform: Pick<Platform, 'elapsed' | 'random' | 'version'>;
  readonly sharedLedger: () => SharedLedger | undefined;
  readonly kept: KeptSiteKeys;
  readonly printers: () => PrintersOfBench;
}

/** Reports this bench to the other benches of the site, and exchanges the site keys. */
export interface KeyExchange {
  /** Called often; never throws. */
  look(): Promise<void>;
  /** The same, without waiting for the interval. */
  lookNow(): Promise<void>;
  /**
   * Creates a new key that encrypts from now on: a bench with only older keys can read nothing newer. All benches that are not retired
   * receive it.
   */
  rotate(): Promise<void>;
}

const everyMs = 5_000;
const keyBytes = 32;
const mostSteps = 4;
const newestOf = (keys: readonly SiteKey[]): SiteKey | undefined =>
  keys.reduce<SiteKey | undefined>((best, each) => (best && best.number > each.number ? best : each), undefined);

export function createKeyExchange({ platform, sharedLedger, kept, printers, log, fail }: KeyExchangeParts): KeyExchange {
  const looks = nowAndThen(everyMs, platform.elapsed);
  /** This bench's number in the ledger used last. For another ledger it is requested again. */
  let self: { readonly of: SharedLedger; readonly bench: number } | undefined;
  let turn: Promise<void> = Promise.resolve();

  const knownAt = (shared: SharedLedger): number | undefined => (self?.of === shared ? self.bench : undefined);

  function present(shared: SharedLedger): ReturnType<SharedLedger['site']['present']> {
    const own = kept.ofBench(drawBenchKey);
    const newest = newestOf(kept.read());
    const known = knownAt(shared);
    return shared.site.present({
      version: platform.version,
      printers: printers(),
      publicKey: own.publicKey,
      proof: newest && known !== undefined ? proofOf(newest, known, own.publicKey) : null,
      siteKey: newest?.number ?? 0,
    });
  }

  /** Returns true if there is more to do at once. */
  async function exchange(shared: SharedLedger): Promise<boolean> {
    const presented = await present(shared);
    if (!presented.ok) return false;
    const newest = newestOf(kept.read());
    const known = knownAt(shared);
    const { bench, given, lacking } = presented.value;
    self = { of: shared, bench };
    if (given.some(take)) return true;
    if (!newest && presented.value.newest === 0) return await make(shared, 1);
    if (newest && newest.number > presented.value.newest) return await register(shared, presented.value.newest, newest.number);
    if (newest) await give(shared, newest, lacking);
    return known !== bench && newest !== undefined;
  }

  function take(given: Uint8Array): boolean {
    const [own, keys] = [kept.ofBench(drawBenchKey), kept.read()];
    const taken = keys.map((shared) => unpackAsBench(own, shared, given)).find((each) => each !== undefined);
    if (!taken?.some(({ number }) => !keys.some((each) => each.number === number))) return false;
    kept.save([...keys, ...taken.filter(({ number }) => !keys.some((each) => each.number === number))]);
    log('site-key', { state: 'given' });
    return true;
  }

  /** Saves a new key before reporting it to the ledger; if the report fails, it is repeated. */
  async function make(shared: SharedLedger, number: number): Promise<boolean> {
    kept.save([...kept.read(), { number, key: platform.random(keyBytes) }]);
    return await registerOne(shared, number);
  }

  /** Reports keys that the ledger has not received yet. A ledger that has none starts with the newest one. */
  async function register(shared: SharedLedger, last: number, own: number): Promise<boolean> {
    for (let number = last === 0 ? own : last + 1; number < own; number += 1) if (!(await shared.site.makeSiteKey(number)).ok) return false;
    return await registerOne(shared, own);
  }

  /** If another bench made a key of this number first, that one counts, and reaches this bench later. */
  async function registerOne(shared: SharedLedger, number: number): Promise<boolean> {
    const made = await shared.site.makeSiteKey(number);
    if (!made.ok) return false;
    if (made.value === 'made-elsewhere') kept.save(kept.read().filter((each) => each.number !== number));
    log('site-key', { state: made.value });
    return made.value === 'made';
  }

  async function give(shared: SharedLedger, newest: SiteKey, lacking: readonly LackingBench[]): Promise<void> {
    for (const { bench, publicKey, proof, has } of lacking) {
      const common = kept.read().find(({ number }) => number === has);
      if (!common || !isProven(common, bench, publicKey, proof)) continue;
      await shared.site.giveKey(bench, newest.number, packForBench(publicKey, common, kept.read()));
    }
  }

  async function exchangeAll(): Promise<void> {
    const shared = sharedLedger();
    if (!shared) return;
    try {
      let steps = 0;
      while (steps < mostSteps && (await exchange(shared))) steps += 1;
    } catch (error) {
      // A disk error, or bad data from another bench: retried at the next look.
      log('bug', { step: 'site-keys', ref: fail('bug').failure.ref, stack: stackOf(error) });
    }
  }

  function inTurn(act: () => Promise<void>): Promise<void> {
    const acted = turn.then(act);
    // The caller receives the error; the next turn runs anyway.
    turn = acted.catch(() => undefined);
    return acted;
  }

  return {
    lookNow: () => inTurn(exchangeAll),
    async look() {
      if (!sharedLedger() || !looks.isDue()) return;
      looks.done();
      await inTurn(exchangeAll);
    },
    rotate: () =>
      inTurn(async () => {
        const [shared, newest] = [sharedLedger(), newestOf(kept.read())];
        if (!shared || !newest) return;
        // SECURITY: a number that a bench registered without handing over a key stops no later key.
        const presented = await present(shared);
        const there = presented.ok ? presented.value.newest : newest.number;
        if (newest.number > there) await register(shared, there, newest.number);
        await make(shared, Math.max(newest.number, there) + 1);
        await exchangeAll();
      }),
  };
}
