import { ok } from '../../shared/result.ts';
import type { World } from '../../shared/world.ts';
import type { OrderSlice } from '../bench/ports/orders.ts';
import { createEncryption } from '../credentials/encryption.ts';
import { type DayKey, encryptUnder } from '../journal/day-keys.ts';
import { encryptionIn, type PlacedEncryption } from '../journal/encryption.ts';
import { type AheadOfTime, aheadOfTime, prepareOrders } from '../journal/prepare-orders.ts';
import { columnsOfFile } from '../orders/file-columns.ts';
import { openOrderFile } from '../orders/open-order-file.ts';
import type { OrderFileWork } from '../orders/order-files.ts';
import { type OpenProductFile, openProductFile } from '../orders/product-file.ts';
import type { OpenOrderFile, ReadSlice } from '../orders/reading-rows.ts';

/** The key and environment with which a process encrypts orders for a journal. */
export interface OrderSecrets extends DayKey {
  readonly world: World;
}

/** Small enough that a question hardly waits for a turn. */
const encryptedInOneTurn = 16;
const ordersInSlice = 100;

interface Open {
  readonly file: OpenOrderFile;
  readonly encryption: Pick<PlacedEncryption, 'encrypt'>;
}
/** A slice prepared while no caller waited, with any encryption there was time for. */
interface Ready {
  readonly slice: OrderSlice;
  readonly ahead: AheadOfTime;
}

/** The work on order files in a worker process. It holds one file at a time; every question gets one answer. */
export function createOrderFileWork(): OrderFileWork<OrderSecrets> {
  let bytes = new Uint8Array();
  let open: Open | undefined;
  let ready: Ready | undefined;
  let products: OpenProductFile | undefined;

  function goOnWhileIdle(ahead: AheadOfTime): void {
    if (ahead === ready?.ahead && ahead.more(encryptedInOneTurn)) setImmediate(goOnWhileIdle, ahead);
  }

  const made = ({ file, encryption }: Open, count: number): Ready => {
    const slice = prepared(file.next(count));
    return { slice, ahead: aheadOfTime(slice.prepared, encryption) };
  };

  return {
    async piece(piece, at, size) {
      if (at === 0) bytes = new Uint8Array(size);
      bytes.set(piece, at);
    },

    async open({ whole, ...file }, { world, ...dayKey }) {
      ready = undefined;
      const opened = openOrderFile({ ...file, bytes: whole ?? bytes });
      bytes = new Uint8Array();
      open = opened.ok
        ? { file: opened.value, encryption: encryptUnder(dayKey, encryptionIn(world, createEncryption(dayKey.key))) }
        : undefined;
      return opened.ok ? ok({ rows: opened.value.rows, needless: opened.value.needless }) : opened;
    },

    async next(count) {
      if (!open) throw new Error('no order file is open');
      const { slice, ahead } = ready ?? made(open, count);
      const { encrypted, words } = ahead.done();
      ready = undefined;
      if (slice.isLast) open = undefined;
      else setImmediate(lookAhead, open, count);
      return { ...slice, prepared: { ...slice.prepared, encrypted, ...(words && { words }) } };
    },

    async read(file) {
      const opened = openOrderFile(file);
      if (!opened.ok) return opened;
      const slices: OrderSlice[] = [];
      do slices.push(prepared(opened.value.next(ordersInSlice)));
      while (slices.at(-1)?.isLast !== true);
      return ok(slices);
    },

    async openProducts({ name, letters, whole }) {
      const opened = openProductFile({ name, letters, bytes: whole ?? bytes });
      bytes = new Uint8Array();
      products = opened.ok ? opened.value : undefined;
      return opened.ok ? ok({}) : opened;
    },

    async nextProducts(rows) {
      if (!products) throw new Error('no product file is open');
      const slice = products.next(rows);
      if (slice.isLast) products = undefined;
      return slice;
    },

    columns: async (file, count, letters) => columnsOfFile(file, count, letters),
  };

  /** Runs after the previous answer is sent. An error ends the process, which fails the next question. */
  function lookAhead(of: Open, count: number): void {
    if (of !== open || ready) return;
    ready = made(of, count);
    goOnWhileIdle(ready.ahead);
  }
}

const prepared = ({ orders, ...rest }: ReadSlice): OrderSlice => ({
  ...rest,
  prepared: prepareOrders(orders.map(({ order }) => order)),
  lines: orders.map(({ line }) => line),
  moreLines: orders.map(({ moreLines }) => moreLines),
  rowCounts: orders.map(({ rows }) => rows),
});
