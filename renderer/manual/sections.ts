import { marked, type Token, type Tokens, type TokensList } from 'marked';

/** Who a section is written for; the manual says so at its beginning. */
export type Reader = 'packer' | 'lead' | 'admin';

export interface Section {
  readonly title: string;
  readonly readers: readonly Reader[];
  readonly body: readonly Token[];
}

const readers = ['packer', 'lead', 'admin'] as const;
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
const titleLevel = 2;

/** The sections of the manual in its own order: a section begins at each heading of the second level. */
export function sectionsOf(manual: string): readonly Section[] {
  const tokens = marked.lexer(manual);
  const readersOf = readTable(tokens);
  const sections: { title: string; body: Token[] }[] = [];
  for (const token of tokens) {
    if (token.type === 'heading' && (token as Tokens.Heading).depth === titleLevel)
      sections.push({ title: (token as Tokens.Heading).text, body: [] });
    else sections.at(-1)?.body.push(token);
  }
  return sections.map((section) => ({
    ...section,
    readers: readers.filter((reader) => readersOf.get(reader)?.includes(anchorOf(section.title))),
  }));
}

/** The first table: who reads what, as links to the sections. */
function readTable(tokens: TokensList): ReadonlyMap<Reader, readonly string[]> {
  const rows = tokens.find(isTable)?.rows ?? [];
  return new Map(
    rows.flatMap(([who, what]) => {
      const reader = readers.find((each) => who?.text.endsWith(each));
      const links = what?.tokens.flatMap((token) => (token.type === 'link' ? [(token as Tokens.Link).href] : [])) ?? [];
      return reader ? [[reader, links] as const] : [];
    }),
  );
}

/** How a heading is linked to: `#the-band`. */
const anchorOf = (title: string): string =>
  `#${title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')}`;
