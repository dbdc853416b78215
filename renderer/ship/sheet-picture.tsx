import { useEffect, useEffectEvent, useState } from 'react';
import type { Booking } from '../../shared/booking.ts';
import type { FailureCode } from '../../shared/failure.ts';
import type { Drawable, PrintJob } from '../../shared/printer.ts';
import type { Result } from '../../shared/result.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { LabelPicture } from '../ui/label-picture.tsx';
import { useWindowState } from '../window-state.ts';

/** The label of one print job as it goes to the printer. */
export function SheetPicture({ job, orderKey }: { job: PrintJob; orderKey: string }) {
  const { station } = useWindowState();
  const { sheets, isMissing } = useSheets(job.id, () => station.drawSheet({ jobId: job.id }));
  return <LabelPicture sheet={sheets[0] ?? null} isMissing={isMissing} title={text.ship.labelTitle(orderKey, job.piece, job.pieces)} />;
}

/**
 * The label of a booking as the service sent it, even if it may not be printed. Several sheets can be paged; the one in question comes
 * first.
 */
export function BookedLabel({ booking: { id, orderKey }, askedPage }: { booking: Booking; askedPage?: number | undefined }) {
  const { station } = useWindowState();
  const title = text.ship.labelThatCameFor(orderKey);
  return <Sheets id={id} title={title} onTop={(askedPage ?? 1) - 1} ask={() => station.drawLabel({ bookingId: id })} />;
}

interface SheetsProps {
  readonly id: string;
  readonly title: string;
  /** Counted from 0; shown until a person pages. */
  readonly onTop?: number;
  readonly ask: () => Promise<Result<Drawable[], FailureCode>>;
}

/** Draws any sheets, one at a time. `ask` is called once for each id. */
export function Sheets({ id, title, onTop = 0, ask }: SheetsProps) {
  const { sheets, isMissing } = useSheets(id, ask);
  const [turned, setTurned] = useState<number>();
  const at = sheets.length > 0 ? (turned ?? onTop) % sheets.length : 0;
  return (
    <div className="sheets">
      <LabelPicture sheet={sheets[at] ?? null} isMissing={isMissing} title={title} />
      {sheets.length > 1 && (
        <Button isSmall means="nextPage" onPress={() => setTurned(at + 1)}>
          {text.ship.nextSheet(at + 1, sheets.length)}
        </Button>
      )}
    </div>
  );
}

/** Requested once for each id, because the bytes never change. */
function useSheets(id: string, ask: () => Promise<Result<Drawable[], FailureCode>>): { sheets: readonly Drawable[]; isMissing: boolean } {
  const [sheets, setSheets] = useState<readonly Drawable[]>([]);
  const [isMissing, setIsMissing] = useState(false);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    let isWanted = true;
    void askNow().then((answer) => {
      if (!isWanted) return;
      setSheets(answer.ok ? answer.value : []);
      setIsMissing(!answer.ok);
    });
    return () => {
      isWanted = false;
    };
  }, [id]);
  return { sheets, isMissing };
}
