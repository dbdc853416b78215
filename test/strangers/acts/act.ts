import type { Dice } from '../../crash/dice.ts';
import type { Day } from '../lived-day.ts';

/** One act of a day; `no` distinguishes two with the same name and seeds their dice. */
export interface Act {
  readonly no: number;
  readonly name: string;
}

/** An action of a person, or a fault that affects the bench. */
export type Doing = (day: Day, dice: Dice) => Promise<void>;
