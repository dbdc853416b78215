import type { Pushes } from '../../shared/ipc.ts';
import { text } from '../text/text.ts';
import { Hero } from './band.tsx';
import { Seconds } from './seconds.tsx';

/** Fills the window while there is no bench to show: before the station is ready, and while the last actions are finished. */
export function Program({ state }: { state: Pushes['program'] }) {
  const words = text.frame.program;
  const signal = state.is === 'waits-for-keychain' ? 'look' : 'working';
  return (
    <main className="program" data-state={signal}>
      <Hero state={signal} message={words[state.is]} />
      <p>{words[`${state.is}Next`]}</p>
      {state.is === 'closing' && <Seconds since={state.since} />}
    </main>
  );
}
