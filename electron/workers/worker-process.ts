/** A process beside the program that can be asked and killed, with the names and events of Electron's `UtilityProcess`. */
export interface WorkerProcess {
  /** Undefined before `spawn` and after `exit`. */
  readonly pid: number | undefined;
  /** Sends a structured clone. What is sent before `spawn` waits. */
  postMessage(message: unknown): void;
  /** False if there is nothing to kill, as before `spawn`. A process in an endless loop ends too. */
  kill(): boolean;
  on(event: 'spawn', listener: () => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  /** Comes before `exit` if V8 gave up, as at the end of its memory. As with any emitter, it is thrown if there is no listener. */
  on(event: 'error', listener: (type: 'FatalError', location: string, report: string) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

/** How a platform starts such processes, and what it sees of them. */
export interface WorkerProcesses {
  /**
   * `file`: the name of a built file beside the program, without its ending (`build/worker-files.ts`). `heapMb`: at most so much memory for
   * JavaScript values; V8 ends the process above it. Buffers and WebAssembly are not part of it.
   */
  start(file: string, limits: { readonly heapMb: number }): WorkerProcess;
  /** The physical memory of a process in MB; undefined if the platform cannot tell. */
  memoryMb(pid: number): number | undefined;
}

/** What a process posts: that it is loaded, then one answer for each question. */
export type WorkerMessage<T> =
  | { readonly is: 'ready' }
  | { readonly is: 'done'; readonly id: number; readonly answer: T }
  | { readonly is: 'failed'; readonly id: number; readonly why: string };

export interface WorkerQuestion<Ask> {
  readonly id: number;
  readonly ask: Ask;
}
