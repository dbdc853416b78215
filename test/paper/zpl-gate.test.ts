import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateZpl, zplLimitBytes } from '../../electron/paper/zpl-gate.ts';
import { zplTokens } from '../../electron/paper/zpl-tokens.ts';
import { realLabels } from './real-labels.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const passed = (text: string): string => {
  const gated = gateZpl(bytes(text));
  if (gated.is === 'refused') throw new Error(gated.why);
  return Buffer.from(gated.zpl).toString('latin1');
};
const outcome = (text: string): string => gateZpl(bytes(text)).is;

const plain = '^XA^CI28^PW812^LL1218^FO20,20^A0N,30,30^FDAda Lovelace^FS^FO20,60^BY3^BCN,100,N,N,N,A^FD1Z999^FS^XZ\n';

test('a label that only draws passes to the byte', () => {
  expect(passed(plain)).toBe(plain);
});

test.each([
  '^NS1,a,b',
  '~HS',
  '~HI',
  '^HH',
  '^WD*:*.*',
  '^KP1234',
  '~JR',
  '~DBR:F.FNT,1,1,1,1,1,X',
  '^JI',
  '~WC',
  '~NC001',
  '^SX*,D,Y,N,1.2.3.4,80',
  '~hs',
  '^ kp12',
  '~\r\nHS',
  '^TOR:A.*,B:',
  '~DGE:LOGO.GRF,1,1,FF',
  '~DYE:F,B,T,2,,ab',
  '~ZZ',
])('a label with %s is refused', (command) => {
  expect(outcome(plain.replace('^XZ', `${command}^XZ`))).toBe('refused');
  expect(outcome(command + plain)).toBe('refused');
  expect(outcome(plain + command)).toBe('refused');
});

test.each(['^JUS', '^EG', '~JO', '~JA', '^IDR:*.*', '^JB', '^SZ1', '^QQ1', '^PP'])('%s is taken out and named', (command) => {
  const gated = gateZpl(bytes(plain.replace('^XZ', `${command}^XZ`)));
  expect(gated).toMatchObject({ is: 'passed' });
  if (gated.is !== 'passed') return;
  expect(Buffer.from(gated.zpl).toString('latin1')).toBe(plain);
  expect(gated.stripped).toEqual([command.slice(0, 3)]);
});

test('changed command signs are followed and put back to normal', () => {
  expect(passed('^XA^CC!!FO1,1!FDx!FS!CC^^XZ')).toBe('^XA^FO1,1^FDx^FS^XZ');
  expect(passed('^XA^CD;^FO1;1^FDa;b^FS^XZ')).toBe('^XA^FO1,1^FDa;b^FS^XZ');
  expect(outcome('^XA^CC!!NS1!XZ')).toBe('refused');
  expect(outcome('^XA^CT!!HS^XZ')).toBe('refused');
  expect(outcome('^XA^CC~~HS')).toBe('refused');
  expect(outcome('^XA^CC!!FDa^NSb!FS!XZ')).toBe('refused');
  expect(passed('\x10CT~~CD,~CC^~CT~^XA^FDx^FS^XZ')).toBe('^XA^FDx^FS^XZ');
});

test('the bytes of a binary picture are data, whatever they spell', () => {
  const picture = '^XA^FO1,1^GFB,8,8,1,~HS^NS1,^FS^FDx^FS^XZ';
  expect(passed(picture)).toBe(picture);
  expect(outcome('^XA^GFB,900,8,1,~HS^FS^XZ')).toBe('refused');
  expect(outcome('^GFB,3,8,1,~HS^XA^FDx^FS^XZ')).toBe('refused');
});

test('settings language, half labels, no labels and huge labels are refused', () => {
  expect(outcome(`! U1 setvar "device.reset" ""\r\n${plain}`)).toBe('refused');
  expect(outcome(plain.replace('^XZ', ''))).toBe('refused');
  expect(outcome('<html>busy</html>')).toBe('refused');
  expect(gateZpl(new Uint8Array(zplLimitBytes + 1).fill(0x20)).is).toBe('refused');
});

test('control characters a printer takes for commands are taken out, group signs of bar codes stay', () => {
  expect(passed('^XA^FDa\x03\x02\x05\x1bb\x1dc^FS^XZ')).toBe('^XA^FDab\x1dc^FS^XZ');
});

const joins = (input: Uint8Array): boolean => {
  let at = 0;
  for (const token of zplTokens(input).tokens) {
    if (token.start !== at || token.end < at) return false;
    at = token.end;
  }
  return at === input.length;
};

