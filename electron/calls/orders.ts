import type { Handlers } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import { orderFile, shipmentFile } from '../bench/orders/list-files.ts';
import type { CallParts } from './call-parts.ts';
import { saveWhereChosen } from './save-where-chosen.ts';

export const orderCalls = (parts: CallParts) => {
  const { inWorld, desktop, setup, fail } = parts;
  return {
    orders: (page) => inWorld(({ orders }) => ok(orders.list(page))),
    ordersBy: () => inWorld(({ orders }) => ok(orders.by())),
    holdOrder: ({ key, why }) => inWorld(({ planOrders }) => planOrders.hold(key, why)),
    releaseOrder: ({ key, why }) => inWorld(({ planOrders }) => planOrders.release(key, why)),
    shipOtherwise: (how) => inWorld(({ planOrders }) => planOrders.shipOtherwise(how)),
    reopenOrder: (which) => inWorld(({ planOrders }) => planOrders.reopen(which)),
    planOrder: (plan) => inWorld(({ planOrders }) => planOrders.plan(plan)),
    deleteOrder: ({ key }) => inWorld(({ planOrders }) => planOrders.remove(key)),
    restoreOrder: ({ key }) => inWorld(({ planOrders }) => planOrders.restore(key)),
    order: ({ key }) => inWorld(({ orders }) => orders.order(key)),
    lastImport: () => inWorld((bench) => ok(bench.import.last())),
    importOrders: (file) => inWorld((bench) => bench.import.take(file)),
    importInLetters: ({ encoding }) => inWorld((bench) => bench.import.takeInLetters(encoding)),
    stopImport: () =>
      inWorld((bench) => {
        bench.import.stop();
        return ok({});
      }),
    undoImport: () => inWorld((bench) => bench.import.undo()),
    importProducts: (file) => inWorld(({ products }) => products.take(file)),
    products: () => inWorld(({ products }) => ok(products.stock())),
    forgetProducts: () => inWorld(({ products }) => ok(products.forget())),
    async chooseOrderFile() {
      const open = await inWorld(() => ok({}));
      if (!open.ok) return open;
      // Not inside `inWorld`: an open dialog would keep the environment from closing.
      const file = await desktop.chooseOrderFile();
      return file ? inWorld((bench) => bench.import.take(file)) : ok(null);
    },
    exportOrders: async (listed) => saveWhereChosen(parts, await inWorld(async ({ context }) => ok(await orderFile(context, listed)))),
    exportShipments: async ({ layout, daysBefore }) =>
      saveWhereChosen(parts, await inWorld(async ({ context }) => ok(await shipmentFile(context, layout, daysBefore)))),
    fileToMap: () => inWorld(({ mapColumns }) => mapColumns.file()),
    tryMapping: ({ mapping }) => inWorld(({ mapColumns }) => mapColumns.try(mapping)),
    async saveMapping({ mapping }) {
      const file = await inWorld((bench) => ok(bench.import.unmapped()));
      if (!file.ok) return file;
      if (!file.value) return fail('not-now');
      const saved = setup.keepMappings([mapping]);
      const { value } = file;
      return saved.ok ? inWorld((bench) => bench.import.take(value)) : saved;
    },
    exportMappings: () => saveWhereChosen(parts, ok(setup.mappingFile())),
    importMappings: async ({ bytes }) => setup.takeMappingFile(bytes),
    saveOrder: ({ order, confirmed }) => inWorld(({ orders }) => orders.save(order, confirmed)),
    checkOrder: ({ order }) => inWorld(({ orders }) => orders.check(order)),
    batch: () => inWorld(({ batch }) => ok(batch.view())),
    openBatch: (chosen) => inWorld(({ batch }) => batch.open(chosen)),
    answerBatch: (asked) => inWorld(({ batch }) => batch.answer(asked)),
    runBatch: ({ orders }) => inWorld(({ batch }) => batch.run(orders)),
    pauseBatch: () => inWorld(({ batch }) => batch.pause()),
    stopBatch: () => inWorld(({ batch }) => batch.stop()),
    printBatchAtUsual: () => inWorld(({ batch }) => batch.printAtUsual()),
    shipBatchApart: () => inWorld(({ batch }) => batch.shipApart()),
    joinBatchLines: (asked) => inWorld(({ batch }) => batch.join(asked)),
    undoBatchJoin: ({ key }) => inWorld(({ batch }) => batch.undoJoin(key)),
    keepBatchLinesApart: ({ key }) => inWorld(({ batch }) => batch.keepApart(key)),
    askBatchLine: ({ key }) => inWorld(({ batch }) => batch.askAgain(key)),
  } satisfies Partial<Handlers>;
};
