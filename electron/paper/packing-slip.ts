import type { Address } from '../../shared/address.ts';
import { type OrderLine, piecesOf } from '../../shared/order-line.ts';
import type { PackingSlip, SlipSection } from '../../shared/packing-slip.ts';
import { moneyText } from '../../shared/units.ts';
import { fontNames, readFonts } from './fonts.ts';
import { makePdf, overprint, type Pdf } from './make-pdf.ts';

interface PaperSize {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Smaller paper would break every name into letters. The printer's driver scales the page down to it. */
const smallest = { widthMm: 80, heightMm: 100 };
/** From this width on, the text has the size of a letter. */
const wideFromMm = 140;
/** Longer names end with "…". */
const mostLinesInRow = 6;

const points = (mm: number): number => (mm / 25.4) * 72;

/** Returns the packing slip on pages of the printer's paper. The same slip on the same paper always has the same bytes. */
export async function packingSlipPdf(slip: PackingSlip, paper: PaperSize, sample: boolean): Promise<Uint8Array> {
  const fonts = await readFonts();
  return makePdf(
    (pdf) => {
      for (const style of ['regular', 'bold'] as const) pdf.registerFont(fontNames[style], fonts[style]);
      const page = openPages(pdf, slip, paper);
      drawSections(page, slip);
      drawEnd(page, slip);
      page.close(sample);
    },
    { createdAt: new Date(slip.bookedAt), bufferPages: true },
  );
}

type Style = keyof typeof fontNames;
interface Text {
  readonly text: string;
  readonly style?: Style;
  /** In units of the usual size. */
  readonly size?: number;
  readonly align?: 'left' | 'right' | 'center';
}
interface Column extends Text {
  readonly from: number;
  readonly width: number;
}

type Pages = ReturnType<typeof openPages>;

function openPages(pdf: Pdf, slip: PackingSlip, paper: PaperSize) {
  const isWide = paper.widthMm >= wideFromMm;
  const [width, height] = [points(Math.max(paper.widthMm, smallest.widthMm)), points(Math.max(paper.heightMm, smallest.heightMm))];
  const margin = points(isWide ? 15 : 6);
  const unit = isWide ? 10 : 8;
  const [left, inner, bottom] = [margin, width - 2 * margin, height - margin - 2 * unit];
  const letters = createLetters(pdf);
  let y = margin;

  function measure({ text, style = 'regular', size = 1, width: columnWidth }: Column): number {
    pdf.font(fontNames[style]).fontSize(unit * size);
    const most = pdf.currentLineHeight(true) * mostLinesInRow;
    return Math.min(most, pdf.heightOfString(letters.shown(text), { width: columnWidth }));
  }

  function write(column: Column, at: number): void {
    const { text, from, width: columnWidth, align = 'left' } = column;
    // Sets the font, too.
    const columnHeight = measure(column);
    pdf.fillColor('#000');
    pdf.text(letters.shown(text), left + from, at, { width: columnWidth, height: columnHeight + 1, align, ellipsis: true });
  }

  /** Writes texts beside each other; moves to a new page if they do not fit. */
  function row(columns: readonly Column[], gap = 0.3): void {
    const high = Math.max(...columns.map(measure));
    if (y + high > bottom) nextPage();
    for (const column of columns) write(column, y);
    y += high + gap * unit;
  }

  function line(thickness = 0.5): void {
    pdf.rect(left, y, inner, thickness).fill('#000');
    y += 0.4 * unit;
  }

  let head: (() => void) | undefined;
  function nextPage(): void {
    pdf.addPage({ size: [width, height], margin: 0 });
    y = margin;
    head?.();
  }
  /** Moves to a new page if this one has no room for that many lines of the usual size. */
  const keep = (lines: number): void => {
    if (y + lines * 1.4 * unit > bottom) nextPage();
  };

  nextPage();
  const pages = {
    inner,
    unit,
    row,
    line,
    keep,
    space: (lines: number) => {
      y += lines * unit;
    },
    /** Writes two blocks of lines beside each other, which fit on this page. */
    blocks(one: readonly Text[], other: readonly Text[], share: number): void {
      const columns = [
        one.map((text): Column => ({ ...text, from: 0, width: inner * share - unit })),
        other.map((text): Column => ({ ...text, from: inner * share, width: inner * (1 - share) })),
      ];
      const ends = columns.map((texts) =>
        texts.reduce((at, column) => {
          write(column, at);
          return at + measure(column);
        }, y),
      );
      y = Math.max(...ends);
    },
    /** Repeats this at the top of each further page. */
    repeat(again: (() => void) | undefined): void {
      head = again;
    },
    lost: () => letters.lost(),
    close(sample: boolean): void {
      const { start, count } = pdf.bufferedPageRange();
      for (let at = 0; at < count; at += 1) {
        pdf.switchToPage(start + at);
        const text = `${slip.orders.join(' + ')} · page ${at + 1} of ${count}`;
        write({ text, from: 0, width: inner, size: 0.8, align: 'center' }, height - margin - unit);
        if (sample) overprint(pdf, width, height);
      }
    },
  };
  drawHead(pages, slip);
  return pages;
}

/** The letters of a text that the font has; "?" for all others. */
function createLetters(pdf: Pdf) {
  let hasLost = false;
  const has = (letter: string): boolean =>
    // The types of the library leave out the font in use.
    (pdf as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } })._font.font.hasGlyphForCodePoint(
      letter.codePointAt(0) ?? 0,
    );
  return {
    shown(text: string): string {
      let shown = '';
      for (const letter of text.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ')) {
        const isKnown = has(letter);
        hasLost ||= !isKnown;
        shown += isKnown ? letter : '?';
      }
      return shown;
    },
    lost: () => hasLost,
  };
}

