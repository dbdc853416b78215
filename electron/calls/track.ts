import type { Handlers } from '../../shared/ipc.ts';
import { ok } from '../../shared/result.ts';
import { timelineFile, timelineOf } from '../bench/tracking/timeline.ts';
import type { CallParts } from './call-parts.ts';
import { saveWhereChosen } from './save-where-chosen.ts';

export const trackCalls = (parts: CallParts) => {
  const { inWorld, desktop } = parts;
  return {
    track: ({ number }) => inWorld(({ tracking }) => tracking.track(number)),
    underWay: (page) => inWorld(({ tracking }) => ok(tracking.underWay(page))),
    openTrackingLink: (which) =>
      inWorld(async ({ tracking }) => {
        const link = await tracking.link(which);
        if (!link.ok) return link;
        const { host, href } = link.value;
        // SECURITY: the service wrote the link. It may name another host at the second look-up: then a person reads that one first.
        const isOpen = host === which.host;
        if (isOpen) await desktop.openExternal(href);
        return ok({ host, isOpen });
      }),
    printForeignLabel: (which) => inWorld((bench) => bench.printForeignLabel(which)),
    attachDocument: (document) => inWorld(({ documents }) => documents.attach(document)),
    timeline: ({ bookingId }) => inWorld(({ context }) => timelineOf(context, bookingId)),
    exportTimeline: async ({ bookingId }) => saveWhereChosen(parts, await inWorld(({ context }) => timelineFile(context, bookingId))),
  } satisfies Partial<Handlers>;
};
