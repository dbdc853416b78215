import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

/** Shows an operating system dialog, in front of the window if there is one. Returns the index of the chosen button. */
export async function showBox(window: BrowserWindow | undefined, options: Omit<MessageBoxOptions, 'title'>): Promise<number> {
  const box = { title: 'Packbench', ...options };
  const { response } = await (window && !window.isDestroyed() ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box));
  return response;
}
