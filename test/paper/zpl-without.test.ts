import { expect, onTestFinished, test } from 'vitest';
import { createPaper } from '../../electron/paper/paper.ts';
import { zplWithout } from '../../electron/paper/zpl-without.ts';
import type { Address } from '../../shared/address.ts';
import { workers } from '../fakes/workers.ts';
import { anna, paul, sender } from './pages-of-labels.ts';

/** A label of half a sheet, `down` dots from the top. */
function half(to: Address, down: number, code: string): string {
  const lines = (address: Address, top: number, size: number): readonly string[] =>
    [address.name, `${address.street} ${address.houseNumber}`, `${address.postalCode} ${address.city}`].map(
      (line, row) => `^FO40,${down + top + row * (size + 6)}^A0N,${size},${size}^FD${line}^FS`,
    );
  return [
    `^FO40,${down + 10}^A0N,18,18^FDFROM^FS`,
    ...lines(sender, 32, 18),
    `^FO40,${down + 130}^A0N,24,24^FDTO^FS`,
    ...lines(to, 160, 34),
    `^FO40,${down + 320}^BY3,3,120^BCN,120,Y,N,N,A^FD${code}^FS`,
  ].join('\n');
}
const sheet = (...drawn: readonly string[]): string => `^XA^CI28^PW812^LL1218\n${drawn.join('\n')}\n^XZ`;
const ours = half(anna, 20, 'PB1000000011');
const theirs = half(paul, 640, 'PB9999999922');

async function printed(zpl: string, { parcels = 1, printer = 'ZPL' as 'ZPL' | 'PDF' } = {}) {
  const paper = createPaper({ ref: () => 'REF', log: () => undefined, workers });
  onTestFinished(() => paper.close());
  const label = { format: 'ZPL', bytes: Buffer.from(zpl) } as const;
  const verdict = await paper.compare(label, anna, sender, { parcels, returnAsked: false });
  const stock = { widthMm: 102, heightMm: 152 };
  const sheets = await paper.labelSheets(label, { printer, dpi: 203, stock, sample: false, of: { recipient: anna, sender, parcels } });
  return {
    verdict: verdict.kind,
    sheets: sheets.ok ? sheets.value.map(({ bytes }) => Buffer.from(bytes).toString('latin1')) : sheets.failure,
  };
}

test("only our label comes out of a sheet with another recipient's, if the packer lets it print", async () => {
  const { verdict, sheets } = await printed(sheet(ours, theirs));
  expect(verdict).toBe('cannot-compare');
  expect(sheets).toEqual([expect.stringMatching(/Anna Lehmann[^]*PB1000000011/)]);
  expect(JSON.stringify(sheets)).not.toMatch(/Paul|Lindenweg|PB9999999922/);
  const turned = await printed(sheet(half(paul, 20, 'PB9999999922'), half(anna, 640, 'PB1000000011')));
  expect(turned.sheets).toEqual([expect.stringMatching(/Anna Lehmann[^]*PB1000000011/)]);
  expect(JSON.stringify(turned.sheets)).not.toMatch(/Paul|PB9999999922/);
});

test('two labels of one order on one sheet come out unchanged', async () => {
  const zpl = sheet(ours, half(anna, 640, 'PB1000000028'));
  const { verdict, sheets } = await printed(zpl, { parcels: 2 });
  expect(verdict).toBe('match');
  expect(sheets).toEqual([`${zpl}\n^XA^BY2,3,10^CI0^XZ\n`]);
});

test('settings next to a field that is left out still apply to the other fields', () => {
  const zpl = '^XA^FO10,900^BY4^CF0,40^FDaway^FS^FO10,10^FDhere^FS^FO10,60^BCN,100^FD12345678^FS^FO10,950^GB300,200,4^FS^XZ';
  const away = [{ x: 0, y: 600, width: 812, height: 618 }];
  expect(Buffer.from(zplWithout(Buffer.from(zpl), away) ?? []).toString()).toBe(
    '^XA^BY4^CF0,40^FO10,10^FDhere^FS^FO10,60^BCN,100^FD12345678^FS^XZ',
  );
});

test('a picture is left out by its start position', () => {
  const zpl = '^XA^FO10,10^FDhere^FS^FO20,900^XGR:LOGO.GRF,1,1^FS^FO20,700^GFA,8,8,1,FFFFFFFFFFFFFFFF^FS^XZ';
  const away = [{ x: 0, y: 600, width: 812, height: 618 }];
  expect(Buffer.from(zplWithout(Buffer.from(zpl), away) ?? []).toString()).toBe('^XA^FO10,10^FDhere^FS^XZ');
});

test("a sheet that draws a stored format is refused if it has another recipient's data", async () => {
  const stored = `^XA^DFR:FORM^FS${ours}${theirs}^XZ`;
  expect(zplWithout(Buffer.from('^XA^XFR:FORM^FS^XZ'), [])).toBeUndefined();
  const { sheets } = await printed(`${stored}^XA^CI28^PW812^LL1218^XFR:FORM^FS^XZ`);
  expect(sheets).toMatchObject({ code: 'label-unreadable', reasons: [{ code: 'sheet-cannot-be-parted' }] });
});
