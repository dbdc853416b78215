import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { OrdersScreen } from '../../renderer/orders/orders-screen.tsx';
import { PickupScreen } from '../../renderer/pickup/pickup-screen.tsx';
import { ResolveScreen } from '../../renderer/resolve/resolve-screen.tsx';
import { ShipScreen } from '../../renderer/ship/ship-screen.tsx';
import { text } from '../../renderer/text/text.ts';
import { TrackScreen } from '../../renderer/track/track-screen.tsx';
import { ok } from '../../shared/result.ts';
import type { Scene } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { mount, page, reads } from './mount.tsx';

const empty = { total: 0, rows: [] };
const noPickups = { today: '2026-11-19', groups: [], requested: [], ofOtherKeys: 0 };

/** A screen, its texts for an empty list, and the call that reads the list. */
const screens: readonly (readonly [name: string, ReactNode, string, nothing: readonly string[], Scene['answers']])[] = [
  ['Ship', <ShipScreen key="1" />, 'ship-ready', [text.ship.noneYet], { lastShipments: ok([]) }],
  [
    'Orders',
    <OrdersScreen key="2" />,
    'orders',
    [text.orders.emptyTitle, text.orders.status(0, 0)],
    { orders: ok({ ...empty, timeZone: 'UTC' }) },
  ],
  [
    'Pickup',
    <PickupScreen key="3" />,
    'pickup',
    [text.pickup.statusNothing, text.pickup.emptyTitle, text.pickup.noManifestsTitle],
    { pickups: ok(noPickups) },
  ],
  ['Track', <TrackScreen key="4" />, 'track', [text.track.emptyTitle, text.track.underWay(0, 0)], { underWay: ok(empty) }],
  ['Resolve', <ResolveScreen key="5" />, 'resolve', [text.resolve.statusNothing, text.resolve.emptyTitle], { toResolve: ok([]) }],
];

test.each(screens)('%s does not call a list empty before it is read', async (_name, element, scene, nothing, answers) => {
  const of = sceneOf(scene);
  mount(element, { ...of, answers: { ...of.answers, ...answers } });
  for (const sentence of nothing) expect(page()).not.toContain(sentence);
  await reads(nothing[0] ?? '');
});

test.each(screens)('%s does not call a list empty if it cannot be read', async (_name, element, scene, nothing, answers) => {
  const of = sceneOf(scene);
  const kept = Object.entries(of.answers).filter(([call]) => !(call in answers));
  mount(element, { ...of, answers: Object.fromEntries(kept) });
  await reads(text.failures['not-now'].what);
  for (const sentence of nothing) expect(page()).not.toContain(sentence);
});
