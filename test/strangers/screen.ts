import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { App } from '../../renderer/app.tsx';
import { type Screen } from '../../renderer/screens.ts';
import { createWindowState, WindowContext, type WindowState } from '../../renderer/window-state.ts';
import type { Snapshot } from '../../shared/bench.ts';
import type { CallName, Station } from '../../shared/ipc.ts';
import type { Ask } from './packer.ts';
import { answerQueries, askedQueries } from './window/query.ts';

/** Everything that a person can read and press: the window's own screens, drawn as words. */
export interface Drawing {
  /** Signal of the band: `ready`, `working`, `done`, `look`, `stop`; empty if the screen has none. */
  readonly signal: string;
  /** All readable text, including top bar and rail. */
  readonly words: string;
  /** The top bar alone. */
  readonly topBar: string;
  /** Names of the buttons that can be pressed on the screen itself. */
  readonly buttons: readonly string[];
  readonly hasField: boolean;
  /** The state that it was drawn from. */
  readonly of: Snapshot;
}

export interface StrangerWindow {
  /** Returns the Ship screen for the state that main pushed last, or for an older one if the window has not drawn the last one yet. */
  look(snapshot: Snapshot): Drawing;
  /** Waits until the last pushed state is drawn. */
  isDrawn(): Promise<void>;
  /** Opens a screen and answers everything it asks for. */
  open(screen: Screen): Promise<Drawing>;
  /** Starts the window again after the program was closed and opened. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** The program behind a window. */
export interface BehindWindow {
  readonly ask: Ask;
  /** The state that main pushed last. */
  readonly state: () => Snapshot;
  readonly now: () => Date;
}

const mostRounds = 4;
let seq = 0;

/** Opens the window's screens, drawn as words. */
export function openWindow({ ask, state, now }: BehindWindow): StrangerWindow {
  const window = createWindowState(new Proxy({} as Station, { get: (_, name: CallName) => (args: never) => ask(name, args) }));
  const { openScreen, receive } = window;
  let last: { readonly text: string; readonly drawing: Drawing } | undefined;
  const drawOf = (of: Snapshot): Drawing => ({ ...drawn(window, now), of });
  return {
    look(snapshot) {
      const text = JSON.stringify({ ...snapshot, seq: 0, frame: { ...snapshot.frame, revisions: null } });
      if (text !== last?.text) {
        seq += 1;
        receive({ ...snapshot, seq });
        openScreen('ship');
        answerQueries([]);
        last = { text, drawing: drawOf(snapshot) };
      }
      return { ...last.drawing, of: snapshot };
    },
    isDrawn: async () => undefined,
    reopen: async () => undefined,
    close: async () => undefined,
    async open(screen) {
      openScreen(screen);
      answerQueries([]);
      const of = state();
      let drawing = drawOf(of);
      for (let round = 0; round < mostRounds; round += 1) {
        const asked = askedQueries();
        const answers = await Promise.all(asked.map((ask) => ask()));
        openScreen(screen);
        answerQueries(answers);
        drawing = drawOf(of);
        if (askedQueries().length === asked.length) break;
      }
      openScreen('ship');
      return drawing;
    },
  };
}

function drawn(window: WindowState, now: () => Date): Omit<Drawing, 'of'> {
  const html = atClock(now, () => renderToStaticMarkup(createElement(WindowContext, { value: drawnOnce(window) }, createElement(App))));
  const [, topBar = ''] = /<header[^>]*>(.*?)<\/header>/s.exec(html) ?? [];
  const [, stage = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  const buttons = [...stage.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)]
    .filter(([, attributes = '']) => !/\bdisabled\b|aria-disabled="true"/.test(attributes))
    .map(([, , inside = '']) => wordsOf(inside));
  return {
    signal: /data-state="(\w+)"/.exec(stage)?.[1] ?? '',
    words: wordsOf(html),
    topBar: wordsOf(topBar),
    buttons,
    hasField: /<(input|textarea)\b/.test(stage),
  };
}

/** Drawing as words uses a store's initial state: here that returns the current one. */
const drawnOnce = (window: WindowState): WindowState => ({ ...window, shown: { ...window.shown, getInitialState: window.shown.getState } });

/** Draws with the clock of the day, because the screens count seconds. */
function atClock<T>(now: () => Date, draw: () => T): T {
  const real = Date.now;
  Date.now = () => now().getTime();
  try {
    return draw();
  } finally {
    Date.now = real;
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const wordsOf = (html: string): string =>
  html
    .replace(/<(b|i|small|span|q)\b[^>]*>|<\/(b|i|small|span|q)>/g, ' ')
    .replace(/<[^>]*>/g, ' | ')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .replace(/(\| )+/g, '| ')
    .trim();
