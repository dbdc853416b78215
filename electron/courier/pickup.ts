import type { ServicePoint } from '../../shared/service-point.ts';
import type { PickupMeaning, RawAnswer } from '../bench/ports/courier.ts';
import { toAscii } from './ascii.ts';
import { readDocument } from './encoded-paper.ts';
import { type Envelope, lookInto } from './envelope.ts';
import { notAnEnvelope, notBooked, numbersInPlace } from './not-booked.ts';
import { recordWith } from './number-in-result.ts';
import { servicePointWire } from './service-points.ts';
import { spelt } from './wire.ts';

export interface PickupAsk {
  readonly orderNos: readonly string[];
  readonly date: string;
  readonly readyTime: string;
  readonly closingTime: string;
  readonly instructions: string;
  readonly country?: string;
  /** The point at which the sender drops the parcels off if no driver comes. */
  readonly dropOffPoint?: ServicePoint;
}

/** The service's document spells the instructions in two ways: both are sent, unless a contract check found out which one is read. */
export function pickupWire(ask: PickupAsk, spelling = 'both'): Record<string, unknown> {
  const instructions = toAscii(ask.instructions, ask.country ?? '').text;
  return {
    date: ask.date,
    r_time: ask.readyTime,
    c_time: ask.closingTime,
    ...(instructions && spelt(spelling, 'instructions', 'instuctions', instructions)),
    shipments: ask.orderNos,
    ...(ask.dropOffPoint && servicePointWire('o_sp_', ask.dropOffPoint)),
  };
}

/**
 * Interprets an answer like `readShip`: a collection number means that a driver is coming, whatever else the answer contains. Several
 * numbers also count as booked. Calls `seen` with the envelope.
 */
export function readPickup(answer: RawAnswer, seen: (envelope: Envelope) => void = () => undefined): PickupMeaning {
  const { envelope, numbers: named } = lookInto(answer.body);
  if (!envelope) return { is: 'unknown', why: notAnEnvelope(answer, named, 'collection') };
  seen(envelope);
  const fields = recordWith(envelope.result, 'collection_no');
  if (!fields) return notBooked(envelope, 'collection');
  const collectionNo = numbersInPlace(envelope, 'collection').join(', ');
  return { is: 'booked', collectionNo, manifest: readDocument(fields['manifest']), warnings: envelope.messages };
}
