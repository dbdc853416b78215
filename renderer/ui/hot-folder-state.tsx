import type { HotFolder } from '../../shared/bench.ts';
import { reasonText } from '../text/reasons.ts';
import { text } from '../text/text.ts';

/** The state of the watched folder, and one line for each file in it that needs a person. */
export function HotFolderState({ folder }: { folder: HotFolder }) {
  const words = text.setup.mappings;
  const { skipped = [], moreSkipped = 0, inError } = folder.is === 'watching' ? folder : {};
  const troubles = [
    ...skipped.map(words.hotSkipped),
    ...(moreSkipped > 0 ? [words.hotMoreSkipped(moreSkipped)] : []),
    ...(inError ? [words.hotInError(inError.name, inError.reasons.map(reasonText).join(' '))] : []),
  ];
  return (
    <>
      <div className={folder.is === 'unusable' ? 'strong look-ink' : ''}>{words.hotState(folder)}</div>
      {troubles.map((trouble) => (
        <div key={trouble} className="strong look-ink">
          {trouble}
        </div>
      ))}
    </>
  );
}
