import type { Handlers } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import { drawLabel, drawSheet } from '../bench/labels/draw.ts';
import type { CallParts } from './call-parts.ts';

export const shipCalls = ({ inWorld, snapshot, planSeen }: CallParts) =>
  ({
    snapshot: async () => ok(snapshot()),
    scan: ({ code }) => inWorld((bench) => bench.scan(code)),
    chooseOrder: ({ walkNo, key }) => inWorld(({ ship }) => ship.chooseOrder(walkNo, key)),
    answerQuestion: ({ walkNo, question, answer }) => inWorld(({ ship }) => ship.answerQuestion(walkNo, question, answer)),
    selectService: ({ walkNo, serviceId }) => inWorld(({ ship }) => ship.selectService(walkNo, serviceId)),
    toggleExtra: ({ walkNo, extra }) => inWorld(({ ship }) => ship.toggleExtra(walkNo, extra)),
    listServicePoints: ({ walkNo }) => inWorld(({ ship }) => ship.listServicePoints(walkNo)),
    chooseServicePoint: ({ walkNo, keycode }) => inWorld(({ ship }) => ship.chooseServicePoint(walkNo, keycode)),
    buy: ({ walkNo, serviceId }) => inWorld(({ ship }) => ship.buy(walkNo, serviceId)),
    confirmLabel: ({ bookingId, isRight }) => inWorld(({ ship }) => ship.confirmLabel(bookingId, isRight)),
    resumeBooking: () => inWorld(({ breaker }) => breaker.resume()),
    park: ({ walkNo }) => inWorld(({ ship }) => ship.park(walkNo)),
    next: ({ walkNo }) => inWorld(({ ship }) => ship.next(walkNo)),
    stopWaiting: ({ walkNo }) => inWorld(({ ship }) => ship.stopWaiting(walkNo)),
    stopReading: () =>
      inWorld(({ context }) => {
        context.waits.stop();
        return ok({});
      }),
    reprint: ({ bookingId }) => inWorld((bench) => bench.reprint(bookingId)),
    confirmUnshipped: ({ walkNo, pin }) => inWorld(({ ship }) => ship.confirmUnshipped(walkNo, pin)),
    shipAgain: ({ walkNo, reason, pin }) => inWorld(({ ship }) => ship.shipAgain(walkNo, reason, pin)),
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
    lastShipments: ({ limit }) => inWorld(({ context }) => ok([...context.journal.lastBooked(limit)])),
    drawSheet: ({ jobId }) => inWorld(({ context }) => drawSheet(context, jobId)),
    drawLabel: ({ bookingId }) => inWorld(({ context }) => drawLabel(context, bookingId)),
  }) satisfies Partial<Handlers>;
