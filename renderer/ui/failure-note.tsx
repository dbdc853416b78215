import { type Failure, failureRemedies, type Remedy } from '../../shared/failure.ts';
import { openScreen } from '../store.ts';
import { text } from '../text/text.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** What happened and what to do, with the words of the other side and the short reference for the log. */
export function FailureWords({ failure }: { failure: Failure }) {
  const { what, next } = text.failures[failure.code];
  return (
    <div className="failure-words">
      <b>{what}</b> <span>{next}</span>
      {failure.detail && <span className="said">{failure.detail}</span>}
      {failure.ref && <span className="ref muted">{text.frame.reference(failure.ref)}</span>}
    </div>
  );
}

/** A failure inside a screen. `onRetry` gives its remedy a button where trying again is what mends it. */
export function FailureNote({ failure, onRetry }: { failure: Failure | null; onRetry?: () => void }) {
  if (!failure) return null;
  const act = remedyAct(failureRemedies[failure.code], onRetry);
  return (
    <div className="card failure-note" data-state="look" role="alert">
      <Icon name="look" />
      <FailureWords failure={failure} />
      {act && (
        <Button isSmall className="push" onPress={act}>
          {text.remedies[failureRemedies[failure.code]]}
        </Button>
      )}
    </div>
  );
}

/** What the button of a remedy does, or undefined where the remedy is done by hand (scan, ask, wait). */
export function remedyAct(remedy: Remedy, onRetry: (() => void) | undefined): (() => void) | undefined {
  switch (remedy) {
    case 'open-resolve':
      return () => openScreen('resolve');
    case 'open-setup':
      return () => openScreen('setup');
    case 'correct-order':
      return () => openScreen('orders');
    case 'retry':
    case 'check-printer':
    case 'choose-again':
      return onRetry;
    case 'rescan':
    case 'wait':
    case 'ask-lead':
      return undefined;
  }
}
