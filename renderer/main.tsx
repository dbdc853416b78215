import './no-code-from-text.ts';
import '@fontsource-variable/inter/wght.css';
import './look/look.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Station } from '../shared/ipc.ts';
import { App } from './app.tsx';
import { LastResort } from './ui/last-resort.tsx';
import { createWindowState, WindowContext } from './window-state.ts';

declare global {
  interface Window {
    /** The main process, as the preload exposes it. */
    readonly station: Station;
  }
}

const state = createWindowState(window.station);
void state.follow();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root to draw in.');
createRoot(root).render(
  <StrictMode>
    <LastResort>
      <WindowContext value={state}>
        <App />
      </WindowContext>
    </LastResort>
  </StrictMode>,
);
