import type { FailureCode } from '../../shared/failure.ts';
import { type Done, ok, type Refusal, stackOf } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import { changeOfSite, differencesOf, type SiteSettings, siteSettingsOf } from '../../shared/site-settings.ts';
import type { BenchContext } from '../bench/context.ts';
import type { SharedLedger } from '../bench/ports/ledger.ts';
import type { Platform } from './platform.ts';
import type { SettingsStore } from './settings.ts';
import type { WorldParts } from './world-parts.ts';

type SiteSettingCode = Extract<FailureCode, 'site-settings-away' | 'site-settings-moved' | 'site-key-missing'>;

interface SiteSettingsParts extends Pick<WorldParts, 'log' | 'fail' | 'changed'> {
  readonly platform: Pick<Platform, 'id'>;
  readonly settings: Pick<SettingsStore, 'read' | 'change'>;
  readonly sharedLedger: () => SharedLedger | undefined;
  /** Writes one line to the history of the open environment. */
  readonly note: BenchContext['journal']['record'];
}

/** The settings that all benches of a site share, once a shift lead has shared them. */
export interface SharedSettings {
  /** Applies changes of other benches. Called often; never throws. */
  look(): Promise<void>;
  /**
   * Saves a change in Setup. Shared settings are saved only if the ledger accepts them and no bench changed them since the version `seen`.
   * If they are refused, nothing of the change is saved.
   */
  keep(change: Partial<Settings>, seen: string | null): Promise<Done<SiteSettingCode>>;
  /** Makes this bench's settings the shared ones, unless the site already shares settings. */
  share(): Promise<Done<SiteSettingCode>>;
}

export function createSharedSettings({ platform, settings, sharedLedger, note, log, fail, changed }: SiteSettingsParts): SharedSettings {
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acted = turn.then(act);
    // The caller receives the error; the next turn runs anyway.
    turn = acted.catch(() => undefined);
    return acted;
  }

  /** Returns false if the ledger does not answer. */
  async function readNewest(): Promise<boolean> {
    const site = sharedLedger()?.site;
    if (!site) return false;
    const known = settings.read().site;
    const answer = await site.siteSettings(known?.id ?? null);
    if (!answer.ok) return false;
    const newest = answer.value;
    if (known && (newest?.version ?? 0) < known.version) {
      // The ledger was restored from an older backup: shares the current settings again.
      await site.shareSettings({ ...known, settings: siteSettingsOf(settings.read()) });
      return true;
    }
    if (!newest) return true;
    const { version, id, bench } = newest;
    if (newest.isForged) {
      log('site-settings', { state: 'forged' });
      if (known) await putAs(version + 1, {});
      return true;
    }
    if (id === known?.id && bench !== known.bench) settings.change({ site: { version, id, bench } });
    if (!newest.settings || id === known?.id) return true;
    settings.change({ ...newest.settings, site: { version, id, bench } });
    note(null, 'site-settings-taken', `${version} of bench ${bench}`);
    log('site-settings', { state: 'taken' });
    changed();
    return true;
  }

  const put = (change: Partial<SiteSettings>): ReturnType<typeof putAs> => putAs((settings.read().site?.version ?? 0) + 1, change);

  async function putAs(version: number, change: Partial<SiteSettings>): Promise<'shared' | 'moved' | Refusal<SiteSettingCode>> {
    const shared = sharedLedger();
    const known = settings.read().site;
    if (!shared) return fail('site-settings-away');
    const next = { version, id: platform.id(), settings: { ...siteSettingsOf(settings.read()), ...change } };
    const answer = await shared.site.shareSettings(next);
    if (!answer.ok) return fail('site-settings-away');
    if (answer.value === 'no-key') return fail('site-key-missing');
    if (answer.value === 'moved') return 'moved';
    // The ledger later reports the number of the bench.
    settings.change({ ...change, site: { version: next.version, id: next.id, bench: known?.bench ?? 0 } });
    return 'shared';
  }

  function moved(yours: Partial<SiteSettings>): Refusal<SiteSettingCode> {
    const now = settings.read();
    const theirs = Object.fromEntries(Object.entries(siteSettingsOf(now)).filter(([name]) => name in yours));
    const bench = now.site?.bench ?? 0;
    return fail(
      'site-settings-moved',
      differencesOf(theirs, yours).map((difference) => ({ code: 'setting-elsewhere', bench, ...difference })),
    );
  }

  return {
    async look() {
      if (!sharedLedger()) return;
      try {
        await inTurn(readNewest);
      } catch (error) {
        // A disk error, or an unreadable answer: retried at the next look.
        log('bug', { step: 'site-settings', ref: fail('bug').failure.ref, stack: stackOf(error) });
      }
    },

    keep: (change, seen) =>
      inTurn(async () => {
        const { site } = settings.read();
        const common = changeOfSite(settings.read(), change);
        if (site && Object.keys(common).length > 0) {
          if (seen !== site.id) return moved(common);
          const done = await put(common);
          if (done === 'moved') {
            await readNewest();
            return moved(common);
          }
          if (done !== 'shared') return done;
        }
        settings.change(change);
        return ok({});
      }),

    share: () =>
      inTurn(async () => {
        if (!(await readNewest())) return fail('site-settings-away');
        if (settings.read().site) return ok({});
        const done = await put({});
        if (done === 'moved') await readNewest();
        return done === 'shared' || done === 'moved' ? ok({}) : done;
      }),
  };
}
