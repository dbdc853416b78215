import { isNear, type Line, wordsOf } from './label-line.ts';

/** What stands above or before the address a parcel goes to, and the one it comes from, in the languages of Europe. */
const captions = (texts: string): ReadonlySet<string> =>
  new Set(
    texts
      .split(',')
      .map((text) => wordsOf(text).join(' '))
      .filter(Boolean),
  );
const to = captions(`To, Ship to, Deliver to, Delivery to, Delivery address, Recipient, Receiver, Consignee, Addressee, An, Empfänger,
  Lieferanschrift, Destinataire, Destinatario, Dest, Odbiorca, Adresat, Aan, Ontvanger, Geadresseerde, Mottagare, Mottaker, Modtager`);
const from =
  captions(`From, Ship from, Sender, Shipper, Sent by, Von, Absender, Expéditeur, De, Remitente, Mittente, Nadawca, Afzender, Van,
  Avsändare, Avsender, Afsender`);
/** The title of a return label; "return to" and "return service requested" stand on labels that go out. */
const returnTitle =
  /^(RETURNS?|RETOURE?N?|RETUR|ZWROT|RESO|DEVOLUCION|RUCKSENDUNG)( (LABEL|SHIPMENT|PARCEL|ETIKETT|ETIQUETTE|PAKET|PACKAGE))?$|\b(RETURN LABEL|RETOURENLABEL|RETOURENSCHEIN|RETOURENAUFKLEBER|RUCKSENDESCHEIN|RUCKSENDEETIKETT)\b/;

/** Which way a label says in words that its parcel goes; undefined where it does not. */
export function toldWay(lines: readonly Line[], senders: readonly Line[], recipients: readonly Line[]): 'out' | 'back' | undefined {
  if (lines.some(({ words }) => returnTitle.test(words.join(' ')))) return 'back';
  const ofSender = captionOf(lines, senders);
  const ofRecipient = captionOf(lines, recipients);
  if (ofSender === 'to' && ofRecipient !== 'to') return 'back';
  if (ofRecipient === 'from' && ofSender !== 'from') return 'back';
  if (ofRecipient === 'to' || ofSender === 'from') return 'out';
  return undefined;
}

/** The caption of an address: its own first words, or what stands right above or left of its first line. */
function captionOf(lines: readonly Line[], block: readonly Line[]): 'to' | 'from' | undefined {
  const [first] = [...block].sort((a, b) => a.y - b.y);
  if (!first) return undefined;
  const beside = lines.filter(
    (line) =>
      line.y <= first.y + first.height / 2 &&
      isNear(first, line, 2.2) &&
      line.x <= first.x + Math.max(first.height, 1) * 4 &&
      first.x - line.x <= Math.max(first.height, 1) * 8,
  );
  return [...beside.map(({ words }) => words.join(' ')), ...starts(first)].flatMap((text) => kindOf(text) ?? []).at(-1);
}

const kindOf = (text: string): 'to' | 'from' | undefined => (to.has(text) ? 'to' : from.has(text) ? 'from' : undefined);

/** Only with a colon is a first word surely no name: "To: Anna", but also "Van Dijk". */
function starts({ text }: Line): string[] {
  const [caption, ...rest] = text.split(':');
  return rest.length > 0 && caption !== undefined ? [wordsOf(caption).join(' ')] : [];
}
