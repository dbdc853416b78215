import { use, useRef } from 'react';
import { AskedText } from '../confirmed-texts.ts';
import type { SetupTab } from '../screens.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/button.tsx';

import { useErrorCount, useUnsaved } from './draft.ts';

interface SaveRowProps {
  readonly tab: SetupTab;
  readonly hint?: string;
  readonly isBusy: boolean;
  readonly isSaved: boolean;
  /** True if there is nothing to save. */
  readonly isDisabled?: boolean;
  /** Number of invalid fields. If there are any, Save leads to the first of them. */
  readonly errors?: number;
  /** True if an invalid field may be saved: it stops parcels, not the saving. */
  readonly savesInvalid?: boolean;
  readonly onSave: () => void;
}

/** The foot of a tab with its state and Save. It stays in view while the fields above it scroll. */
export function SaveRow({ tab, hint, isBusy, isSaved, isDisabled, errors = 0, savesInvalid, onSave }: SaveRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const isUnsaved = useUnsaved().has(tab);
  useErrorCount(tab, errors);
  const asked = use(AskedText);
  const save = () => {
    if (errors > 0) row.current?.parentElement?.querySelector<HTMLElement>('.is-invalid input')?.focus();
    if (errors === 0 || savesInvalid) onSave();
  };
  const words = text.setup;
  return (
    <div className="row save-row" ref={row}>
      <output className="grow">
        {errors > 0 && <b className="stop-ink">{words.errorCount(errors)} </b>}
        {isUnsaved ? <b className="look-ink">{words.notSaved}</b> : <span className="muted">{isSaved ? words.saved : hint}</span>}
      </output>
      <Button kind="primary" isSmall means="save" commits={asked !== undefined} isDisabled={isBusy || (isDisabled ?? false)} onPress={save}>
        {asked === undefined ? words.save : text.scan.keepText(asked)}
      </Button>
    </div>
  );
}
