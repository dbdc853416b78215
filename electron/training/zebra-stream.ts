/** The parsed input of a printer: complete formats, and commands that are answered at once. */
export type ZebraInput =
  | { readonly kind: 'format'; readonly zpl: Buffer }
  | { readonly kind: 'command'; readonly name: 'HS' | 'HI' | 'HQES' | 'JA' | 'PP' | 'PS' }
  | { readonly kind: 'getvar'; readonly name: string };

export interface ZebraStream {
  /** Takes the next bytes, split at any point, and returns the inputs that they complete. */
  take(chunk: Buffer): readonly ZebraInput[];
  /** True if a format has begun and not ended. */
  inFormat(): boolean;
  /** Drops the unfinished format and returns its bytes. */
  abandon(): Buffer;
}

// All starts of an input outside a format, and all relevant commands inside one.
const outside = /\^XA|~(HS|HI|HQES|JA|PP|PS)|! U1 getvar "([^"]*)"[ \r\n]|~DG[^~^]*/gi;
const inside = /\^XZ|\^GF[BC],\s*(\d+)\s*,\s*\d*\s*,\s*\d*\s*,|~(HS|HI|HQES|JA|PP|PS)/gi;
// Number of bytes kept because they may be the beginning of a longer input.
const longestBeginning = 128;

/** `begun` holds the bytes of a format that an earlier connection left unfinished. */
export function createZebraStream(begun: Buffer = Buffer.alloc(0)): ZebraStream {
  let pending = begun.toString('latin1');
  let formatOpen = begun.length > 0;
  let scannedTo = 0;
  // Graphics sent before a format belong to it.
  let preface = '';

  function takeOutside(found: ZebraInput[]): boolean {
    outside.lastIndex = 0;
    const match = outside.exec(pending);
    if (!match) {
      pending = pending.slice(-longestBeginning);
      return false;
    }
    const end = match.index + match[0].length;
    if (/^~DG/i.test(match[0])) {
      // The graphic's data ends at the start of the next command.
      if (end === pending.length) return false;
      preface += match[0];
      pending = pending.slice(end);
    } else if (/^\^XA/i.test(match[0])) {
      pending = preface + pending.slice(match.index);
      scannedTo = preface.length + 3;
      preface = '';
      formatOpen = true;
    } else {
      found.push(immediate(match[1], match[2]));
      pending = pending.slice(end);
    }
    return true;
  }

  function takeInside(found: ZebraInput[]): boolean {
    inside.lastIndex = scannedTo;
    const match = inside.exec(pending);
    if (!match) {
      // A command may be cut at the end of the data; the text before that needs no second scan.
      scannedTo = Math.max(scannedTo, pending.length - 64);
      return false;
    }
    const end = match.index + match[0].length;
    if (match[1] !== undefined) {
      // Binary graphics may contain any bytes: they are skipped by their length.
      if (pending.length < end + Number(match[1])) {
        scannedTo = match.index;
        return false;
      }
      scannedTo = end + Number(match[1]);
    } else if (match[2] !== undefined) {
      const command = immediate(match[2], undefined);
      found.push(command);
      const cancelled = command.kind === 'command' && command.name === 'JA';
      formatOpen = !cancelled;
      pending = (cancelled ? '' : pending.slice(0, match.index)) + pending.slice(end);
      scannedTo = cancelled ? 0 : match.index;
    } else {
      found.push({ kind: 'format', zpl: Buffer.from(pending.slice(0, end), 'latin1') });
      pending = pending.slice(end);
      scannedTo = 0;
      formatOpen = false;
    }
    return true;
  }

  return {
    take(chunk) {
      pending += chunk.toString('latin1');
      const found: ZebraInput[] = [];
      while (formatOpen ? takeInside(found) : takeOutside(found)) {
        // Each pass takes one input off the front.
      }
      return found;
    },
    inFormat: () => formatOpen,
    abandon() {
      const rest = formatOpen ? Buffer.from(pending, 'latin1') : Buffer.alloc(0);
      pending = '';
      formatOpen = false;
      scannedTo = 0;
      return rest;
    },
  };
}

function immediate(command: string | undefined, variable: string | undefined): ZebraInput {
  if (variable !== undefined) return { kind: 'getvar', name: variable };
  return { kind: 'command', name: (command ?? 'HS').toUpperCase() as 'HS' | 'HI' | 'HQES' | 'JA' | 'PP' | 'PS' };
}

/** True if a format prints something: a setup, a clean-up or a stored template does not. */
export function draws(zpl: Buffer): boolean {
  const text = zpl.toString('latin1').replace(/\^FX[^^~]*/gi, '');
  if (/\^DF/i.test(text)) return false;
  return /\^(F[DV][^^~]|G[BCDEFS]|XG|XF|IM|IL)/i.test(text);
}

/** The number of sheets that one format prints. */
export function sheetsOf(zpl: Buffer): number {
  const asked = [...zpl.toString('latin1').matchAll(/\^PQ\s*(\d+)/gi)].at(-1)?.[1];
  return Math.max(1, Number(asked ?? '1'));
}
