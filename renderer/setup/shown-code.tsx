import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

/** A new recovery code. It is shown once; the printed page contains nothing else. */
export function ShownCode({ code, onDone }: { readonly code: string; readonly onDone: () => void }) {
  const words = text.setup.bench;
  return (
    <Card className="col printed" title={words.recoveryTitle}>
      <p className="mono recovery-code">{code}</p>
      <div className="row">
        <p className="muted grow">{words.recoveryOnce}</p>
        <Button isSmall onPress={() => window.print()}>
          {words.print}
        </Button>
        <Button kind="quiet" isSmall onPress={onDone}>
          {words.recoveryDone}
        </Button>
      </div>
    </Card>
  );
}
