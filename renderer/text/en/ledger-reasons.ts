import type { LedgerReason } from '../../../shared/ledger-reason.ts';
import type { Sentences } from '../sentences.ts';

const doingOf: Readonly<Record<string, string>> = {
  held: 'is about to book it',
  sending: 'is booking it now, or stopped while it did',
  unknown: 'tried to book it, and the result is not known yet',
  booked: 'has booked it',
  closed: 'has recorded that it was shipped without a label',
  reprinted: 'has printed its label once more',
  collecting: 'has ordered the driver for it, or is about to',
  rejected: 'requested a driver for it, and was refused',
  released: 'requested a driver for it, and none was ordered',
  taken: 'left it in doubt, or settles it now',
  stray: 'may have booked it as well as another bench: the shift lead has to check',
};

export const ledgerReasons: Sentences<LedgerReason> = {
  'at-bench': ({ bench, state }) => `Bench ${bench} ${doingOf[state] ?? 'is busy with it'}`,
  'bench-is-on': ({ bench }) => `Bench ${bench} is on: it is settled there`,
  'ledger-silent': () => 'The shared database does not answer. The label may still be in the printer of another bench',
  'leaves-doubt': ({ count }) =>
    `${count} ${count === 1 ? 'shipment or driver is' : 'shipments or drivers are'} under way or in doubt at this bench: settle them in Resolve, in every environment`,
  'leaves-unreported': ({ count }) =>
    count === null
      ? 'It is not certain yet that the other benches have everything of this bench, in every environment: try again in a minute'
      : `The other benches have not received ${count} ${count === 1 ? 'step' : 'steps'} of this bench yet: try again in a moment`,
  'pin-of-site': () => 'The site has another PIN than this bench. Set the PIN of the site at this bench first, in Setup, Bench',
  'waits-for-benches': ({ benches }) => {
    if (benches.length === 0) return 'Every bench has reported: it goes on in a moment';
    return benches.length === 1 ? `Bench ${benches[0]} has not reported yet` : `Benches ${benches.join(', ')} have not reported yet`;
  },
  'ledger-version': ({ bench, ledger }) => {
    if (ledger === null)
      return `This bench needs version ${bench} of the shared database, and this database has none: install or upgrade it`;
    const remedy = bench < ledger ? 'update Packbench on this bench' : 'upgrade the shared database';
    return `This bench has version ${bench}, the shared database has version ${ledger}: ${remedy}`;
  },
};
