import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { App } from '../../renderer/app.tsx';
import { followStation, openScreen, type Screen } from '../../renderer/store.ts';
import type { Snapshot } from '../../shared/bench.ts';
import type { CallName, Handlers, Station } from '../../shared/ipc.ts';
import type { Ask } from './packer.ts';
import { answerQueries, askedQueries } from './window/query.ts';
import { showStation } from './window/station.ts';

/** What a person reads and can press: the window's own screens, drawn to words. */
export interface Drawing {
  /** The signal of the band: `ready`, `working`, `done`, `look`, `stop`; empty where the screen has none. */
  readonly signal: string;
  /** Everything that can be read, top bar and rail included. */
  readonly words: string;
  /** The top bar alone. */
  readonly topBar: string;
  /** Names of the buttons that can be pressed on the screen itself. */
  readonly buttons: readonly string[];
  readonly hasField: boolean;
  /** The state it was drawn from. */
  readonly of: Snapshot;
}

export interface StrangerWindow {
  /** The Ship screen for the state that main pushed last; of an older one where the window has not drawn it yet. */
  look(snapshot: Snapshot): Drawing;
  /** Waits until what was pushed last is drawn. */
  isDrawn(): Promise<void>;
  /** A screen with everything it asks for. */
  open(screen: Screen): Promise<Drawing>;
  /** The program was closed and opened. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

/** What stands behind a window. */
export interface BehindWindow {
  readonly ask: Ask;
  /** The state that main pushed last. */
  readonly state: () => Snapshot;
  readonly now: () => Date;
}

const mostRounds = 4;
let receive: ((snapshot: Snapshot) => void) | undefined;
let seq = 0;

/** The window's screens drawn to words. One of this process: screens before a station is shown are not drawn. */
export function openWindow({ ask, state, now }: BehindWindow): StrangerWindow {
  const calls = new Proxy({} as Handlers, { get: (_, name: CallName) => (args: never) => ask(name, args) });
  const on: Station['on'] = (_name, listener) => {
    receive = listener as (snapshot: Snapshot) => void;
    return () => undefined;
  };
  showStation(new Proxy({} as Station, { get: (_, name: keyof Station) => (name === 'on' ? on : calls[name]) }));
  if (!receive) followStation();
  let last: { readonly text: string; readonly drawing: Drawing } | undefined;
  const drawOf = (of: Snapshot): Drawing => ({ ...drawn(now), of });
  return {
    look(snapshot) {
      const text = JSON.stringify({ ...snapshot, seq: 0, frame: { ...snapshot.frame, revision: 0 } });
      if (text !== last?.text) {
        seq += 1;
        receive?.({ ...snapshot, seq });
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

function drawn(now: () => Date): Omit<Drawing, 'of'> {
  const html = atClock(now, () => renderToStaticMarkup(createElement(App)));
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

/** The screens count seconds by the clock of the day they are drawn in. */
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
