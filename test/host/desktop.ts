// Parts of Electron that belong to the desktop around the window. The stand-in has no desktop: dialogs answer as if cancelled and log that,
// links are recorded and not opened. Tests replace what they need through `app.evaluate`.
import type { MenuItemConstructorOptions, MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron';
import { BrowserWindow } from './browser-window.ts';
import { requireReady } from './ready.ts';

function say(text: string): void {
  console.error(`Stand-in for Electron: ${text}`);
}

const tooEarly = 'dialog module can only be used after app is ready';

/** Options with text, and Electron's name for each in its error message. */
const texts = {
  title: 'Title',
  buttonLabel: 'Button label',
  defaultPath: 'Default path',
  message: 'Message',
  detail: 'Detail',
  nameFieldLabel: 'Name field label',
};

/** Returns the options: the parent window comes first, or is left out. Throws for options that Electron refuses. */
function optionsIn<T extends object>([first, second]: readonly unknown[]): T {
  requireReady(tooEarly);
  const options = (first && !(first instanceof BrowserWindow) ? first : second) as T & Record<string, unknown>;
  for (const [name, called] of Object.entries(texts)) {
    if (typeof (options[name] ?? '') !== 'string') throw new TypeError(`${called} must be a string`);
  }
  return options;
}

export const dialog = {
  async showOpenDialog(...given: unknown[]): Promise<{ canceled: boolean; filePaths: string[] }> {
    const { properties = [] } = optionsIn<OpenDialogOptions>(given);
    if (!Array.isArray(properties)) throw new TypeError('Properties must be an array');
    say('there are no file dialogs here; drop the file on the window instead.');
    return { canceled: true, filePaths: [] };
  },
  async showSaveDialog(...given: unknown[]): Promise<{ canceled: boolean; filePath: string }> {
    optionsIn<SaveDialogOptions>(given);
    say('there are no file dialogs here; nothing was saved.');
    return { canceled: true, filePath: '' };
  },
  /** No person sees the dialog: it counts as cancelled. */
  async showMessageBox(...given: unknown[]): Promise<{ response: number; checkboxChecked: boolean }> {
    const options = optionsIn<MessageBoxOptions>(given);
    const { type = 'none', buttons = [], message, detail = '', cancelId = 0 } = options;
    if (!['none', 'info', 'warning', 'error', 'question'].includes(type)) throw new TypeError('Invalid message box type');
    if (!Array.isArray(buttons)) throw new TypeError('Buttons must be an array');
    say(`a question that no one can see, taken as cancelled: ${message} ${detail}`.trim());
    return { response: cancelId, checkboxChecked: false };
  },
  /** The only dialog that is allowed before the app is ready. */
  showErrorBox(title: string, content: string): void {
    console.error(`${title}: ${content}`);
  },
};

export const shell = {
  /** Addresses that the app asked the system to open, oldest first. */
  opened: [] as string[],
  async openExternal(url: string): Promise<void> {
    if (typeof url !== 'string') throw new TypeError('Error processing argument at index 0, conversion failure');
    if (!URL.canParse(url)) throw new Error('Invalid URL');
    shell.opened.push(url);
    say(`would open ${url}`);
  },
};

export const clipboard = {
  /** The last text that the app copied. */
  copied: '',
  async writeText(text: string): Promise<void> {
    requireReady('clipboard cannot be used before app is ready');
    if (typeof text !== 'string') throw new TypeError('Error processing argument at index 0, conversion failure');
    clipboard.copied = text;
  },
};

/** Keeps the template, so that a test can find an item and call its click. */
export class Menu {
  static #applicationMenu: Menu | null = null;
  readonly items: MenuItemConstructorOptions[];

  constructor(items: MenuItemConstructorOptions[] = []) {
    this.items = items;
  }

  static buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
    if (!Array.isArray(template)) throw new TypeError('Invalid template for Menu: Menu template must be an array');
    if (!template.every((item) => 'label' in item || 'role' in item || item.type === 'separator'))
      throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
    return new Menu(template);
  }

  static setApplicationMenu(menu: Menu | null): void {
    if (menu && menu.constructor !== Menu) throw new TypeError('Invalid menu');
    Menu.#applicationMenu = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#applicationMenu;
  }
}

const blockers = new Set<number>();
let lastBlocker = 0;

export const powerSaveBlocker = {
  start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    if (!['prevent-app-suspension', 'prevent-display-sleep'].includes(type))
      throw new TypeError(`Error processing argument at index 0, conversion failure from ${String(type)}`);
    lastBlocker += 1;
    blockers.add(lastBlocker);
    return lastBlocker;
  },
  stop: (id: number): boolean => blockers.delete(id),
  isStarted: (id: number): boolean => blockers.has(id),
};
