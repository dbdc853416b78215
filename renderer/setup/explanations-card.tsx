import type { Explanation } from '../../shared/explanation.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import { useOfferUndo } from '../ui/undo-bar.tsx';
import { withBreaks } from '../ui/with-breaks.tsx';
import { useWindowState } from '../window-state.ts';

/** The shop's own explanations of errors of the service, each to be removed. */
export function ExplanationsCard({ explanations }: { explanations: readonly Explanation[] }) {
  const { station } = useWindowState();
  const intent = useIntent();
  const offerUndo = useOfferUndo();
  const words = text.setup.dictionary;
  if (explanations.length === 0) return null;
  const remove = async (explanation: Explanation) => {
    if (!(await intent.send(station.dropExplanation(explanation)))) return;
    offerUndo({ done: text.frame.explain.removed, reverse: () => station.keepExplanation(explanation) });
  };
  return (
    <Card isFlush title={words.title}>
      {intent.failure && <FailureText failure={intent.failure} />}
      <ul className="list list-tight">
        {explanations.map((explanation, at) => {
          const about = 'message' in explanation ? explanation.message : explanation.pattern;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- two explanations may be equal
            <li key={at}>
              <span className="what grow">
                <b>{`${explanation.cause} ${explanation.remedy}`.trim()}</b>
                <span>{withBreaks(about)}</span>
              </span>
              <Button
                isSmall
                kind="quiet"
                label={words.removeOf(about)}
                isDisabled={intent.isBusy}
                onPress={() => void remove(explanation)}
              >
                {words.remove}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
