import type { Handlers } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import { drawLabel, drawSheet } from '../bench/labels/draw.ts';
import { pagesShown } from '../bench/labels/label-pages.ts';
import { pictureHostsOf } from '../bench/orders/picture-hosts.ts';
import { reprintsFile, reprintsOfWeek } from '../bench/print/reprint-list.ts';
import { recognise } from '../bench/ship/recognise.ts';
import { lastShipments } from '../bench/tracking/elsewhere.ts';
import type { CallParts } from './call-parts.ts';
import { saveWhereChosen } from './save-where-chosen.ts';

export const shipCalls = (parts: CallParts) => {
  const { inWorld, snapshot, planSeen, pictures, signIn } = parts;
  return {
    snapshot: async () => ok(snapshot()),
    ping: async () => ok({}),
    // A badge opens the screen for its owner, whatever is in hand.
    scan: async ({ code, doubt }) => (signIn.takeBadge(code) ? ok({}) : inWorld((bench) => bench.scan(code, doubt))),
    recognise: ({ codes }) => inWorld(({ context }) => ok(codes.map((code) => recognise(context, code)))),
    dropScan: () => inWorld(({ ship }) => ship.dropScan()),
    chooseOrder: ({ workflowNo, key }) => inWorld(({ ship }) => ship.chooseOrder(workflowNo, key)),
    answerSameAddress: ({ workflowNo, join }) => inWorld(({ ship }) => ship.answerSameAddress(workflowNo, join)),
    answerQuestion: ({ workflowNo, question, answer, ...given }) =>
      inWorld(({ ship }) => ship.answerQuestion(workflowNo, question, answer, given)),
    selectService: ({ workflowNo, serviceId }) => inWorld(({ ship }) => ship.selectService(workflowNo, serviceId)),
    toggleExtra: ({ workflowNo, extra }) => inWorld(({ ship }) => ship.toggleExtra(workflowNo, extra)),
    listServicePoints: ({ workflowNo }) => inWorld(({ ship }) => ship.listServicePoints(workflowNo)),
    chooseServicePoint: ({ workflowNo, keycode }) => inWorld(({ ship }) => ship.chooseServicePoint(workflowNo, keycode)),
    checkByEye: ({ workflowNo, line }) => inWorld(({ ship }) => ship.byEye(workflowNo, line)),
    giveSerial: ({ workflowNo, serial }) => inWorld(({ ship }) => ship.giveSerial(workflowNo, serial)),
    undoJoin: ({ workflowNo }) => inWorld(({ ship }) => ship.undoJoin(workflowNo)),
    undoCheck: ({ workflowNo }) => inWorld(({ ship }) => ship.undo(workflowNo)),
    sendLater: ({ workflowNo }) => inWorld(({ ship }) => ship.sendLater(workflowNo)),
    nextBox: ({ workflowNo }) => inWorld(({ ship }) => ship.nextBox(workflowNo)),
    buy: ({ workflowNo, serviceId }) => inWorld(({ ship }) => ship.buy(workflowNo, serviceId)),
    confirmLabel: ({ bookingId, isRight }) => inWorld(({ ship }) => ship.confirmLabel(bookingId, isRight)),
    unpack: ({ workflowNo }) => inWorld(({ ship }) => ship.unpack(workflowNo)),
    placeLabel: async (placed) => inWorld(async ({ ship }) => ship.placeLabel(placed)),
    takeLabelFile: ({ bookingId, bytes }) => inWorld(({ ship }) => ship.takeLabelFile(bookingId, bytes)),
    decideForm: (decided) => inWorld(({ ship }) => ship.decideForm(decided)),
    resumeBooking: () => inWorld(({ breaker }) => breaker.resume()),
    park: ({ workflowNo }) => inWorld(({ ship }) => ship.park(workflowNo)),
    next: ({ workflowNo }) => inWorld(({ ship }) => ship.next(workflowNo)),
    stopWaiting: ({ workflowNo }) => inWorld(({ ship }) => ship.stopWaiting(workflowNo)),
    stopReading: () =>
      inWorld(({ context }) => {
        context.waits.stop();
        return ok({});
      }),
    standBy: ({ isOn }) => inWorld((bench) => bench.standBy(isOn)),
    reprint: ({ bookingId, ...asked }) => inWorld((bench) => bench.reprint(bookingId, asked)),
    reprints: ({ weeksBack }) => inWorld(({ context }) => ok(reprintsOfWeek(context, weeksBack))),
    exportReprints: async ({ weeksBack }) => saveWhereChosen(parts, await inWorld(({ context }) => ok(reprintsFile(context, weeksBack)))),
    confirmNote: ({ workflowNo }) => inWorld(({ ship }) => ship.confirmNote(workflowNo)),
    confirmUnshipped: ({ workflowNo, pin }) => inWorld(({ ship }) => ship.confirmUnshipped(workflowNo, pin)),
    shipAgain: ({ workflowNo, reason, pin }) => inWorld(({ ship }) => ship.shipAgain(workflowNo, reason, pin)),
    returnLabel: ({ workflowNo }) => inWorld(({ ship }) => ship.returnLabel(workflowNo)),
    planSeen: () =>
      inWorld(() => {
        planSeen();
        return ok({});
      }),
    doubtsSeen: () =>
      inWorld(({ leftInDoubt }) => {
        leftInDoubt.seen();
        return ok({});
      }),
    lastShipments: ({ limit }) => inWorld(({ context }) => ok(lastShipments(context, limit))),
    drawSheet: ({ jobId }) => inWorld(({ context }) => drawSheet(context, jobId)),
    labelPages: ({ bookingId }) => inWorld(({ context }) => pagesShown(context, bookingId)),
    printSlip: ({ bookingId }) => inWorld((bench) => bench.printSlip(bookingId)),
    printPapers: ({ bookingId }) => inWorld((bench) => bench.printPapers(bookingId)),
    async itemPicture({ key, address }) {
      const hosts = await inWorld(({ context }) => ok(pictureHostsOf(context, key)));
      // Not inside `inWorld`: a slow host would keep the environment from closing.
      return hosts.ok ? ok((await pictures.load(address, hosts.value)) ?? null) : hosts;
    },
    drawLabel: ({ bookingId }) => inWorld(({ context }) => drawLabel(context, bookingId)),
  } satisfies Partial<Handlers>;
};
