import { EventEmitter } from 'node:events';
import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import type { BrowserContext, Frame, Page } from 'playwright-core';
import { BrowserWindow } from './browser-window.ts';
import { HOST_BINDINGS } from './preload-side.ts';
import { webFrameOf } from './web-frame.ts';
import { createWireCodec } from './wire-codec.ts';

export type Handler = (event: IpcMainInvokeEvent, ...values: unknown[]) => unknown;

export class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...values) => {
      this.removeHandler(channel);
      return handler(event, ...values);
    });
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

/** Lets every page of the context reach ipcMain. Must be called before the first page loads. */
export async function connectIpc(context: BrowserContext): Promise<void> {
  const codec = createWireCodec();
  await context.exposeBinding(HOST_BINDINGS.invoke, async ({ page, frame }, text: string) => {
    const [channel, values] = codec.decode(text) as [string, unknown[]];
    try {
      return codec.encode({ value: await ipcMain.answer(channel, eventFrom(page, frame), values) });
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error);
      return codec.encode({ error: String(error) });
    }
  });
  await context.exposeBinding(HOST_BINDINGS.send, ({ page, frame }, text: string) => {
    const [channel, values] = codec.decode(text) as [string, unknown[]];
    ipcMain.emit(channel, eventFrom(page, frame), ...values);
  });
}

function eventFrom(page: Page, frame: Frame): IpcMainEvent & IpcMainInvokeEvent {
  const window = BrowserWindow.ofPage(page);
  if (window === undefined) throw new Error('A page without a window sent a message');
  const sender = window.webContents;
  const senderFrame = webFrameOf(frame);
  const event = { sender, senderFrame, processId: window.id, frameId: 1, ports: [], reply: sender.send.bind(sender) };
  return event as unknown as IpcMainEvent & IpcMainInvokeEvent;
}
