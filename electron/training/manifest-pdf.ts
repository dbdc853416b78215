import { labelFactsOf } from './label-facts.ts';
import { drawCode128, fittedText, pdfBytes } from './label-pdf.ts';
import type { Collection, Order } from './shipment.ts';

const a4: [number, number] = [595.28, 841.89];
const left = 40;
const width = a4[0] - 80;
const columns = [
  { title: 'Order', x: 0, width: 92 },
  { title: 'Reference', x: 96, width: 74 },
  { title: 'Recipient', x: 174, width: 168 },
  { title: 'Tracking number', x: 346, width: 112 },
  { title: 'Weight', x: 462, width: 45 },
] as const;

function tableHead(pdf: PDFKit.PDFDocument, y: number): number {
  pdf.rect(left, y, width, 20).fill('#000');
  pdf.font('Helvetica-Bold').fillColor('#fff');
  for (const column of columns)
    fittedText(pdf, column.title, left + 4 + column.x, y + 6, 9, column.width, column.title === 'Weight' ? 'right' : 'left');
  pdf.fillColor('#000').font('Helvetica');
  return y + 20;
}

/** Draws the list that the driver signs: one row per parcel. */
export async function manifestPdf(collection: Collection, orders: readonly Order[]): Promise<Buffer> {
  const rows = orders.flatMap((order) =>
    labelFactsOf(order)
      .filter((label) => !label.isReturn)
      .map((label) => [order.orderNo, label.reference, label.to[0] ?? '', label.trackingNo, label.weight]),
  );
  const totalKg = orders.flatMap((order) => order.shipment.items).reduce((sum, item) => sum + item.weightKg, 0);
  const couriers = [...new Set(orders.map((order) => order.service.courierName))].join(', ');
  const sender = orders[0]?.shipment.sender;
  const point = collection.servicePoint;
  return await pdfBytes(a4, new Date(collection.requestedAt), (pdf) => {
    pdf.addPage({ size: a4, margin: 0 });
    pdf.font('Helvetica-Bold').fillColor('#000');
    fittedText(pdf, 'Collection manifest', left, 44, 24, 300);
    drawCode128(pdf, collection.collectionNo, left + 320, 40, width - 320, 34);
    pdf.font('Helvetica');
    fittedText(pdf, collection.collectionNo, left + 320, 78, 9, width - 320, 'right');
    const facts: readonly (readonly [string, string])[] = [
      ['Courier', couriers],
      ['Date', collection.date],
      ['Ready', `${collection.readyTime} to ${collection.closingTime}`],
      ['Parcels', `${rows.length}, ${totalKg.toFixed(2)} kg`],
      ...(point ? [['Handed in at', `${point.name}, ${point.street}, ${point.postal} ${point.city}`] as const] : []),
      ['Instructions', collection.instructions === '' ? '-' : collection.instructions],
    ];
    facts.forEach(([name, value], index) => {
      pdf.font('Helvetica');
      fittedText(pdf, name, left, 100 + index * 16, 10, 70);
      pdf.font('Helvetica-Bold');
      fittedText(pdf, value, left + 76, 100 + index * 16, 10, 200);
    });
    if (sender) {
      pdf.font('Helvetica');
      fittedText(pdf, 'Sender', left + 300, 100, 10, 60);
      const lines = [
        sender.company || sender.name,
        `${sender.street1} ${sender.streetNo}`,
        `${sender.postal} ${sender.city}`,
        sender.country,
      ];
      lines.forEach((text, index) => fittedText(pdf, text, left + 350, 100 + index * 14, 10, width - 350));
    }
    let y = tableHead(pdf, 196);
    for (const row of rows) {
      if (y > a4[1] - 150) {
        pdf.addPage({ size: a4, margin: 0 });
        y = tableHead(pdf, 44);
      }
      columns.forEach((column, index) =>
        fittedText(pdf, row[index] ?? '', left + 4 + column.x, y + 6, 9, column.width, column.title === 'Weight' ? 'right' : 'left'),
      );
      pdf.rect(left, y + 20, width, 0.5).fill('#999');
      pdf.fillColor('#000');
      y += 20.5;
    }
    const foot = a4[1] - 90;
    for (const [index, name] of ['Handed over by', 'Received by (driver)', 'Date and time'].entries()) {
      const x = left + index * (width / 3);
      pdf.rect(x, foot, width / 3 - 14, 0.8).fill('#000');
      pdf.fillColor('#000');
      fittedText(pdf, name, x, foot + 6, 9, width / 3 - 14);
    }
  });
}
