import type { EncodedDocument } from '../../electron/bench/ports/courier.ts';
import type { LabelSheet, Paper, Sheet } from '../../electron/bench/ports/paper.ts';
import { ok } from '../../shared/result.ts';
import { bytes } from '../journal/samples.ts';
import type { Port } from './port.ts';

const text = (each: Uint8Array): string => new TextDecoder().decode(each);

/** Labels that name their order in plain words. Each carries its own mark, by which its printed sheet is recognised. */
export const modelPaper = (port: Port, id: () => string): Paper => ({
  compare: (label, recipient) =>
    port(() => {
      const content = text(label.bytes);
      if (content === '?') return { kind: 'cannot-compare', why: 'a picture' };
      return content === `label of ${recipient.name}` ? { kind: 'match' } : { kind: 'other', found: [content] };
    }),
  pages: async () => [],
  codesOfLabels: async () => [],
  documentSheets: () => port(() => ok<Sheet[]>([])),
  labelIn: async (label) => ok({ format: 'ZPL', bytes: label }),
  asOneFile: async (paper) => paper,
  labelSize: async () => null,
  labelSheets: (label) => port(() => ok<LabelSheet[]>([{ format: 'ZPL', bytes: bytes(`${id()}|${text(label.bytes)}`), page: 1 }])),
  drawables: ({ bytes: drawn }) => port(() => ok([{ format: 'ZPL', bytes: new Uint8Array(drawn) }])),
  document: (document) => port(() => ok<Sheet>({ format: 'PDF', bytes: bytes(`${id()}|${text(document.bytes)}`) })),
  separator: async (_printer, format, { group }) => ({ format, bytes: bytes(`${id()}|before ${group}`) }),
  testLabel: () => ({ format: 'ZPL', bytes: bytes('') }),
  scannerSheets: async (_printer, format) => [{ format, bytes: bytes('') }],
  testPage: async () => ({ format: 'PDF', bytes: bytes('') }),
  packingSlip: ({ orders }) => port(() => ok<Sheet>({ format: 'PDF', bytes: bytes(`${id()}|slip ${orders.join(' ')}`) })),
  enclosure: (path) => port(() => ok<EncodedDocument>({ format: 'PDF', bytes: bytes(path) })),
  marks: async () => ({ codes: [], numbers: [], texts: [] }),
  numbersInPicture: async () => [],
  leftOut: async () => [],
  warm: async () => undefined,
  beginToCompare: () => undefined,
  refusal: async () => undefined,
  mediaTypeOf: () => 'application/pdf',
  close: () => undefined,
});
