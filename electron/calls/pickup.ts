import type { Handlers } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import type { CallParts } from './call-parts.ts';

export const pickupCalls = ({ inWorld }: CallParts) =>
  ({
    pickups: () => inWorld(({ pickup }) => ok(pickup.overview())),
    dropOffPoints: (where) => inWorld(({ pickup }) => pickup.dropOffPoints(where)),
    requestPickup: (request) => inWorld(({ pickup }) => pickup.request(request)),
    reprintManifest: ({ pickupId }) => inWorld(({ pickup }) => pickup.reprintManifest(pickupId)),
  }) satisfies Partial<Handlers>;
