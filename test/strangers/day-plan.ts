import type { CallArgs } from '../../shared/ipc.ts';
import { createDice, type Dice } from '../crash/dice.ts';
import type { Act } from './acts/act.ts';
import { actNames } from './acts/acts.ts';
import { drawPrinter, type PrinterNature, plainPrinter } from './printers.ts';
import { drawService, manifests, plainService, type ServiceNature } from './service-nature.ts';
import { drawWindow, type WindowNature } from './window-nature.ts';

/** A day as it was drawn: everything that makes it what it is, so that it can be lived again, whole or shortened. */
export interface DayPlan {
  readonly seed: string;
  /** Begins every order number of the day. */
  readonly prefix: string;
  readonly startAt: string;
  readonly service: ServiceNature;
  readonly printer: PrinterNature;
  readonly settings: Partial<CallArgs<'saveSettings'>['settings']>;
  readonly acts: readonly Act[];
  /** The window it is lived through; the words of its screens where there is none. */
  readonly window?: WindowNature;
}

const actsPerDay = 6;
/** So many of a day's acts come in turn, so that over many days each kind comes as often; the others come by chance. */
const inTurn = 5;
/** Neighbours in the list resemble each other: a day takes them from everywhere. Shares no factor with their number. */
const stride = 17;

/** Of so many days one is lived through the real window. */
const windowEvery = 20;
export const isWindowDay = (dayNo: number): boolean => dayNo % windowEvery === windowEvery - 1;

export function drawDay(seed: string, dayNo: number, hasWindow = isWindowDay(dayNo)): DayPlan {
  const daySeed = `${seed} day ${dayNo}`;
  const dice = createDice(daySeed);
  const printer = dice.chance(0.3) ? plainPrinter : drawPrinter(dice);
  const drawn = Array.from({ length: actsPerDay }, (_, at) =>
    at < inTurn ? (actNames[((dayNo * inTurn + at) * stride) % actNames.length] ?? actNames[0]) : dice.pick(actNames),
  );
  // A printer that says ready whatever is wrong is met on the day something is.
  const names = printer.says === 'always ready' ? [...drawn, 'printer out of labels'] : drawn;
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

/** A working hour of some day, also at the end of a week, of a month, of a year. */
function drawStart(dice: Dice): string {
  const day = dice.pick(['2026-11-20', '2026-11-23', '2026-11-30', '2026-12-18', '2026-12-31', '2027-02-26'] as const);
  return `${day}T0${6 + dice.whole(4)}:${dice.pick(['05', '30', '55'] as const)}:00.000Z`;
}

function shuffled<T>(dice: Dice, list: readonly T[]): T[] {
  const left = [...list];
  return Array.from({ length: left.length }, () => left.splice(dice.whole(left.length), 1)).flat();
}
