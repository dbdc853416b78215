import { makePdf } from '../../electron/paper/make-pdf.ts';
import { type Address, emptyAddress } from '../../shared/address.ts';

/** A text by its upper left corner, in dots of 203 dpi. `R`: turned clockwise. */
interface Text {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
  readonly turn?: 'R';
}
interface Bars {
  readonly x: number;
  readonly y: number;
  readonly code: string;
}
export type Mark = Text | Bars;
/** A courier's layout of a label, drawn from memory. */
type CourierForm = (to: Address, from: Address, number: string) => readonly Mark[];

const text = (x: number, y: number, size: number, words: string): Text => ({ x, y, size, text: words });
const bars = (x: number, y: number, code: string): Bars => ({ x, y, code });
export const block = (x: number, y: number, size: number, lines: readonly string[]): readonly Text[] =>
  lines.map((line, at) => text(x, y + at * (size + 6), size, line));
/** Lines of text along the edge of a label. */
const turned = (x: number, y: number, size: number, lines: readonly string[]): readonly Text[] =>
  lines.map((line, at) => ({ x: x - at * (size + 4), y, size, text: line, turn: 'R' }));

const isNumberFirst = ({ country }: Address): boolean => country === 'GB' || country === 'US';
export const street = (address: Address): string =>
  isNumberFirst(address) ? `${address.houseNumber} ${address.street}` : `${address.street} ${address.houseNumber}`;
/** Town and postal code on one line. */
export const town = ({ country, city, postalCode }: Address): string =>
  country === 'GB' ? `${city} ${postalCode}` : `${postalCode} ${city}`;
/** British addresses have the postal code below the town. */
export const lines = (address: Address): readonly string[] => [
  address.name,
  street(address),
  ...(address.country === 'GB' ? [address.city, address.postalCode] : [town(address)]),
];
const capitals = (address: Address): readonly string[] => [address.name, street(address), town(address)].map((line) => line.toUpperCase());
const oneLine = (address: Address): string => [address.name, street(address), town(address)].join(', ');

