import type { Booking } from '../../shared/booking.ts';
import type { PrintJob } from '../../shared/printer.ts';
import { doubtWhatWasBegun } from './doubt.ts';
import { takeUpPrints } from './interrupted-prints.ts';
import type { PickupWalk } from './pickup.ts';
import type { Room } from './room.ts';
import { judgeAndPrint, settleAnswer } from './settle.ts';

/**
 * Takes up what a crash interrupted, before anybody can scan: what was written down but never sent goes back, what was sent
 * without an answer becomes unknown, kept answers are read again, and a print that was under way is asked about.
 * Nothing is sent to the service as a booking here, ever. Answers the prints their printers may be asked about.
 */
export function recoverStates(room: Room): readonly PrintJob[] {
  const { journal } = room;
  doubtWhatWasBegun(room);
  for (const booking of journal.bookingsInState(['intent'])) journal.returnUnsent(booking.id, 'The program ended before it was sent.');
  for (const booking of journal.bookingsInState(['sending']))
    journal.writeUnknown(booking.id, 'The program ended while waiting for the answer.');
  for (const pickup of journal.pickupsInState(['intent'])) journal.returnPickupUnsent(pickup.id, 'The program ended before it was sent.');
  for (const pickup of journal.pickupsInState(['sending']))
    journal.writePickupUnknown(pickup.id, 'The program ended while waiting for the answer.');
  for (const upload of journal.openUploads())
    if (upload.state === 'sending') journal.moveUpload(upload.id, ['sending'], 'unknown', 'The program ended while sending it.', null);
  return takeUpPrints(room);
}

/** Labels that nothing is known to speak against. */
const toPrint = ({ journal }: Room): Booking[] =>
  journal.bookedWithoutLabelJob().filter(({ verdict }) => verdict === null || verdict.kind === 'match');

/** Reads kept answers again and brings booked shipments whose label is here to paper. Safe to repeat. */
export async function recoverPaper(room: Room, pickups: PickupWalk): Promise<void> {
  const { journal } = room;
  for (const booking of journal.bookingsInState(['answered'])) await settleAnswer(room, booking.id);
  for (const { id } of toPrint(room)) if (journal.label(id)) await judgeAndPrint(room, id);
  for (const pickup of journal.pickupsInState(['answered'])) await pickups.settle(pickup.id);
  for (const pickup of journal.pickupsWithoutManifestJob()) await pickups.queueManifest(pickup.id);
}

/** Asks the service for labels that never came. Apart, so that a service that is down keeps no bench from opening. */
export async function recoverLabels(room: Room): Promise<void> {
  for (const { id } of toPrint(room)) if (!room.journal.label(id)) await judgeAndPrint(room, id);
}
