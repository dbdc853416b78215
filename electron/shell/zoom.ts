import type { BrowserWindow, Input } from 'electron';

/** Each level is 20 % larger than the one before; 0 is 100 %. */
const perLevel = 1.2;
const smallestLevel = -2;
/** The page needs at least this many of its own pixels: less hides controls. */
const leastPage = { width: 900, height: 500 };

type Step = 'larger' | 'smaller' | 'original';

/**
 * The step that a key press asks for: `Ctrl` (`Cmd` on macOS) with `+`, `−` or `0`, on every keyboard layout. `AltGr` reports `Ctrl` and
 * `Alt`, and types a letter.
 */
export function zoomStepOf({
  type,
  key,
  code,
  control,
  meta,
  alt,
}: Pick<Input, 'type' | 'key' | 'code' | 'control' | 'meta' | 'alt'>): Step | undefined {
  if (type !== 'keyDown' || alt || !(control || meta)) return undefined;
  if (key === '+' || key === '=' || code === 'NumpadAdd') return 'larger';
  if (key === '-' || key === '_' || code === 'NumpadSubtract') return 'smaller';
  return code === 'Digit0' || code === 'Numpad0' ? 'original' : undefined;
}

/** The level after a step, in a window of this size in pixels of the screen. It is never so large that controls are cut off. */
export function levelAfter(step: Step, level: number, window: { readonly width: number; readonly height: number }): number {
  if (step === 'original') return 0;
  if (step === 'smaller') return Math.max(smallestLevel, level - 1);
  const most = Math.min(window.width / leastPage.width, window.height / leastPage.height);
  return perLevel ** (level + 1) <= most ? level + 1 : level;
}

/** Zooms the page of a window by its keys. Chromium stores the level for the page and restores it at the next start. */
export function zoomByKeys(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on('before-input-event', (event, input) => {
    const step = zoomStepOf(input);
    if (!step) return;
    event.preventDefault();
    const [width = 0, height = 0] = window.getContentSize();
    webContents.setZoomLevel(levelAfter(step, Math.round(webContents.getZoomLevel()), { width, height }));
  });
}
