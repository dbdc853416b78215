import type { Failure } from '../../shared/failure.ts';
import type { Answer } from '../../shared/ipc.ts';
import type { LostJournal } from '../../shared/restored.ts';
import { ok } from '../../shared/result.ts';
import type { Setup } from '../../shared/settings.ts';
import type { World } from '../../shared/world.ts';
import { allowedBy } from '../bench/context.ts';
import { beginEmptyJournal, markRestored } from '../journal/restore.ts';
import type { SettingsStore } from './settings.ts';
import { openWorld } from './world.ts';
import type { OpenWorld, WorldParts } from './world-parts.ts';

/** The open environment, or why none is open. Written only by the switch. */
export interface Entered {
  current: OpenWorld | undefined;
  /** The lost journal that the shift lead must decide about before its environment can open. */
  lost: { readonly journal: LostJournal; readonly file: string } | undefined;
  /** The reason why the last environment did not open at the start; null if there was none to open. */
  refused: Failure | null;
}

export const nothingEntered = (): Entered => ({ current: undefined, lost: undefined, refused: null });

interface WorldSwitchParts {
  readonly entered: Entered;
  readonly world: Omit<WorldParts, 'lost'>;
  readonly settings: SettingsStore;
  readonly isLocked: () => boolean;
  /** True if the data of this environment would lie on the disk without protection. */
  readonly isUnprotected: (world: World) => boolean;
  /** The data that Setup shows after an environment was entered. */
  readonly setup: () => Setup;
  /** Called once an environment was entered. */
  readonly whenEntered: () => void;
  /** Resolves once no journal of another environment is in use. */
  readonly released: () => Promise<void>;
}

/** The open environment, and the ways to switch to another one. */
export interface WorldSwitch {
  current(): OpenWorld | undefined;
  /** True while a switch is under way: no other code may open a journal then. */
  isUnderWay(): boolean;
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

export function createWorldSwitch({
  world: given,
  settings,
  isLocked,
  isUnprotected,
  setup,
  whenEntered,
  released,
  entered,
}: WorldSwitchParts): WorldSwitch {
  const { platform, fail, log, changed, checkPin } = given;
  const runningSince = platform.now();
  let entering: Promise<Answer<'enterWorld'>> | undefined;
  let isClosed = false;

  const parts: WorldParts = {
    ...given,
    lost(journal, file) {
      entered.lost = { journal, file };
      changed();
    },
  };
  const isBooking = (): boolean => entered.current?.bench.ship.state().workflow.step === 'booking';

  /** One switch at a time: an environment left open behind another one would go on printing, and could not be entered again. */
  async function enter(world: World, whileClosed?: () => void): Promise<Answer<'enterWorld'>> {
    if (isUnprotected(world)) return fail('passphrase-missing');
    if (isBooking() || entering || isClosed) return fail('not-now');
    entering = moveTo(world, whileClosed).finally(() => {
      entering = undefined;
    });
    return entering;
  }

  /** Leaves the open environment only if the new one opens; else returns to it. */
  async function moveTo(world: World, whileClosed: () => void = () => undefined): Promise<Answer<'enterWorld'>> {
    const before = entered.current;
    entered.current = undefined;
    entered.lost = undefined;
    try {
      await released();
      await before?.close();
      whileClosed();
      const opened = await openWorld(parts, world);
      if (!opened.ok) {
        if (entered.lost) settings.change({ world });
        return opened;
      }
      entered.current = opened.value;
    } finally {
      // If a journal was lost, the shift lead must decide first: no other environment may hide that.
      const back = !entered.current && before && !entered.lost ? await openWorld(parts, before.world) : undefined;
      if (back?.ok) entered.current = back.value;
    }
    settings.change({ world });
    log('world', { world });
    changed();
    whenEntered();
    return ok(setup());
  }

  return {
    current: () => entered.current,
    isUnderWay: () => entering !== undefined,
    async openLast() {
      const { world } = settings.read();
      if (!world || isLocked()) return;
      if (isUnprotected(world)) {
        entered.refused = fail('passphrase-missing').failure;
        return;
      }
      const opened = await openWorld(parts, world);
      if (opened.ok) entered.current = opened.value;
      else entered.refused = opened.failure;
    },
    enter,
    async beginEmpty(reason, pin) {
      const { lost } = entered;
      if (!lost) return fail('not-now');
      const allowed = allowedBy({ fail, checkPin }, reason, pin);
      if (!allowed.ok) return allowed;
      const { world } = lost.journal;
      beginEmptyJournal({ file: lost.file, now: platform.now });
      log('journal', { state: 'begun-empty' });
      const answer = await enter(world);
      if (answer.ok) entered.current?.bench.context.journal.record(null, 'begun-empty', `${given.settings().packer}: ${allowed.value}`);
      return answer;
    },
    async declareRestored() {
      const { world } = settings.read();
      if (!entered.current || !world) return fail('not-now');
      return enter(world, () => markRestored({ folder: platform.dataDir, runningSince, now: platform.now, log }));
    },
    async close() {
      isClosed = true;
      // The caller of a switch under way receives its result.
      if (entering) await Promise.allSettled([entering]);
      await entered.current?.close();
      entered.current = undefined;
    },
  };
}
