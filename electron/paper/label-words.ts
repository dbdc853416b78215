import { type Line, wordsOf } from './label-line.ts';
import { remembered } from './remembered.ts';

export type Caption = 'to' | 'from';

/** What stands above or before the address a parcel goes to, and the one it comes from, in the languages of Europe. */
const captions = (texts: string): ReadonlySet<string> =>
  new Set(
    texts
      .split(',')
      .map((text) => wordsOf(text).join(' '))
      .filter(Boolean),
  );
const to = captions(`To, Ship to, Send to, Deliver to, Delivery to, Delivered to, Delivery address, Shipping address, Ship to address,
  Recipient, Recipient address, Receiver, Receiver address, Consignee, Consignee address, Addressee, An, Empfänger, Empfängerin,
  Empfängeradresse, Lieferanschrift, Lieferadresse, Zustelladresse, Lieferung an, Zustellung an, Destinataire, Livrer à, Livraison,
  Adresse de livraison, Destinatario, Destinatária, Destinatário, Dest, Entregar a, Dirección de entrega, Consegnare a,
  Indirizzo di consegna, Odbiorca, Adresat, Adres dostawy, Doręczyć do, Aan, Ontvanger, Geadresseerde, Bezorgadres, Afleveradres,
  Mottagare, Mottaker, Modtager, Leveringsadresse, Leveransadress, Saaja, Vastaanottaja, Příjemce, Príjemca, Adresát, Címzett, Primatelj,
  Prejemnik, Destinatar, Saņēmējs, Gavėjas, Saaja aadress, Alıcı, Получатель`);
const from =
  captions(`From, Ship from, Sender, Sender address, Shipper, Shipper address, Consignor, Sent by, Return address, Von, Absender, Absenderin,
  Absenderadresse, Versender, Expéditeur, Expédié par, Adresse expéditeur, De, Remitente, Remite, Enviado por, Remetente, Mittente, Da,
  Nadawca, Wysyłający, Afzender, Van, Avsändare, Avsender, Afsender, Lähettäjä, Odesílatel, Odosielateľ, Feladó, Pošiljatelj, Pošiljatelj,
  Expeditor, Sūtītājs, Siuntėjas, Saatja, Gönderen, Отправитель`);
/** The title of a return label; "return to" and "return service requested" stand on labels that go out. */
const returnTitle =
  /^(RETURNS?|RETOURE?N?|RETUR|ZWROT|RESO|DEVOLUCION|RUCKSENDUNG)( (LABEL|SHIPMENT|PARCEL|ETIKETT|ETIQUETTE|PAKET|PACKAGE))?$|\b(RETURN LABEL|RETOURENLABEL|RETOURENSCHEIN|RETOURENAUFKLEBER|RUCKSENDESCHEIN|RUCKSENDEETIKETT)\b/;
/** The title of a paper that goes with a parcel, or stays, and is not stuck on it. */
const paperTitle =
  /^((SHIPPING |POSTAL )?RECEIPT( FOR (THE )?(CUSTOMER|SENDER))?|(CUSTOMER|SHIPPER|SENDER|ARCHIVE|OFFICE|ACCOUNTING)S? (S )?COPY|ARCHIVE DOC|WAYBILL DOC|COPY|PROOF OF (POSTAGE|POSTING|SHIPMENT)|(COMMERCIAL|PRO ?FORMA) INVOICE|PACKING (LIST|SLIP)|DELIVERY NOTE|CUSTOMS DECLARATION( CN ?2[23])?|CN ?2[23]|MANIFEST|VERSANDBELEG|QUITTUNG( FUR DEN KUNDEN)?|KUNDENBELEG|LIEFERSCHEIN|KVITTO|KVITTERING|RICEVUTA|RECU|PREUVE DE DEPOT|RECIBO|JUSTIFICANTE|POTWIERDZENIE NADANIA)$|^EINLIEFERUNGS(BELEG|SCHEIN)|\bNOT TO BE ATTACHED\b/;
/** Of these forms postal couriers print one on the label itself. */
const formOnLabel = /^(CUSTOMS DECLARATION( CN ?22)?|CN ?22)$/;

