import { countryName } from './geography.ts';
import { fittedText, pdfBytes } from './label-pdf.ts';
import type { Order, Party, Shipment } from './shipment.ts';

const left = 40;
const width = 515;
const pageEnd = 800;
const columns = [
  { title: 'Contents', width: 180 },
  { title: 'HS code', width: 75 },
  { title: 'Origin', width: 40 },
  { title: 'Pieces', width: 45 },
  { title: 'Weight', width: 75 },
  { title: 'Value', width: 100 },
] as const;

function partyLines(party: Party): readonly string[] {
  return [
    party.company,
    party.name,
    `${party.street1} ${party.streetNo}`,
    [party.street2, party.street3].filter((text) => text !== '').join(', '),
    `${party.postal} ${party.city} ${party.province}`.trim(),
    countryName(party.country),
    party.eori === '' ? '' : `EORI ${party.eori}`,
  ].filter((text) => text !== '');
}

function goodsRows({ items }: Shipment): readonly (readonly string[])[] {
  return items.flatMap((item) => {
    const whole = [item.contents, item.hsCode, '', '1', `${item.weightKg.toFixed(2)} kg`, `${item.value.toFixed(2)} ${item.currency}`];
    if (item.products.length === 0) return [whole];
    return item.products.map((product) => [
      `${product.description} (${product.productCode})`,
      product.hsCode,
      product.originCountry,
      String(product.quantity),
      `${product.weightKg.toFixed(2)} kg`,
      `${(product.value * product.quantity).toFixed(2)} ${product.currency}`,
    ]);
  });
}

function costRows({ customs, items }: Shipment): readonly (readonly [string, string])[] {
  const currency = items[0]?.currency ?? 'EUR';
  return customs.flatMap((costs) =>
    (
      [
        ['Transport costs', costs.transportCosts],
        ['Insurance costs', costs.insuranceCosts],
        ['Other costs', costs.otherCosts],
      ] as const
    )
      .filter(([, amount]) => amount > 0)
      .map(([name, amount]) => [name, `${amount.toFixed(2)} ${currency}`] as const),
  );
}

/** Draws a pro forma customs invoice on A4: the `remarks` of a parcel that leaves the customs territory. */
export async function customsInvoicePdf(order: Order): Promise<Buffer> {
  const { shipment } = order;
  return await pdfBytes([595.28, 841.89], new Date(order.bookedAt), (pdf) => {
    let y = pageEnd;
    /** Reserves this height and returns its top, on a new page if the current page is full. */
    const place = (height: number): number => {
      if (y + height > pageEnd) {
        pdf.addPage({ size: [595.28, 841.89], margin: 0 });
        y = 44;
      }
      y += height;
      return y - height;
    };
    const bold = (text: string, size: number, height: number): void => {
      const top = place(height);
      pdf.font('Helvetica-Bold').fillColor('#000');
      fittedText(pdf, text, left, top, size, width);
      pdf.font('Helvetica');
    };
    bold('Customs invoice (pro forma)', 22, 32);
    fittedText(
      pdf,
      `${order.orderNo}   ${shipment.reference}   ${order.bookedAt.slice(0, 10)}   ${shipment.inco}`,
      left,
      place(34),
      10,
      width,
    );

    const parties = [['Exporter', shipment.sender] as const, ['Consignee', shipment.recipient] as const];
    const everybody = [...parties, ...shipment.thirdParties.map((party) => [party.type, party] as const)];
    for (let at = 0; at < everybody.length; at += 2) {
      const top = place(122);
      everybody.slice(at, at + 2).forEach(([name, party], side) => {
        pdf.font('Helvetica-Bold');
        fittedText(pdf, name, left + side * 270, top, 10, 240);
        pdf.font('Helvetica');
        partyLines(party).forEach((text, line) => fittedText(pdf, text, left + side * 270, top + 16 + line * 14, 10, 240));
      });
    }

    const row = (cells: readonly string[]): void => {
      const top = place(16);
      let x = left;
      columns.forEach((column, index) => {
        fittedText(pdf, cells[index] ?? '', x, top, 9, column.width - 6, index > 2 ? 'right' : 'left');
        x += column.width;
      });
    };
    pdf.font('Helvetica-Bold');
    row(columns.map((column) => column.title));
    pdf.font('Helvetica');
    for (const cells of goodsRows(shipment)) row(cells);
    for (const [name, amount] of costRows(shipment)) row([name, '', '', '', '', amount]);

    for (const { exportDeclaration } of shipment.customs) {
      if (exportDeclaration === '') continue;
      pdf.fontSize(9);
      const top = place(24 + pdf.heightOfString(exportDeclaration, { width })) + 16;
      pdf.text(exportDeclaration, left, top, { width });
    }
  });
}
