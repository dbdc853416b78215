import type { Dice } from '../crash/dice.ts';
import type { DayPlan } from './day-plan.ts';
import type { Finding } from './finding.ts';
import type { Watch } from './honesty.ts';
import type { OrderFile, OrderFileWish, TrueOrder } from './order-files.ts';
import type { Packer } from './packer.ts';
import type { StrangerPrinter } from './printers.ts';
import type { StrangerWindow } from './screen.ts';
import type { StrangerService } from './service.ts';
import type { Truth } from './truth.ts';

/** One day while it is lived: a person at a station, and a hand on the world outside. */
export interface Day {
  readonly plan: DayPlan;
  readonly dir: string;
  readonly dice: Dice;
  readonly service: StrangerService;
  readonly printer: StrangerPrinter;
  readonly truth: Truth;
  readonly packer: Packer;
  readonly window: StrangerWindow;
  readonly watch: Watch;
  readonly orders: readonly TrueOrder[];
  /** What a person asked for beyond one shipment of an order and one sheet of a label, by order. */
  readonly allowed: { readonly shipments: Map<string, number>; readonly copies: Map<string, number> };
  /** Amounts a person typed, by order. */
  readonly typed: Map<string, { readonly digits: string; readonly currency: string }>;
  /** Orders whose parcels a person changed. */
  readonly edited: Set<string>;
  /** Order numbers that stood in a folder which an older one replaced: the program cannot know them, and has to ask. */
  readonly forgotten: Set<string>;
  /** Orders whose right label the program holds to be another's: what it then keeps back follows from that. */
  readonly misread: Set<string>;
  now(): Date;
  met(kind: string): void;
  found(finding: Finding): void;
  /** Closes the station and opens it again on what `between` made of its folder. */
  reopen(between?: () => Promise<void> | void): Promise<void>;
  importFile(wish: Omit<OrderFileWish, 'prefix'>): Promise<OrderFile>;
}

export const allow = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
