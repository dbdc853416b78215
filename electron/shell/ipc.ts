import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { type CallName, contract, type Pushes } from '../../shared/ipc.ts';
import { stackOf } from '../../shared/result.ts';
import type { Station } from '../station/station.ts';
import { isOurPage } from './window.ts';

/**
 * Serves every call of the contract. Checks the sender, parses the argument once, and turns a bug into a `bug` failure with a reference
 * that is also in the log. Rejects a call from another sender or with invalid arguments. Calls made before the station is ready wait for
 * it.
 */
export function serve(station: Promise<Pick<Station, 'handlers' | 'fail' | 'log'>>): void {
  for (const name of Object.keys(contract.calls) as CallName[]) {
    ipcMain.handle(`call:${name}`, async (event, given: unknown) => {
      if (!isFromOurFrame(event)) {
        void station.then(({ log }) => log('ipc-refused', { action: name, state: 'sender' }));
        throw new Error('Refused: the call does not come from the window of Packbench.');
      }
      const args = contract.calls[name].args.safeParse(given ?? {});
      if (!args.success) {
        void station.then(({ log }) => log('ipc-refused', { action: name, state: 'arguments' }));
        throw new Error(`Refused: the arguments of "${name}" do not fit its contract.`);
      }
      const { handlers, fail, log } = await station;
      try {
        return await (handlers[name] as (args: unknown) => Promise<unknown>)(args.data);
      } catch (error) {
        const failure = fail('bug');
        log('bug', { action: name, ref: failure.failure.ref, stack: stackOf(error) });
        return failure;
      }
    });
  }
}

/** Only the main frame of our own page may call. */
function isFromOurFrame({ senderFrame }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && isOurPage(senderFrame.url);
}

export function push<N extends keyof Pushes>(window: BrowserWindow, name: N, value: Pushes[N]): void {
  if (!window.isDestroyed()) window.webContents.send(`push:${name}`, value);
}
