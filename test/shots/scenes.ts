import type { Scene } from './scene.ts';
import { byProductScenes } from './scenes/by-product.ts';
import { checkOffScenes } from './scenes/check-off.ts';
import { ordersScenes } from './scenes/orders.ts';
import { peopleScenes } from './scenes/people.ts';
import { pickupScenes } from './scenes/pickup.ts';
import { privacyScenes } from './scenes/privacy.ts';
import { programScenes } from './scenes/program.ts';
import { reprintScenes } from './scenes/reprints.ts';
import { resolveScenes } from './scenes/resolve.ts';
import { returnScenes } from './scenes/returns.ts';
import { setupScenes } from './scenes/setup.ts';
import { shipScenes } from './scenes/ship.ts';
import { trackScenes } from './scenes/track.ts';

/** Every screen in every state that is worth a picture. */
export const scenes: readonly Scene[] = [
  ...shipScenes,
  ...checkOffScenes,
  ...byProductScenes,
  ...returnScenes,
  ...reprintScenes,
  ...ordersScenes,
  ...pickupScenes,
  ...trackScenes,
  ...resolveScenes,
  ...setupScenes,
  ...peopleScenes,
  ...privacyScenes,
  ...programScenes,
];

/** Returns the scene with this name; throws if there is none. */
export function sceneOf(name: string): Scene {
  const found = scenes.find((each) => each.name === name);
  if (!found) throw new Error(`no scene ${name}`);
  return found;
}
