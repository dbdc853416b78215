import { app, type BrowserWindow } from 'electron';
import type { Log } from '../station/log.ts';

/** More in a minute, and a reload does not help. */
const mostReloads = 2;
const perMs = 60_000;
/** A process that was ended reports that within this time. */
const endingMs = 5_000;

interface KeepAlive {
  /** Milliseconds of a clock that no one sets. */
  readonly elapsed: () => number;
  readonly log: Log;
  /** Called when reloading does not help. `again` reloads once more, and the count starts from zero. */
  readonly gaveUp: (again: () => void) => void;
}

/**
 * Draws the page of a window again when its process dies or hangs, or the process that draws for it dies: at most twice a minute. Main
 * goes on meanwhile, so nothing that is being sent or printed is touched.
 */
export function keepWindowAlive(window: BrowserWindow, { elapsed, log, gaveUp }: KeepAlive): void {
  const { webContents } = window;
  let reloads: number[] = [];
  let isGivenUp = false;

  function reload(): void {
    if (window.isDestroyed() || isGivenUp) return;
    const now = elapsed();
    reloads = reloads.filter((at) => now - at < perMs);
    if (reloads.length < mostReloads) {
      reloads.push(now);
      webContents.reload();
      return;
    }
    isGivenUp = true;
    gaveUp(() => {
      isGivenUp = false;
      reloads = [];
      reload();
    });
  }

  let endedAt = Number.NEGATIVE_INFINITY;
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log('window-gone', { state: reason, status: exitCode });
    const isEndedByUs = elapsed() - endedAt < endingMs;
    endedAt = Number.NEGATIVE_INFINITY;
    if (!isEndedByUs && reason !== 'clean-exit') reload();
  });
  webContents.on('unresponsive', () => {
    log('window-gone', { state: 'unresponsive' });
    // A page that hangs takes no reload. Once its process is ended, the reload gets another one.
    endedAt = elapsed();
    webContents.forcefullyCrashRenderer();
    reload();
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    log('process-gone', { step: type, state: reason, status: exitCode });
    if (type === 'GPU' && reason !== 'clean-exit') reload();
  });
}
