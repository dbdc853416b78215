// The parts of Electron that belong to the desktop around the window. The stand-in has no desktop: dialogs answer as if cancelled and say
// so, links are noted and not opened. Tests replace what they need through `app.evaluate`.
import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron';

function say(text: string): void {
  console.error(`Stand-in for Electron: ${text}`);
}

interface MessageBoxOptions {
  message: string;
  detail?: string;
  cancelId?: number;
}

/** Electron puts the parent window first, or leaves it out. */
function messageBoxOptions(given: unknown[]): MessageBoxOptions {
  return given.at(-1) as MessageBoxOptions;
}

function answerMessageBox(...given: unknown[]): number {
  const { message, detail = '', cancelId = 0 } = messageBoxOptions(given);
  say(`a question nobody can see, taken as cancelled: ${message} ${detail}`.trim());
  return cancelId;
}

export const dialog = {
  async showOpenDialog(): Promise<{ canceled: boolean; filePaths: string[] }> {
    say('there are no file dialogs here; drop the file on the window instead.');
    return { canceled: true, filePaths: [] };
  },
  async showSaveDialog(): Promise<{ canceled: boolean; filePath: string }> {
    say('there are no file dialogs here; nothing was saved.');
    return { canceled: true, filePath: '' };
  },
  showMessageBox: async (...given: unknown[]) => ({ response: answerMessageBox(...given), checkboxChecked: false }),
  showMessageBoxSync: answerMessageBox,
  showErrorBox(title: string, content: string): void {
    console.error(`${title}: ${content}`);
  },
};

export const shell = {
  /** What the app asked the system to open, oldest first. */
  opened: [] as string[],
  async openExternal(url: string): Promise<void> {
    shell.opened.push(url);
    say(`would open ${url}`);
  },
  async openPath(path: string): Promise<string> {
    shell.opened.push(path);
    say(`would open ${path}`);
    return '';
  },
  showItemInFolder(path: string): void {
    shell.opened.push(path);
    say(`would show ${path}`);
  },
  beep(): void {},
};

/** Keeps the template, so that a test can find an item and call its click. */
export class Menu {
  static #applicationMenu: Menu | null = null;
  readonly items: MenuItemConstructorOptions[];

  constructor(items: MenuItemConstructorOptions[] = []) {
    this.items = items;
  }

  static buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
    return new Menu(template);
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#applicationMenu;
  }

  popup(): void {}
}

export const powerMonitor = Object.assign(new EventEmitter(), { getSystemIdleTime: () => 0, isOnBatteryPower: () => false });

export const PRIMARY_DISPLAY = {
  id: 1,
  scaleFactor: 1,
  bounds: { x: 0, y: 0, width: 1366, height: 768 },
  workArea: { x: 0, y: 0, width: 1366, height: 768 },
  size: { width: 1366, height: 768 },
  workAreaSize: { width: 1366, height: 768 },
};

export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => PRIMARY_DISPLAY,
  getAllDisplays: () => [PRIMARY_DISPLAY],
  getDisplayMatching: () => PRIMARY_DISPLAY,
});