export const isReturn = (lines: readonly Line[]): boolean => lines.some(({ words }) => returnTitle.test(words.join(' ')));
export const isPaper = (lines: readonly Line[]): boolean => lines.some(({ words }) => paperTitle.test(words.join(' ')));
/** Whether all that makes it a paper is a form that may stand on a label. */
export const isFormOnLabel = (lines: readonly Line[]): boolean =>
  lines.map(({ words }) => words.join(' ')).every((text) => !paperTitle.test(text) || formOnLabel.test(text));

const kindOf = remembered((text): Caption | undefined => {
  const words = wordsOf(text).join(' ');
  return to.has(words) ? 'to' : from.has(words) ? 'from' : undefined;
});

const captionIn = remembered((text): Caption | undefined => {
  const kinds = text.split(/[/|]/).map(kindOf);
  return kinds.every((kind) => kind === kinds[0]) ? kinds[0] : undefined;
});

/** A line that is nothing but a caption, also in two languages: "Empfänger / Recipient". */
export const captionOf = ({ text }: Pick<Line, 'text'>): Caption | undefined => (text.length > 60 ? undefined : captionIn(text));

/** Only with a colon is a first word surely no name: "To: Anna", but also "Van Dijk". */
function ownCaption({ text }: Line): Caption | undefined {
  const at = text.indexOf(':');
  return at > 0 && at < text.length - 1 ? kindOf(text.slice(0, at)) : undefined;
}

/** What a line is a caption of, alone or before the first words of an address. */
export const captionAt = (line: Line): Caption | undefined => captionOf(line) ?? ownCaption(line);

/** The words of a line behind the caption it begins with; nothing where it begins with none. */
export const behindCaption = (line: Line): readonly string[] =>
  ownCaption(line) === undefined ? [] : wordsOf(line.text.slice(line.text.indexOf(':') + 1));

/** What a caption says of the blocks it may belong to, each block by the nearest caption and each caption for the nearest block. */
export function captionsOf(lines: readonly Line[], blocks: readonly (readonly Line[])[]): readonly (Caption | undefined)[] {
  const own = blocks.map((block) => block.map(ownCaption).find((kind) => kind !== undefined));
  const nearest: { kind: Caption; away: number }[] = [];
  for (const caption of lines) {
    const kind = captionOf(caption);
    if (kind === undefined) continue;
    const distances = blocks.map((block) =>
      block.reduce((least, line) => (line === caption ? least : Math.min(least, awayFrom(caption, line))), Number.POSITIVE_INFINITY),
    );
    const away = Math.min(...distances);
    const block = distances.indexOf(away);
    if (away < Number.POSITIVE_INFINITY && away < (nearest[block]?.away ?? Number.POSITIVE_INFINITY)) nearest[block] = { kind, away };
  }
  return blocks.map((_, index) => own[index] ?? nearest[index]?.kind);
}

/** How far below or to the right of its caption a line stands, in heights of letters; endless where it cannot belong to it. */
function awayFrom(caption: Line, line: Line): number {
  if (caption.turn !== line.turn) return Number.POSITIVE_INFINITY;
  const height = Math.max(caption.height, line.height, 1);
  const down = (line.y - caption.y) / height;
  const right = (line.x - caption.x) / height;
  // Beside a caption the letters of its own size count: large ones of the next column are no nearer for their size.
  const gap = (line.x - caption.x) / Math.max(caption.height, 1) - letterWidth * caption.text.length;
  if (Math.abs(down) <= 0.9 && right > 0 && gap <= 12) return Math.abs(down) + Math.max(gap, 0) * 0.3;
  if (down > 0.3 && down <= 4 && right >= -3 && right <= 8) return down + Math.abs(right) * 0.3;
  return Number.POSITIVE_INFINITY;
}

/** Whether a line stands where what a caption says of it stands. */
export const reaches = (caption: Line, line: Line): boolean => line !== caption && awayFrom(caption, line) < Number.POSITIVE_INFINITY;

/** As a part of their height. */
const letterWidth = 0.6;
