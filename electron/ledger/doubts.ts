import { z } from 'zod';
import type { Attempt } from '../../shared/attempt.ts';
import { ok } from '../../shared/result.ts';
import type { World } from '../../shared/world.ts';
import type { Doubts } from '../bench/ports/ledger.ts';
import { joinedSchema } from './change-calls.ts';

const doubtsSchema = z.object({
  left: z.int(),
  doubts: z.array(
    z.object({
      attempt: z.string(),
      secret: z.string().nullable(),
      account: z.string(),
      orderKey: z.string(),
      shipmentNo: z.int(),
      joined: joinedSchema.nullish(),
    }),
  ),
  pickups: z.array(
    z.object({
      attempt: z.string(),
      secret: z.string().nullable(),
      account: z.string(),
      courier: z.string(),
      day: z.string(),
      sender: z.string(),
      parcels: z.array(z.string()),
    }),
  ),
});

/** Reads the attempts in doubt in an answer of the ledger; undefined if it has another shape. */
export function doubtsFrom(answer: unknown, world: World): { readonly ok: true; readonly value: Doubts } | undefined {
  const read = doubtsSchema.safeParse(answer);
  if (!read.success) return undefined;
  const { left, doubts, pickups } = read.data;
  return ok({
    left,
    doubts: [
      ...doubts.map(
        ({ attempt: id, secret, account, joined, ...first }): Attempt => ({
          id,
          ...(secret !== null && { secret }),
          world,
          what: { is: 'ship', source: '', ...first, ...(joined && { joined: joined.map((each) => ({ source: '', ...each })) }) },
          account,
          digest: '',
        }),
      ),
      ...pickups.map(
        ({ attempt: id, secret, account, ...what }): Attempt => ({
          id,
          ...(secret !== null && { secret }),
          world,
          what: { is: 'pickup', again: true, ...what },
          account,
          digest: '',
        }),
      ),
    ],
  });
}
