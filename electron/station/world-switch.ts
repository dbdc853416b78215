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
  /** What Setup shows once a world was entered. */
  readonly setup: () => Setup;
  readonly entered: () => void;
  /** Resolves once no journal of a world that is not open is in use. */
  readonly released: () => Promise<void>;
}

/** The world that is open, and every way into another. */
export interface WorldSwitch {
  current(): OpenWorld | undefined;
  /** Between two worlds: no journal is anybody else's to open. */
  isUnderWay(): boolean;
  /** The journal that a person has to decide about before its world can be opened. */
  lostJournal(): LostJournal | null;
  /** Why the world of the settings did not open at the start, until one is open; null if there was none to open. */
  notOpened(): Failure | null;
  /** Opens the world of the settings, where there is one. For the start. */
  openLast(): Promise<void>;
  /** Refused while a booking or another switch is under way. `whileClosed` runs between the two worlds. */
  enter(world: World, whileClosed?: () => void): Promise<Answer<'enterWorld'>>;
  /** A person's word that the parcels of a lost journal are nobody's business any more. */
  beginEmpty(reason: string, pin: string): Promise<Answer<'beginEmptyJournal'>>;
  /** A person's word that the whole computer was put back, witnesses and all: every journal of it knows too little. */
  declareRestored(): Promise<Answer<'declareRestored'>>;
  /** Nothing can be entered any more; a switch under way ends first. */
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

  /** One switch at a time: a world that is left open behind another would go on printing, and could not be entered again. */
  async function enter(world: World, whileClosed?: () => void): Promise<Answer<'enterWorld'>> {
    if (isLocked()) return fail('data-locked');
    if (isBooking() || entering || isClosed) return fail('not-now');
    entering = moveTo(world, whileClosed).finally(() => {
      entering = undefined;
    });
    return entering;
  }

  /** Leaves the world that was open only for one that opens; else goes back. */
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
      // Where a journal was lost a person has to decide first: no other world covers that.
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
      // Whether a switch under way succeeds is told to the one who asked for it.
      if (entering) await Promise.allSettled([entering]);
      await current?.close();
      current = undefined;
    },
  };
}
