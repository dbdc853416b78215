import type { CSSProperties, ReactNode } from 'react';
import { text } from '../text/text.ts';
import { Icon } from './icon.tsx';

/** The five states of the bench: each has one word, one colour, one icon and one sound. */
export type Signal = 'ready' | 'working' | 'done' | 'look' | 'stop';

interface BandProps {
  readonly state: Signal;
  readonly message: ReactNode;
  readonly aside?: ReactNode;
  readonly size?: 'tall' | 'normal' | 'compact';
  /** Progress from 0 to 1; drawn only in the WORKING state. */
  readonly share?: number;
}

/** The state in one word across the screen. Its word and sentence are read aloud when they change. */
export function Band({ state, message, aside, size = 'normal', share = 0 }: BandProps) {
  const style = { '--share': `${Math.round(share * 100)}%` } as CSSProperties;
  const words = (
    <>
      <span className="word">{text.frame.signals[state]}</span>
      <span className="message">{message}</span>
    </>
  );
  return (
    <div className={`band band-${size}`} data-state={state} style={style} role={state === 'stop' ? 'alert' : 'status'}>
      <Icon name={state} className="mark" />
      <h1 className={size === 'tall' ? '' : 'line'}>{words}</h1>
      {aside && <div className="aside">{aside}</div>}
    </div>
  );
}

/** The word of a flooded stage (DONE, STOP). */
export function Hero({ state, message }: { state: Signal; message: ReactNode }) {
  return (
    <div className="hero" role={state === 'stop' ? 'alert' : 'status'}>
      <Icon name={state} className="mark" />
      <h1>
        <span className="word">{text.frame.signals[state]}</span>
        <span className="message">{message}</span>
      </h1>
    </div>
  );
}
