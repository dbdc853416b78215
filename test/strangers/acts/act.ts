import type { Dice } from '../../crash/dice.ts';
import type { Day } from '../lived-day.ts';

/** One thing that happens on a day; `no` tells two of the same name apart and throws their dice. */
export interface Act {
  readonly no: number;
  readonly name: string;
}

/** What somebody does, or what befalls the bench. */
export type Doing = (day: Day, dice: Dice) => Promise<void>;
