import { openOrderFile } from '../../electron/orders/open-order-file.ts';
import type { DryRun } from '../../shared/ipc.ts';
import { proposedMapping } from '../../shared/mapping.ts';

const [columns = [], ...rows] = `
auftragsnr.;vorname;nachname;firma;straße;plz;ort;land;telefon;gewicht (g);warengruppe;lagerplatz;kanal
AB-20261;Jürgen;Groß;;Schönhauser Allee 8;10119;Berlin;Deutschland;+49 30 5550134;2350;Porzellan;R4-17;web
AB-20262;Małgorzata;Brzęczyszczykiewicz;Huta Szkła;ul. Świętokrzyska 31/33A m. 12;00-049;Warszawa;Polen;+48 22 5550188;800;Glas;R1-02;web
AB-20263;Søren;Kvist;;Vestergade 1;8000;Århus C;Dänemark;+45 86 555012;schwer;Porzellan;R4-18;Telefon
AB-20264;Aoife;O'Brien;;Rose Cottage;;Ballyvaughan;Irland;;1200;Keramik;R2-09;web
;Zoë;Kranjčar;;Ilica 5;10000;Zagreb;Kroatien;;640;Keramik;R2-11;web
`
  .trim()
  .split('\n')
  .map((row) => row.split(';'));

/** A shop's file with columns that Packbench does not know, and the proposed mapping. */
export const fileToMap = { file: 'auftraege-2026-11-19.csv', columns, rows, proposal: proposedMapping('auftraege-2026-11-19', columns) };

function dryRun(): DryRun {
  const bytes = Buffer.from([columns, ...rows].map((row) => row.join(';')).join('\n'));
  const opened = openOrderFile({ name: fileToMap.file, bytes, currency: 'EUR', mappings: [fileToMap.proposal] });
  if (!opened.ok) throw new Error('The file of the picture cannot be read');
  const { orders, problems, skipped, remarks } = opened.value.next(100);
  return {
    rows: opened.value.rows,
    orders: orders.length,
    held: 0,
    inOrders: orders.reduce((sum, each) => sum + each.rows, 0),
    skipped: skipped.length,
    problemCount: problems.length,
    problems: [...problems],
    unused: remarks.flatMap(({ reason }) => (typeof reason === 'object' && reason.code === 'column-not-used' ? [reason.column] : [])),
    preview: orders.map(({ order, line }) => ({ order, line })),
  };
}
export const tried = dryRun();
