import { Fragment } from 'react';
import { text } from '../text/text.ts';
import { characterDiff, type Piece } from './character-diff.ts';

interface Change {
  readonly written: string;
  readonly sent: string;
}

/** The text as written; marks the characters that the service does not accept. */
export const Written = ({ written, sent }: Change) => <Marked pieces={characterDiff(written, sent).written} as="del" />;

/** The same text in the characters the service accepts; marks the new ones. */
export const Sent = ({ written, sent }: Change) => <Marked pieces={characterDiff(written, sent).sent} as="ins" />;

/** The sent or guessed spelling of a text shown above. Omitted characters can only be marked in the original. */
export function Respelt({ change, isGuess }: { change: Change; isGuess: boolean }) {
  const { written, sent } = characterDiff(change.written, change.sent);
  const count = (pieces: readonly Piece[]): number => pieces.filter(({ isChanged }) => isChanged).length;
  return (
    <>
      {isGuess ? text.frame.guessed : text.frame.sentAs}{' '}
      {count(written) > count(sent) && (
        <>
          <Written {...change} /> →{' '}
        </>
      )}
      <Sent {...change} />
    </>
  );
}

function Marked({ pieces, as: Mark }: { pieces: readonly Piece[]; as: 'del' | 'ins' }) {
  return (
    <span className="respelt">
      {pieces.map((piece, index) =>
        piece.isChanged ? <Mark key={index}>{piece.text}</Mark> : <Fragment key={index}>{piece.text}</Fragment>,
      )}
    </span>
  );
}
