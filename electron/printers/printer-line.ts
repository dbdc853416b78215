import { connect, type Socket } from 'node:net';
import type { PrinterTiming } from './printer-timing.ts';
import { type Delivery, deliver, deliverOn, type Endpoint, nameOf } from './tcp-transport.ts';

/** What is asked, and how its answer is read: `undefined` until it is whole. */
export interface Question<T> {
  readonly asks: string;
  readonly reads: (answer: string) => T | undefined;
}

/** One connection to a printer: questions while it answers them, then at most one label. */
export interface PrinterLine {
  isOpen(): boolean;
  /** Whether the printer ended it, not we. */
  wasHungUp(): boolean;
  /** All of them in one round trip. One that got no answer is `undefined`, and then the line is over: a late answer is nobody's. */
  ask<A, B>(first: Question<A>, second: Question<B> | undefined, answerMs: number): Promise<readonly [A | undefined, B | undefined]>;
  /** Ends the line. */
  deliver(bytes: Uint8Array): Promise<Delivery>;
  /** Waits a moment for the printer's side, for some printers take one connection at a time. Safe to call twice. */
  close(): Promise<void>;
}

/** How one printer is reached. */
export interface PrinterWay {
  /** Its name. */
  readonly at: string;
  /** Undefined where the printer cannot be reached. */
  open(): Promise<PrinterLine | undefined>;
  /** Over a connection of its own. */
  deliver(bytes: Uint8Array): Promise<Delivery>;
}

export const tcpWay = (endpoint: Endpoint, timing: PrinterTiming): PrinterWay => ({
  at: nameOf(endpoint),
  open: () => openLine(endpoint, timing),
  deliver: (bytes) => deliver(endpoint, bytes, timing),
});

// A printer that keeps its side open must not hold up the next question.
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
  let heard: (text: string) => void = () => undefined;
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
  const listen = (chunk: Buffer): void => heard(chunk.toString('latin1'));
  // Closed or reset: it is there, and says nothing more.
  socket.on('data', listen).on('end', hungUp).on('error', hungUp).on('close', hungUp);

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
      heard = (more) => {
        text = (text + more).slice(-mostAnswerCharacters);
        const answers = read();
        if (!isWhole(answers)) return;
        clearTimeout(timer);
        over = () => undefined;
        heard = () => undefined;
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
      socket.off('data', listen).off('end', hungUp).off('error', hungUp).off('close', hungUp);
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
