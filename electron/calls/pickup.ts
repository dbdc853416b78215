import type { Handlers } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import { pickupFile } from '../bench/pickup/pickup-file.ts';
import type { CallParts } from './call-parts.ts';
import { saveWhereChosen } from './save-where-chosen.ts';

export const pickupCalls = (parts: CallParts) => {
  const { inWorld } = parts;
  return {
    pickups: () => inWorld(({ pickup }) => ok(pickup.overview())),
    dropOffPoints: (where) => inWorld(({ pickup }) => pickup.dropOffPoints(where)),
    exportPickups: async () => saveWhereChosen(parts, await inWorld(async ({ context, pickup }) => ok(await pickupFile(context, pickup)))),
    requestPickup: (request) => inWorld(({ pickup }) => pickup.request(request)),
    reprintManifest: ({ pickupId }) => inWorld(({ pickup }) => pickup.reprintManifest(pickupId)),
  } satisfies Partial<Handlers>;
};
