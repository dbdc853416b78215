import { act, cleanup, configure, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { expect, onTestFinished, vi } from 'vitest';
import { listenToKeys } from '../../renderer/scanner/scanner.ts';
import { locale } from '../../renderer/text/locale.ts';
import { createWindowState, WindowContext, type WindowState } from '../../renderer/window-state.ts';
import type { Frame, Workflow } from '../../shared/bench.ts';
import type { Failure } from '../../shared/failure.ts';
import { type Answer, type CallArgs, type CallName, contract } from '../../shared/ipc.ts';
import { type FakePlan, fakeStation, plannedAnswers } from '../shots/fake-station.ts';
import { watchdogMs } from '../watchdog.ts';

/** Labels are drawn in a worker, which this page has not: they stay on their way. */
class NoWorker {
  addEventListener(): void {}
  postMessage(): void {}
  terminate(): void {}
}
vi.stubGlobal('Worker', NoWorker);
// What a browser does with a character that is typed into a field.
document.execCommand = (_command, _isShown, typed = '') => {
  const field = document.activeElement;
  return field instanceof HTMLInputElement && fireEvent.change(field, { target: { value: field.value + typed } });
};
// The page has no layout: nothing scrolls. A promise is answered, as newer Chromium does.
Element.prototype.scrollIntoView = () => Promise.resolve() as never;

// A failure says what is missing; the whole page would drown it.
// A busy computer draws late. No style sheet hides anything here: none is looked for.
configure({ asyncUtilTimeout: watchdogMs, defaultHidden: true, getElementError: (message) => new Error(message?.split('\n')[0]) });

/** A screen alone in its window, main's double behind it, and the hands of a packer. */
export interface Mounted {
  readonly state: WindowState;
  /** With what a call was made, each time. */
  readonly asked: <N extends CallName>(name: N) => CallArgs<N>[];
  readonly answer: <N extends CallName>(name: N, answer: Answer<N>) => void;
  readonly press: (key: string) => Promise<void>;
  readonly click: (name: string | RegExp) => Promise<void>;
  /** Presses a row of a list. */
  readonly open: (name: string | RegExp) => Promise<void>;
  readonly fill: (label: string | RegExp, value: string) => void;
  readonly scan: (code: string) => Promise<void>;
  /** Main pushes the state with these changes. */
  readonly push: (change: { readonly workflow?: Workflow; readonly workflowNo?: number; readonly frame?: Partial<Frame> }) => void;
  /** Why the last scan was refused. */
  readonly refusal: () => Failure | null;
}

interface MountOptions {
  /** False where the element is the whole window, which hears the keys itself. */
  readonly hears?: boolean;
  /** What was done in the window before this screen is drawn. */
  readonly before?: (state: WindowState) => void;
}

export function mount(element: ReactNode, plan: FakePlan, { hears = true, before }: MountOptions = {}): Mounted {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T15:12:00.000Z') });
  const user = userEvent.setup();
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
      <I18nProvider locale={locale}>{element}</I18nProvider>
    </WindowContext>,
  );
  return {
    state,
    asked: (name) => fake.asked.filter((call) => call.name === name).map(({ args }) => args as never),
    answer: fake.answer,
    press: async (key) => {
      // Two of them within the gap of a scan are the end of one code, which no person presses.
      if (key === 'Enter') await enterIsApart();
      // A letter or digit may begin a scan until another key is pressed: Pause means nothing to any screen.
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
      // As it comes from another process: no part of it is the one from before.
      snapshot = structuredClone({ seq: seq + 1, frame: { ...snapshot.frame, ...frame }, bench: { ...bench, workflow, workflowNo } });
      act(() => fake.push(snapshot));
    },
    refusal: () => refusal,
  };
}

const handMs = 160;
let enterAt = Number.NEGATIVE_INFINITY;
/** Enter is pressed by a hand: not sooner after the last one than a hand can. */
async function enterIsApart(): Promise<void> {
  const leftMs = enterAt + handMs - performance.now();
  if (leftMs > 0) await new Promise((resolve) => setTimeout(resolve, leftMs));
}

/** So many milliseconds pass, whatever the clock of the computer is set to. */
export function pass(ms: number): void {
  const until = performance.now() + ms;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => until);
  onTestFinished(() => clock.mockRestore());
}

/** A key pressed at this time of the page, whenever this computer comes to it. */
export function keyDown(key: string, atMs: number): void {
  const pressed = createEvent.keyDown(document.body, { key });
  Object.defineProperty(pressed, 'timeStamp', { value: atMs });
  fireEvent(document.activeElement ?? document.body, pressed);
}

/** What stands in the band: the state of the bench in one word, and its sentence. */
export const band = (): string => words(screen.getByRole('heading', { level: 1 }));

/** All that can be read. */
export const page = (): string => words(document.body);

/** Waits until this can be read. */
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
  for (const part of copy.querySelectorAll('*')) part.append(' ');
  return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
