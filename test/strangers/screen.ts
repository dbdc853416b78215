import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { App } from '../../renderer/app.tsx';
import { followStation, openScreen, type Screen } from '../../renderer/store.ts';
import type { Snapshot } from '../../shared/bench.ts';
import type { CallArgs, CallName, Handlers, Station } from '../../shared/ipc.ts';
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
}

export interface StrangerWindow {
  /** Main pushed a state. */
  push(snapshot: Snapshot): void;
  /** The Ship screen as it stands now, without its lists. */
  ship(): Drawing;
  /** A screen with everything it asks for. */
  open(screen: Screen): Promise<Drawing>;
}

const mostRounds = 4;
let receive: ((snapshot: Snapshot) => void) | undefined;
let seq = 0;

/** One window of this process: screens before a station is shown are not drawn. */
export function openWindow(ask: <N extends CallName>(name: N, args: CallArgs<N>) => Promise<unknown>, now: () => Date): StrangerWindow {
  const calls = new Proxy({} as Handlers, { get: (_, name: CallName) => (args: never) => ask(name, args) });
  const on: Station['on'] = (_name, listener) => {
    receive = listener as (snapshot: Snapshot) => void;
    return () => undefined;
  };
  showStation(new Proxy({} as Station, { get: (_, name: keyof Station) => (name === 'on' ? on : calls[name]) }));
  if (!receive) followStation();
  return {
    push(snapshot) {
      seq += 1;
      receive?.({ ...snapshot, seq });
    },
    ship() {
      openScreen('ship');
      answerQueries([]);
      return drawn(now);
    },
    async open(screen) {
      openScreen(screen);
      answerQueries([]);
      let drawing = drawn(now);
      for (let round = 0; round < mostRounds; round += 1) {
        const asked = askedQueries();
        const answers = await Promise.all(asked.map((ask) => ask()));
        openScreen(screen);
        answerQueries(answers);
        drawing = drawn(now);
        if (askedQueries().length === asked.length) break;
      }
      openScreen('ship');
      return drawing;
    },
  };
}

function drawn(now: () => Date): Drawing {
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
