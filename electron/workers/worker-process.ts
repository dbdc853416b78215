/** A separate process that can be asked and killed, with the names and events of Electron's `UtilityProcess`. */
export interface WorkerProcess {
  /** Undefined before `spawn` and after `exit`. */
  readonly pid: number | undefined;
  /** Sends a structured clone. Messages sent before `spawn` wait. */
  postMessage(message: unknown): void;
  /** False if there is nothing to kill, as before `spawn`. Also ends a process in an endless loop. */
  kill(): boolean;
  on(event: 'spawn', listener: () => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  /** Emitted before `exit` if V8 gave up, as when its memory is exhausted. As with any emitter, it is thrown if there is no listener. */
  on(event: 'error', listener: (type: 'FatalError', location: string, report: string) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

/** Starts such processes and reads their memory on a platform. */
export interface WorkerProcesses {
  /**
   * `file`: the name of a built file next to the program, without its extension (`build/worker-files.ts`). `heapMb`: limit for JavaScript
   * values; V8 ends the process above it. Buffers and WebAssembly are not included.
   */
  start(file: string, limits: { readonly heapMb: number }): WorkerProcess;
  /** The physical memory of a process in MB; undefined if the platform cannot report it. */
  memoryMb(pid: number): number | undefined;
}

/** Messages of a process: that it is loaded, then one answer for each question. */
export type WorkerMessage<T> =
  | { readonly is: 'ready' }
  | { readonly is: 'done'; readonly id: number; readonly answer: T }
  | { readonly is: 'failed'; readonly id: number; readonly why: string };

export interface WorkerQuestion<Ask> {
  readonly id: number;
  readonly ask: Ask;
}
