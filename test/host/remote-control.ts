// Loaded first in a program without a window: a test at the other end of its IPC channel runs functions in it, as Playwright does in a
// program with Chromium.

import * as electron from './electron.ts';
import { app, BrowserWindow } from './electron.ts';
import { pageOf, type ScriptPage } from './script-surface.ts';

/** Passed to a test's function beside its argument. */
export interface Inside {
  readonly electron: typeof electron;
  /** Returns the only window, as soon as its page is loaded. */
  window(): Promise<BrowserWindow>;
  page(): Promise<ScriptPage>;
}

export interface Question {
  readonly id: number;
  readonly source: string;
  readonly argument: unknown;
}

async function window(): Promise<BrowserWindow> {
  for (;;) {
    const open = BrowserWindow.getAllWindows().find((each) => pageOf(each));
    if (open) return open;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const inside: Inside = { electron, window, page: async () => pageOf(await window()) as ScriptPage };

process.on('message', ({ id, source, argument }: Question) => {
  // oxlint-disable-next-line typescript/no-implied-eval -- the source of a function of the test
  const run = new Function(`return (${source})`)() as (inside: Inside, argument: unknown) => unknown;
  void Promise.resolve()
    .then(() => run(inside, argument))
    .then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: String(error) }),
    );
});
// The channel alone does not keep the process alive.
process.channel?.unref();
app.once('quit', () => process.disconnect?.());
