import { ShipScreen } from '../../renderer/ship/ship-screen.tsx';
import type { Scene } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { type Mounted, mount } from './mount.tsx';

/** Ship as a scene has it, with other answers where they are given. */
export const ship = (scene: string, more: Scene['answers'] = {}): Mounted => {
  const of = sceneOf(scene);
  return mount(<ShipScreen />, { ...of, answers: { ...of.answers, ...more } });
};

/** Of the parcel in hand in every scene. */
export const workflowNo = 7;
