/**
 * The screens in the order of the rail, each with the function key that opens it from everywhere. No screen may use that key for an
 * action; F7 to F12 are actions already.
 */
export const screenKeys = { ship: 'F1', orders: 'F2', pickup: 'F3', track: 'F4', resolve: 'F5', setup: 'F6' } as const;
export type Screen = keyof typeof screenKeys;
export const screens = Object.keys(screenKeys) as readonly Screen[];

/** The tabs of Setup, in their order. */
export const setupTabs = [
  'steps',
  'account',
  'sender',
  'boxes',
  'defaults',
  'plan',
  'rules',
  'webhooks',
  'printers',
  'papers',
  'shop',
  'mappings',
  'sources',
  'writeBack',
  'bench',
  'benches',
  'scanner',
  'commands',
] as const;
export type SetupTab = (typeof setupTabs)[number];
