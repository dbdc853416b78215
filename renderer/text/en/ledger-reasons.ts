import type { LedgerReason } from '../../../shared/ledger-reason.ts';
import type { Sentences } from '../sentences.ts';

const doingOf: Readonly<Record<string, string>> = {
  held: 'is about to book it',
  sending: 'is booking it now, or stopped while it did',
  unknown: 'tried to book it, and nobody knows yet whether that worked',
  booked: 'has booked it',
  reprinted: 'has printed its label once more',
  collecting: 'has ordered the driver for it, or is about to',
  rejected: 'asked for a driver for it, and was refused',
  released: 'asked for a driver for it, and none was ordered',
  taken: 'left it in doubt, or settles it now',
  stray: 'may have booked it as well as another bench: the lead has to look',
};

export const ledgerReasons: Sentences<LedgerReason> = {
  'at-bench': ({ bench, state }) => `Bench ${bench} ${doingOf[state] ?? 'is busy with it'}`,
  'bench-is-on': ({ bench }) => `Bench ${bench} is on: it is settled there`,
  'ledger-silent': () => 'The ledger does not answer: whether the label of another bench is still in its printer is not known',
  'leaves-doubt': ({ count }) =>
    `${count} ${count === 1 ? 'shipment or driver is' : 'shipments or drivers are'} under way or in doubt at this bench: settle what stands in Resolve, in every world`,
  'leaves-untold': ({ count }) =>
    count === null
      ? 'Whether the others know everything of this bench, in every world, is not certain yet: try again in a minute'
      : `The others have not been told yet of ${count} ${count === 1 ? 'step' : 'steps'} at this bench: try again in a moment`,
  'waits-for-benches': ({ benches }) => {
    if (benches.length === 0) return 'Every bench has reported: it goes on in a moment';
    return benches.length === 1 ? `Bench ${benches[0]} has not reported yet` : `Benches ${benches.join(', ')} have not reported yet`;
  },
  'ledger-version': ({ bench, ledger }) => {
    if (ledger === null)
      return `This bench needs version ${bench} of the ledger, and this database has none: install or upgrade the ledger`;
    const remedy = bench < ledger ? 'update Packbench on this bench' : 'upgrade the ledger';
    return `This bench has version ${bench}, the ledger has version ${ledger}: ${remedy}`;
  },
};
