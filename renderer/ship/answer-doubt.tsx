import type { Doubt } from '../../shared/known-code.ts';
import type { QuestionKind } from '../../shared/question-kind.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Foot, Primary } from '../ui/foot.tsx';

interface DoubtFootProps {
  readonly kind: QuestionKind;
  readonly doubt: Doubt;
  readonly isBusy: boolean;
  readonly onFact: () => void;
  readonly onScan: () => void;
  readonly onClear: () => void;
}

/** Both ways out of an answer that is also a known code. No bar code can press either: they need a function key, a touch or the mouse. */
export function DoubtFoot({ kind, doubt, isBusy, onFact, onScan, onClear }: DoubtFootProps) {
  const leadsSomewhere = doubt.knownAs.is === 'order' || doubt.knownAs.is === 'parcel';
  return (
    <Foot>
      {leadsSomewhere ? (
        <Button keyName="F9" commits isDisabled={isBusy} onPress={onScan}>
          {text.scan.isOrder(doubt)}
        </Button>
      ) : (
        <Button keyName="Escape" commits isDisabled={isBusy} onPress={onClear}>
          {text.scan.isNotFact}
        </Button>
      )}
      <Primary keyName="F10" commits isDisabled={isBusy} onPress={onFact}>
        {text.scan.isFact(kind, doubt)}
      </Primary>
    </Foot>
  );
}
