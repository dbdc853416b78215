import { act, cleanup, configure, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { expect, onTestFinished, vi } from 'vitest';
import { holdKey, holdMs } from '../../renderer/key-presses.ts';
import { listenToKeys } from '../../renderer/scanner/scanner.ts';
import { locale } from '../../renderer/text/locale.ts';
import { HoldTicks } from '../../renderer/ui/hold-button.tsx';
import { UndoClock } from '../../renderer/ui/undo-bar.tsx';
import { createWindowState, WindowContext, type WindowState } from '../../renderer/window-state.ts';
import type { Frame, Workflow } from '../../shared/bench.ts';
import type { Failure } from '../../shared/failure.ts';
import { type Answer, type CallArgs, type CallName, contract } from '../../shared/ipc.ts';
import { type FakePlan, fakeStation, plannedAnswers } from '../shots/fake-station.ts';
import { watchdogMs } from '../watchdog.ts';

/** This page has no worker, in which labels are drawn: they stay pending. */
class NoWorker {
  addEventListener(): void {}
  postMessage(): void {}
  terminate(): void {}
}
vi.stubGlobal('Worker', NoWorker);
// Does what a browser does with a character that is typed into a field.
document.execCommand = (_command, _isShown, typed = '') => {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && fireEvent.change(field, { target: { value: field.value + typed } });
};
// The page has no layout, so nothing scrolls. Returns a promise, as newer Chromium does.
Element.prototype.scrollIntoView = () => Promise.resolve() as never;

// An error message shows what is missing, without the whole page. A busy computer draws late, hence the timeout. No style sheet hides
// anything here, so none is read.
configure({ asyncUtilTimeout: watchdogMs, defaultHidden: true, getElementError: (message) => new Error(message?.split('\n')[0]) });

/** A screen alone in its window, with a fake main behind it, and the actions of a packer. */
export interface Mounted {
  readonly state: WindowState;
  /** Arguments of each call with this name. */
  readonly asked: <N extends CallName>(name: N) => CallArgs<N>[];
  readonly answer: <N extends CallName>(name: N, answer: Answer<N>) => void;
  /** Presses a key. Delete is held for long enough. */
  readonly press: (key: string) => Promise<void>;
  readonly click: (name: string | RegExp) => Promise<void>;
  /** Presses a row of a list. */
  readonly open: (name: string | RegExp) => Promise<void>;
  readonly fill: (label: string | RegExp, value: string) => void;
  readonly scan: (code: string) => Promise<void>;
  /** Makes main push the state with these changes. */
  readonly push: (change: { readonly workflow?: Workflow; readonly workflowNo?: number; readonly frame?: Partial<Frame> }) => void;
  /** Lets the time pass in which an act can be undone. */
  readonly letUndoPass: (ms: number) => void;
  /** The reason why the last scan was refused. */
  readonly refusal: () => Failure | null;
}

interface MountOptions {
  /** False if the element is the whole window, which listens to the keys itself. */
  readonly hears?: boolean;
  /** Changes the window state before this screen is drawn. */
  readonly before?: (state: WindowState) => void;
}

export function mount(element: ReactNode, plan: FakePlan, { hears = true, before }: MountOptions = {}): Mounted {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T15:12:00.000Z') });
  const user = userEvent.setup();
  const ticks = handTicks();
  const undo = handTimers();
  const fake = fakeStation(Object.keys(contract.calls), plannedAnswers(plan));
  const state = createWindowState(fake.station);
  let { snapshot } = plan;
  let refusal: Failure | null = null;
  fake.station.on('snapshot', state.receive);
  state.receive(snapshot);
  before?.(state);
  const stop = hears ? listenToKeys(window, state, (refused) => (refusal = refused)) : () => undefined;
  onTestFinished(() => {
    cleanup();
    stop();
    vi.useRealTimers();
  });
  render(
    <WindowContext value={state}>
      <HoldTicks value={ticks.every}>
        <UndoClock value={undo.after}>
          <I18nProvider locale={locale}>{element}</I18nProvider>
        </UndoClock>
      </HoldTicks>
    </WindowContext>,
  );
  return {
    state,
    asked: (name) => fake.asked.filter((call) => call.name === name).map(({ args }) => args as never),
    answer: fake.answer,
    press: async (key) => {
      // Two of them within the gap of a scan end one code; a packer does not press them so fast.
      if (key === 'Enter') await enterIsApart();
      if (key === holdKey) {
        await user.keyboard(`{${key}>}`);
        ticks.pass(holdMs);
        return user.keyboard(`{/${key}}`);
      }
      // A letter or digit may begin a scan until another key is pressed; Pause has no meaning on any screen.
      await user.keyboard(key.length === 1 ? `${key}{Pause}` : `{${key}}`);
      if (key === 'Enter') enterAt = performance.now();
    },
    click: async (name) => user.click(await screen.findByRole('button', { name })),
    open: async (name) => user.click(await screen.findByRole('row', { name })),
    fill: (label, value) => fireEvent.change(screen.getByLabelText(label), { target: { value } }),
    // A scanner's keys are a millisecond apart, however busy this computer is.
    scan: async (code) => {
      await act(async () => {
        const from = performance.now();
        for (const [index, key] of [...Array.from(code), 'Enter'].entries()) keyDown(key, from + index);
      });
    },
    push({ workflow = snapshot.bench.workflow, workflowNo = snapshot.bench.workflowNo, frame }) {
      const { seq, bench } = snapshot;
      // Cloned, as a snapshot from another process: it shares no object with the previous one.
      snapshot = structuredClone({ seq: seq + 1, frame: { ...snapshot.frame, ...frame }, bench: { ...bench, workflow, workflowNo } });
      act(() => fake.push(snapshot));
    },
    refusal: () => refusal,
    letUndoPass: undo.pass,
  };
}

/** The clock of holds, moved by hand. */
export function handTicks() {
  const running = new Map<() => void, number>();
  return {
    every: (everyMs: number, run: () => void) => {
      running.set(run, everyMs);
      return () => void running.delete(run);
    },
    /** Lets all ticks of this time happen. */
    pass(ms: number): void {
      for (const [run, everyMs] of running)
        for (let passed = everyMs; passed <= ms && running.has(run); passed += everyMs) act(() => run());
    },
  };
}

/** Timers of bars that go by themselves, moved by hand. */
function handTimers() {
  const waiting = new Map<() => void, number>();
  return {
    after: (ms: number, run: () => void) => {
      waiting.set(run, ms);
      return () => void waiting.delete(run);
    },
    pass(ms: number): void {
      for (const [run, leftMs] of waiting) {
        waiting.set(run, leftMs - ms);
        if (leftMs > ms) continue;
        waiting.delete(run);
        act(() => run());
      }
    },
  };
}

const handMs = 160;
let enterAt = Number.NEGATIVE_INFINITY;
/** Waits until a hand could press Enter again after the last one. */
async function enterIsApart(): Promise<void> {
  const leftMs = enterAt + handMs - performance.now();
  if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
}

/** Lets this many milliseconds pass on the page's clock, whatever the clock of the computer shows. */
export function pass(ms: number): void {
  const until = performance.now() + ms;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => until);
  onTestFinished(() => clock.mockRestore());
}

