import { expect, test } from 'vitest';
import { createPaperWork } from '../../electron/paper/paper-work.ts';
import { restoredBehind } from '../../electron/paper/zpl-restore.ts';
import { sheetsOf } from './gated.ts';
import { realLabels } from './real-labels.ts';
import { leftBehind } from './zpl-mutants.ts';

const stock = { widthMm: 102, heightMm: 152 };
const behind = (label: string): string => {
  const bytes = Buffer.from(label, 'latin1');
  const restored = Buffer.from(restoredBehind(bytes, stock, 203)).toString('latin1');
  expect(restored.startsWith(label)).toBe(true);
  return restored.slice(label.length).trim();
};

test.each([
  ['^LH20,30', '^LH0,0'],
  ['^POI', '^PON'],
  ['^PMY', '^PMN'],
  ['^LRY', '^LRN'],
  ['^FWR', '^FWN'],
  ['^CF0,40', '^CFA,9,5'],
  ['^BY3', '^BY2,3,10'],
  ['^CI28', '^CI0'],
  ['^CI0,36,21', '^CI0'],
  ['^CVY', '^CVN'],
  ['^MD12', '^MD0'],
  ['^JMB', '^JMA'],
  ['^MUM', '^MUD'],
  ['^MUd,150,300', '^MUD,150,150'],
  ['^PW400', '^PW815'],
  ['^LL600', '^LL1215'],
  ['^MUM^PW50^LL75', '^MUD^PW815^LL1215'],
])('a label with %s is followed by %s', (command, restored) => {
  expect(behind(`^XA${command}^FO1,1^FDx^FS^XZ`)).toBe(`^XA${restored}^XZ`);
});

test('a label that changes no setting of the printer is followed by nothing', () => {
  expect(behind('^XA^FO1,1^A0N,30,30^FDx^FS^XZ')).toBe('');
  expect(behind('^XA^POI^LH20,20^FO1,1^FDx^FS^PON^LH0,0^PW812^LL1218^CI0^XZ')).toBe('');
});

test('the data that a label stored in the printer is deleted after it', () => {
  expect(behind('~DGR:LOGO.GRF,1,1,FF^XA^DFFORM^FS^FDx^FS^XZ^XA^XFFORM^FS^XGR:LOGO.GRF^FS^XZ')).toBe('^XA^IDR:LOGO.*^FS^IDR:FORM.*^FS^XZ');
});

test('the last of several settings counts', () => {
  expect(behind('^XA^CI28^FDx^FS^XZ^XA^CI0^FDy^FS^XZ')).toBe('');
  expect(behind('^XA^CI0^FDx^FS^XZ^XA^CI28^FDy^FS^XZ')).toBe('^XA^CI0^XZ');
});

test.skipIf(realLabels.length === 0)('no sheet of a real label leaves a setting in the printer', () => {
  for (const { name, bytes } of realLabels)
    for (const sheet of sheetsOf(bytes)) {
      const printed = Buffer.from(restoredBehind(sheet, stock, 203)).toString('latin1');
      expect([name, leftBehind(printed, { width: 815, length: 1215 })]).toEqual([name, []]);
    }
});

test('the commands that reset the printer come after SAMPLE', async () => {
  const label = { format: 'ZPL', bytes: Buffer.from('^XA^POI^PW400^FO1,1^FDx^FS^XZ') } as const;
  const made = await createPaperWork().labelSheets(label, { printer: 'ZPL', dpi: 203, stock, sample: true });
  const [sheet] = made.is === 'made' ? made.value : [];
  const text = Buffer.from(sheet?.bytes ?? []).toString('latin1');
  expect(text).toContain('SAMPLE');
  expect(text.trim().endsWith('^XA^PW815^PON^XZ')).toBe(true);
});

test.each([
  ['^XA^PW400^FDx^FS^XZ', '^PW'],
  ['^XA^ p w 400^FDx^FS^XZ', '^PW'],
  ['^XA^POI^FDx^FS^XZ^XA^POI^XZ', '^PO'],
  ['^XA^FDx^FS^XZ~SD00', '~SD'],
  ['^XA^MTT^FDx^FS^XZ', '^MT'],
  ['^XA^MUM^FDx^FS^XZ^XA^MUI^XZ', '^MU'],
  ['^XA^DFR:A^FDx^FS^XZ^XA^XFR:A^XZ', 'A'],
])('the checker of left-over settings finds one in %j', (printed, found) => {
  expect(leftBehind(printed, { width: 815, length: 1215 })).toContain(found);
});
