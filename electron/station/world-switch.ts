import type { Failure } from '../../shared/failure.ts';
import type { Answer } from '../../shared/ipc.ts';
import type { LostJournal } from '../../shared/restored.ts';
import { ok } from '../../shared/result.ts';
import type { Setup } from '../../shared/settings.ts';
import type { World } from '../../shared/world.ts';
import { allowedBy } from '../bench/context.ts';
import { beginEmptyJournal, markRestored } from '../journal/restore.ts';
import type { SettingsStore } from './settings.ts';
import { type OpenWorld, openWorld, type WorldParts } from './world.ts';

interface WorldSwitchParts {
  readonly world: Omit<WorldParts, 'lost'>;
  readonly settings: SettingsStore;
  readonly isLocked: () => boolean;
  /** The data that Setup shows after an environment was entered. */
  readonly setup: () => Setup;
  readonly entered: () => void;
  /** Resolves once no journal of another environment is in use. */
  readonly released: () => Promise<void>;
}

/** The open environment, and the ways to switch to another one. */
export interface WorldSwitch {
  current(): OpenWorld | undefined;
  /** True while a switch is under way: no other code may open a journal then. */
  isUnderWay(): boolean;
  /** The lost journal that the shift lead must decide about before its environment can open. */
  lostJournal(): LostJournal | null;
  /** The reason why the last environment did not open at the start, until one is open; null if there was none to open. */
  notOpened(): Failure | null;
  /** Opens the environment named in the settings, if any. Called at the start. */
  openLast(): Promise<void>;
  /** Refused while a booking or another switch is under way. `whileClosed` runs between the two environments. */
  enter(world: World, whileClosed?: () => void): Promise<Answer<'enterWorld'>>;
  /** Starts an empty journal, after the shift lead confirmed that the parcels of the lost journal need no more attention. */
  beginEmpty(reason: string, pin: string): Promise<Answer<'beginEmptyJournal'>>;
  /**
   * Marks every journal as restored, after the user reports that the whole computer was restored from a backup, including the rollback
   * guards.
   */
  declareRestored(): Promise<Answer<'declareRestored'>>;
  /** Refuses further switches; waits for a switch under way. */
  close(): Promise<void>;
}

export function createWorldSwitch({ world: given, settings, isLocked, setup, entered, released }: WorldSwitchParts): WorldSwitch {
  const { platform, fail, log, changed, checkPin } = given;
  const runningSince = platform.now();
  let current: OpenWorld | undefined;
  let lost: { readonly journal: LostJournal; readonly file: string } | undefined;
  let entering: Promise<Answer<'enterWorld'>> | undefined;
  let isClosed = false;
  let refused: Failure | null = null;

  const parts: WorldParts = {
    ...given,
    lost(journal, file) {
      lost = { journal, file };
      changed();
    },
  };
  const isBooking = (): boolean => current?.bench.ship.state().workflow.step === 'booking';

  /** One switch at a time: an environment left open behind another one would go on printing, and could not be entered again. */
  async function enter(world: World, whileClosed?: () => void): Promise<Answer<'enterWorld'>> {
    if (isLocked()) return fail('data-locked');
    if (isBooking() || entering || isClosed) return fail('not-now');
    entering = moveTo(world, whileClosed).finally(() => {
      entering = undefined;
    });
    return entering;
  }

  /** Leaves the open environment only if the new one opens; else returns to it. */
  async function moveTo(world: World, whileClosed: () => void = () => undefined): Promise<Answer<'enterWorld'>> {
    const before = current;
    current = undefined;
    lost = undefined;
    try {
      await released();
      await before?.close();
      whileClosed();
      const opened = await openWorld(parts, world);
      if (!opened.ok) {
        if (lost) settings.change({ world });
        return opened;
      }
      current = opened.value;
    } finally {
      // If a journal was lost, the shift lead must decide first: no other environment may hide that.
      const back = !current && before && !lost ? await openWorld(parts, before.world) : undefined;
      if (back?.ok) current = back.value;
    }
    settings.change({ world });
    log('world', { world });
    changed();
    entered();
    return ok(setup());
  }

  return {
    current: () => current,
    isUnderWay: () => entering !== undefined,
    lostJournal: () => lost?.journal ?? null,
    notOpened: () => (current ? null : refused),
    async openLast() {
      const { world } = settings.read();
      if (!world || isLocked()) return;
      const opened = await openWorld(parts, world);
      if (opened.ok) current = opened.value;
      else refused = opened.failure;
    },
    enter,
    async beginEmpty(reason, pin) {
      if (!lost) return fail('not-now');
      const allowed = allowedBy({ fail, checkPin }, reason, pin);
      if (!allowed.ok) return allowed;
      const { world } = lost.journal;
      beginEmptyJournal({ file: lost.file, now: platform.now });
      log('journal', { state: 'begun-empty' });
      const answer = await enter(world);
      if (answer.ok) current?.bench.context.journal.record(null, 'begun-empty', `${settings.read().packer}: ${allowed.value}`);
      return answer;
    },
    async declareRestored() {
      const { world } = settings.read();
      if (!current || !world) return fail('not-now');
      return enter(world, () => markRestored({ folder: platform.dataDir, runningSince, now: platform.now, log }));
    },
    async close() {
      isClosed = true;
      // The caller of a switch under way receives its result.
      if (entering) await Promise.allSettled([entering]);
      await current?.close();
      current = undefined;
    },
  };
}
