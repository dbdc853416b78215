import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import type { FailureCode } from '../../shared/failure.ts';
import type { Result } from '../../shared/result.ts';
import { useIntent } from '../query.ts';
import { text } from '../text/text.ts';
import { Button } from './button.tsx';
import { FailureText } from './failure-text.tsx';

/** How long the bar stays, in ms. */
export const undoMs = 10_000;

/** Calls `run` after `ms`. Returns a function that stops it. */
type After = (ms: number, run: () => void) => () => void;

/** The clock of the bar, so that tests need not wait. */
export const UndoClock = createContext<After>((ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
});

interface Offer {
  /** The act that is done, as a sentence. */
  readonly done: string;
  /** The call that reverses it. Main refuses it if it would come too late, for example because something was bought. */
  readonly reverse: () => Promise<Result<unknown, FailureCode>>;
  /** The result of the undo as a sentence, if it is not simply the state before. */
  readonly undone?: () => string;
}

type OfferUndo = (offer: Offer | null) => void;

const OfferContext = createContext<OfferUndo>(() => undefined);

/** Offers to undo an act that bought nothing and printed nothing. A newer offer replaces the older one; null ends it. */
export const useOfferUndo = (): OfferUndo => use(OfferContext);

/** Shows the bar above this screen for ten seconds. Leaving the screen ends it. */
export function UndoPlace({ children }: { children: ReactNode }) {
  const [offer, setOffer] = useState<Offer | { readonly done: string } | null>(null);
  const after = use(UndoClock);
  const { send, failure, isBusy, free } = useIntent();
  useEffect(() => (offer ? after(undoMs, () => setOffer(null)) : undefined), [offer, after]);
  const take = useMemo(
    () => (next: Offer | null) => {
      free();
      setOffer(next);
    },
    [free],
  );
  const undo = async ({ reverse, undone }: Offer) => {
    setOffer(null);
    const isUndone = await send(reverse());
    if (isUndone && undone) setOffer({ done: undone() });
  };
  return (
    <OfferContext value={take}>
      {children}
      {offer && (
        <output className="undo-bar">
          <span>{offer.done}</span>
          {'reverse' in offer && (
            <Button isSmall means="undo" isDisabled={isBusy} onPress={() => void undo(offer)}>
              {text.frame.undo}
            </Button>
          )}
        </output>
      )}
      {failure && (
        <div className="undo-bar">
          <FailureText failure={failure} />
        </div>
      )}
    </OfferContext>
  );
}
