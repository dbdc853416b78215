import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** The address of a print server: a local socket, or a host and a port. */
export type IppServer = { readonly socketPath: string } | { readonly host: string; readonly port: number };

const tags = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mime: 0x49,
} as const;
const groups = { operation: 1, job: 2 } as const;
const endOfAttributes = 3;
const lastGroup = 0x0f;
const noValues = { first: 0x10, last: 0x1f };
const texts = { first: 0x40, last: 0x4a };

export type IppAttribute = readonly [kind: keyof typeof tags, name: string, value: string | number | boolean | readonly string[]];
export interface IppRequest {
  readonly operation: number;
  /** Attributes of the operation, after charset and language. */
  readonly attributes: readonly IppAttribute[];
  readonly jobAttributes?: readonly IppAttribute[];
}

export type IppValue = string | number | boolean | null;
/** The attributes of one printer or job. A missing value, or a value of a type that this program never requests, is null. */
export type IppObject = ReadonlyMap<string, readonly IppValue[]>;
export interface IppAnswer {
  /** Below 0x0400 means success. */
  readonly status: number;
  readonly objects: readonly IppObject[];
}

const twoBytes = (number: number): Buffer => Buffer.from([number >> 8, number & 0xff]);

function fourBytes(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return bytes;
}

function encodeValue(value: string | number | boolean): Buffer {
  if (typeof value === 'number') return fourBytes(value);
  return typeof value === 'boolean' ? Buffer.from([value ? 1 : 0]) : Buffer.from(value);
}

function encodeAttribute([kind, name, value]: IppAttribute): Buffer[] {
  const values = typeof value === 'object' ? value : [value];
  return values.flatMap((each, index) => {
    // Further values of the same attribute have an empty name.
    const key = Buffer.from(index === 0 ? name : '');
    const bytes = encodeValue(each);
    return [Buffer.from([tags[kind]]), twoBytes(key.length), key, twoBytes(bytes.length), bytes];
  });
}

const anyRequest = 1;

export function encodeRequest({ operation, attributes, jobAttributes = [] }: IppRequest): Buffer {
  return Buffer.concat([
    Buffer.from([2, 0]),
    twoBytes(operation),
    fourBytes(anyRequest),
    Buffer.from([groups.operation]),
    ...encodeAttribute(['charset', 'attributes-charset', 'utf-8']),
    ...encodeAttribute(['language', 'attributes-natural-language', 'en']),
    ...attributes.flatMap(encodeAttribute),
    ...(jobAttributes.length === 0 ? [] : [Buffer.from([groups.job]), ...jobAttributes.flatMap(encodeAttribute)]),
    Buffer.from([endOfAttributes]),
  ]);
}

function valueOf(tag: number, bytes: Buffer): IppValue {
  if (tag === tags.integer || tag === tags.enum) return bytes.readInt32BE();
  if (tag === tags.boolean) return bytes[0] === 1;
  return tag >= texts.first && tag <= texts.last ? bytes.toString() : null;
}

/** Throws a RangeError if the bytes end too early. */
export function decodeAnswer(bytes: Buffer): IppAnswer {
  const objects: Map<string, IppValue[]>[] = [];
  let values: IppValue[] = [];
  let isObject = false;
  let at = 8;
  const taken = (): Buffer => {
    const length = bytes.readUInt16BE(at);
    const start = at + 2;
    if (start + length > bytes.length) throw new RangeError('the answer ends too early');
    at = start + length;
    return bytes.subarray(start, at);
  };
  for (let tag = bytes.readUInt8(at); tag !== endOfAttributes; tag = bytes.readUInt8(at)) {
    at += 1;
    if (tag <= lastGroup) {
      isObject = tag !== groups.operation;
      if (isObject) objects.push(new Map());
      continue;
    }
    const name = taken().toString();
    const value = tag >= noValues.first && tag <= noValues.last ? (taken(), null) : valueOf(tag, taken());
    if (name !== '') {
      values = [];
      if (isObject) objects.at(-1)?.set(name, values);
    }
    values.push(value);
  }
  return { status: bytes.readUInt16BE(2), objects };
}

/**
 * The answer, or the reason for its absence. `no-server`: no connection was made. `no-answer`: the server may have received the request.
 */
export type IppResult =
  | { readonly is: 'answered'; readonly answer: IppAnswer }
  | { readonly is: 'no-server' | 'no-answer'; readonly why: string };

const mostAnswerBytes = 4 * 1024 * 1024;

/** Sends a request to a print server, with `document` appended. Never throws. */
export async function askIpp(
  server: IppServer,
  path: string,
  asked: IppRequest,
  how: { readonly timeoutMs: number; readonly user: string; readonly document?: Uint8Array },
): Promise<IppResult> {
  const head = encodeRequest(asked);
  const body = how.document === undefined ? head : Buffer.concat([head, how.document]);
  const first = await post(server, path, body, how.timeoutMs, {});
  // CUPS requires a user name to cancel a job. Over the local socket the operating system vouches for it.
  if (first.is !== 'denied' || !('socketPath' in server)) return first.is === 'denied' ? { is: 'no-answer', why: 'HTTP 401' } : first;
  const second = await post(server, path, body, how.timeoutMs, { authorization: `PeerCred ${how.user}` });
  return second.is === 'denied' ? { is: 'no-answer', why: 'HTTP 401' } : second;
}

async function post(
  server: IppServer,
  path: string,
  body: Buffer,
  timeoutMs: number,
  headers: Readonly<Record<string, string>>,
): Promise<IppResult | { readonly is: 'denied' }> {
  const { promise, resolve } = Promise.withResolvers<IppResult | { readonly is: 'denied' }>();
  let isConnected = false;
  const fails = (error: NodeJS.ErrnoException): void =>
    resolve({
      is: isConnected ? 'no-answer' : 'no-server',
      why: error.name === 'AbortError' ? 'it did not answer in time' : (error.code ?? error.message),
    });
  const sent: ClientRequest = request({
    ...server,
    path,
    method: 'POST',
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { host: 'localhost', 'content-type': 'application/ipp', 'content-length': body.length, ...headers },
  });
  sent.on('socket', (socket) => socket.once('connect', () => (isConnected = true)));
  sent.on('error', fails);
  sent.on('response', (response: IncomingMessage) => {
    const chunks: Buffer[] = [];
    let length = 0;
    response.on('error', fails);
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > mostAnswerBytes) response.destroy(new Error('the answer is too long'));
      else chunks.push(chunk);
    });
    response.on('end', () => {
      if (response.statusCode === 401) return resolve({ is: 'denied' });
      if (response.statusCode !== 200) return resolve({ is: 'no-answer', why: `HTTP ${response.statusCode}` });
      try {
        resolve({ is: 'answered', answer: decodeAnswer(Buffer.concat(chunks)) });
      } catch (error) {
        resolve({ is: 'no-answer', why: (error as Error).message });
      }
    });
  });
  sent.end(body);
  return promise;
}
