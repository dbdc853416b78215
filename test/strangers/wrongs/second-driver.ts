import type { Wrong } from '../wrong.ts';

export const wrong: Wrong = {
  title: 'A second driver is asked for whatever waits, or for the latest collection of the courier',
  edits: [
    {
      file: 'electron/bench/pickup/pickup.ts',
      find: 'const parcels = first ? bookingsOf(first) : waitingFor(request);',
      replace: `const newest = context.journal.pickups(100).find((pickup) => isStanding(pickup) && isOfCourier(pickup));
    const free = waitingFor(request);
    const parcels = free.length > 0 || !newest ? free : bookingsOf(newest);`,
    },
  ],
};
