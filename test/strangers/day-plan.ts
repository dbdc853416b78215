import type { CallArgs } from '../../shared/ipc.ts';
import { createDice, type Dice } from '../crash/dice.ts';
import type { Act } from './acts/act.ts';
import { actNames } from './acts/acts.ts';
import { drawPrinter, type PrinterNature, plainPrinter } from './printers.ts';
import { drawService, manifests, plainService, type ServiceNature } from './service-nature.ts';
import { drawWindow, type WindowNature } from './window-nature.ts';

/** A day as it was drawn: everything that determines it, so that it can run again, whole or shortened. */
export interface DayPlan {
  readonly seed: string;
  /** Prefix of every order number of the day. */
  readonly prefix: string;
  readonly startAt: string;
  readonly service: ServiceNature;
  readonly printer: PrinterNature;
  readonly settings: Partial<CallArgs<'saveSettings'>['settings']>;
  readonly acts: readonly Act[];
  /** The window of the day; without one, its screens are drawn as words. */
  readonly window?: WindowNature;
}

const actsPerDay = 6;
/** Number of a day's acts that come in turn, so that every kind comes equally often over many days; the others are random. */
const inTurn = 5;
/** Similar acts are neighbours in the list: a day takes them from all over it. Shares no factor with their number. */
const stride = 19;

/** One of this many days runs in the real window. */
const windowEvery = 20;
export const isWindowDay = (dayNo: number): boolean => dayNo % windowEvery === windowEvery - 1;

export function drawDay(seed: string, dayNo: number, hasWindow = isWindowDay(dayNo)): DayPlan {
  const daySeed = `${seed} day ${dayNo}`;
  const dice = createDice(daySeed);
  const printer = dice.chance(0.3) ? plainPrinter : drawPrinter(dice);
  const drawn = Array.from({ length: actsPerDay }, (_, at) =>
    at < inTurn ? (actNames[((dayNo * inTurn + at) * stride) % actNames.length] ?? actNames[0]) : dice.pick(actNames),
  );
  // A printer that always reports ready only matters on a day with a fault.
  const names = printer.reports === 'always ready' ? [...drawn, 'printer out of labels'] : drawn;
  return {
    seed: daySeed,
    prefix: `${'ABCDEFGHKLMNPRSTUVWX'[dice.whole(20)]}${dayNo}`,
    startAt: drawStart(dice),
    service: dice.chance(0.3) ? { ...plainService, couriers: 4, manifest: dice.pick(manifests) } : drawService(dice),
    printer,
    settings: {
      defaults: dice.pick([
        { boxId: 'M', weightGrams: 800, contents: 'Ceramics', value: null },
        { boxId: '', weightGrams: null, contents: '', value: null },
      ]),
    },
    acts: shuffled(dice, names).map((name, no) => ({ no, name })),
    ...(hasWindow && { window: drawWindow(createDice(`${daySeed} window`)) }),
  };
}

/** Returns a working hour of some day, such as the end of a week, a month or a year. */
function drawStart(dice: Dice): string {
  const day = dice.pick(['2026-11-20', '2026-11-23', '2026-11-30', '2026-12-18', '2026-12-31', '2027-02-26'] as const);
  return `${day}T0${6 + dice.whole(4)}:${dice.pick(['05', '30', '55'] as const)}:00.000Z`;
}

function shuffled<T>(dice: Dice, list: readonly T[]): T[] {
  const left = [...list];
  return Array.from({ length: left.length }, () => left.splice(dice.whole(left.length), 1)).flat();
}
