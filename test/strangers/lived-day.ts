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

/** One row of the program's reports to the shop. */
export interface ShopRow {
  readonly order: string;
  readonly number: string;
  /** The service's number of the booking. */
  readonly serviceNo: string;
}

/** One day while it runs: a person at a station, with control over the outside world. */
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
  /** Shipments and copies that a person asked for beyond one shipment of an order and one sheet of a label, by order. */
  readonly allowed: { readonly shipments: Map<string, number>; readonly copies: Map<string, number> };
  /** Amounts that a person typed, by order. */
  readonly typed: Map<string, { readonly digits: string; readonly currency: string }>;
  /** Orders whose parcels a person changed. */
  readonly edited: Set<string>;
  /** Order numbers in a folder that was replaced by an older one: the program cannot know them, and has to ask. */
  readonly forgotten: Set<string>;
  /** Orders whose right label the program takes for another order's: it holds back more because of that. */
  readonly misread: Set<string>;
  /** The shop's folder, in which the program reports what was shipped. */
  readonly shop: { rows(): readonly ShopRow[] };
  now(): Date;
  met(kind: string): void;
  found(finding: Finding): void;
  /** Closes the station, calls `between` to change its folder, and opens it again. */
  reopen(between?: () => Promise<void> | void): Promise<void>;
  importFile(wish: Omit<OrderFileWish, 'prefix'>): Promise<OrderFile>;
}

export const allow = (map: Map<string, number>, key: string): void => void map.set(key, (map.get(key) ?? 0) + 1);
