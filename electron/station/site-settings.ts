import type { FailureCode } from '../../shared/failure.ts';
import { type Done, ok, type Refusal, stackOf } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import { changeOfSite, differencesOf, type SiteSettings, siteSettingsOf } from '../../shared/site-settings.ts';
import type { BenchContext } from '../bench/context.ts';
import type { SharedLedger } from '../bench/ports/ledger.ts';
import type { Platform } from './platform.ts';
import type { SettingsStore } from './settings.ts';
import type { WorldParts } from './world.ts';

type SiteSettingCode = Extract<FailureCode, 'site-settings-away' | 'site-settings-moved' | 'site-key-missing'>;

interface SiteSettingsParts extends Pick<WorldParts, 'log' | 'fail' | 'changed'> {
  readonly platform: Pick<Platform, 'id'>;
  readonly settings: Pick<SettingsStore, 'read' | 'change'>;
  readonly sharedLedger: () => SharedLedger | undefined;
  /** One line of the history of the open world. */
  readonly note: BenchContext['journal']['record'];
}

/** What of Setup all benches of the site have in common, once a lead shared it. */
export interface SharedSettings {
  /** Takes what another bench changed. Often called; never throws. */
  look(): Promise<void>;
  /**
   * Keeps a change of Setup: what all benches have in common only where the ledger takes it, and nobody changed it since the version that
   * was seen. Nothing of it is kept where that is refused.
   */
  keep(change: Partial<Settings>, seen: string | null): Promise<Done<SiteSettingCode>>;
  /** From here on what this bench has is what all benches have, unless they have something in common already. */
  share(): Promise<Done<SiteSettingCode>>;
}

export function createSharedSettings({ platform, settings, sharedLedger, note, log, fail, changed }: SiteSettingsParts): SharedSettings {
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acted = turn.then(act);
    // Whoever asked for it hears what it threw; the next turn comes all the same.
    turn = acted.catch(() => undefined);
    return acted;
  }

  /** False where the ledger does not say. */
  async function hear(): Promise<boolean> {
    const site = sharedLedger()?.site;
    if (!site) return false;
    const known = settings.read().site;
    const said = await site.siteSettings(known?.id ?? null);
    if (!said.ok) return false;
    const newest = said.value;
    if (known && (newest?.version ?? 0) < known.version) {
      // The ledger was put back to an older copy: what held goes on.
      await site.shareSettings({ ...known, settings: siteSettingsOf(settings.read()) });
      return true;
    }
    if (!newest) return true;
    const { version, id, bench } = newest;
    if (id === known?.id && bench !== known.bench) settings.change({ site: { version, id, bench } });
    if (!newest.settings || id === known?.id) return true;
    settings.change({ ...newest.settings, site: { version, id, bench } });
    note(null, 'site-settings-taken', `${version} of bench ${bench}`);
    log('site-settings', { state: 'taken' });
    changed();
    return true;
  }

  async function put(change: Partial<SiteSettings>): Promise<'shared' | 'moved' | Refusal<SiteSettingCode>> {
    const shared = sharedLedger();
    const known = settings.read().site;
    if (!shared) return fail('site-settings-away');
    const next = { version: (known?.version ?? 0) + 1, id: platform.id(), settings: { ...siteSettingsOf(settings.read()), ...change } };
    const said = await shared.site.shareSettings(next);
    if (!said.ok) return fail('site-settings-away');
    if (said.value === 'no-key') return fail('site-key-missing');
    if (said.value === 'moved') return 'moved';
    // Which bench it was is heard from the ledger.
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
        await inTurn(hear);
      } catch (error) {
        // The disk, or an answer that cannot be read: it is tried again.
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
            await hear();
            return moved(common);
          }
          if (done !== 'shared') return done;
        }
        settings.change(change);
        return ok({});
      }),

    share: () =>
      inTurn(async () => {
        if (!(await hear())) return fail('site-settings-away');
        if (settings.read().site) return ok({});
        const done = await put({});
        if (done === 'moved') await hear();
        return done === 'shared' || done === 'moved' ? ok({}) : done;
      }),
  };
}
