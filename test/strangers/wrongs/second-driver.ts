import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'A second driver is asked for whatever waits, or for the latest collection of the courier',
  edits: [
    {
      file: 'electron/bench/pickup/may-request.ts',
      find: 'const parcels = first ? bookingsOf(context, first) : waitingFor(context, request);',
      replace: `const newest = journal.pickups(100).find((pickup) => isStanding(pickup) && isOfCourier(pickup));
  const free = waitingFor(context, request);
  const parcels = free.length > 0 || !newest ? free : bookingsOf(context, newest);`,
    },
  ],
};
