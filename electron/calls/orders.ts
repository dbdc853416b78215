import type { Handlers } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import type { CallParts } from './call-parts.ts';

export const orderCalls = ({ inWorld, desktop }: CallParts) =>
  ({
    orders: (page) => inWorld(({ orders }) => ok(orders.list(page))),
    order: ({ key }) => inWorld(({ orders }) => orders.order(key)),
    importOrders: (file) => inWorld((bench) => bench.import.take(file)),
    stopImport: () =>
      inWorld((bench) => {
        bench.import.stop();
        return ok({});
      }),
    async chooseOrderFile() {
      const open = await inWorld(() => ok({}));
      if (!open.ok) return open;
      // Not within the world: an open dialog would keep it from closing.
      const file = await desktop.chooseOrderFile();
      return file ? inWorld((bench) => bench.import.take(file)) : ok(null);
    },
    saveOrder: ({ order }) => inWorld(({ orders }) => orders.save(order)),
    checkOrder: ({ order }) => inWorld(({ orders }) => orders.check(order)),
  }) satisfies Partial<Handlers>;
