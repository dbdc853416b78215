import { digitOf } from '../../shared/key-meanings.ts';
import './unclear-label.css';
import type { WorkflowAt } from '../../shared/bench.ts';
import { isPieceOut, labelsToPlace, piecesMissing } from '../../shared/pieces.ts';
import { type Intent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { useWindowState } from '../window-state.ts';
import type { StepProps } from './step.tsx';

/** Labels up to this one have a digit; the others are touched, or chosen with Tab and Enter. */
const lastWithDigit = 9;
/** More labels take too much room. The next ones are shown once others are marked. */
const mostAsked = 20;
/** The contents of more parcels take too much room. */
const mostWithContents = 3;

interface UnclearLabelProps extends StepProps<WorkflowAt<'done' | 'already-shipped'>> {
  readonly intent: Intent;
}

/** Asks which of several labels was scanned, if its code does not show that. */
export function UnclearLabel({ workflow: { booking, unclearCode }, workflowNo, intent }: UnclearLabelProps) {
  const { station } = useWindowState();
  if (unclearCode === undefined) return null;
  const of = labelsToPlace(booking);
  const asked = piecesMissing(booking)
    .filter((piece) => isPieceOut(booking, piece))
    .slice(0, mostAsked);
  const isFew = asked.length <= mostWithContents;
  return (
    <section className="card unclear-label" data-state="look" role="alert">
      <p>
        <b>{text.pieces.unclear}</b> {text.pieces.unclearNext}
      </p>
      <div className="unclear-label-acts">
        {asked.map(({ no, contents }) => (
          <Button
            key={no}
            means={no <= lastWithDigit ? digitOf(no - 1) : undefined}
            onPress={() => void intent.send(station.placeLabel({ workflowNo, label: no }))}
          >
            <span>
              {isFew ? text.pieces.label(no, of) : text.pieces.short(no)}
              {isFew && contents && <span className="muted">{contents}</span>}
            </span>
          </Button>
        ))}
      </div>
    </section>
  );
}
