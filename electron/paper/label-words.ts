import { type Line, wordsOf } from './label-line.ts';
import { textBox } from './positioned-text.ts';
import { remembered } from './remembered.ts';

export type Caption = 'to' | 'from';

/** Captions above or before the destination address and the origin address, in the languages of Europe. */
const captions = (texts: string): ReadonlySet<string> =>
  new Set(
    texts
      .split(',')
      .map((text) => wordsOf(text).join(' '))
      .filter(Boolean),
  );
const to = captions(`To, Ship to, Send to, Deliver to, Delivery to, Delivered to, Delivery address, Shipping address, Ship to address,
  Recipient, Recipient address, Receiver, Receiver address, Consignee, Consignee address, Addressee, An, Empfänger, Empfängerin, Empf,
  Empfängeradresse, Lieferanschrift, Lieferadresse, Zustelladresse, Lieferung an, Zustellung an, Warenempfänger, Destinataire, Destinee,
  Livrer à, Livraison, Adresse de livraison, Adresse du destinataire, Adresse destinataire, Destinatario, Destinatária, Destinatário, Dest,
  Entregar a, Dirección de entrega, Consegnare a, Indirizzo di consegna, Spett le, Odbiorca, Adresat, Adres dostawy, Doręczyć do,
  Aan, Ontvanger, Geadresseerde, Bestemmeling, Bezorgadres, Afleveradres, Till, Til, Mottagare, Mottaker, Modtager, Leveringsadresse,
  Leveransadress, Viðtakandi, Saaja, Vastaanottaja, Příjemce, Príjemca, Adresát, Címzett, Primatelj, Primalac, Prejemnik, Destinatar,
  Saņēmējs, Gavėjas, Saaja aadress, Alıcı, Teslim adresi, Παραλήπτης, Получатель, Кому, Одержувач, Получател, Penerima, Người nhận, ผู้รับ,
  المرسل إليه, お届け先, 受取人, 收件人, 收货人, 收件, 받는분, 받는 사람`);
const from =
  captions(`From, Ship from, Sender, Sender address, Shipper, Shipper address, Consignor, Sent by, Return address, Von, Absender, Absenderin,
  Absenderadresse, Abs, Versender, Expéditeur, Expédié par, Adresse expéditeur, Adresse de l'expéditeur, Exp, Remitente, Remite,
  Enviado por, Remetente, Mittente, Mitt, Da, Nadawca, Wysyłający, Afzender, Van, Från, Fra, Avsändare, Avsender, Afsender, Sendandi,
  Lähettäjä, Odesílatel, Odosielateľ, Feladó, Pošiljatelj, Pošiljalac, Expeditor, Sūtītājs, Siuntėjas, Saatja, Gönderen, Gönderici,
  Αποστολέας, Отправитель, От кого, Відправник, Подател, Pengirim, Người gửi, ผู้ส่ง, المرسل, ご依頼主, 差出人, 寄件人, 发件人, 寄件,
  보내는분, 보내는 사람`);
/**
 * Ambiguous captions: one is a country, another a character of a route, a third a word of advice. They need a colon, or the same caption
 * beside them in another language.
 */
const shortTo = captions('A, À, Al, Do, Para');
const shortFrom = captions('De, Od, Af');
/** Ends of longer captions: "USPS deliver to", "If undelivered, return to". */
const endings: readonly (readonly [RegExp, Caption])[] = [
  [/ (SHIP|DELIVER|DELIVERED|SEND) TO$/, 'to'],
  [/ (SHIP|SENT|SHIPPED) FROM$/, 'from'],
  [/ RETURN TO$/, 'from'],
  [/^ORIGIN ID( [A-Z]{3,5})?$/, 'from'],
];
/** The title of a return label; "return to" and "return service requested" also appear on labels that go out. */
const returnTitle =
  /^(RETURNS?|RETOURE?N?|RETUR|ZWROT|RESO|DEVOLUCION|RUCKSENDUNG)( (LABEL|SHIPMENT|PARCEL|ETIKETT|ETIQUETTE|PAKET|PACKAGE))?$|\b(RETURN LABEL|RETOURENLABEL|RETOURENSCHEIN|RETOURENAUFKLEBER|RUCKSENDESCHEIN|RUCKSENDEETIKETT)\b/;
/** The title of a document that goes with a parcel, or stays at the bench, and is not stuck on it. */
const paperTitle =
  /^((SHIPPING |POSTAL |CUSTOMER )?(CREDIT CARD )?RECEIPT( FOR (THE )?(CUSTOMER|SENDER))?|PROOF OF (POSTAGE|POSTING|SHIPMENT)|(COMMERCIAL|PRO ?FORMA) INVOICE|PACKING (LIST|SLIP)|DELIVERY NOTE|CUSTOMS DECLARATION( CN ?2[23])?|CN ?2[23]|MANIFEST|VERSANDBELEG|QUITTUNG( FUR DEN KUNDEN)?|KUNDENBELEG|LIEFERSCHEIN|KVITTO|KVITTERING|RICEVUTA|RECU|PREUVE DE DEPOT|RECIBO|JUSTIFICANTE|POTWIERDZENIE NADANIA)$|^EINLIEFERUNGS(BELEG|SCHEIN)|\bNOT TO BE ATTACHED\b/;
