import { app, type BrowserWindow } from 'electron';
import type { Log } from '../station/log.ts';

/** If the page fails more often within `perMs`, a reload does not help. */
const mostReloads = 2;
const perMs = 60_000;
/** An ended process reports its end within this time. */
const endingMs = 5_000;

interface KeepAlive {
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  readonly log: Log;
  /** Called if reloading does not help. `again` reloads once more and resets the count. */
  readonly gaveUp: (again: () => void) => void;
}

/**
 * Reloads a window's page if its process or the GPU process dies, or the page hangs: at most twice a minute. The main process continues
 * meanwhile, so requests and prints are not affected.
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
    // A hanging page cannot reload. After its process is ended, the reload starts a new one.
    endedAt = elapsed();
    webContents.forcefullyCrashRenderer();
    reload();
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    log('process-gone', { step: type, state: reason, status: exitCode });
    if (type === 'GPU' && reason !== 'clean-exit') reload();
  });
}