/** Joiners, marks of direction, variation selectors and control characters have no picture of their own. */
const invisible = /[\p{Cf}\u{fe00}-\u{fe0f}]|(?!\s)\p{Cc}/gu;

function drawHead(pages: Pick<Pages, 'row' | 'line' | 'blocks' | 'inner' | 'space'>, slip: PackingSlip): void {
  const { sender, recipient, orders, day, shipmentNo, rest } = slip;
  const { inner } = pages;
  const [company = '', ...address] = sender ? addressOf(sender) : [];
  pages.row([
    { text: company, style: 'bold', size: 1.3, from: 0, width: inner * 0.55 },
    { text: 'Packing slip', style: 'bold', size: 1.6, from: inner * 0.55, width: inner * 0.45, align: 'right' },
  ]);
  pages.row([{ text: address.join(', '), size: 0.85, from: 0, width: inner }]);
  pages.line(1);
  pages.space(0.6);
  const facts: readonly (readonly [string, string])[] = [
    [orders.length > 1 ? 'Orders' : 'Order', orders.join(' + ')],
    ['Date', day],
    ...(shipmentNo > 1 || rest ? [['Shipment', String(shipmentNo)] as const] : []),
  ];
  const [name = '', ...lines] = addressOf(recipient);
  pages.blocks(
    [{ text: 'To', size: 0.85 }, { text: name, style: 'bold' }, ...lines.map((text) => ({ text }))],
    facts.flatMap(([fact, text]) => [
      { text: fact, size: 0.85 },
      { text, style: 'bold' },
    ]),
    0.6,
  );
  pages.space(0.8);
}

function drawSections(pages: Pages, slip: PackingSlip): void {
  const { sections, hasPrices } = slip;
  const columns = columnsOf(pages, hasPrices);
  const tableHead = (): void => {
    pages.row(columns({ quantity: 'Quantity', name: 'Item', sku: 'SKU', price: 'Price each', style: 'bold', size: 0.85 }), 0.1);
    pages.line();
  };
  const orders = new Set(sections.map(({ order }) => order)).size;
  pages.repeat(tableHead);
  tableHead();
  for (const section of sections) {
    const title = titleOf(section, orders > 1);
    const heading = (again: string): void => {
      if (title !== '') pages.row([{ text: `${title}${again}`, style: 'bold', from: 0, width: pages.inner }]);
    };
    // A heading stays with its first line.
    pages.keep(title === '' ? 1 : 3);
    heading(`, ${itemsText(piecesOf(section.lines))}`);
    pages.repeat(() => {
      tableHead();
      heading(', continued');
    });
    for (const line of section.lines) pages.row(columns(cellsOf(line)));
    pages.space(title === '' ? 0 : 0.6);
    pages.repeat(tableHead);
  }
  pages.repeat(undefined);
}

const cellsOf = ({ quantity, name, sku, price }: OrderLine): Cells => ({
  quantity: String(quantity),
  name,
  sku,
  price: price ? moneyText(price) : '',
});

interface Cells {
  readonly quantity: string;
  readonly name: string;
  readonly sku: string;
  readonly price: string;
  readonly style?: Style;
  readonly size?: number;
}

const columnsOf =
  ({ inner, unit }: Pick<Pages, 'inner' | 'unit'>, hasPrices: boolean) =>
  ({ quantity, name, sku, price, style = 'regular', size = 1 }: Cells): Column[] => {
    const [quantityWide, skuWide, priceWide] = [inner * 0.14, inner * 0.26, hasPrices ? inner * 0.18 : 0];
    const nameWide = inner - quantityWide - skuWide - priceWide;
    const gap = 0.6 * unit;
    return [
      { text: quantity, style: 'bold', size, from: 0, width: quantityWide - gap },
      { text: name, style, size, from: quantityWide, width: nameWide - gap },
      { text: sku, style, size, from: quantityWide + nameWide, width: skuWide - gap },
      ...(hasPrices ? [{ text: price, style, size, from: inner - priceWide, width: priceWide, align: 'right' as const }] : []),
    ];
  };

const titleOf = ({ order, box }: SlipSection, areSeveral: boolean): string =>
  [areSeveral ? `Order ${order}` : '', box ? `Box ${box.no} of ${box.of}` : ''].filter(Boolean).join(', ');

/** Writes below the table: the number of items, what came earlier, what follows, and the remark on letters that cannot be printed. */
function drawEnd(pages: Pages, { sections, rest }: PackingSlip): void {
  const say = (text: string, style: Style = 'regular'): void => pages.row([{ text, style, from: 0, width: pages.inner }]);
  pages.line();
  const pieces = sections.reduce((sum, { lines }) => sum + piecesOf(lines), 0);
  say(`In this shipment: ${itemsText(pieces)}`, 'bold');
  if (rest && rest.before > 0) say(`Sent earlier: ${itemsText(rest.before)}`);
  if (rest && rest.later > 0) {
    pages.keep(2);
    say(`Follows later: ${itemsText(rest.later)}`, 'bold');
    for (const { quantity, name } of rest.lines) say(`${quantity} × ${name}`);
  }
  if (pages.lost()) say('“?” stands for a letter that this slip cannot print.');
}

const itemsText = (pieces: number): string => (pieces === 1 ? '1 item' : `${pieces} items`);

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** Lines of an address, the company or name first. */
function addressOf({ name, company, street, houseNumber, street2, street3, postalCode, city, province, country }: Address): string[] {
  const countryName = /^[A-Z]{2}$/.test(country) ? (countryNames.of(country) ?? country) : country;
  return [company, name, `${street} ${houseNumber}`, street2, street3, `${postalCode} ${city}`, province, countryName].flatMap(
    (line) => line.trim() || [],
  );
}
