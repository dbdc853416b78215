import { EventEmitter } from 'node:events';
import type { IpcMainInvokeEvent } from 'electron';
import { BrowserWindow } from './browser-window.ts';
import type { Surface } from './surface.ts';
import type { WebFrame } from './web-frame.ts';
import { createWireCodec } from './wire-codec.ts';

type Handler = (event: IpcMainInvokeEvent, ...values: unknown[]) => unknown;

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    if (typeof handler !== 'function') throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`);
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  async answer(channel: string, event: IpcMainInvokeEvent, values: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return await handler(event, ...values);
  }
}

export const ipcMain = new IpcMain();

const codec = createWireCodec();

/** Connects the preload of a page to main. Both calls take text of the wire codec, and `invoke` returns such text. */
export function ipcOf(surface: () => Surface | undefined): {
  invoke(frame: WebFrame, text: string): Promise<string>;
  send(frame: WebFrame, text: string): void;
} {
  const eventFrom = (senderFrame: WebFrame): IpcMainInvokeEvent => {
    const from = surface();
    const sender = from && BrowserWindow.ofSurface(from)?.webContents;
    if (sender === undefined) throw new Error('A page without a window sent a message');
    return { sender, senderFrame, processId: sender.id, frameId: 1, ports: [] } as unknown as IpcMainInvokeEvent;
  };
  return {
    async invoke(frame, text) {
      const [channel, values] = codec.decode(text) as [string, unknown[]];
      try {
        return codec.encode({ value: await ipcMain.answer(channel, eventFrom(frame), values) });
      } catch (error) {
        console.error(`Error occurred in handler for '${channel}':`, error);
        return codec.encode({ error: String(error) });
      }
    },
    send(frame, text) {
      const [channel, values] = codec.decode(text) as [string, unknown[]];
      ipcMain.emit(channel, eventFrom(frame), ...values);
    },
  };
}
