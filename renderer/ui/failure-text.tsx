import type { Failure } from '../../shared/failure.ts';
import { detailOf } from '../text/reasons.ts';
import { text } from '../text/text.ts';
import { Icon } from './icon.tsx';

/** A failure of this program in words, with its short reference, without a button. */
export function FailureText({ failure }: { failure: Failure }) {
  const { what, next } = text.failures[failure.code];
  const detail = detailOf(failure);
  return (
    <div className="card failure-note" data-state="look" role="alert">
      <Icon name="look" />
      <div className="failure-words">
        <b>{what}</b> <span>{next}</span>
        {detail && <span className="failure-detail">{detail}</span>}
        {failure.ref && <span className="ref muted">{text.frame.reference(failure.ref)}</span>}
      </div>
    </div>
  );
}
