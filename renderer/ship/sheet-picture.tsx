import { useEffect, useEffectEvent, useState } from 'react';
import type { Booking } from '../../shared/booking.ts';
import type { CallReply } from '../../shared/ipc.ts';
import type { PrintJob } from '../../shared/printer.ts';
import type { Result } from '../../shared/result.ts';
import { station } from '../station.ts';
import { text } from '../text/text.ts';
import { LabelPicture } from '../ui/label-picture.tsx';

type Sheet = CallReply<'sheet'>;

/** The label of one print job as it goes to the printer. */
export function SheetPicture({ job, orderKey }: { job: PrintJob; orderKey: string }) {
  const sheet = useSheet(job.id, () => station.sheet({ jobId: job.id }));
  return <LabelPicture {...sheet} title={text.ship.labelTitle(orderKey, job.piece, job.pieces)} />;
}

/** The label that came for a booking, as the service gave it, whether or not it may be printed. */
export function BookedLabel({ booking: { id, orderKey } }: { booking: Booking }) {
  const sheet = useSheet(id, () => station.labelSheet({ bookingId: id }));
  return <LabelPicture {...sheet} title={text.ship.labelThatCameFor(orderKey)} />;
}

/** Asked once for each id: the bytes behind it never change. */
function useSheet(id: string, ask: () => Promise<Result<Sheet>>): { sheet: Sheet | null; isMissing: boolean } {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    let isWanted = true;
    void askNow().then((answer) => {
      if (!isWanted) return;
      setSheet(answer.ok ? answer.value : null);
      setIsMissing(!answer.ok);
    });
    return () => {
      isWanted = false;
    };
  }, [id]);
  return { sheet, isMissing };
}
