import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

/** Shows a box of the operating system, in front of the window if there is one. Answers the index of the button. */
export async function showBox(window: BrowserWindow | undefined, options: Omit<MessageBoxOptions, 'title'>): Promise<number> {
  const box = { title: 'Packbench', ...options };
  const { response } = await (window && !window.isDestroyed() ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box));
  return response;
}
