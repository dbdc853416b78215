import type { Handlers } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import { meaningsOfWords } from '../bench/exchange/refusal.ts';
import { resolveFile } from '../bench/resolve/resolve-file.ts';
import type { CallParts } from './call-parts.ts';
import { saveWhereChosen } from './save-where-chosen.ts';

export const resolveCalls = (parts: CallParts) => {
  const { inWorld } = parts;
  return {
    exportResolve: async () => saveWhereChosen(parts, await inWorld(({ context, resolve }) => ok(resolveFile(context, resolve.open())))),
    toResolve: () => inWorld(({ resolve }) => ok(resolve.open())),
    settleExists: ({ bookingId, orderNo, isSure }) => inWorld(({ resolve }) => resolve.settleExists(bookingId, orderNo, isSure ?? false)),
    settleNotBooked: ({ bookingId, reason, pin }) => inWorld(({ resolve }) => resolve.settleNotBooked(bookingId, reason, pin)),
    settlePickup: ({ pickupId, collectionNo, reason, pin }) =>
      inWorld(({ resolve }) => resolve.settlePickup(pickupId, collectionNo, reason, pin)),
    closeLabel: ({ bookingId, reason, pin }) => inWorld(({ resolve }) => resolve.closeLabel(bookingId, reason, pin)),
    settlePrint: ({ jobId, cameOut, isGone }) => inWorld(({ resolve }) => resolve.settlePrint(jobId, cameOut, isGone ?? false)),
    settleUpload: ({ uploadId, act }) => inWorld(({ documents }) => documents.settle(uploadId, act)),
    drawPaper: (which) => inWorld(({ papers }) => papers.draw(which)),
    savePaper: async (which) => saveWhereChosen(parts, await inWorld(({ papers }) => papers.file(which))),
    printPaper: (which) => inWorld(({ papers }) => papers.print(which)),
    closePaper: (which) => inWorld(({ papers }) => papers.close(which)),
    settleRestored: ({ reason, pin }) => inWorld(({ restoredJournal }) => restoredJournal.end(reason, pin)),
    closeUnreadable: ({ of, id, reason, pin }) => inWorld(({ resolve }) => resolve.closeUnreadable(of, id, reason, pin)),
    dismissRow: ({ id }) => inWorld(({ orders }) => orders.dismissRow(id)),
    takeUp: ({ bookingId }) => inWorld((bench) => bench.takeUp(bookingId)),
    dismissDelivery: ({ id, all }) => inWorld(({ webhookInbox }) => webhookInbox.dismiss(id, all)),
    settleReport: ({ id, act, all }) => inWorld(({ outbox }) => outbox.settle(id, act, all)),
    explain: ({ message }) => inWorld(({ context }) => ok(meaningsOfWords(context.courier, message.split('\n')))),
  } satisfies Partial<Handlers>;
};
