import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const operations: Readonly<Record<number, string>> = {
  0x05: 'create-job',
  0x06: 'send-document',
  0x08: 'cancel-job',
  0x09: 'get-job',
  0x0b: 'get-printer',
  0x4002: 'get-printers',
};

interface ReceivedIpp {
  readonly operation: string;
  readonly body: Buffer;
}

/** An answer of a print server: its status and the attributes of one object. */
export interface IppReply {
  readonly status?: number;
  readonly attributes: Readonly<Record<string, string | number | boolean | null>>;
}

export interface IppFake {
  /** In the form of `CUPS_SERVER`. */
  readonly name: string;
  requests(): readonly ReceivedIpp[];
  stop(): Promise<void>;
}

/** An idle raw queue, and its only job, which is complete. */
export const readyRawQueue: IppReply = {
  attributes: {
    'printer-name': 'Any',
    'printer-state': 3,
    'printer-is-accepting-jobs': true,
    'printer-make-and-model': 'Local Raw Printer',
    'job-id': 1,
    'job-state': 9,
    'time-at-processing': 1,
  },
};

/** A print server with scripted answers; it does not answer if `answers` returns undefined. */
export async function startIppServer(answers: (requests: ReceivedIpp) => IppReply | 'hang-up' | undefined): Promise<IppFake> {
  const requests: ReceivedIpp[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const one = { operation: operations[body.readUInt16BE(2)] ?? '', body };
      requests.push(one);
      respond(response, answers(one));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    name: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function respond(response: ServerResponse, reply: IppReply | 'hang-up' | undefined): void {
  if (reply === 'hang-up') response.socket?.destroy();
  else if (reply) response.writeHead(200, { 'content-type': 'application/ipp' }).end(encoded(reply));
}

function encoded({ status = 0, attributes }: IppReply): Buffer {
  const parts: Uint8Array[] = [Buffer.from([2, 0, status >> 8, status & 0xff, 0, 0, 0, 1, 4])];
  for (const [name, value] of Object.entries(attributes)) {
    const [tag, bytes] = encodedValue(value);
    parts.push(Buffer.from([tag, 0, name.length]), Buffer.from(name), Buffer.from([0, bytes.length]), bytes);
  }
  return Buffer.concat([...parts, Buffer.from([3])]);
}

function encodedValue(value: string | number | boolean | null): readonly [tag: number, bytes: Uint8Array] {
  if (value === null) return [0x13, Buffer.alloc(0)];
  if (typeof value === 'boolean') return [0x22, Buffer.from([value ? 1 : 0])];
  if (typeof value === 'string') return [0x44, Buffer.from(value)];
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return [0x21, bytes];
}