/** Presses a key at this time of the page, however late this computer gets to it. */
export function keyDown(key: string, atMs: number): void {
  const pressed = createEvent.keyDown(document.body, { key });
  Object.defineProperty(pressed, 'timeStamp', { value: atMs });
  fireEvent(document.activeElement ?? document.body, pressed);
}

/** The text of the band: the state of the bench in one word, and its sentence. */
export const band = (): string => words(screen.getByRole('heading', { level: 1 }));

/** All readable text. */
export const page = (): string => words(document.body);

/** Waits until this text is on the page. */
export const reads = (sentence: string): Promise<void> => waitFor(() => expect(page()).toContain(sentence));

/** The buttons that can be pressed, each with its key. */
export const buttons = (): string[] =>
  screen
    .queryAllByRole<HTMLButtonElement>('button')
    .filter((button) => !button.disabled)
    .map((button) =>
      [button.getAttribute('aria-keyshortcuts'), button.getAttribute('aria-label') ?? words(button, true)].filter(Boolean).join(': '),
    );

function words(element: Element, isButton = false): string {
  const copy = element.cloneNode(true) as Element;
  if (isButton) for (const key of copy.querySelectorAll('kbd')) key.remove();
  // A possible line break is not a space.
  for (const part of copy.querySelectorAll('*:not(wbr)')) part.append(' ');
  return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
