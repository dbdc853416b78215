// Encodes everything that structured clone can carry as text. The page gets this function as source text: it must not use anything outside
// itself.
export interface WireCodec {
  /** Throws "An object could not be cloned." for values that Electron would not send. */
  encode(value: unknown): string;
  decode(text: string): any;
}

export function createWireCodec(): WireCodec {
  const refuse = (): never => {
    throw new Error('An object could not be cloned.');
  };
  const bytesToText = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  };
  const textToBytes = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

  // Plain JSON values are encoded as themselves, everything else as [tag, …]; so arrays are tagged as well.
  const pack = (value: any, seen: Map<object, number>): unknown => {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
    if (value === undefined) return ['undefined'];
    if (typeof value === 'bigint') return ['bigint', String(value)];
    if (typeof value === 'number') {
      if (Object.is(value, -0)) return ['number', '-0'];
      return Number.isFinite(value) ? value : ['number', String(value)];
    }
    if (typeof value !== 'object') return refuse();
    const earlier = seen.get(value);
    if (earlier !== undefined) return ['again', earlier];
    seen.set(value, seen.size);
    if (Array.isArray(value)) return ['array', Array.from(value, (item) => pack(item, seen))];
    if (value instanceof Date) return ['date', pack(value.getTime(), seen)];
    if (value instanceof RegExp) return ['regexp', value.source, value.flags];
    if (value instanceof Error) return ['error', value.name, value.message, value.stack ?? ''];
    if (value instanceof Map) return ['map', [...value].map(([key, item]) => [pack(key, seen), pack(item, seen)])];
    if (value instanceof Set) return ['set', [...value].map((item) => pack(item, seen))];
    if (value instanceof ArrayBuffer) return ['bytes', 'ArrayBuffer', bytesToText(new Uint8Array(value))];
    if (ArrayBuffer.isView(value))
      return ['bytes', value.constructor.name, bytesToText(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))];
    // Files, blobs and the like can be cloned, but Electron refuses them. Their string tag is not Object.
    if (Object.prototype.toString.call(value) !== '[object Object]') return refuse();
    return ['object', Object.keys(value).map((key) => [key, pack(value[key], seen)])];
  };

  const unpack = (wire: any, seen: unknown[]): any => {
    if (!Array.isArray(wire)) return wire;
    const [tag, first, second, third] = wire;
    if (tag === 'undefined') return undefined;
    if (tag === 'bigint') return BigInt(first);
    if (tag === 'number') return Number(first);
    if (tag === 'again') return seen[first];
    const place = seen.length;
    const keep = (value: any): any => {
      seen[place] = value;
      return value;
    };
    keep(undefined);
    if (tag === 'date') return keep(new Date(unpack(first, seen)));
    if (tag === 'regexp') return keep(new RegExp(first, second));
    if (tag === 'error') {
      const Known = (globalThis as any)[first];
      const error = Known?.prototype instanceof Error ? new Known(second) : new Error(second);
      error.stack = third;
      return keep(error);
    }
    if (tag === 'bytes') {
      const { buffer } = textToBytes(second);
      return keep(first === 'ArrayBuffer' ? buffer : new (globalThis as any)[first](buffer));
    }
    if (tag === 'map') {
      const map = keep(new Map());
      for (const [key, item] of first) map.set(unpack(key, seen), unpack(item, seen));
      return map;
    }
    if (tag === 'set') {
      const set = keep(new Set());
      for (const item of first) set.add(unpack(item, seen));
      return set;
    }
    if (tag === 'array') {
      const array = keep([]);
      for (const item of first) array.push(unpack(item, seen));
      return array;
    }
    const object = keep({});
    for (const [key, item] of first)
      Object.defineProperty(object, key, { value: unpack(item, seen), enumerable: true, writable: true, configurable: true });
    return object;
  };

  /** V8's own structured clone, which Electron also uses, decides what may cross. */
  const cloned = (value: unknown): unknown => {
    try {
      return structuredClone(value);
    } catch {
      return refuse();
    }
  };

  return { encode: (value) => JSON.stringify(pack(cloned(value), new Map())), decode: (text) => unpack(JSON.parse(text), []) };
}
