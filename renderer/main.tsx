import '@fontsource-variable/inter/wght.css';
import './look/tokens.css';
import './look/look.css';
import './look/narrow.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followStation } from './store.ts';
import { LastResort } from './ui/last-resort.tsx';

followStation();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root to draw in.');
createRoot(root).render(
  <StrictMode>
    <LastResort>
      <App />
    </LastResort>
  </StrictMode>,
);
