import type { PressMeaning } from '../shared/key-meanings.ts';

/** The screens in the order of the rail. The key of the same name opens each from everywhere. */
export const screens = ['ship', 'orders', 'pickup', 'track', 'resolve', 'setup'] as const satisfies readonly PressMeaning[];
export type Screen = (typeof screens)[number];

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
  'reprints',
  'people',
  'privacy',
  'benches',
  'scanner',
  'commands',
  'support',
] as const;
export type SetupTab = (typeof setupTabs)[number];
