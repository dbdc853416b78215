import { openWinspool, WindowsRefusal, type Winspool } from './winspool.ts';

/** One call, and what became of it. */
export interface SpoolerAsked {
  readonly id: number;
  readonly call: keyof Winspool;
  readonly args: readonly unknown[];
}
export type SpoolerAnswered =
  | { readonly is: 'ready' }
  | { readonly id: number; readonly is: 'said'; readonly value: unknown }
  | { readonly id: number; readonly is: 'refused'; readonly call: string; readonly number: number }
  | { readonly id: number; readonly is: 'broke'; readonly why: string };

interface Port {
  on(event: 'message', listener: (message: { readonly data: SpoolerAsked }) => void): void;
  postMessage(message: SpoolerAnswered): void;
}

// Windows' own libraries, unless others are named.
const [spooler = 'winspool.drv', errors = 'kernel32.dll', registry = 'advapi32.dll'] = process.argv.slice(2);
const { parentPort } = process as unknown as { readonly parentPort: Port };
let winspool: Winspool | undefined;

parentPort.on('message', ({ data: { id, call, args } }) => {
  try {
    winspool ??= openWinspool({ spooler, errors, registry });
    const value = (winspool[call] as (...given: readonly unknown[]) => unknown)(...args);
    parentPort.postMessage({ id, is: 'said', value });
  } catch (error) {
    parentPort.postMessage(
      error instanceof WindowsRefusal
        ? { id, is: 'refused', call: error.call, number: error.number }
        : { id, is: 'broke', why: error instanceof Error ? error.message : String(error) },
    );
  }
});

parentPort.postMessage({ is: 'ready' });
