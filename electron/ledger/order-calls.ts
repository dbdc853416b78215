import { z } from 'zod';
import type { LedgerCode } from '../../shared/call-codes.ts';
import type { OrderContent, PutOrder, ReceivedOrder } from '../../shared/elsewhere.ts';
import { orderKeySchema } from '../../shared/order.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { World } from '../../shared/world.ts';
import type { ReadErasures, SharedLedger } from '../bench/ports/ledger.ts';
import type { Encryption } from './encryption.ts';
import { packOrder, unpackOrder } from './pack.ts';

/** Orders per answer, so that the receiving bench can do other work in between. */
const ordersPerAnswer = 30;
const mostEncryptedBytes = 64 * 1024;
const erasuresPerAnswer = 100;
/** In place of the content of an order that was deleted. */
const deleted = new Uint8Array();

const stateSchema = z.object({ seq: z.int(), bench: z.int(), ageMs: z.number(), encrypted: z.base64().nullable() });
const ordersSchema = z.looseObject({ era: z.string(), orders: z.array(stateSchema.extend({ slot: z.string() })) });
const erasureSchema = z.object({ id: z.string(), orderKey: orderKeySchema, request: z.string() });
const erasuresSchema = z.looseObject({
  era: z.string(),
  erasures: z.array(z.object({ slot: z.string(), seq: z.int(), ageMs: z.number(), encrypted: z.base64() })),
});
const putSchema = z.looseObject({
  era: z.string(),
  answers: z
    .array(z.discriminatedUnion('is', [z.object({ is: z.literal('put'), seq: z.int() }), stateSchema.extend({ is: z.literal('other') })]))
    .optional(),
});

interface OrderCallsParts {
  /** Calls a function of the ledger and returns its answer. */
  readonly call: (name: string, values: readonly unknown[]) => Promise<Result<{ readonly is: string }, LedgerCode>>;
  readonly refusalOf: (answer: { readonly is: string }) => Result<never, LedgerCode>;
  readonly away: () => Result<never, LedgerCode> | undefined;
  readonly encryption: Encryption;
}

/** Sends imported orders to the other benches and receives theirs, encrypted on the way. */
export function createOrderCalls({
  call,
  refusalOf,
  away,
  encryption,
}: OrderCallsParts): Pick<SharedLedger, 'putOrders' | 'readOrders' | 'putErasures' | 'readErasures'> {
  const shapeless = (): Result<never, LedgerCode> => refusalOf({ is: 'an answer of another shape' });
  const at = (world: World, slot: string) => ({ world, attempt: slot, kind: 'order' }) as const;
  /** SECURITY: encrypted, so that only a bench with a site key makes the others erase an order. */
  const erasureAt = (world: World, slot: string) => ({ world, attempt: slot, kind: 'erasure' }) as const;

  /** SECURITY: a deletion is encrypted like any other state, so that only a bench with a site key deletes orders at the others. */
  function receivedOf(world: World, slot: string, { encrypted, ...state }: z.infer<typeof stateSchema>): ReceivedOrder {
    const opened = encrypted === null ? undefined : encryption.decrypt(Buffer.from(encrypted, 'base64'), at(world, slot));
    return { ...state, slot, content: opened?.length === 0 ? null : opened && unpackOrder(opened) };
  }

  /** The same order from two files has the same mark. */
  const markOf = (world: World, slot: string, content: OrderContent | null): Uint8Array | undefined =>
    encryption.mark(
      Buffer.from(JSON.stringify(content && { ...content.order, key: '', source: '', held: content.held ?? null })),
      at(world, slot),
    );

  return {
    async putOrders({ world, era }, orders) {
      const gone = away();
      if (gone) return gone;
      const packed = orders.map(({ slot, base, ageMs, content }) => {
        const mark = markOf(world, slot, content);
        const encrypted = encryption.encrypt(content ? packOrder(content) : deleted, at(world, slot));
        const fits = mark !== undefined && encrypted !== undefined && encrypted.length <= mostEncryptedBytes;
        return { slot, base, ageMs, mark, encrypted, fits };
      });
      const fitting = packed.filter(({ fits }) => fits);
      const asked = await call('put_orders', [
        world,
        era,
        fitting.map(({ slot }) => slot),
        fitting.map(({ base }) => base),
        fitting.map(({ mark }) => mark && Buffer.from(mark)),
        fitting.map(({ encrypted }) => encrypted && Buffer.from(encrypted)),
        fitting.map(({ ageMs }) => Math.round(ageMs)),
      ]);
      if (!asked.ok) return asked;
      if (asked.value.is !== 'orders') return refusalOf(asked.value);
      const read = putSchema.safeParse(asked.value);
      if (!read.success) return shapeless();
      const { era: now, answers } = read.data;
      if (!answers) return ok({ era: now, answers: undefined });
      if (answers.length !== fitting.length) return shapeless();
      let next = 0;
      return ok({
        era: now,
        answers: packed.map(({ slot, fits }): PutOrder => {
          const answer = fits ? answers[next] : undefined;
          if (fits) next += 1;
          if (!answer) return { is: 'too-large' };
          return answer.is === 'put' ? answer : { ...receivedOf(world, slot, answer), is: 'other' };
        }),
      });
    },

    async putErasures(world, erasures) {
      const gone = away();
      if (gone) return gone;
      const packed = erasures.flatMap(({ slot, id, orderKey, request, ageMs }) => {
        const encrypted = encryption.encrypt(Buffer.from(JSON.stringify({ id, orderKey, request })), erasureAt(world, slot));
        return encrypted ? { slot, id, ageMs, encrypted: Buffer.from(encrypted) } : [];
      });
      const asked = await call('put_erasures', [
        world,
        packed.map(({ slot }) => slot),
        packed.map(({ id }) => id),
        packed.map(({ encrypted }) => encrypted),
        packed.map(({ ageMs }) => Math.round(ageMs)),
        erasures.flatMap(({ attempts }) => attempts),
      ]);
      if (!asked.ok) return asked;
      return asked.value.is === 'erased' ? ok({}) : refusalOf(asked.value);
    },

    async readErasures({ world, era, seq }) {
      const gone = away();
      if (gone) return gone;
      const asked = await call('read_erasures', [world, era, seq, erasuresPerAnswer]);
      if (!asked.ok) return asked;
      if (asked.value.is !== 'erasures') return refusalOf(asked.value);
      const read = erasuresSchema.safeParse(asked.value);
      if (!read.success) return shapeless();
      const erasures = read.data.erasures.map(({ slot, seq: at, ageMs, encrypted }) => {
        const opened = encryption.decrypt(Buffer.from(encrypted, 'base64'), erasureAt(world, slot));
        return { seq: at, erasure: opened && { slot, ageMs, ...erasureSchema.parse(JSON.parse(Buffer.from(opened).toString())) } };
      });
      return ok({ era: read.data.era, erasures } satisfies ReadErasures);
    },

    async readOrders({ world, era, seq, slot }) {
      const gone = away();
      if (gone) return gone;
      const asked = await call('read_orders', [world, era, seq, ordersPerAnswer, slot]);
      if (!asked.ok) return asked;
      if (asked.value.is !== 'orders') return refusalOf(asked.value);
      const read = ordersSchema.safeParse(asked.value);
      if (!read.success) return shapeless();
      return ok({ era: read.data.era, orders: read.data.orders.map(({ slot, ...state }) => receivedOf(world, slot, state)) });
    },
  };
}
