import { Component, type ReactNode } from 'react';
import { text } from '../text/text.ts';
import { Hero } from './band.tsx';
import { Button } from './button.tsx';

/**
 * Wraps all screens: a bug in one becomes STOP with a way to continue, never an empty window. Rendering again loses nothing, because the
 * station holds the parcel.
 */
export class LastResort extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <main className="last-resort flood" data-state="stop">
        <Hero state="stop" message={text.frame.broken} />
        <p>{text.frame.brokenNext}</p>
        <Button kind="fill" onPress={() => location.reload()}>
          {text.frame.drawAgain}
        </Button>
      </main>
    );
  }
}