const copyTitle =
  /^(((CUSTOMER|SHIPPER|SENDER|ARCHIVE|OFFICE|ACCOUNTING)S?( S)? )?COPY|(ARCHIVE|WAYBILL) DOC|([A-Z]+ )?(AWB|AIR ?WAYBILL|WAYBILL) COPY( PLEASE)?( PLACE IN POUCH)?)$/;
/** Forms that postal couriers print on the label itself. */
const formOnLabel = /^(CUSTOMS DECLARATION( CN ?22)?|CN ?22)$/;

/** A title may be in two languages. */
const titlesOf = remembered((text): readonly string[] =>
  [text, ...(text.includes('/') ? text.split('/') : [])].map((part) => wordsOf(part).join(' ')),
);
const isTitled = (lines: readonly Line[], title: RegExp): boolean =>
  lines.some(({ text }) => titlesOf(text).some((each) => title.test(each)));
export const isReturn = (lines: readonly Line[]): boolean => isTitled(lines, returnTitle);
export const isCopy = (lines: readonly Line[]): boolean => isTitled(lines, copyTitle);
export const isPaper = (lines: readonly Line[]): boolean => isCopy(lines) || isTitled(lines, paperTitle);
/** True if nothing makes it a document but a form that may be on a label. */
export const isFormOnLabel = (lines: readonly Line[]): boolean =>
  !isCopy(lines) && lines.every((line) => !isTitled([line], paperTitle) || isTitled([line], formOnLabel));

const kindOf = remembered((text): Caption | undefined => {
  const words = wordsOf(text).join(' ');
  if (to.has(words)) return 'to';
  return from.has(words) ? 'from' : endings.find(([ending]) => ending.test(words))?.[1];
});
const kindOfShort = remembered((text): Caption | undefined => {
  const words = wordsOf(text).join(' ');
  return shortTo.has(words) ? 'to' : shortFrom.has(words) ? 'from' : kindOf(text);
});

/** "2 To (Receiver)" means the same as "To". */
const bare = (text: string): string => text.replace(/\([^)]*\)/g, '').replace(/^\s*\d\b\.?/, '');

const captionIn = remembered((text): Caption | undefined => {
  const parts = text.split(/[/|]/);
  const isMarked = parts.length > 1 || /:\s*$/.test(text);
  const kinds = parts.map((part) => (isMarked ? kindOfShort : kindOf)(bare(part)));
  return kinds.every((kind) => kind === kinds[0]) ? kinds[0] : undefined;
});

/** Returns the caption of a line that is only a caption, also in two languages: "Empfänger / Recipient". */
export const captionOf = ({ text }: Pick<Line, 'text'>): Caption | undefined => (text.length > 60 ? undefined : captionIn(text));

/**
 * Without a colon a first word may be a name: "To: Anna", but "Van Dijk". The text after the colon must look like a name: "Livraison : 1/1"
 * has none.
 */
function ownCaption({ text }: Line): Caption | undefined {
  const at = text.indexOf(':');
  return at > 0 && /\p{L}{2}/u.test(text.slice(at)) ? kindOfShort(text.slice(0, at)) : undefined;
}

/** Returns the caption that a line is, or that it begins with before an address. */
export const captionAt = (line: Line): Caption | undefined => captionOf(line) ?? ownCaption(line);

/** False for a caption that names the courier, as on the way from one courier to the next: "USPS deliver to". */
export const isPlainCaption = ({ text }: Pick<Line, 'text'>): boolean => {
  const words = wordsOf(text).join(' ');
  return !endings.some(([ending]) => ending.test(words)) || to.has(words) || from.has(words);
};

/** Returns the words of a line after its caption; empty if it begins with none. */
export const behindCaption = (line: Line): readonly string[] =>
  ownCaption(line) === undefined ? [] : wordsOf(line.text.slice(line.text.indexOf(':') + 1));

/** An address on a label, and the names it may begin with, joined from `wordsOf`. */
export interface CaptionedBlock {
  readonly lines: readonly Line[];
  readonly names: readonly string[];
}

/** A first word without a colon is a caption if the name follows: "TO Anna Bakker", but never "Van Dijk". */
function leadingCaption({ words }: Line, names: readonly string[]): Caption | undefined {
  const [first = '', ...rest] = words;
  const kind = kindOfShort(first);
  const follows = rest.join('');
  return kind !== undefined && names.some((name) => name.length > 2 && follows.startsWith(name)) ? kind : undefined;
}

