// A separate program, so that it does not take time from the listener. Opens connections that never become a request, until it is killed.
// `node flood-process.ts PORT PER_SECOND BEGINNING_IN_BASE64 TRICKLE_MS`: with TRICKLE_MS each connection sends one more character at that
// interval.
import { connect } from 'node:net';

const [port = '', perSecond = '', beginning = '', trickle = ''] = process.argv.slice(2);
const started = performance.now();
let opened = 0;

function open(): void {
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(Buffer.from(beginning, 'base64')));
  opened += 1;
  const more = Number(trickle) > 0 ? setInterval(() => socket.write('x'), Number(trickle)) : undefined;
  // The listener is expected to close these connections.
  socket.on('error', () => undefined);
  socket.on('close', () => clearInterval(more));
  socket.resume();
}

setInterval(() => {
  const due = ((performance.now() - started) / 1000) * Number(perSecond);
  while (opened < due) open();
}, 10);
process.stdout.write('flooding\n');
process.on('message', () => process.send?.(opened));