const pieces = [
  '^XA',
  '^XZ',
  '^FD',
  '^FS',
  '^FO1,1',
  '^',
  '~',
  '^^',
  '^CC!',
  '!',
  '^CT#',
  '#',
  '^CD;',
  '~CC^',
  '^A',
  '^A0N',
  '^GFB,4,4,1,',
  '^GFA,1,1,1,FF',
  '~DGR:A.GRF,1,1,',
  '~DYR:A,B,G,3,,',
  'NS1',
  'ns1',
  'HS',
  'cc!',
  'JUS',
  'KP1',
  'JR',
  ' ',
  '\r\n',
  '\x03',
  '\x02',
  '\0',
  'text',
  ',',
  '^FX',
  '~JS',
  '~SD10',
  '^PQ3',
  '! U1 setvar "a" "b"\r\n',
  '~JR',
  '~ZZ',
  '^HH',
];
const soup = fc
  .array(fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.string({ maxLength: 4 }) }), {
    maxLength: 40,
  })
  .map((parts) => bytes(parts.join('')));

test('the tokens of any bytes, joined again, are those bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), joins), { numRuns: 2000 });
  fc.assert(fc.property(soup, joins), { numRuns: 2000 });
  for (const { bytes: label } of realLabels) expect(joins(label)).toBe(true);
});

/** Reads what passed the gate with none of the gate's code: normal signs, binary pictures skipped by their count. */
function forbiddenIn(output: string): string | undefined {
  for (let at = 0; at < output.length; at += 1) {
    if (output[at] !== '^' && output[at] !== '~') continue;
    const rest = output.slice(at + 1, at + 40);
    const [, first = '', second = ''] = /^[\0-\x20]*([\w@])?[\0-\x20]*([\w@])?/.exec(rest) ?? [];
    const name = (first + second).toUpperCase();
    const binary =
      output[at] === '^'
        ? /^[\0-\x20]*G[\0-\x20]*F\s*[BCP]\s*,\s*(\d+)\s*,[^,]*,[^,]*,/i.exec(rest)
        : /^[\0-\x20]*D[\0-\x20]*Y[^,]*,\s*[BCP]\s*,[^,]*,\s*(\d+)\s*,[^,]*,/i.exec(rest);
    if (output[at] === '~' && !['DG', 'DY', 'SD', 'TA', 'JS'].includes(name)) return `~${name}`;
    if (
      output[at] === '^' &&
      first.toUpperCase() !== 'A' &&
      !/^(B[0-9A-Z]|C[FIV W]|CW|D[FN]|F[B-HMNOPRSTVWX]|G[B-FS]|I[DLM]|JM|L[HLRST]|M[CDFMNTU]|P[MOQRW]|S[EFNZ]|TB|X[ABFGZ])$/.test(name)
    )
      return `^${name}`;
    if (binary) at += binary[0].length + Number(binary[1]);
  }
  const withoutBinary = output.replace(/\^GF[BC].*/s, '').replace(/~DY.*/s, '');
  return ['\x02', '\x03', '\x05', '\x1b'].some((control) => withoutBinary.includes(control)) ? 'control character' : undefined;
}

test('no forbidden command passes in 5,000 mutated labels', () => {
  let through = 0;
  const fixed = [
    plain,
    ...realLabels.filter((label) => label.bytes.length < 8000).map((label) => Buffer.from(label.bytes).toString('latin1')),
  ];
  const mutated = fc
    .tuple(
      fc.constantFrom(...fixed),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...pieces), fc.nat(6)), { maxLength: 5 }),
    )
    .map(([label, edits]) => {
      let text = label;
      for (const [where, piece, cut] of edits) {
        const at = Math.floor(where * text.length);
        text = text.slice(0, at) + piece + text.slice(at + cut);
      }
      return bytes(text);
    });
  const closed = soup.map((middle) => new Uint8Array(Buffer.concat([bytes('^XA'), middle, bytes('^FS^XZ')])));
  fc.assert(
    fc.property(fc.oneof(mutated, closed), (input) => {
      const gated = gateZpl(input);
      if (gated.is === 'refused') return;
      through += 1;
      expect(forbiddenIn(Buffer.from(gated.zpl).toString('latin1'))).toBeUndefined();
    }),
    { numRuns: 5000 },
  );
  expect(through).toBeGreaterThan(500);
}, 60_000);
