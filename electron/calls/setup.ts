import type { Handlers } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import { writeRulesFile } from '../../shared/rules-file.ts';
import { contractReport } from '../bench/setup/contract-report.ts';
import { proveLive } from '../bench/ship/live-proof.ts';
import { tryRules } from '../bench/ship/try-rules.ts';
import type { CallParts } from './call-parts.ts';
import { saveWhereChosen } from './save-where-chosen.ts';

export const setupCalls = (parts: CallParts) => {
  const { inWorld, fail, setup, site, signIn, privacy, support, findPrinters, searchPrinters, stopSearch, askPrinter } = parts;
  return {
    setup: async () => ok(setup.read()),
    signIn: async (proof) => signIn.signIn(proof),
    signOut: async () => signIn.signOut(),
    stillHere: async () => signIn.stillHere(),
    approve: async (given) => signIn.approve(given),
    savePerson: async (given) => signIn.savePerson(given),
    removePerson: async ({ id }) => signIn.removePerson(id),
    removeEverybody: ({ proof }) => signIn.removeEverybody(proof),
    keepExplanation: (explanation) => inWorld(() => setup.keepExplanation(explanation)),
    dropExplanation: (explanation) => inWorld(() => setup.dropExplanation(explanation)),
    saveSettings: ({ seen, ...change }) => setup.save(change, seen ?? null),
    saveRules: ({ seen, ...rules }) => setup.saveRules(rules, seen ?? null),
    shareSettings: ({ pin }) => setup.shareSettings(pin),
    tryRules: (rules) => inWorld(({ context }) => tryRules(context, rules)),
    exportRules: async (rules) =>
      saveWhereChosen(parts, ok({ name: 'packbench-rules.json', bytes: new TextEncoder().encode(writeRulesFile(rules)) })),
    supportBundle: async () => ok({ text: support.show() }),
    saveSupportBundle: async () => {
      const text = support.shown();
      if (text === undefined) return fail('not-now');
      const saved = await saveWhereChosen<never>(parts, ok({ name: 'packbench-support.json', bytes: new TextEncoder().encode(text) }));
      if (saved.ok && saved.value) support.saved();
      return saved;
    },
    trustHost: async ({ host }) => setup.trustHost(host),
    forgetForm: async ({ id }) => setup.forgetForm(id),
    saveLookUps: async ({ lookUps }) => setup.saveLookUps(lookUps),
    saveWriteBack: (given) => setup.saveWriteBack(given),
    savePush: (change) => setup.savePush(change),
    connectShop: (given) => setup.connectShop(given),
    disconnectShop: async ({ kind }) => setup.disconnectShop(kind),
    syncShop: ({ kind }) =>
      inWorld((bench) => {
        bench.shopSync.hurry(kind);
        bench.lookAtShops();
        return ok({});
      }),
    tryLookUp: (given) => inWorld((bench) => bench.tryLookUp(given)),
    saveWebhooks: (change) => setup.saveWebhooks(change),
    copyWebhookAddress: () => setup.copyWebhookAddress(),
    connect: (given) => setup.connect(given),
    nameSite: (given) => site.nameSite(given),
    joinSite: (given) => site.joinSite(given),
    invite: (given) => site.invite(given),
    withdrawInvite: () => site.withdrawInvite(),
    benches: () => site.benches(),
    vouchFor: (given) => site.vouchFor(given),
    takeDoubts: (given) => site.takeDoubts(given),
    retireBench: (given) => site.retireBench(given),
    leaveLedger: (given) => site.leaveLedger(given),
    beginEmptyJournal: ({ reason, pin }) => setup.beginEmpty(reason, pin),
    declareRestored: () => setup.declareRestored(),
    enterWorld: ({ world }) => setup.enter(world),
    contractReport: () => inWorld(({ context }) => ok(contractReport(context))),
    checkContract: ({ book }) => inWorld((bench) => bench.checkContract(book)),
    proveLive: () => inWorld(({ context }) => proveLive(context)),
    setLeadPin: ({ oldPin, pin }) => setup.changeLeadPin(oldPin, pin),
    resetLeadPin: ({ proof, pin }) => setup.resetLeadPin(proof, pin),
    makeRecoveryCode: async ({ pin }) => setup.newRecoveryCode(pin),
    changeDataKey: ({ pin }) => setup.changeDataKey(pin),
    openData: ({ passphrase }) => setup.openData(passphrase),
    setPassphrase: (given) => setup.setPassphrase(given),
    recover: ({ folder, code }) => setup.recover(folder.trim(), code),
    privacy: () => inWorld(() => privacy()?.read() ?? fail('not-connected')),
    findPerson: (asked) => inWorld(() => privacy()?.find(asked) ?? fail('not-connected')),
    exportPerson: async (asked) => saveWhereChosen(parts, await inWorld(() => privacy()?.collect(asked) ?? fail('not-connected'))),
    erasePerson: (asked) => inWorld(() => privacy()?.erase(asked) ?? fail('not-connected')),
    findPrinters: async () => ok(await findPrinters()),
    searchPrinters: async () => ok(await searchPrinters()),
    stopSearch: async () => {
      stopSearch();
      return ok({});
    },
    askPrinter: async ({ role }) => ok(await askPrinter(role)),
    printScannerSheet: ({ role }) => inWorld((bench) => bench.printScannerSheet(role)),
    printTest: ({ role, printerId }) => inWorld((bench) => bench.printTest(role, printerId)),
    checkSender: ({ sender }) => inWorld(({ orders }) => orders.checkSender(sender)),
  } satisfies Partial<Handlers>;
};
