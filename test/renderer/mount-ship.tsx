import { ShipScreen } from '../../renderer/ship/ship-screen.tsx';
import type { Scene } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { type Mounted, mount } from './mount.tsx';

/** Mounts Ship in a scene, with other answers if they are given. */
export const ship = (scene: string, more: Scene['answers'] = {}): Mounted => {
  const of = sceneOf(scene);
  return mount(<ShipScreen />, { ...of, answers: { ...of.answers, ...more } });
};

/** Number of the parcel in hand in every scene. */
export const workflowNo = 7;
