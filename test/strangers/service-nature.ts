import type { Dice } from '../crash/dice.ts';

/** One reading of the service's document: everything it leaves open, decided one way for a day. */
export interface ServiceNature {
  readonly environment: Spelling;
  readonly instructions: Spelling;
  readonly errorShape: 'texts' | 'records' | 'map' | 'nested' | 'one text';
  readonly errorStatus: 200 | 400 | 422 | 500;
  readonly numbers: 'number' | 'text' | 'long text';
  readonly ids: 'long digits' | 'letters' | 'short';
  /** Lifetime of a service's id: the same in every quote, or new in each. */
  readonly serviceIds: 'kept' | 'new at each quote';
  /** The way in which `ship` finds its shipment. */
  readonly tie: 'last quote of the key' | 'id of the service';
  readonly tracks: 'list' | 'object' | 'map';
  readonly statuses: 'known' | 'own words';
  readonly labels: 'as asked' | 'always PDF' | 'always ZPL';
  readonly wrapped: 'base64' | 'data url' | 'gzip' | 'raw';
  readonly manifest: Manifest;
  readonly remarks: 'never' | 'abroad' | 'always';
  readonly latencyMs: number;
  readonly couriers: number;
  readonly currency: 'EUR' | 'GBP' | 'SEK' | 'CHF';
  /** Answers contain elements that the document does not mention. */
  readonly extraElements: boolean;
}

/** Accepted spelling of an element; another one is refused. */
export type Spelling = 'both' | 'right' | 'wrong';
export const manifests = ['PDF', 'text', 'HTML', 'PNG', 'ZPL', 'none'] as const;
export type Manifest = (typeof manifests)[number];

export const plainService: ServiceNature = {
  environment: 'both',
  instructions: 'both',
  errorShape: 'texts',
  errorStatus: 200,
  numbers: 'number',
  ids: 'long digits',
  serviceIds: 'kept',
  tie: 'last quote of the key',
  tracks: 'list',
  statuses: 'known',
  labels: 'as asked',
  wrapped: 'base64',
  manifest: 'PDF',
  remarks: 'never',
  latencyMs: 5,
  couriers: 3,
  currency: 'EUR',
  extraElements: false,
};

export function drawService(dice: Dice): ServiceNature {
  const serviceIds = dice.pick(['kept', 'new at each quote'] as const);
  return {
    environment: dice.chance(0.12) ? dice.pick(['right', 'wrong'] as const) : 'both',
    instructions: dice.chance(0.12) ? dice.pick(['right', 'wrong'] as const) : 'both',
    errorShape: dice.pick(['texts', 'records', 'map', 'nested', 'one text'] as const),
    errorStatus: dice.pick([200, 400, 422, 500] as const),
    numbers: dice.pick(['number', 'text', 'long text'] as const),
    ids: dice.pick(['long digits', 'letters', 'short'] as const),
    serviceIds,
    tie: serviceIds === 'kept' ? 'last quote of the key' : dice.pick(['last quote of the key', 'id of the service'] as const),
    tracks: dice.pick(['list', 'object', 'map'] as const),
    statuses: dice.pick(['known', 'own words'] as const),
    labels: dice.pick(['as asked', 'as asked', 'as asked', 'always PDF', 'always ZPL'] as const),
    wrapped: dice.pick(['base64', 'base64', 'data url', 'gzip', 'raw'] as const),
    manifest: dice.pick(manifests),
    remarks: dice.pick(['never', 'abroad', 'always'] as const),
    latencyMs: dice.pick([0, 5, 20, 60] as const),
    couriers: 2 + dice.whole(5),
    currency: dice.pick(['EUR', 'EUR', 'GBP', 'SEK', 'CHF'] as const),
    extraElements: dice.chance(0.3),
  };
}
