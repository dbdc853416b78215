import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Dice } from '../crash/dice.ts';

/** Behaviour of a label printer on a network, as printers in the field behave. */
export interface PrinterNature {
  /** Status answers: true ones, none, or always ready even during a fault. */
  readonly reports: 'the truth' | 'nothing' | 'always ready';
  /** True if it counts its labels and reports the count. */
  readonly counts: boolean;
  /** True for models that do not answer ~HS in a fault state and report the fault only in ~HQES. */
  readonly hidesFaults: boolean;
  readonly oneConnection: boolean;
  readonly msPerLabel: number;
  readonly dpi: 203 | 300;
}

export const plainPrinter: PrinterNature = {
  reports: 'the truth',
  counts: true,
  hidesFaults: false,
  oneConnection: false,
  msPerLabel: 15,
  dpi: 203,
};

/** Draws the printer of a day; most report the truth. */
export function drawPrinter(dice: Dice): PrinterNature {
  return {
    reports: dice.pick(['the truth', 'the truth', 'the truth', 'the truth', 'nothing', 'always ready', 'always ready'] as const),
    counts: dice.chance(0.65),
    hidesFaults: dice.chance(0.25),
    oneConnection: dice.chance(0.2),
    msPerLabel: dice.pick([10, 20, 60, 250] as const),
    dpi: dice.pick([203, 203, 203, 300] as const),
  };
}

/** Its current fault. `swallowing`: takes bytes and prints nothing. `jamming`: the next label stops half-way. */
export type PrinterTrouble = 'none' | 'off' | 'out of labels' | 'head open' | 'paused' | 'swallowing' | 'jamming';

/** One sheet of paper that really came out, with the bytes it was printed from. */
export interface Sheet {
  readonly bytes: Buffer;
  readonly at: number;
}

