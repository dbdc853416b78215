import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';

interface SaveRowProps {
  readonly told?: string;
  readonly isBusy: boolean;
  readonly isSaved: boolean;
  readonly isDisabled?: boolean;
  readonly onSave: () => void;
}

/** The end of a card whose fields are kept together: what they do, and Save. */
export function SaveRow({ told, isBusy, isSaved, isDisabled, onSave }: SaveRowProps) {
  return (
    <div className="row save-row">
      <output className="muted grow">{isSaved ? text.setup.saved : told}</output>
      <Button kind="primary" isSmall keyName="F10" isDisabled={isBusy || (isDisabled ?? false)} onPress={onSave}>
        {text.setup.save}
      </Button>
    </div>
  );
}