/** Returns the caption of each block: each block takes the nearest caption, and each caption belongs to the nearest block. */
export function captionsOf(lines: readonly Line[], blocks: readonly CaptionedBlock[]): readonly (Caption | undefined)[] {
  const own = blocks.map(({ lines: block, names }) =>
    block.map((line) => ownCaption(line) ?? leadingCaption(line, names)).find((kind) => kind !== undefined),
  );
  const nearest: { kind: Caption; away: number }[] = [];
  const captions = lines.flatMap((line) => {
    const kind = captionOf(line);
    return kind === undefined ? [] : [{ line, kind }];
  });
  for (const { line: caption, kind } of captions) {
    const distances = blocks.map(({ lines: block }) =>
      block.reduce((least, line) => (line === caption ? least : Math.min(least, awayFrom(caption, line))), Number.POSITIVE_INFINITY),
    );
    const away = Math.min(...distances);
    const block = distances.indexOf(away);
    if (away < Number.POSITIVE_INFINITY && away < (nearest[block]?.away ?? Number.POSITIVE_INFINITY)) nearest[block] = { kind, away };
  }
  return blocks.map(
    (block, index) => own[index] ?? nearest[index]?.kind ?? captionAcross(lines, captions, block) ?? captionAlongside(captions, block),
  );
}

/** Returns the caption in the row right above a block, anywhere in that row, for example above the frame of the block. */
function captionAcross(lines: readonly Line[], captions: readonly FoundCaption[], { lines: block }: CaptionedBlock): Caption | undefined {
  const [top] = block.toSorted((a, b) => a.y - b.y);
  if (!top) return undefined;
  const isAbove = ({ turn, y }: Line): boolean => turn === top.turn && y < top.y - top.height * 0.3;
  const row = lines.filter((line) => isAbove(line) && top.y - line.y <= 2 * top.height);
  const last = Math.max(...row.map(({ y }) => y));
  const inRow = row.filter(({ y }) => y >= last - top.height * 0.3);
  return inRow.length === 1 ? captions.find(({ line }) => line === inRow[0])?.kind : undefined;
}

interface FoundCaption {
  readonly line: Line;
  readonly kind: Caption;
}

/** In character heights: largest distance of a caption that is written upwards or downwards from its address. */
const alongsideReach = 4;

/** Returns the turned caption to the left of an address, if there is exactly one. */
function captionAlongside(captions: readonly FoundCaption[], { lines: block }: CaptionedBlock): Caption | undefined {
  const boxes = block.filter(({ turn }) => turn === 'N').map(textBox);
  if (boxes.length === 0 || boxes.length < block.length) return undefined;
  const left = Math.min(...boxes.map(({ x }) => x));
  const [top, bottom] = [Math.min(...boxes.map(({ y }) => y)), Math.max(...boxes.map(({ y, height }) => y + height))];
  const found = captions.filter(({ line }) => {
    if (line.turn !== 'R' && line.turn !== 'B') return false;
    const { x, y, width, height } = textBox(line);
    const gap = left - x - width;
    return gap >= -width && gap <= alongsideReach * line.height && y < bottom && y + height > top;
  });
  return found.length === 1 ? found[0]?.kind : undefined;
}

/** In character heights: smallest gap between an address beside its caption and the line above it. */
const leastGap = 1.6;

/**
 * Returns the captions at which an address begins, so that no address continues across them. A caption to the left of its address may be
 * beside any line of it.
 */
export function addressStarts(lines: readonly Line[]): readonly Line[] {
  return lines.filter((caption) => {
    if (captionOf(caption) === undefined) return false;
    const inRow = (line: Line): boolean =>
      Math.abs(line.y - caption.y) <= 0.6 * Math.max(line.height, caption.height) && line.x > caption.x;
    const beside = lines.find((line) => inRow(line) && reaches(caption, line));
    if (!beside) return true;
    const isRightAbove = ({ turn, x, y }: Line): boolean =>
      turn === beside.turn && y < beside.y && beside.y - y <= leastGap * beside.height && Math.abs(x - beside.x) <= 4 * beside.height;
    return !lines.some(isRightAbove);
  });
}

/** Distance of a line below or to the right of its caption, in character heights; infinite if the line cannot belong to it. */
function awayFrom(caption: Line, line: Line): number {
  if (caption.turn !== line.turn) return Number.POSITIVE_INFINITY;
  const height = Math.max(caption.height, line.height, 1);
  const down = (line.y - caption.y) / height;
  const right = (line.x - caption.x) / height;
  // Beside a caption its own character size counts: large characters in the next column are not nearer because of their size.
  const gap = (line.x - caption.x) / Math.max(caption.height, 1) - characterWidth * caption.text.length;
  if (Math.abs(down) <= 0.9 && right > 0 && gap <= 12) return Math.abs(down) + Math.max(gap, 0) * 0.3;
  if (down > 0.3 && down <= 4 && right >= -3 && right <= 8) return down + Math.abs(right) * 0.3;
  return Number.POSITIVE_INFINITY;
}

/** True if a line is at a place that a caption can refer to. */
export const reaches = (caption: Line, line: Line): boolean => line !== caption && awayFrom(caption, line) < Number.POSITIVE_INFINITY;

/** Width of a character, as a fraction of its height. */
const characterWidth = 0.6;