export const courierForms: Readonly<Record<string, CourierForm>> = {
  'DHL Paket': (to, from, number) => [
    text(30, 20, 60, 'DHL PAKET'),
    text(30, 110, 20, `Von / From: ${oneLine(from)}`),
    text(30, 170, 22, 'An / To'),
    ...block(30, 200, 40, lines(to)),
    text(30, 520, 20, 'Abrechnungsnummer: 2222222222 01 01'),
    text(30, 550, 20, `Sendungsnr. / Shipment no. ${number}`),
    bars(60, 640, `${to.postalCode}084017`),
    bars(60, 900, number),
  ],
  'DHL Express': (to, from, number) => [
    text(30, 20, 50, 'EXPRESS WORLDWIDE'),
    text(600, 20, 60, 'WPX'),
    text(30, 100, 18, 'From :'),
    ...block(120, 100, 20, [from.name, 'Shipping', street(from), town(from)]),
    text(620, 110, 18, 'Origin:'),
    text(620, 140, 40, 'HAM'),
    text(30, 260, 22, 'To :'),
    ...block(120, 260, 34, lines(to)),
    ...block(560, 260, 18, ['Contact:', to.name, '+49 30 5557 2101']),
    text(60, 520, 80, `${to.country}-BER-BER`),
    bars(60, 640, `2L${to.country}${to.postalCode}+42000000`),
    text(60, 800, 30, 'WAYBILL 12 3456 7890'),
    bars(60, 1000, `JD01${number}`),
  ],
  UPS: (to, from, number) => [
    ...block(20, 20, 20, capitals(from)),
    text(560, 20, 30, '1.2 KG'),
    text(660, 20, 30, '1 OF 1'),
    text(20, 170, 26, 'SHIP TO:'),
    ...block(60, 200, 32, capitals(to)),
    text(300, 460, 80, 'DEU 204 9-50'),
    bars(300, 560, `420${to.postalCode}`),
    text(20, 700, 60, 'UPS STANDARD'),
    text(20, 770, 26, `TRACKING #: 1Z 999 AA1 68 ${number.slice(0, 8)}`),
    bars(60, 820, `1Z999AA168${number.slice(0, 8)}`),
    text(20, 1080, 20, 'BILLING: P/P'),
    text(20, 1110, 20, 'REF 1: ORD-1001'),
  ],
  FedEx: (to, from, number) => [
    text(20, 20, 18, 'ORIGIN ID:HAMA  (040) 123456'),
    ...block(20, 44, 18, capitals(from)),
    text(520, 20, 18, 'SHIP DATE: 23NOV26'),
    text(520, 44, 18, 'ACTWGT: 1.20 KG'),
    text(520, 68, 18, 'CAD: 112345678/WSXI3'),
    text(20, 190, 26, 'TO'),
    ...block(80, 190, 34, capitals(to).slice(0, 2)),
    // The empty line above is for a company.
    text(80, 330, 34, town(to).toUpperCase()),
    text(20, 380, 18, '(030) 55572101'),
    text(300, 380, 18, 'REF: ORD-1001'),
    ...block(20, 405, 18, ['INV:', 'PO:']),
    text(300, 430, 18, 'DEPT:'),
    text(20, 760, 26, 'TRK#'),
    text(100, 760, 34, '7946 1234 5678'),
    text(20, 800, 18, '0201'),
    text(20, 860, 70, 'XH BERA'),
    text(520, 860, 50, to.postalCode),
    text(520, 920, 30, to.country),
    text(620, 920, 50, 'BER'),
    bars(60, 1000, `96${number}794612345678`),
  ],
  PostNord: (to, from, number) => [
    text(30, 20, 18, 'Från/From'),
    ...block(30, 44, 20, lines(from)),
    text(430, 20, 18, 'Datum/Date 2026-11-23'),
    text(30, 180, 18, 'Till/To'),
    ...block(30, 210, 44, lines(to)),
    text(30, 500, 60, 'MyPack Home'),
    text(30, 700, 24, `Kolli-ID/Item ID: ${number}`),
    bars(60, 760, `00${number}573`),
  ],
  GLS: (to, from, number) => [
    text(30, 20, 70, 'DE 120'),
    text(30, 130, 20, to.postalCode),
    ...block(30, 170, 18, [`Contact: ${to.name}`, 'Phone: +49 30 5557 2101', 'Note: leave at door']),
    ...block(30, 300, 40, lines(to)),
    text(30, 520, 24, 'GLS Track ID: ZABCDE12'),
    ...turned(780, 300, 16, [`Sender: ${from.name}`, street(from), town(from)]),
    text(30, 560, 22, `Parcel number: ${number}`),
    bars(60, 640, `${number}12`),
  ],
  DPD: (to, from, number) => [
    ...block(20, 20, 34, lines(to)),
    ...block(20, 240, 20, [`Contact: ${to.name}`, 'Phone: +49 30 5557 2101', 'Ref: ORD-1001']),
    ...turned(700, 20, 16, ['Sender/Absender', from.name, street(from), town(from)]),
    text(20, 410, 50, `0998 05 ${number}`),
    text(20, 480, 60, 'D-DPD CLASSIC'),
    text(20, 560, 80, 'DE-DPD-0110'),
    text(20, 650, 90, `DE-${to.postalCode}`),
    bars(60, 800, `%00${to.postalCode}0998050${number}101276`),
  ],
  Evri: (to, from, number) => [
    text(30, 20, 60, 'EVRI'),
    text(500, 20, 50, 'NEXT DAY'),
    text(30, 120, 22, 'Deliver to:'),
    ...block(30, 150, 36, lines(to)),
    text(30, 480, 70, 'A 12 LOND'),
    bars(60, 600, `H00A0A${number}`),
    text(30, 1100, 16, `If undelivered please return to: ${oneLine(from)}`),
  ],
  'Royal Mail': (to, from, number) => [
    text(500, 20, 50, 'Tracked 24'),
    text(500, 90, 20, 'Delivered By Royal Mail'),
    bars(60, 60, `JGB ${number}`),
    ...block(60, 420, 38, lines(to)),
    ...turned(770, 500, 16, ['Return Address', ...lines(from)]),
    bars(60, 800, `FA${number.slice(0, 9)}GB`),
    text(60, 1100, 18, 'Customer Reference: ORD-1001'),
  ],
  Colissimo: (to, from, number) => [
    text(20, 20, 50, 'COLISSIMO'),
    text(20, 100, 18, 'EXPEDITEUR'),
    ...block(20, 124, 18, lines(from)),
    text(420, 100, 22, 'DESTINATAIRE'),
    ...block(420, 130, 26, lines(to)),
    bars(60, 470, `6A12345${number.slice(0, 8)}`),
    text(20, 800, 20, 'Poids : 1.2 kg'),
    text(20, 830, 20, 'N° client : 123456'),
  ],
  USPS: (to, from, number) => [
    text(20, 20, 140, 'P'),
    text(20, 190, 40, 'USPS GROUND ADVANTAGE'),
    ...block(20, 260, 20, capitals(from)),
    text(560, 260, 24, '0023'),
    ...block(40, 420, 20, ['SHIP', 'TO:']),
    ...block(120, 420, 32, capitals(to)),
    text(200, 700, 26, 'USPS TRACKING # eVS'),
    bars(60, 760, `420${to.postalCode}9400${number}`),
  ],
  SEUR: (to, from, number) => {
    const named = (x: number, y: number, size: number, address: Address) =>
      block(x, y, size, [
        `Nombre: ${address.name}`,
        `Dirección: ${street(address)}`,
        `Población: ${address.city}`,
        `C.P.: ${address.postalCode}`,
      ]);
    return [
      text(20, 20, 50, 'SEUR'),
      text(20, 100, 18, 'REMITENTE'),
      ...named(20, 124, 18, from),
      text(20, 250, 22, 'DESTINATARIO'),
      ...named(20, 280, 26, to),
      text(400, 420, 90, to.postalCode),
      bars(60, 640, `${number}9`),
    ];
  },
  'Österreichische Post': (to, from, number) => [
    text(20, 20, 18, `Abs.: ${oneLine(from)}`),
    text(20, 80, 20, 'Empf.:'),
    ...block(20, 110, 40, lines(to)),
    text(20, 400, 50, 'PAKET ÖSTERREICH'),
    bars(60, 640, `${number}10`),
  ],
  Omniva: (to, from, number) => [
    text(20, 20, 40, 'OMNIVA'),
    text(20, 100, 20, 'Saatja / Sender'),
    text(420, 100, 20, 'Saaja / Recipient'),
    ...block(20, 130, 22, lines(from)),
    ...block(420, 130, 22, lines(to)),
    bars(60, 640, `CC${number}EE`),
  ],
  Chronopost: (to, from, number) => [
    text(20, 20, 50, 'CHRONO 13'),
    text(20, 100, 16, 'De :'),
    ...block(70, 100, 16, lines(from)),
    text(20, 260, 20, 'A :'),
    ...block(70, 260, 32, lines(to)),
    text(20, 480, 90, `${to.country}-${to.postalCode}`),
    bars(60, 640, `XY${number}FR`),
  ],
  'one without a word above its addresses': (to, from, number) => [
    text(20, 20, 40, 'EXPRESS ONE'),
    ...block(20, 100, 28, lines(to)),
    ...block(480, 100, 18, lines(from)),
    bars(60, 640, `X1${number}`),
  ],
};

