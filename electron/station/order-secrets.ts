import type { KeyObject } from 'node:crypto';
import type { World } from '../../shared/world.ts';

/** By what another thread of this program seals orders for the journal of a world. */
export interface OrderSecrets {
  readonly world: World;
  readonly key: KeyObject;
}