export interface StrangerPrinter {
  readonly address: string;
  readonly nature: PrinterNature;
  /** Every sheet that came out, oldest first. */
  readonly sheets: readonly Sheet[];
  /** Labels that the printer received and lost: they never come out. */
  readonly lost: readonly Buffer[];
  /** Counts the labels that it holds and prints once it can, including an incomplete one. */
  readonly holds: () => number;
  readonly trouble: () => PrinterTrouble;
  /** Time of the last change of its state, visible to a person in front of it. */
  readonly since: () => number;
  /** Changes its fault. A printer that is switched off loses what it holds. */
  change(trouble: PrinterTrouble): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a printer written from the manufacturers' documents: ~HS, ~HQES, ~HI and its label counter over a raw TCP port. */
export async function startPrinter(options: {
  readonly nature: PrinterNature;
  readonly met: (fault: string) => void;
}): Promise<StrangerPrinter> {
  const { nature, met } = options;
  const sheets: Sheet[] = [];
  const lost: Buffer[] = [];
  const queue: Buffer[] = [];
  const sockets = new Set<Socket>();
  let trouble: PrinterTrouble = 'none';
  let since = performance.now();
  let counter = 4711;
  let printing = false;
  let isStopped = false;
  let partial: Socket | undefined;
  let server: Server | undefined;
  let port = 0;

  const isReady = (): boolean => trouble === 'none' || trouble === 'swallowing' || trouble === 'jamming';
  const turn = (to: PrinterTrouble): void => {
    trouble = to;
    since = performance.now();
  };

  async function printAll(): Promise<void> {
    if (printing) return;
    printing = true;
    while (queue.length > 0 && isReady() && !isStopped) {
      if (trouble === 'swallowing') {
        met('swallows a label');
        lost.push(...queue.splice(0, 1));
        continue;
      }
      await new Promise((resolve) => setTimeout(resolve, nature.msPerLabel));
      if (!isReady() || isStopped) break;
      const [label] = queue;
      if (!label) break;
      if (trouble === 'jamming') {
        met('jams midway');
        turn('out of labels');
        break;
      }
      queue.shift();
      counter += 1;
      sheets.push({ bytes: label, at: performance.now() });
    }
    printing = false;
  }

  /** Returns three frames as the manufacturer describes them: faults in the first two, with the queue. */
  function hostStatus(): string | undefined {
    const shown = nature.reports === 'always ready' ? 'none' : trouble;
    if (shown !== 'none' && nature.hidesFaults && (shown === 'out of labels' || shown === 'head open')) return undefined;
    const bit = (isSet: boolean): string => (isSet ? '1' : '0');
    const formats = String(nature.reports === 'always ready' ? 0 : queue.length).padStart(3, '0');
    const first = `030,${bit(shown === 'out of labels')},${bit(shown === 'paused')},1218,${formats},0,0,${bit(partial !== undefined)},000,0,0,0`;
    const second = `000,0,${bit(shown === 'head open')},0,0,2,6,0,00000000,1,000`;
    return `\x02${first}\x03\r\n\x02${second}\x03\r\n\x021234,0\x03\r\n`;
  }

  function errors(): string {
    const shown = nature.reports === 'always ready' ? 'none' : trouble;
    const bits = { 'out of labels': 0x1, 'head open': 0x4, paused: 0x10000 }[shown as string] ?? 0;
    const flag = bits === 0 ? '0' : '1';
    return (
      `\x02\r\n\r\n  PRINTER STATUS                            \r\n   ERRORS:         ${flag} 00000000 ${bits.toString(16).toUpperCase().padStart(8, '0')}      \r\n` +
      '   WARNINGS:       0 00000000 00000000      \r\n\x03'
    );
  }

  function reply(question: string): string | undefined {
    if (nature.reports === 'nothing') {
      met('mute printer');
      return undefined;
    }
    if (question.includes('~HS')) return hostStatus();
    if (question.includes('~HQES')) return errors();
    if (question.includes('~HI')) return `\x02ZD421-${nature.dpi}dpi,V93.21.26Z,${nature.dpi === 203 ? 8 : 12},8192KB\x03\r\n`;
    if (question.includes('unique_id')) return nature.counts ? '"XXZKJ194700281"\r\n' : '"?"\r\n';
    if (question.includes('odometer')) return nature.counts ? `"${counter}"\r\n` : '"?"\r\n';
    if (question.includes('ezpl.print_width')) return `"${nature.dpi === 203 ? 816 : 1218}"\r\n`;
    if (question.includes('zpl.label_length')) return `"${nature.dpi === 203 ? 1218 : 1824}"\r\n`;
    if (question.includes('getvar')) return '"?"\r\n';
    return undefined;
  }

  function serve(socket: Socket): void {
    socket.on('error', () => undefined);
    if (nature.oneConnection && sockets.size > 0) {
      met('one connection at a time');
      return void socket.resetAndDestroy();
    }
    sockets.add(socket);
    let kept = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      kept = Buffer.concat([kept, chunk]);
      const text = kept.toString('latin1');
      const question = /^\s*(~HS|~HQES|~HI|~JA|! U1 getvar "[^"]*")\s*(?:\r\n|$)/.exec(text);
      if (question && !text.includes('^XA')) {
        if (!text.endsWith('\n')) return;
        kept = Buffer.alloc(0);
        if (text.includes('~JA')) {
          partial = undefined;
          lost.push(...queue.splice(0));
          return;
        }
        const bytes = reply(text);
        if (bytes !== undefined) socket.write(bytes);
        return;
      }
      partial = text.includes('^XA') && text.lastIndexOf('^XA') > text.lastIndexOf('^XZ') ? socket : undefined;
      // A label is complete at its end; bytes between two labels belong to the next.
      for (let end = kept.toString('latin1').indexOf('^XZ'); end >= 0; end = kept.toString('latin1').indexOf('^XZ')) {
        const label = kept.subarray(0, end + 3);
        kept = kept.subarray(end + 3);
        if (/\^(FD|FV|GF|GB|BC)/.test(label.toString('latin1'))) queue.push(Buffer.from(label));
      }
      void printAll();
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => sockets.delete(socket));
  }

  async function open(): Promise<void> {
    server = createServer({ allowHalfOpen: true, noDelay: true }, serve);
    await new Promise<void>((resolve, reject) => {
      server?.once('error', reject);
      server?.listen(port, '127.0.0.1', resolve);
    });
    port = (server.address() as AddressInfo).port;
  }

  async function shut(): Promise<void> {
    const closing = server;
    server = undefined;
    for (const socket of sockets) socket.resetAndDestroy();
    sockets.clear();
    await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
  }

  await open();
  if (nature.msPerLabel >= 250) met('slow printer');
  return {
    address: `tcp://127.0.0.1:${port}`,
    nature,
    sheets,
    lost,
    holds: () => queue.length + Number(partial?.destroyed === false),
    trouble: () => trouble,
    since: () => since,
    async change(to) {
      if (to === trouble) return;
      if (['off', 'out of labels', 'head open', 'paused'].includes(to))
        met(nature.reports === 'always ready' && to !== 'off' ? 'printer reports ready and is not' : `printer ${to}`);
      if (to === 'off') {
        lost.push(...queue.splice(0));
        await shut();
      } else if (trouble === 'off') await open();
      turn(to);
      void printAll();
    },
    async stop() {
      isStopped = true;
      await shut();
    },
  };
}
