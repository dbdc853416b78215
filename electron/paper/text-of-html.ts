/** Elements without visible text; their content is not HTML. */
const hidden = new Set(['script', 'style', 'title', 'template', 'svg']);
/** Elements that begin a new line. */
const blocks = new Set(['br', 'p', 'div', 'tr', 'li', 'table', 'ul', 'ol', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'section']);
const cells = new Set(['td', 'th']);
/** Written between the cells of a row. */
const cellGap = '   ';

/**
 * Returns the visible text of a web page, a little more than `mostCharacters` at most. Reads the page once, whatever it contains: a missing
 * end is searched for only once.
 */
export function textOfHtml(html: string, mostCharacters: number): string {
  const written = createWriter();
  const nowhere = new Set<string>();
  /** Returns the position behind the next `end`; the end of the page if there is none. */
  const behind = (end: string, from: number): number => {
    const at = nowhere.has(end) ? -1 : indexOfIgnoringCase(html, end, from);
    if (at === -1) nowhere.add(end);
    return at === -1 ? html.length : at + end.length;
  };
  let at = 0;
  while (at < html.length && written.length() <= mostCharacters) {
    const tag = html.indexOf('<', at);
    const end = tag === -1 ? html.length : tag;
    written.words(decodeEntities(html.slice(at, Math.min(end, at + mostCharacters + 1))));
    if (tag === -1) break;
    const name = nameOfTag(html, tag + 1);
    const bare = name.replace('/', '');
    if (html.startsWith('<!--', tag)) at = behind('-->', tag + 4);
    else if (name === '' && !/[/!?]/.test(html[tag + 1] ?? '')) {
      written.words('<');
      at = tag + 1;
    } else {
      at = endOfTag(html, tag + 1);
      if (blocks.has(bare)) written.line();
      if (cells.has(bare) && name !== bare) written.gap();
      if (hidden.has(name)) at = endOfTag(html, behind(`</${name}`, at));
    }
  }
  return written.text();
}

/** Joins blanks between words to one, and drops blanks at the ends of a line. */
function createWriter() {
  const parts: string[] = [];
  let length = 0;
  /** The separator to write before the next word. */
  let between = '';
  const write = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  return {
    length: () => length,
    words(text: string): void {
      for (const [, blanks = '', word = ''] of text.matchAll(/([\t\n\f\r ]*)([^\t\n\f\r ]*)/g)) {
        if (blanks !== '' && between === '') between = ' ';
        if (word === '') continue;
        write((length === 0 ? between.trim() : between) + word);
        between = '';
      }
    },
    gap(): void {
      if (between !== '\n') between = cellGap;
    },
    line(): void {
      between = '\n';
    },
    text: () => parts.join(''),
  };
}

/** Returns the name of a tag in lower case, with the slash of an end tag; empty if it is not a tag. */
function nameOfTag(html: string, from: number): string {
  const [name = ''] = /^\/?[a-z][a-z0-9]{0,20}/i.exec(html.slice(from, from + 24)) ?? [];
  return name.toLowerCase();
}

/** Returns the position behind the ">" that ends a tag and is not in quotation marks. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let at = from; at < html.length; at += 1) {
    const char = html[at] as string;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '>') return at + 1;
    else if ((char === '"' || char === "'") && html[at - 1] === '=') quote = char;
  }
  return html.length;
}

/** `term` must not contain characters with a special meaning in a regular expression. */
function indexOfIgnoringCase(text: string, term: string, from: number): number {
  const pattern = new RegExp(term, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

const entities: Readonly<Record<string, string>> = { nbsp: '\u00a0', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', euro: '\u20ac' };

/** Decodes named and numeric character references. */
const decodeEntities = (html: string): string =>
  html.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (written: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? written;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written;
  });
