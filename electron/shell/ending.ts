import { app, type BrowserWindow } from 'electron';
import { stackOf } from '../../shared/result.ts';
import type { Station } from '../station/station.ts';
import { stoppedByBug } from '../station/system-boxes.ts';
import { argsToRestart } from './command-line.ts';
import { showBox } from './system-box.ts';

/** Time that closing waits for a start that is still running. */
const mostStartingMs = 5_000;
/** Time limit for closing. The service and the printers answer sooner than this, or not at all. */
const mostClosingMs = 120_000;
/** Closes an unanswered dialog after this time, so that the bench restarts. */
const boxMs = 20_000;
/** A program that ran this long did not fail at its start. */
const longRunMs = 60_000;
const mostRestarts = 3;

interface EndingParts {
  readonly station: Promise<Station>;
  readonly window: () => BrowserWindow | undefined;
  /** Shows in the window that the program waits for running requests and prints. */
  readonly showClosing: () => void;
  readonly sleep: (ms: number) => Promise<void>;
  readonly elapsed: () => number;
  /** Number of automatic restarts before this run. */
  readonly restarts: number;
  /** Ends the program at once: nothing is open that must be closed. */
  readonly cannotStart: (error: unknown) => void;
}

/** Ends the program once: running requests and prints get their answers, then the journal is closed. */
export interface Ending {
  hasBegun(): boolean;
  /** Safe to call again. */
  begin(): void;
  /** Starts a new run after this one ends, with these order files to import. */
  startAgainWith(orders: readonly string[]): void;
  /** Handles an uncaught bug: logs it, closes the journal, shows one dialog, and restarts. */
  afterBug(error: unknown): void;
}

export function createEnding({ station, window, showClosing, sleep, elapsed, restarts, cannotStart }: EndingParts): Ending {
  const startedAt = elapsed();
  let isFinished = false;
  let closed: Promise<void> | undefined;
  let ended: Promise<void> | undefined;
  let nextArgs: readonly string[] | undefined;

  async function close(): Promise<void> {
    showClosing();
    const built = await Promise.race([station.catch(() => undefined), sleep(mostStartingMs)]);
    if (!built) return;
    const isClosed = await Promise.race([built.close().then(() => true), sleep(mostClosingMs)]).catch((error: unknown) => {
      built.log('closing', { state: 'broke', stack: stackOf(error) });
      return false;
    });
    if (isClosed === undefined) built.log('closing', { state: 'too-slow' });
  }

  async function quit(): Promise<void> {
    await (closed ??= close());
    isFinished = true;
    if (nextArgs) app.relaunch({ args: [...nextArgs] });
    app.quit();
  }

  const keepOpen = (event: { preventDefault(): void }): void => {
    if (isFinished) return;
    event.preventDefault();
    begin();
  };
  // Quitting twice must not leave a booking in doubt either.
  app.on('before-quit', keepOpen);
  app.on('browser-window-created', (_event, opened) => void opened.on('close', keepOpen));

  function begin(): void {
    ended ??= quit();
  }

  let isBroken = false;
  async function restartAfterBug(error: unknown): Promise<void> {
    const built = await Promise.race([station.catch(() => undefined), sleep(0)]);
    if (!built) return cannotStart(error);
    const { ref } = built.fail('bug').failure;
    built.log('bug', { step: 'program', ref, stack: stackOf(error) });
    if (isBroken) return;
    isBroken = true;
    const count = elapsed() - startedAt > longRunMs ? 1 : restarts + 1;
    await (closed ??= close());
    const { message, detail, buttons } = stoppedByBug(ref, count <= mostRestarts);
    const box = { type: 'warning' as const, message, detail, buttons: [...buttons], noLink: true, signal: AbortSignal.timeout(boxMs) };
    await showBox(window(), box);
    if (count <= mostRestarts) app.relaunch({ args: argsToRestart(process.argv, count) });
    app.exit(1);
  }

  return {
    hasBegun: () => closed !== undefined,
    begin,
    startAgainWith(orders) {
      nextArgs = [...(nextArgs ?? argsToRestart(process.argv, 0)), ...orders.map((file) => `--orders=${file}`)];
    },
    // A bug in this code must not keep the program open.
    afterBug: (error) => void restartAfterBug(error).catch(() => app.exit(1)),
  };
}
