/** Messages of a TDS 7.4 server, from Microsoft's document (MS-TDS 2.2). Shares no code with the driver that the program uses. */
export const packetTypes = { batch: 1, call: 3, answer: 4, attention: 6, login: 0x10, prelogin: 0x12 } as const;
const headerBytes = 8;
const packetBytes = 4096;
const lastOfMessage = 1;

const u8 = (value: number) => Buffer.from([value]);
const u16 = (value: number) => Buffer.from(new Uint16Array([value]).buffer);
const u32 = (value: number) => Buffer.from(new Uint32Array([value]).buffer);
const i32 = (value: number) => Buffer.from(new Int32Array([value]).buffer);
const u64 = (value: bigint) => Buffer.from(new BigUint64Array([value]).buffer);
const ucs2 = (text: string) => Buffer.from(text, 'utf16le');
/** A text with its length in characters in front, in one byte or in two. */
const short = (text: string) => Buffer.concat([u8(text.length), ucs2(text)]);
const long = (text: string) => Buffer.concat([u16(text.length), ucs2(text)]);
const sized = (token: number, ...parts: readonly Uint8Array[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u8(token), u16(body.length), body]);
};

export function packets(type: number, message: Buffer): Buffer {
  const parts: Buffer[] = [];
  const room = packetBytes - headerBytes;
  for (let at = 0; at === 0 || at < message.length; at += room) {
    const body = message.subarray(at, at + room);
    const header = Buffer.alloc(headerBytes);
    header.writeUInt8(type, 0);
    header.writeUInt8(at + room >= message.length ? lastOfMessage : 0, 1);
    header.writeUInt16BE(body.length + headerBytes, 2);
    header.writeUInt8((at / room + 1) % 256, 6);
    parts.push(header, body);
  }
  return Buffer.concat(parts);
}

/** Joins packets into messages; calls `message` with each complete one. */
export function readPackets(message: (type: number, body: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let body: Buffer[] = [];
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= headerBytes && rest.length >= rest.readUInt16BE(2)) {
      const [type, status, length] = [rest.readUInt8(0), rest.readUInt8(1), rest.readUInt16BE(2)];
      body.push(rest.subarray(headerBytes, length));
      rest = rest.subarray(length);
      if (!(status & lastOfMessage)) continue;
      const whole = Buffer.concat(body);
      body = [];
      message(type, whole);
    }
  };
}

export const encryption = { off: 0, on: 1, none: 2, required: 3 } as const;

/** Reads the encryption option of a prelogin message; the tests need no other option. */
export function askedEncryption(prelogin: Buffer): number | undefined {
  for (let at = 0; prelogin.readUInt8(at) !== 0xff; at += 5)
    if (prelogin.readUInt8(at) === 1) return prelogin.readUInt8(prelogin.readUInt16BE(at + 1));
  return undefined;
}

export function preloginAnswer(answer: number): Buffer {
  const options: readonly (readonly [number, Buffer])[] = [
    [0, Buffer.from([16, 0, 0x10, 0, 0, 0])],
    [1, u8(answer)],
    [2, u8(0)],
    [3, Buffer.alloc(0)],
    [4, u8(0)],
  ];
  let at = options.length * 5 + 1;
  const table = options.map(([token, { length }]) => {
    const entry = Buffer.from([token, at >> 8, at & 255, length >> 8, length & 255]);
    at += length;
    return entry;
  });
  return Buffer.concat([...table, u8(0xff), ...options.map(([, value]) => value)]);
}

export interface Login {
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly app: string;
  readonly isReadOnly: boolean;
}

export function loginOf(body: Buffer): Login {
  const bytes = (at: number) => {
    const [from, letters] = [body.readUInt16LE(at), body.readUInt16LE(at + 2)];
    return body.subarray(from, from + letters * 2);
  };
  const text = (at: number) => bytes(at).toString('utf16le');
  const plain = Buffer.from(bytes(44).map((byte) => (((byte ^ 0xa5) << 4) | ((byte ^ 0xa5) >> 4)) & 255));
  return {
    user: text(40),
    password: plain.toString('utf16le'),
    app: text(48),
    database: text(68),
    isReadOnly: (body.readUInt8(26) & 0x20) !== 0,
  };
}

