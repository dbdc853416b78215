import type { Snapshot } from '../../shared/bench.ts';
import type { Station } from '../../shared/ipc.ts';

/** The page's report about itself. */
export interface Seen {
  /** Number of the state that the page was drawn from. */
  readonly seq: number;
  readonly signal: string;
  readonly words: string;
  readonly topBar: string;
  readonly buttons: readonly string[];
  readonly hasField: boolean;
}

declare global {
  interface Window {
    readonly strangerCall: (name: string, args: string) => Promise<string>;
    readonly strangerSees: (seen: Seen) => Promise<void>;
    strangerPush: (snapshot: Snapshot) => void;
    /** Reads the page once it is drawn. */
    strangerRead: () => Promise<Seen>;
  }
}

export interface PageStation {
  readonly names: readonly string[];
  /** Time of the day at this time of the machine, and the factor by which it passes faster. */
  readonly startAt: number;
  readonly realAt: number;
  readonly haste: number;
}

const bytesMark = '$bytes';

/** Encodes bytes as text. */
export const packed = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key, each: unknown) {
    const raw = this[key];
    return raw instanceof Uint8Array ? { [bytesMark]: Buffer.from(raw).toString('base64') } : each;
  });

export const unpacked = (text: string): unknown =>
  JSON.parse(text, (_key, each: unknown) => {
    const bytes = typeof each === 'object' && each !== null && bytesMark in each ? each[bytesMark] : undefined;
    return typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes, 'base64')) : each;
  });

/**
 * Runs in the page before anything else: a station whose calls are carried out outside the page, the clock of the day, and an observer that
 * reports each finished picture. It is sent to the page as text, so it may use nothing from outside its own braces.
 */
export function installPageStation({ names, startAt, realAt, haste }: PageStation): void {
  const listeners = new Set<(snapshot: Snapshot) => void>();
  let seq = 0;
  const RealDate = Date;
  const dayNow = (): number => startAt + haste * (RealDate.now() - realAt);
  window.Date = class extends RealDate {
    constructor(...given: [] | [number | string]) {
      super(...((given.length === 0 ? [dayNow()] : given) as [number]));
    }
    static override now(): number {
      return dayNow();
    }
  } as DateConstructor;

  // Intervals of the screens pass as fast as the day; keys and scans keep the pace of hands.
  const everySoOften = window.setInterval.bind(window);
  window.setInterval = ((tick: () => void, ms = 0) => everySoOften(tick, ms / haste)) as typeof window.setInterval;

  const encode = (value: unknown): string =>
    JSON.stringify(value, (_key, each: unknown) =>
      each instanceof Uint8Array ? { $bytes: btoa(Array.from(each, (byte) => String.fromCharCode(byte)).join('')) } : each,
    );
  const decode = (text: string): unknown =>
    JSON.parse(text, (_key, each: unknown) => {
      const bytes = typeof each === 'object' && each !== null && '$bytes' in each ? each.$bytes : undefined;
      return typeof bytes === 'string' ? Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)) : each;
    });
  const carry = async (name: string, args: unknown): Promise<unknown> => {
    const answer = decode(await window.strangerCall(name, encode(args)));
    if (name === 'snapshot') {
      seq = (answer as { readonly value?: Snapshot }).value?.seq ?? seq;
      tell();
    }
    return answer;
  };
  const calls = Object.fromEntries(names.map((name) => [name, (args: unknown): Promise<unknown> => carry(name, args)]));
  const on = (name: string, listener: (snapshot: Snapshot) => void): (() => boolean) => {
    if (name === 'snapshot') listeners.add(listener);
    return () => listeners.delete(listener);
  };
  Object.defineProperty(window, 'station', { value: { ...calls, on } as unknown as Station });
  window.strangerPush = (snapshot) => {
    seq = snapshot.seq;
    for (const listener of listeners) listener(snapshot);
    tell();
  };

  const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const textsIn = (element: Element | null): string => {
    if (!element) return '';
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode.nodeValue ?? '');
    return inOneLine(texts.join(' '));
  };
  const read = (): Seen => {
    const main = document.querySelector('main');
    const buttons = [...(main?.querySelectorAll('button') ?? [])].filter((each) => !each.disabled && each.checkVisibility());
    return {
      seq,
      signal: main?.querySelector<HTMLElement>('[data-state]')?.dataset['state'] ?? '',
      words: inOneLine(document.body.innerText),
      topBar: textsIn(document.querySelector('header')),
      buttons: buttons.map(({ innerText }) => inOneLine(innerText)),
      hasField: Boolean(main?.querySelector('input, textarea')),
    };
  };
  const frame = (): Promise<unknown> => new Promise((drawn) => requestAnimationFrame(drawn));
  /** A person sees what stays for two frames. */
  window.strangerRead = async () => {
    for (;;) {
      const before = seq;
      await frame();
      await frame();
      if (before === seq) return read();
    }
  };
  let isTelling = false;
  let isStale = false;
  const tell = (): void => {
    isStale = true;
    if (isTelling) return;
    isTelling = true;
    void (async () => {
      while (isStale) {
        isStale = false;
        await window.strangerSees(await window.strangerRead());
      }
      isTelling = false;
    })();
  };
  document.addEventListener('DOMContentLoaded', () => {
    const parts = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(tell).observe(document.body, parts);
    tell();
  });
}
