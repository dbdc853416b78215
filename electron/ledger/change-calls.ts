import { z } from 'zod';
import type { LedgerCode } from '../../shared/call-codes.ts';
import type { SiteChange } from '../../shared/elsewhere.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { World } from '../../shared/world.ts';
import type { SharedLedger } from '../bench/ports/ledger.ts';
import type { Encryption } from './encryption.ts';
import { packLabel, unpackBooking, unpackLabel, unpackPickup } from './pack.ts';

/** Further orders of a shipment, as the ledger names them. The key is null if the attempt was emptied. */
export const joinedSchema = z.array(
  z
    .object({ orderKey: z.string().nullable(), shipmentNo: z.int() })
    .transform(({ orderKey, ...rest }) => ({ orderKey: orderKey ?? '', ...rest })),
);

/** Limits: facts per answer, and bytes of a label per call. */
const factsPerAnswer = 100;
const partBytes = 256 * 1024;
const mostParts = 64;

const factSchema = z.object({
  feed: z.string(),
  bench: z.int(),
  seq: z.int(),
  link: z.string(),
  at: z.string().transform((at) => new Date(at).toISOString()),
  what: z.string().nullable(),
  attempt: z.string().nullable(),
  kind: z.string().nullable(),
  orderKey: z.string().nullable(),
  shipmentNo: z.int().nullable(),
  account: z.string().nullable(),
  state: z.string().nullable(),
  orderNo: z.string(),
  parcels: z.array(z.string()).nullish(),
  joined: joinedSchema.nullish(),
  encrypted: z.base64().nullable(),
});
const changesSchema = z.looseObject({ facts: z.array(factSchema) });
const labelSchema = z.looseObject({ parts: z.int(), encrypted: z.base64() });

interface ChangeCallsParts<Refused> {
  /** Calls a function of the ledger and returns its answer. */
  readonly call: (name: string, values: readonly unknown[]) => Promise<Result<{ readonly is: string }, LedgerCode>>;
  /** Maps any other answer than the expected one to a refusal. */
  readonly refusalOf: (answer: { readonly is: string }) => Result<never, LedgerCode>;
  readonly claimRefusalOf: (answer: { readonly is: string }) => Refused;
  readonly away: () => Result<never, LedgerCode> | undefined;
  readonly encryption: Encryption;
}

/** Exchanges changes of parcels with the other benches, encrypted on the way. */
export function createChangeCalls({
  call,
  refusalOf,
  claimRefusalOf,
  away,
  encryption,
}: ChangeCallsParts<Extract<Awaited<ReturnType<SharedLedger['putLabel']>>, { ok: false }>>): Pick<
  SharedLedger,
  'changes' | 'putLabel' | 'getLabel'
> {
  const shapeless = (): Result<never, LedgerCode> => refusalOf({ is: 'an answer of another shape' });

  function changeOf(fact: z.infer<typeof factSchema>, world: World): SiteChange {
    const {
      feed,
      bench,
      seq,
      link,
      at,
      what,
      attempt: id,
      kind,
      orderKey,
      shipmentNo,
      account,
      state,
      orderNo,
      parcels,
      joined,
      encrypted,
    } = fact;
    const isKnown = id !== null && state !== null && (kind === 'ship' || kind === 'pickup');
    const open = (as: 'shipment' | 'pickup'): Uint8Array | undefined =>
      id !== null && encrypted !== null
        ? encryption.decrypt(Buffer.from(encrypted, 'base64'), { world, attempt: id, kind: as })
        : undefined;
    const opened = kind === 'ship' ? open('shipment') : undefined;
    const openedPickup = kind === 'pickup' ? open('pickup') : undefined;
    const pickup = openedPickup && unpackPickup(openedPickup);
    return {
      feed,
      bench,
      seq,
      link,
      at,
      what: what ?? '',
      attempt: isKnown
        ? {
            id,
            kind,
            orderKey: orderKey ?? '',
            shipmentNo: shipmentNo ?? 1,
            account: account ?? '',
            state,
            orderNo,
            parcels: parcels ?? [],
            ...(joined && { joined }),
          }
        : null,
      booking: (opened && unpackBooking(opened)) ?? null,
      ...(pickup && { pickup }),
    };
  }

  return {
    async changes({ world, feed, cursors }) {
      const gone = away();
      if (gone) return gone;
      const asked = await call('changes', [world, feed, JSON.stringify(cursors), factsPerAnswer]);
      if (!asked.ok) return asked;
      if (asked.value.is !== 'changes') return refusalOf(asked.value);
      const read = changesSchema.safeParse(asked.value);
      return read.success ? ok(read.data.facts.map((fact) => changeOf(fact, world))) : shapeless();
    },

    async putLabel({ world, attemptId }, label) {
      const gone = away();
      if (gone) return gone;
      const encrypted = encryption.encrypt(packLabel(label), { world, attempt: attemptId, kind: 'label' });
      const parts = encrypted ? Math.ceil(encrypted.length / partBytes) : 0;
      if (!encrypted || parts > mostParts) return ok('too-large');
      for (let part = 0; part < parts; part += 1) {
        const asked = await call('put_label', [
          attemptId,
          part,
          parts,
          Buffer.from(encrypted.subarray(part * partBytes, (part + 1) * partBytes)),
        ]);
        if (!asked.ok) return asked;
        if (asked.value.is !== 'put') return claimRefusalOf(asked.value);
      }
      return ok('put');
    },

    async getLabel({ world, attemptId }) {
      const gone = away();
      if (gone) return gone;
      const pieces: Buffer[] = [];
      for (let part = 0, parts = 1; part < parts; part += 1) {
        const asked = await call('get_label', [attemptId, part]);
        if (!asked.ok) return asked;
        if (asked.value.is !== 'label') return refusalOf(asked.value);
        const read = labelSchema.safeParse(asked.value);
        if (!read.success) return shapeless();
        // No label, or not all parts of it yet.
        if (read.data.parts === 0) return ok(undefined);
        parts = Math.min(read.data.parts, mostParts);
        pieces.push(Buffer.from(read.data.encrypted, 'base64'));
      }
      const opened = encryption.decrypt(Buffer.concat(pieces), { world, attempt: attemptId, kind: 'label' });
      return ok(opened && unpackLabel(opened));
    },
  };
}
