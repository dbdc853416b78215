import type { Setup } from '../../shared/settings.ts';
import type { SetupTab } from '../screens.ts';

/** The groups of Setup. The first three have what a bench needs to ship. */
export const doors = ['service', 'bench', 'shop', 'more'] as const;
export type Door = (typeof doors)[number];

type Used = Pick<Setup, 'hasLedger' | 'lookUps' | 'push' | 'settings' | 'webhooks'>;

/** The door of each tab until this bench uses what is in it, and the door that it then moves to. */
const homeOf: Record<SetupTab, readonly [unused: Door, used: Door, isUsed: (setup: Used) => boolean]> = {
  rules: always('more'),
  defaults: always('more'),
  account: always('service'),
  plan: always('service'),
  webhooks: ['more', 'service', ({ webhooks }) => webhooks.listener.is !== 'shut'],
  steps: always('bench'),
  printers: always('bench'),
  boxes: always('bench'),
  sender: always('bench'),
  scanner: always('bench'),
  bench: always('bench'),
  commands: always('bench'),
  reprints: always('more'),
  people: always('more'),
  privacy: always('more'),
  support: always('more'),
  papers: ['more', 'bench', ({ settings }) => settings.forms.length > 0],
  benches: ['more', 'bench', ({ hasLedger }) => hasLedger],
  shop: always('shop'),
  mappings: always('shop'),
  writeBack: always('shop'),
  sources: ['more', 'shop', ({ lookUps, push, settings }) => settings.lookUps.length + lookUps.length > 0 || push.listener.is !== 'shut'],
};

function always(door: Door): readonly [Door, Door, () => boolean] {
  return [door, door, () => true];
}

export function doorOf(tab: SetupTab, setup: Used): Door {
  const [unused, used, isUsed] = homeOf[tab];
  return isUsed(setup) ? used : unused;
}

/** Tabs of a door in the order in which they are listed. */
export const tabsOf = (door: Door, tabs: readonly SetupTab[], setup: Used): SetupTab[] =>
  (Object.keys(homeOf) as SetupTab[]).filter((tab) => tabs.includes(tab) && doorOf(tab, setup) === door);
