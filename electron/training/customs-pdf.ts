import { countryName } from './geography.ts';
import { fittedText, pdfBytes } from './label-pdf.ts';
import type { Order, Party } from './shipment.ts';

function partyLines(party: Party): readonly string[] {
  return [
    party.company,
    party.name,
    `${party.street1} ${party.streetNo}`,
    `${party.postal} ${party.city} ${party.province}`.trim(),
    countryName(party.country),
    party.eori === '' ? '' : `EORI ${party.eori}`,
  ].filter((text) => text !== '');
}

/** A pro forma customs invoice, one A4 page: the `remarks` of a parcel that leaves the customs territory. */
export async function customsInvoicePdf(order: Order): Promise<Buffer> {
  const { shipment } = order;
  return await pdfBytes([595.28, 841.89], new Date(order.bookedAt), (pdf) => {
    pdf.addPage({ size: [595.28, 841.89], margin: 0 });
    pdf.font('Helvetica-Bold').fillColor('#000');
    fittedText(pdf, 'Customs invoice (pro forma)', 40, 44, 22, 515);
    pdf.font('Helvetica');
    fittedText(pdf, `${order.orderNo}   ${shipment.reference}   ${order.bookedAt.slice(0, 10)}   ${shipment.inco}`, 40, 76, 10, 515);
    for (const [index, [name, party]] of (
      [
        ['Exporter', shipment.sender],
        ['Consignee', shipment.recipient],
      ] as const
    ).entries()) {
      pdf.font('Helvetica-Bold');
      fittedText(pdf, name, 40 + index * 270, 110, 10, 240);
      pdf.font('Helvetica');
      partyLines(party).forEach((text, at) => fittedText(pdf, text, 40 + index * 270, 126 + at * 14, 10, 240));
    }
    let y = 240;
    const row = (cells: readonly string[]): void => {
      const widths = [210, 80, 50, 80, 95];
      let x = 40;
      cells.forEach((cell, index) => {
        fittedText(pdf, cell, x, y, 9, (widths[index] ?? 80) - 6, index > 1 ? 'right' : 'left');
        x += widths[index] ?? 80;
      });
      y += 16;
    };
    pdf.font('Helvetica-Bold');
    row(['Contents', 'HS code', 'Pieces', 'Weight', 'Value']);
    pdf.font('Helvetica');
    for (const item of shipment.items) {
      if (item.products.length === 0)
        row([item.contents, item.hsCode, '1', `${item.weightKg.toFixed(2)} kg`, `${item.value.toFixed(2)} ${item.currency}`]);
      for (const product of item.products) {
        const value = `${(product.value * product.quantity).toFixed(2)} ${product.currency}`;
        row([product.description, product.hsCode, String(product.quantity), `${product.weightKg.toFixed(2)} kg`, value]);
      }
    }
  });
}
