import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The response to a request. Without `body` it is empty; a body is sent as JSON. */
export interface Reply {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The data of a request before its body. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export type LogListener = (
  event: 'answered' | 'refused' | 'cut',
  fields: { readonly status?: number; readonly count?: number; readonly code?: string },
) => void;

export interface HttpListenerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Checks a request by its head only. A reply refuses it: nothing of its body is kept. */
  readonly refuse: (head: RequestHead) => Reply | undefined;
  /** Handles an admitted request. A rejection ends its connection without a response. */
  readonly take: (head: RequestHead, body: Uint8Array<ArrayBuffer>) => Promise<Reply>;
  readonly log: LogListener;
  readonly maxBytes: number;
  /** Time for one request up to its last byte; half of it for its head. */
  readonly timeoutMs: number;
}

export interface HttpListener {
  readonly port: number;
  /** Ends every connection and closes the port. */
  stop(): Promise<void>;
}

/** Limit for connections that have not shown a valid token or path. Idle ones cost a few kilobytes each. */
const mostStrangers = 256;
/** Limit for admitted requests without a response. Each may hold a whole body in memory. */
const mostAdmitted = 20;
const maxHeaderBytes = 16 * 1024;
/**
 * After its response a connection is read for this long: closing it while the client still sends would reset it, and the client would lose
 * the response.
 */
const lingerMs = 2000;
const logRefusalsEveryMs = 60_000;

interface Connection {
  readonly socket: Socket;
  /** Cuts the body short with this reply. Set only while a body is being read. */
  cutShort?: (reply: Reply) => void;
  /** Time at which the last bytes of a body arrived. */
  answeredAt: number;
  isAnswered: boolean;
}

/** The open connections. Strangers beyond the limit replace the oldest ones. */
function createConnections() {
  /** In order of age. Connections with a response count as strangers again. */
  const strangers = new Map<Socket, Connection>();
  const admitted = new Map<Socket, Connection>();

  function welcome(socket: Socket): void {
    strangers.set(socket, { socket, answeredAt: 0, isAnswered: false });
    socket.once('close', () => {
      strangers.delete(socket);
      admitted.delete(socket);
    });
    makeRoom();
  }

  function makeRoom(): void {
    const [oldest] = strangers.keys();
    if (!oldest || strangers.size <= mostStrangers) return;
    strangers.delete(oldest);
    oldest.destroy();
  }

  function settle(connection: Connection): void {
    connection.isAnswered = true;
    admitted.delete(connection.socket);
    strangers.delete(connection.socket);
    strangers.set(connection.socket, connection);
    makeRoom();
  }

  return { strangers, admitted, welcome, settle };
}

/**
 * The one HTTP listener for requests of other programs. Connections alone cannot block it: a stranger beyond the limit replaces the oldest
 * stranger, never an admitted request. One request per connection; each response has `connection: close`.
 * Rejects with the error of the operating system if the port cannot be opened.
 */
