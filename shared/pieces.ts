import { type Booking, furthestCopy, truthOf } from './booking.ts';
import type { PrintJob } from './printer.ts';

/** One label of a shipment and the parcel that it belongs to. */
export interface Piece {
  /** Counted from 1, in the order in which the labels print. */
  readonly no: number;
  /** Contents of its parcel; empty if all parcels have the same. */
  readonly contents: string;
  /** Its print; undefined if no label was queued, or if pages between the labels were printed with them. */
  readonly job: PrintJob | undefined;
  /** When it was scanned on its parcel, or null. */
  readonly onParcelAt: string | null;
}

/** Number of labels that are scanned back, each on its parcel. Less than the parcels if fewer labels came and a person had them printed. */
export function labelsToPlace(booking: Booking): number {
  const { length: parcels } = booking.order.parcels;
  const { length: labels } = furthestCopy(booking);
  return labels > 0 && labels < parcels ? labels : parcels;
}

export function piecesOf(booking: Booking): readonly Piece[] {
  const { parcels } = booking.order;
  const copy = furthestCopy(booking);
  const count = labelsToPlace(booking);
  const differ = new Set(parcels.map(({ contents }) => contents)).size > 1;
  return Array.from({ length: count }, (_, index) => {
    const no = index + 1;
    const placed = booking.piecesOnParcel?.find(({ piece }) => piece === no);
    return {
      no,
      contents: differ && count === parcels.length ? (parcels[index]?.contents ?? '') : '',
      job: copy.length === count ? copy.find(({ piece }) => piece === no) : undefined,
      onParcelAt: placed?.at ?? booking.onParcelAt,
    };
  });
}

/** The labels of several that are not on their parcels yet; none if there is only one label. */
export const piecesMissing = (booking: Booking): readonly Piece[] =>
  labelsToPlace(booking) > 1 ? piecesOf(booking).filter(({ onParcelAt }) => onParcelAt === null) : [];

/** True if some labels of a shipment are on their parcels, and others are not. */
export const isPartlyOnParcels = (booking: Booking): boolean => booking.onParcelAt === null && (booking.piecesOnParcel?.length ?? 0) > 0;

/** True if this label left the printer, as far as known: only such a label can be on a parcel. */
export const isPieceOut = (booking: Booking, { job }: Piece): boolean =>
  job ? job.state === 'printed' || job.state === 'sent' : truthOf(booking) >= 2;
