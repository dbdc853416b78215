import { connect } from 'node:net';
import { startWatchdog } from '../../watchdog.ts';

/** Actions of a client on its connection, in order. */
export type Act =
  | { readonly write: Uint8Array }
  | { readonly waitMs: number }
  /** Waits until this number of whole answers has arrived, or the server ended the connection. */
  | { readonly answers: number }
  /** Waits for a line of `100 Continue`, an answer, or the end. */
  | 'continue'
  /** Ends writing; answers are still read. */
  | 'end'
  /** Resets the connection. */
  | 'reset';

export interface ReceivedAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Received {
  /** Whole answers, without `100 Continue`. */
  readonly answers: readonly ReceivedAnswer[];
  /** Received text that is no whole answer. */
  readonly rest: string;
  /** Error of the connection, if there was one. */
  readonly error: string;
}

/** Runs one connection as a client written from the RFC. `readsLate`: it reads nothing before everything is written. */
export async function talk(port: number, acts: readonly Act[], readsLate: boolean, isHead: boolean): Promise<Received> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let bytes = Buffer.alloc(0);
  let error = '';
  let isOver = false;
  let woken = (): void => undefined;
  const wake = (): void => woken();
  socket.on('error', (broken: NodeJS.ErrnoException) => {
    error = broken.code ?? broken.message;
  });
  for (const over of ['end', 'close', 'error'] as const)
    socket.on(over, () => {
      isOver = true;
      wake();
    });
  const listen = (): void =>
    void socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      wake();
    });
  if (!readsLate) listen();
  const watchdog = startWatchdog(() => {
    error ||= 'silence';
    socket.destroy();
  });
  const until = async (is: () => boolean): Promise<void> => {
    while (!isOver && !is())
      await new Promise<void>((resolve) => {
        woken = resolve;
      });
  };
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('error', () => resolve());
  });
  for (const act of acts) {
    if (act === 'reset') {
      socket.resetAndDestroy();
      break;
    }
    if (act === 'end') socket.end();
    else if (act === 'continue') await until(() => bytes.length > 0);
    else if ('waitMs' in act) await new Promise((resolve) => setTimeout(resolve, act.waitMs));
    else if ('answers' in act) {
      if (readsLate && socket.listenerCount('data') === 0) listen();
      await until(() => answersIn(bytes, isHead).answers.length >= act.answers);
    } else if (socket.writable) await new Promise<void>((resolve) => socket.write(act.write, () => resolve()));
  }
  watchdog.stop();
  socket.destroy();
  return { ...answersIn(bytes, isHead), error };
}

function answersIn(bytes: Buffer, isHead: boolean): Pick<Received, 'answers' | 'rest'> {
  const answers: ReceivedAnswer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n', at);
    if (end < 0) break;
    const [first = '', ...lines] = bytes.toString('latin1', at, end).split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1]);
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    if (status === 100) {
      at = end + 4;
      continue;
    }
    const length = isHead ? 0 : Number(headers.get('content-length') ?? 0);
    if (bytes.length < end + 4 + length) break;
    answers.push({ status, headers, body: bytes.toString('utf8', end + 4, end + 4 + length) });
    at = end + 4 + length;
  }
  return { answers, rest: bytes.toString('latin1', at) };
}
