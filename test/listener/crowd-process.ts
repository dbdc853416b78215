// A separate program, so that it does not take time from the station. It keeps slow connections at each port, and posts: most posts are of
// strangers, some of a sender that repeats itself or sends no orders. `node crowd-process.ts WEBHOOKS ORDERS TOKEN POSTS SLOW`
import { request } from 'node:http';
import { connect } from 'node:net';

const [webhooks = '', orders = '', token = '', posts = '', slow = ''] = process.argv.slice(2);
const postsAtOnce = 16;
const [hook, push] = [new URL(webhooks), new URL(orders)];
const guess = `${hook.origin}/webhook/training-${'0'.repeat(36)}`;
const bearer = { authorization: `Bearer ${token}` };
const head = (url: URL, more = ''): string => `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n${more}`;
const endless = 'content-length: 900000\r\n\r\n{';
const tokenLine = `authorization: ${bearer.authorization}\r\n`;

/** Connections that never become a delivery, each with its port, its first bytes and whether it sends one more byte each second. */
const slowOnes: readonly (readonly [url: URL, beginning: string, trickles: boolean])[] = [hook, push].flatMap((url) => [
  [url, '', false],
  [url, head(url, 'x-slow: '), true],
  [url, head(url).slice(0, 9), false],
  [url, head(new URL(guess.replace(hook.origin, url.origin)), endless), true],
  [url, head(url, url === push ? tokenLine + endless : endless), true],
]);

const junk = Buffer.alloc(64 * 1024, 'x');
/** Posts of strangers, and of a sender with the right address and token that repeats itself or sends what is no order. */
const kinds: readonly (readonly [url: string, headers: Readonly<Record<string, string>>, body: string | Buffer])[] = [
  [guess, {}, '{"order_no":"CSP-00-1"}'],
  [orders, {}, '[]'],
  [orders, { authorization: 'Bearer guess' }, junk],
  [guess, {}, junk],
  [`${push.origin}/`, bearer, '[]'],
  [`${hook.origin}/`, {}, junk],
  [orders, bearer, '{"no":"order"}'],
  [webhooks, {}, '{"event":"webhook.test"}'],
  [orders, {}, junk],
  [orders, bearer, '[{"order":"AGAIN","name":"Anna","street":"Kastanienallee 84","city":"Berlin","country":"DE"}]'],
];

const statuses: Record<string, number> = {};
let slowOpened = 0;
const isOver = (): boolean => Object.values(statuses).reduce((sum, count) => sum + count, 0) >= Number(posts);

/** Keeps one place full: a connection that the listener ends is opened again at once. */
function keepSlow(at: number): void {
  const [url, beginning, trickles] = slowOnes[at % slowOnes.length] ?? [hook, '', false];
  const socket = connect(Number(url.port), url.hostname, () => socket.write(beginning));
  slowOpened += 1;
  const more = trickles ? setInterval(() => socket.write('x'), 1000) : undefined;
  // The listener is expected to end these connections.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(more);
    if (!isOver()) setImmediate(keepSlow, at);
  });
  socket.resume();
}

/** Sends one post and resolves with the status of its answer, or the code of its error. */
const post = (at: number): Promise<string> =>
  new Promise((resolve) => {
    const [url, headers, body] = kinds[at % kinds.length] ?? [guess, {}, ''];
    const sending = request(url, { method: 'POST', agent: false, headers: { 'content-type': 'application/json', ...headers } });
    sending.on('response', (response) => resolve(String(response.resume().statusCode)));
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    sending.end(body);
  });

for (let at = 0; at < 2 * Number(slow); at += 1) keepSlow(at);
let next = 0;
async function postOn(): Promise<void> {
  while (next < Number(posts)) {
    next += 1;
    const status = await post(next);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}
await Promise.all(Array.from({ length: postsAtOnce }, postOn));
process.send?.({ statuses, slowOpened }, () => process.exit());
