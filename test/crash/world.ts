import type { FaultName } from '../../electron/training/fault-by-name.ts';

/** Full control and view of the world outside the station. */
export interface World {
  /** The next request for this action gets the fault. */
  meet(action: string, fault: FaultName): Promise<void>;
  clear(): Promise<void>;
  printer(state: 'ready' | 'out of paper' | 'out of paper at the next label'): Promise<void>;
  /** Returns the service's numbers for an order. */
  ordersOf(key: string): Promise<readonly string[]>;
  pickupsOf(instructions: string): Promise<readonly string[]>;
  hasDocument(name: string): Promise<boolean>;
  /** Counts the sheets with this drawing that came out. */
  sheetsOf(drawing: string): Promise<number>;
}

/** Calls of `World` that a life sends to the process that owns the world, and the replies. */
export type WorldCall = { readonly id: number; readonly call: keyof World; readonly args: readonly unknown[] };
export type WorldReply = { readonly id: number; readonly value: unknown };

/** Returns the world as a remote object, reached through the parent process. */
export function remoteWorld(process: NodeJS.Process): World {
  let last = 0;
  const open = new Map<number, (value: unknown) => void>();
  process.on('message', ({ id, value }: WorldReply) => {
    open.get(id)?.(value);
    open.delete(id);
  });
  const call =
    (name: keyof World) =>
    (...args: readonly unknown[]): Promise<never> =>
      new Promise((resolve) => {
        last += 1;
        open.set(last, resolve as (value: unknown) => void);
        process.send?.({ id: last, call: name, args } satisfies WorldCall);
      });
  return {
    meet: call('meet'),
    clear: call('clear'),
    printer: call('printer'),
    ordersOf: call('ordersOf'),
    pickupsOf: call('pickupsOf'),
    hasDocument: call('hasDocument'),
    sheetsOf: call('sheetsOf'),
  };
}