const zplOf = (marks: readonly Mark[]): string =>
  [
    '^XA^CI28^PW812^LL1218',
    ...marks.map((mark) =>
      'code' in mark
        ? `^FO${mark.x},${mark.y}^BY2,3,140^BCN,140,N,N,N,A^FD${mark.code}^FS`
        : `^FO${mark.x},${mark.y}^A0${mark.turn ?? 'N'},${mark.size},${mark.size}^FD${mark.text}^FS`,
    ),
    '^XZ',
  ].join('\n');

/** Renders each argument as a ZPL sheet. */
export const labelOfZpl = (...sheets: readonly (readonly Mark[])[]): Uint8Array => Buffer.from(sheets.map(zplOf).join('\n'));

const pointsPerDot = 72 / 203;
/** Scale for letters in a PDF: they are higher than letters of the same size in ZPL. */
const letters = 0.85;
const fewBars = 60;
/** Renders each argument as a page of 4 x 6 inches. */
export function labelOfPdf(...sheets: readonly (readonly Mark[])[]): Promise<Uint8Array> {
  return makePdf((pdf) => {
    const put = (size: number, words: string, x: number, y: number) => pdf.fontSize(size).text(words, x, y, { lineBreak: false });
    for (const marks of sheets) {
      pdf.addPage({ size: [288, 432], margin: 0 });
      for (const mark of marks) {
        const [x, y] = [mark.x * pointsPerDot, mark.y * pointsPerDot];
        if ('code' in mark) {
          for (let bar = 0; bar < fewBars; bar += 1) pdf.rect(x + bar * 3, y, 1 + (bar % 2), 50).fill('#000');
          put(8, mark.code, x + 20, y + 52);
        } else if (mark.turn) {
          const size = mark.size * pointsPerDot;
          pdf
            .save()
            .translate(x + size, y)
            .rotate(90);
          put(size * letters, mark.text, 0, 0);
          pdf.restore();
        } else put(mark.size * pointsPerDot * letters, mark.text, x, y);
      }
    }
  });
}

const person = (name: string, road: string, houseNumber: string, postalCode: string, city: string, country: string): Address => ({
  ...emptyAddress,
  name,
  street: road,
  houseNumber,
  postalCode,
  city,
  country,
});

/** A shop, its customer and an unrelated person. */
export interface Trio {
  readonly shop: Address;
  readonly customer: Address;
  readonly other: Address;
}
export const trios = {
  Germany: {
    shop: person('Nordlicht GmbH', 'Hafenstrasse', '12', '20457', 'Hamburg', 'DE'),
    customer: person('Anna Lehmann', 'Kastanienallee', '84', '10435', 'Berlin', 'DE'),
    other: person('Paul Weber', 'Lindenweg', '3', '80331', 'Muenchen', 'DE'),
  },
  Britain: {
    shop: person('Willow & Pine Ltd', 'Mill Lane', '7', 'M1 2AB', 'Manchester', 'GB'),
    customer: person('Emma Hughes', 'Church Road', '15', 'SW1A 2AA', 'London', 'GB'),
    other: person('Jack Turner', 'Station Road', '8', 'LS1 4DY', 'Leeds', 'GB'),
  },
  Spain: {
    shop: person('Luz del Norte SL', 'Calle Mayor', '5', '28013', 'Madrid', 'ES'),
    customer: person('Lucia Garcia', 'Calle de Alcala', '120', '41003', 'Sevilla', 'ES'),
    other: person('Juan Perez', 'Avenida del Puerto', '33', '46021', 'Valencia', 'ES'),
  },
} satisfies Readonly<Record<string, Trio>>;
