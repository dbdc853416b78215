import { useEffect, useState } from 'react';
import type { CallReply } from '../../shared/ipc.ts';
import type { PrintJob } from '../../shared/printer.ts';
import { station } from '../station.ts';
import { text } from '../text/text.ts';
import { LabelPicture } from '../ui/label-picture.tsx';

/** The label of one print job as it goes to the printer. */
export function SheetPicture({ job, orderKey }: { job: PrintJob; orderKey: string }) {
  const [sheet, setSheet] = useState<CallReply<'sheet'> | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    let isWanted = true;
    void station.sheet({ jobId: job.id }).then((answer) => {
      if (!isWanted) return;
      setSheet(answer.ok ? answer.value : null);
      setIsMissing(!answer.ok);
    });
    return () => {
      isWanted = false;
    };
  }, [job.id]);
  return <LabelPicture sheet={sheet} isMissing={isMissing} title={text.ship.labelTitle(orderKey, job.piece, job.pieces)} />;
}
