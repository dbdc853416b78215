import { connect, type Socket } from 'node:net';
import type { PrinterTiming } from './printer-timing.ts';
import { type Delivery, deliver, deliverOn, type Endpoint, nameOf } from './tcp-transport.ts';

/** A request, and the parser of its answer: `undefined` until the answer is complete. */
export interface Question<T> {
  readonly asks: string;
  readonly reads: (answer: string) => T | undefined;
}

/** One connection to a printer: questions while the printer answers them, then at most one label. */
export interface PrinterLine {
  isOpen(): boolean;
  /** True if the printer closed the connection, not this program. */
  wasHungUp(): boolean;
  /**
   * Asks all questions in one round trip. A question without an answer gives `undefined` and ends the line, because a late answer cannot be
   * matched.
   */
  ask<A, B>(first: Question<A>, second: Question<B> | undefined, answerMs: number): Promise<readonly [A | undefined, B | undefined]>;
  /** Sends a label and ends the line. */
  deliver(bytes: Uint8Array): Promise<Delivery>;
  /** Waits a moment for the printer to close its side, because some printers accept one connection at a time. Safe to call twice. */
  close(): Promise<void>;
}

export interface PrinterWay {
  /** The printer's name. */
  readonly at: string;
  /** Returns undefined if the printer cannot be reached. */
  open(): Promise<PrinterLine | undefined>;
  /** Sends a label over a connection of its own. */
  deliver(bytes: Uint8Array): Promise<Delivery>;
}

export const tcpWay = (endpoint: Endpoint, timing: PrinterTiming): PrinterWay => ({
  at: nameOf(endpoint),
  open: () => openLine(endpoint, timing),
  deliver: (bytes) => deliver(endpoint, bytes, timing),
});

// A printer that keeps its side open must not delay the next question.
const farewellMs = 100;
const mostAnswerCharacters = 65_536;

function openLine(endpoint: Endpoint, timing: PrinterTiming): Promise<PrinterLine | undefined> {
  const { promise, resolve } = Promise.withResolvers<PrinterLine | undefined>();
  const socket = connect({ host: endpoint.host, port: endpoint.port, noDelay: true, allowHalfOpen: true });
  const timer = setTimeout(failed, timing.connectMs);
  function failed(): void {
    clearTimeout(timer);
    socket.destroy();
    resolve(undefined);
  }
  socket.once('error', failed);
  socket.once('connect', () => {
    clearTimeout(timer);
    socket.off('error', failed);
    resolve(lineOn(socket, timing));
  });
  return promise;
}

function lineOn(socket: Socket, timing: PrinterTiming): PrinterLine {
  let isOpen = true;
  let onText: (text: string) => void = () => undefined;
  let over: () => void = () => undefined;
  let wasHungUp = false;
  const end = (): void => {
    isOpen = false;
    socket.destroy();
    over();
  };
  const hungUp = (): void => {
    wasHungUp ||= isOpen;
    end();
  };
  const onData = (chunk: Buffer): void => onText(chunk.toString('latin1'));
  // The printer closed or reset the connection: it is present, but sends nothing more.
  socket.on('data', onData).on('end', hungUp).on('error', hungUp).on('close', hungUp);

  return {
    isOpen: () => isOpen,
    wasHungUp: () => wasHungUp,
    ask(first, second, answerMs) {
      type Answers = Awaited<ReturnType<PrinterLine['ask']>>;
      const { promise, resolve } = Promise.withResolvers<Answers>();
      let text = '';
      const read = (): Answers => [first.reads(text), second?.reads(text)];
      const isWhole = ([one, other]: Answers): boolean => one !== undefined && (second === undefined || other !== undefined);
      const timer = setTimeout(end, answerMs);
      over = () => {
        clearTimeout(timer);
        resolve(read());
      };
      onText = (more) => {
        text = (text + more).slice(-mostAnswerCharacters);
        const answers = read();
        if (!isWhole(answers)) return;
        clearTimeout(timer);
        over = () => undefined;
        onText = () => undefined;
        socket.unref();
        resolve(answers);
      };
      socket.ref();
      if (isOpen) socket.write(first.asks + (second?.asks ?? ''));
      else over();
      return promise as never;
    },
    deliver(bytes) {
      isOpen = false;
      socket.off('data', onData).off('end', hungUp).off('error', hungUp).off('close', hungUp);
      socket.ref();
      return deliverOn(socket, bytes, timing);
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      const { promise, resolve } = Promise.withResolvers<void>();
      over = resolve;
      socket.ref();
      socket.end();
      const timer = setTimeout(end, farewellMs);
      await promise;
      clearTimeout(timer);
    },
  };
}
