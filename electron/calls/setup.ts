import type { Handlers } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import { contractReport } from '../bench/setup/contract-report.ts';
import { proveLive } from '../bench/ship/live-proof.ts';
import type { CallParts } from './call-parts.ts';

export const setupCalls = ({ inWorld, setup, findPrinters, searchPrinters, stopSearch, askPrinter }: CallParts) =>
  ({
    setup: async () => ok(setup.read()),
    saveSettings: async ({ settings }) => setup.save(settings),
    saveWebhooks: (change) => setup.saveWebhooks(change),
    connect: (given) => setup.connect(given),
    beginEmptyJournal: ({ reason, pin }) => setup.beginEmpty(reason, pin),
    declareRestored: () => setup.declareRestored(),
    enterWorld: ({ world }) => setup.enter(world),
    contractReport: () => inWorld(({ context }) => ok(contractReport(context))),
    checkContract: ({ book }) => inWorld((bench) => bench.checkContract(book)),
    proveLive: () => inWorld(({ context }) => proveLive(context)),
    setLeadPin: async ({ oldPin, pin }) => setup.changeLeadPin(oldPin, pin),
    resetLeadPin: ({ proof, pin }) => setup.resetLeadPin(proof, pin),
    makeRecoveryCode: async ({ pin }) => setup.newRecoveryCode(pin),
    recover: ({ folder, code }) => setup.recover(folder.trim(), code),
    findPrinters: async () => ok(await findPrinters()),
    searchPrinters: async () => ok(await searchPrinters()),
    stopSearch: async () => {
      stopSearch();
      return ok({});
    },
    askPrinter: async ({ role }) => ok(await askPrinter(role)),
    printTest: ({ role, printerId }) => inWorld((bench) => bench.printTest(role, printerId)),
    checkSender: ({ sender }) => inWorld(({ orders }) => orders.checkSender(sender)),
  }) satisfies Partial<Handlers>;
