import { useEffect, useState } from 'react';
import type { Drawable } from '../../shared/printer.ts';
import { text } from '../text/text.ts';
import type { DrawLabel, LabelDrawn } from './label-picture.worker.ts';
// oxlint-disable-next-line import/default -- the bundler makes this module
import workerFile from './label-picture.worker.ts?worker&url';
import { workerAddress } from './worker-address.ts';

const drawTimeoutMs = 8000;

interface LabelPictureProps {
  /** The sheet as it is sent to the printer, or null until it is loaded. */
  readonly sheet: Drawable | null;
  /** True when the sheet will not come. */
  readonly isMissing?: boolean;
  readonly title: string;
}

/** Size of most labels. */
const usualSize = { widthMm: 102, heightMm: 152 };

/** The label as it is printed, drawn outside the page, so that a label that cannot be drawn never stops the bench. */
export function LabelPicture({ sheet, isMissing, title }: LabelPictureProps) {
  const [last, setLast] = useState<{ readonly of: Drawable; readonly drawn: LabelDrawn } | null>(null);
  useEffect(() => {
    if (sheet?.format !== 'ZPL') return undefined;
    const zpl = new TextDecoder('utf-8').decode(sheet.bytes);
    return drawApart({ zpl, ...(sheet.size ?? usualSize), dotsPerMm: 8 }, (drawn) => setLast({ of: sheet, drawn }));
  }, [sheet]);
  const drawn = last && last.of === sheet ? last.drawn : null;
  const png = sheet?.format === 'PNG' ? sheet.bytes.toBase64() : drawn && 'png' in drawn && drawn.png;
  if (png) return <img className="paper" alt={text.frame.labelPicture(title)} src={`data:image/png;base64,${png}`} />;
  const isComing = !drawn && !isMissing;
  return (
    <div className="paper paper-plain">
      <b>{title}</b>
      <span>{isComing ? text.frame.labelDrawing : text.frame.labelCannotBeDrawn}</span>
    </div>
  );
}

/** Draws one label in a separate worker. The returned function ends it early; late answers are dropped. */
function drawApart(label: DrawLabel, onDrawn: (drawn: LabelDrawn) => void): () => void {
  const worker = new Worker(workerAddress(workerFile), { type: 'module', name: 'label-picture' });
  const finish = (drawn: LabelDrawn) => {
    end();
    onDrawn(drawn);
  };
  const timer = setTimeout(() => finish({ error: 'The drawing took too long.' }), drawTimeoutMs);
  const end = () => {
    clearTimeout(timer);
    worker.terminate();
  };
  worker.addEventListener('message', (event: MessageEvent<LabelDrawn>) => finish(event.data));
  worker.addEventListener('error', () => finish({ error: 'The drawing worker ended.' }));
  worker.postMessage(label);
  return end;
}