export async function startHttpListener(options: HttpListenerOptions): Promise<HttpListener> {
  const { refuse, take, log, maxBytes, timeoutMs } = options;
  const { strangers, admitted, welcome, settle } = createConnections();
  const logRefusal = refusalLog(log);

  /** Sends the response at once. Then reads and drops further data for a while, so that the client can read the response. */
  async function answer(connection: Connection, request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
    if (reply.status < 400) log('answered', { status: reply.status });
    else logRefusal(reply.status);
    if (connection.isAnswered || connection.socket.destroyed) return;
    settle(connection);
    const bytes = reply.body ? Buffer.from(`${JSON.stringify(reply.body)}\n`) : Buffer.alloc(0);
    response.writeHead(reply.status, {
      ...(reply.body && { 'content-type': 'application/json' }),
      'content-length': bytes.length,
      connection: 'close',
      ...reply.headers,
    });
    if (bytes.length > 0) response.write(bytes);
    else response.flushHeaders();
    await readOff(request, 2 * maxBytes);
    response.end();
  }

  async function admit(connection: Connection, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = connection;
    strangers.delete(socket);
    if (admitted.size >= mostAdmitted) {
      const slowest = [...admitted.values()]
        .filter(({ cutShort }) => cutShort)
        .toSorted((one, other) => one.answeredAt - other.answeredAt)[0];
      if (!slowest) return answer(connection, request, response, tooBusy);
      slowest.cutShort?.(tooBusy);
    }
    admitted.set(socket, connection);
    const body = await bodyOf(connection, request, maxBytes);
    const reply = 'status' in body ? body : await take(request, body);
    await answer(connection, request, response, reply);
  }

  function serve(request: IncomingMessage, response: ServerResponse, mayContinue: () => void): void {
    const connection = strangers.get(request.socket);
    if (!connection) return;
    const refusal = refuse(request) ?? (Number(request.headers['content-length'] ?? 0) > maxBytes ? tooLarge : undefined);
    if (!refusal) mayContinue();
    const served = refusal ? answer(connection, request, response, refusal) : admit(connection, request, response);
    served.catch((error: unknown) => {
      log('cut', { code: error instanceof Error ? error.name : 'unknown' });
      request.socket.destroy();
    });
  }

  /**
   * Refuses requests that are not HTTP, too slow, or too large before their body. Called again for each further chunk of such a connection.
   */
  function refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = strangers.get(socket) ?? admitted.get(socket);
    const isLingering = connection?.isAnswered === true && socket.bytesRead < 2 * maxBytes && error.code !== 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isLingering) return;
    if (!connection || connection.isAnswered || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = statusOfUnread[error.code ?? ''] ?? 400;
    logRefusal(status);
    settle(connection);
    connection.cutShort?.({ status });
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  const server = createServer(
    {
      headersTimeout: timeoutMs / 2,
      requestTimeout: timeoutMs,
      connectionsCheckingInterval: Math.min(1000, timeoutMs),
      maxHeaderSize: maxHeaderBytes,
    },
    (request, response) => serve(request, response, () => undefined),
  );
  // A client with `Expect: 100-continue` sends its body only after its head was accepted.
  server.on('checkContinue', (request, response) => serve(request, response, () => response.writeContinue()));
  server.on('connection', welcome);
  server.on('clientError', (error, socket) => refuseUnread(error, socket as Socket));
  server.maxRequestsPerSocket = 1;
  // A client that has closed its sending side still gets its response.
  Object.assign(server, { httpAllowHalfOpen: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => resolve());
  });
  // A computer without free handles cannot accept for a moment. That must not end the program.
  server.on('error', (error) => log('cut', { code: error.name }));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of [...strangers.keys(), ...admitted.keys()]) socket.destroy();
      await closed;
    },
  };
}

const tooLarge: Reply = { status: 413, body: { code: 'too-large' } };
const tooBusy: Reply = { status: 503, body: { code: 'busy' }, headers: { 'retry-after': '5' } };

const statusOfUnread: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Logs at most one line per minute, with the number of refusals: a flood of strangers must not push everything else out of the log. */
function refusalLog(log: LogListener): (status: number) => void {
  let count = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (status) => {
    count += 1;
    if (performance.now() - loggedAt < logRefusalsEveryMs) return;
    log('refused', { status, count });
    count = 0;
    loggedAt = performance.now();
  };
}

/** Returns the whole body, or the reply to one that is too large or was cut short. Rejects if the connection ends before the body does. */
function bodyOf(connection: Connection, request: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | Reply> {
  // Chunks are copied: a body in chunks of one byte would otherwise take a hundred times its size. The buffer grows with the data that
  // arrives, because a large content length costs its sender nothing.
  let bytes = new Uint8Array(4096);
  let size = 0;
  connection.answeredAt = performance.now();
  return new Promise((resolve, reject) => {
    const done = (result: Uint8Array<ArrayBuffer> | Reply): void => {
      delete connection.cutShort;
      request.off('data', onData);
      resolve(result);
    };
    function onData(piece: Buffer): void {
      connection.answeredAt = performance.now();
      if (size + piece.length > maxBytes) return done(tooLarge);
      if (size + piece.length > bytes.length) {
        const larger = new Uint8Array(Math.min(maxBytes, Math.max(2 * bytes.length, size + piece.length)));
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(piece, size);
      size += piece.length;
    }
    connection.cutShort = done;
    request.on('data', onData);
    request.once('end', () => done(bytes.slice(0, size)));
    request.once('error', reject);
  });
}

/** Drops the rest of a request until it ends, or after this many more bytes, or after `lingerMs`. */
async function readOff(request: IncomingMessage, most: number): Promise<void> {
  if (request.complete || request.destroyed) return;
  let left = most;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, lingerMs);
    const stop = (): void => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (piece: Buffer) => {
      left -= piece.length;
      if (left < 0) stop();
    });
    for (const end of ['end', 'error', 'close'] as const) request.once(end, stop);
    request.resume();
  });
}
