import { EventEmitter } from 'node:events';
import { BrowserWindow, windowLife } from './browser-window.ts';

export type ThemeSource = 'system' | 'light' | 'dark';

/** Pages follow `themeSource`; 'system' leaves the choice to Chromium (light when headless). */
export class NativeTheme extends EventEmitter {
  readonly shouldUseHighContrastColors = false;
  #themeSource: ThemeSource = 'system';

  constructor() {
    super();
    windowLife.on('created', (window: BrowserWindow) => {
      if (this.#themeSource !== 'system') this.#apply(window);
    });
  }

  get themeSource(): ThemeSource {
    return this.#themeSource;
  }

  set themeSource(source: ThemeSource) {
    this.#themeSource = source;
    for (const window of BrowserWindow.getAllWindows()) this.#apply(window);
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#themeSource === 'dark';
  }

  #apply(window: BrowserWindow): void {
    const colorScheme = this.#themeSource === 'system' ? null : this.#themeSource;
    window.webContents.opened
      .then((page) => page.emulateMedia({ colorScheme }))
      .catch((error: unknown) => {
        if (!window.isDestroyed()) console.error('The theme could not be applied:', error);
      });
  }
}

export const nativeTheme = new NativeTheme();