const afterHeaders = (body: Buffer) => body.subarray(body.readUInt32LE(0));
export const batchOf = (body: Buffer): string => afterHeaders(body).toString('utf16le');

/** Reads a call of `sp_executesql`: the text, the declaration and each value with its name. Undefined for any other procedure. */
export function callOf(
  message: Buffer,
): { readonly sql: string; readonly declared: string; readonly values: ReadonlyMap<string, string> } | undefined {
  const body = afterHeaders(message);
  if (body.readUInt16LE(0) !== 0xffff || body.readUInt16LE(2) !== 10) return undefined;
  let at = 6;
  const found: [string, string][] = [];
  while (at < body.length) {
    const name = body.toString('utf16le', at + 1, at + 1 + body.readUInt8(at) * 2);
    at += 2 + body.readUInt8(at) * 2;
    if (body.readUInt8(at) !== 0xe7) throw new Error('a parameter that is no nvarchar');
    const isLarge = body.readUInt16LE(at + 1) === 0xffff;
    at += 8;
    const parts: Buffer[] = [];
    if (isLarge) {
      at += 8;
      for (let length = body.readUInt32LE(at); length > 0; length = body.readUInt32LE(at)) {
        parts.push(body.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
      at += 4;
    } else {
      const length = body.readUInt16LE(at);
      parts.push(body.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
    found.push([name, Buffer.concat(parts).toString('utf16le')]);
  }
  const [sql = ['', ''], declared = ['', ''], ...values] = found;
  return { sql: sql[1], declared: declared[1], values: new Map(values) };
}

const collation = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34]);

export const loginAnswer = (database: string): Buffer =>
  Buffer.concat([
    sized(0xe3, u8(1), short(database), short('master')),
    sized(0xe3, u8(7), u8(collation.length), collation, u8(0)),
    sized(0xad, u8(1), Buffer.from([0x74, 0, 0, 4]), short('Stranger'), Buffer.from([16, 0, 0x10, 0])),
    sized(0xe3, u8(4), short(String(packetBytes)), short(String(packetBytes))),
  ]);

export const sentElsewhere = (host: string, port: number): Buffer => {
  const place = Buffer.concat([u8(0), u16(port), long(host)]);
  return sized(0xe3, u8(20), u16(place.length), place, u16(0));
};

export const began = (transaction: bigint): Buffer => sized(0xe3, u8(8), u8(8), u64(transaction), u8(0));

export const fault = (number: number, message: string): Buffer =>
  sized(0xaa, i32(number), u8(1), u8(16), long(message), short('stranger'), short(''), u32(1));

const finish = { done: 0xfd, ofCall: 0xfe, count: 0x10, error: 2, attention: 0x20 } as const;
const doneToken = (token: number, status: number, rows = 0) => Buffer.concat([u8(token), u16(status), u16(0xc1), u64(BigInt(rows))]);
export const done = (rows?: number): Buffer => doneToken(finish.done, rows === undefined ? 0 : finish.count, rows);
export const doneCall = (): Buffer => Buffer.concat([u8(0x79), u32(0), doneToken(finish.ofCall, 0)]);
export const doneWrong = (): Buffer => doneToken(finish.done, finish.error);
export const doneAttention = (): Buffer => doneToken(finish.done, finish.attention);

/** The description of a column, and the encoding of its values; `none` is null. */
export interface Kind {
  readonly described: Buffer;
  readonly none: Buffer;
  value(text: string): Buffer;
}

const inBytes = (token: number, described: readonly number[], value: (text: string) => Buffer): Kind => ({
  described: Buffer.from([token, ...described]),
  none: u8(0),
  value: (text) => {
    const bytes = value(text);
    return Buffer.concat([u8(bytes.length), bytes]);
  },
});

const units = (text: string, scale: number): bigint => BigInt(Math.round(Number(text) * 10 ** scale));
const dayNumber = (text: string, from: string): number => Math.round((Date.parse(text.slice(0, 10)) - Date.parse(from)) / 86_400_000);
const msOfDay = (text: string): number => Date.parse(`1970-01-01T${text.slice(11) || '00:00:00'}Z`);
const less = (value: bigint | number, bytes: number) => u64(BigInt(value)).subarray(0, bytes);

const numeric = (precision: number, scale: number): Kind =>
  inBytes(0x6c, [17, precision, scale], (text) => {
    const value = units(text, scale);
    return Buffer.concat([u8(value < 0 ? 0 : 1), u64(value < 0 ? -value : value), u64(0n)]);
  });
const money = inBytes(0x6e, [8], (text) => {
  const value = BigInt.asUintN(64, units(text, 4));
  return Buffer.concat([u32(Number(value >> 32n)), u32(Number(value & 0xffff_ffffn))]);
});

/** By SQL name. */
export const kinds: Readonly<Record<string, Kind>> = {
  tinyint: inBytes(0x26, [1], (text) => u8(Number(text))),
  int: inBytes(0x26, [4], (text) => i32(Number(text))),
  bigint: inBytes(0x26, [8], (text) => u64(BigInt.asUintN(64, BigInt(text)))),
  bit: inBytes(0x68, [1], (text) => u8(Number(text))),
  real: inBytes(0x6d, [4], (text) => Buffer.from(new Float32Array([Number(text)]).buffer)),
  float: inBytes(0x6d, [8], (text) => Buffer.from(new Float64Array([Number(text)]).buffer)),
  money,
  date: inBytes(0x28, [], (text) => less(dayNumber(text, '0001-01-01'), 3)),
  datetime: inBytes(0x6f, [8], (text) => Buffer.concat([i32(dayNumber(text, '1900-01-01')), u32(Math.round((msOfDay(text) * 3) / 10))])),
  datetime2: inBytes(0x2a, [3], (text) => Buffer.concat([less(msOfDay(text), 4), less(dayNumber(text, '0001-01-01'), 3)])),
  varbinary: {
    described: Buffer.concat([u8(0xa5), u16(100)]),
    none: u16(0xffff),
    value: (text) => Buffer.concat([u16(text.length), Buffer.from(text, 'latin1')]),
  },
  nvarchar: {
    described: Buffer.concat([u8(0xe7), u16(8000), collation]),
    none: u16(0xffff),
    value: (text) => Buffer.concat([u16(text.length * 2), ucs2(text)]),
  },
  'nvarchar(max)': {
    described: Buffer.concat([u8(0xe7), u16(0xffff), collation]),
    none: u64(0xffff_ffff_ffff_ffffn),
    value: (text) => Buffer.concat([u64(BigInt(text.length * 2)), u32(text.length * 2), ucs2(text), u32(0)]),
  },
};

export function kindOf(declared: string): Kind {
  const [, precision = '', scale = '0'] = /^(?:numeric|decimal)\((\d+)(?:,(\d+))?\)$/i.exec(declared) ?? [];
  return precision ? numeric(Number(precision), Number(scale)) : (kinds[declared] ?? (kinds['nvarchar'] as Kind));
}

export interface Table {
  readonly columns: readonly { readonly name: string; readonly kind: Kind }[];
  readonly rows: readonly (readonly (string | null)[])[];
}

export const rowsAnswer = ({ columns, rows }: Table): Buffer =>
  Buffer.concat([
    u8(0x81),
    u16(columns.length),
    ...columns.flatMap(({ name, kind }) => [u32(0), u16(1), kind.described, short(name)]),
    ...rows.flatMap((row) => [
      u8(0xd1),
      ...row.map((text, at) => {
        const kind = columns[at]?.kind as Kind;
        return text === null ? kind.none : kind.value(text);
      }),
    ]),
  ]);
