import { connect, type Socket } from 'node:net';
import { hang, watchdogMs } from '../watchdog.ts';

/** Opens a client that sends a beginning and then nothing more. Resolves once the beginning is sent. */
export async function beginSlowly(port: number, beginning: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  await new Promise<void>((resolve) => socket.write(beginning, () => resolve()));
  return socket;
}

/** Returns the answer to these bytes, read until the other side ends the connection; rejects if it does not end it. */
export async function answerTo(port: number, bytes: string | Uint8Array): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let isReset = false;
  socket.on('error', () => {
    isReset = true;
  });
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const over = new Promise<void>((resolve, reject) => {
    socket.once('end', resolve).once('close', () => resolve());
    setTimeout(() => reject(hang('the answer ends')), watchdogMs).unref();
  });
  socket.write(bytes);
  await over;
  socket.destroy();
  return Buffer.concat(chunks).toString() + (isReset ? '[reset]' : '');
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);

/** Builds a whole request. */
export const whole = (head: string, body: string): string => `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
