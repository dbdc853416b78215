import { SaxesParser } from 'saxes';
import type { FileReason } from '../../shared/order-file-reason.ts';
import { NotReadable } from './not-readable.ts';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlVisitor {
  /** Names come without the prefix of their namespace. */
  open(name: string, attributes: Attributes, line: number): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** No element's text and no tag may be longer: a parser collects each of them before it reports anything. */
const longestPiece = 4 * 2 ** 20;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML that arrives piece by piece, and yields after every piece, so that the caller can take what was found. A file with a document
 * type can define its own entities, so it is refused. So is a broken file (`broken` makes the reason).
 */
export function* walkXml(
  pieces: Iterable<string>,
  visitor: XmlVisitor,
  broken: (line: number, message: string) => FileReason,
): Generator<void, undefined> {
  const parser = new SaxesParser<{ xmlns: false; position: true }>({ xmlns: false, position: true });
  let since = 0;
  const fail = (error: Error): never => {
    throw new NotReadable(broken(parser.line, error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')));
  };
  parser.on('error', fail);
  parser.on('doctype', (doctype) => {
    throw new NotReadable({ code: doctype.includes('<!ENTITY') ? 'xml-own-entities' : 'xml-document-type' });
  });
  parser.on('opentag', ({ name, attributes }) => {
    since = 0;
    visitor.open(localName(name), localNames(attributes), parser.line);
  });
  parser.on('text', (text) => {
    since = 0;
    visitor.text?.(text);
  });
  parser.on('cdata', (text) => {
    since = 0;
    visitor.text?.(text);
  });
  parser.on('closetag', ({ name }) => {
    since = 0;
    visitor.close?.(localName(name));
  });
  for (const piece of pieces) {
    // A parser that receives megabytes at once has collected them before it can be stopped.
    for (let at = 0; at < piece.length; at += 64 * 1024) {
      const part = piece.slice(at, at + 64 * 1024);
      since += part.length;
      if (since > longestPiece) fail(new Error('a tag or a text has no end'));
      parser.write(part);
      yield;
    }
  }
  parser.close();
  yield;
  return undefined;
}

function localNames(attributes: Attributes): Attributes {
  for (const name in attributes)
    if (name.includes(':'))
      return Object.fromEntries(
        Object.entries(attributes).flatMap(([full, value]) => (/^xmlns(?::|$)/.test(full) ? [] : [[localName(full), value]])),
      );
  return attributes;
}
