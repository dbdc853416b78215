import type { Booking } from '../../shared/booking.ts';
import type { Failure } from '../../shared/failure.ts';
import type { PrintJob } from '../../shared/printer.ts';
import type { Room } from './context.ts';
import { doubtWhatWasBegun } from './exchange/restored.ts';
import type { PickupWalk } from './pickup/pickup.ts';
import { takeUpPrints } from './print/interrupted-prints.ts';
import { judgeAndPrint, settleAnswer } from './ship/settle.ts';

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

/**
 * Reads kept answers again and brings booked shipments whose label is here to paper. Safe to repeat. A row that breaks whoever takes
 * it up holds up neither the others nor the start: its answer is asked about.
 */
export async function recoverPaper(room: Room, pickups: PickupWalk): Promise<void> {
  const { journal } = room;
  const breaks = 'Whoever took up the kept answer at the start broke on it';
  for (const { id } of journal.bookingsInState(['answered']))
    await alone(room, async () => {
      const broke = await alone(room, () => settleAnswer(room, id));
      if (broke && journal.booking(id)?.state === 'answered') journal.writeUnknown(id, `${breaks} (${broke.ref}).`);
    });
  for (const { id } of toPrint(room)) if (journal.label(id)) await alone(room, () => judgeAndPrint(room, id));
  for (const { id } of journal.pickupsInState(['answered']))
    await alone(room, async () => {
      const broke = await alone(room, () => pickups.settle(id));
      if (broke && journal.pickup(id)?.state === 'answered') journal.writePickupUnknown(id, `${breaks} (${broke.ref}).`);
    });
  for (const { id } of journal.pickupsWithoutManifestJob()) await alone(room, () => pickups.queueManifest(id));
}

/** Asks the service for labels that never came. Apart, so that a service that is down keeps no bench from opening. */
export async function recoverLabels(room: Room): Promise<void> {
  for (const { id } of toPrint(room)) if (!room.journal.label(id)) await alone(room, () => judgeAndPrint(room, id));
}

/** What was broken on, written down; undefined where all went well. */
async function alone(room: Room, take: () => Promise<unknown>): Promise<Failure | undefined> {
  try {
    await take();
    return undefined;
  } catch (error) {
    return room.bug('start', error);
  }
}
