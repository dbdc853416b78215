import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gateZpl, zplLimitBytes } from '../../electron/paper/zpl-gate.ts';
import { zplTokens } from '../../electron/paper/zpl-tokens.ts';
import { parts, words } from '../words.ts';
import { realLabels } from './real-labels.ts';
import { b64, forbiddenIn, plain, runGate, soup, z64 } from './zpl-mutants.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const passed = (text: string): string => {
  const gated = gateZpl(bytes(text));
  if (gated.is === 'refused') throw new Error(gated.why);
  return Buffer.from(gated.zpl).toString('latin1');
};
const outcome = (text: string): string => gateZpl(bytes(text)).is;

test('a label that only draws passes to the byte', () => {
  expect(passed(plain)).toBe(plain);
});

test.each([
  ...parts('^NS1,a,b | ~HS | ~HI | ^HH | ^WD*:*.* | ^KP1234 | ~JR | ~DBR:F.FNT,1,1,1,1,1,X | ^JI | ~WC | ~NC001'),
  ...parts('^SX*,D,Y,N,1.2.3.4,80 | ~hs | ^ kp12 | ~\r\nHS | ^TOR:A.*,B: | ~DGE:LOGO.GRF,1,1,FF | ~DYE:F,B,T,2,,ab | ~ZZ'),
  ...parts('^XFE:SHIPTO.ZPL | ^XFR:SHIPTO.ZPL | ^XF | ^XFE:*.* | ^ILR:SHIPTO.GRF | ^ILE:SHIPTO.GRF | ^MCN | ^mc n'),
])('a label with %s is refused', (command) => {
  expect(outcome(plain.replace('^XZ', `${command}^XZ`))).toBe('refused');
  expect(outcome(command + plain)).toBe('refused');
  expect(outcome(plain + command)).toBe('refused');
});

// Settings for the printer's paper and its position.
const settings = '~SD00 ~SD30 ^PR2 ^PRB ^MTT ^MMP ^MMC,Y ^MNN ^MFN,N ^LS9999 ^LS0 ^LT-120 ^LT0 ~TA-120 ~JSN'.split(' ');
// Settings that hide the label, or change how a later one prints.
const unseen = ['^PW1', '^PW199', '^LL9', '^MUM^PW24', '^MUI^PW.9', '^MD-30', '^CW0,E:FAKE.TTF', '^CWA,R:FAKE.FNT'];
const others = ['^JUS', '^EG', '~JO', '~JA', '^IDR:*.*', '^JB', '^SZ1', '^QQ1', '^PP'];

test.each([...others, ...settings, ...unseen])('%s is removed and reported', (command) => {
  const gated = gateZpl(bytes(plain.replace('^XZ', `${command}^XZ`)));
  expect(gated).toMatchObject({ is: 'passed' });
  if (gated.is !== 'passed') return;
  const [units = ''] = /^\^MU./.exec(command) ?? [];
  expect(Buffer.from(gated.zpl).toString('latin1')).toBe(plain.replace('^XZ', `${units}^XZ`));
  expect(gated.stripped).toEqual([command.slice(units.length, units.length + 3)]);
});

test.each([
  ...words('^PW812 ^PW200 ^LL1218 ^MUM^PW102^LL152 ^MUI^PW4^LL6 ^MD12 ^MD0 ^POI ^LH20,20 ^LRY ^MCY ^CWW,E:ARI000.TTF'),
  ...words('^CW2,E:ARIBLK.FNT ^JMB ^CVY ^XGE:LOGO.GRF,1,1'),
])('%s, which a label may need, passes', (command) => {
  const label = plain.replace('^FO', `${command}^FO`);
  expect(passed(label)).toBe(label);
});

test('a format that the label stores itself can be recalled, with or without its device', () => {
  for (const name of ['R:FORM.ZPL', 'R:FORM', 'FORM', 'FORM.ZPL', 'form.zpl']) {
    const label = `^XA^DFR:FORM.ZPL^FS^FO1,1^FDx^FS^XZ^XA^XF${name}^FS^XZ`;
    expect(passed(label)).toBe(label);
  }
  expect(outcome('^XA^DFR:FORM.ZPL^FS^FO1,1^FDx^FS^XZ^XA^XFOTHER^FS^XZ')).toBe('refused');
  expect(outcome('^XA^XFR:FORM.ZPL^FS^XZ^XA^DFR:FORM.ZPL^FS^FO1,1^FDx^FS^XZ')).toBe('refused');
});

test('changed command characters are followed and set back to normal', () => {
  expect(passed('^XA^CC!!FO1,1!FDx!FS!CC^^XZ')).toBe('^XA^FO1,1^FDx^FS^XZ');
  expect(passed('^XA^CD;^FO1;1^FDa;b^FS^XZ')).toBe('^XA^FO1,1^FDa;b^FS^XZ');
  expect(outcome('^XA^CC!!NS1!XZ')).toBe('refused');
  expect(outcome('^XA^CT!!HS^XZ')).toBe('refused');
  expect(outcome('^XA^CC~~HS')).toBe('refused');
  expect(outcome('^XA^CC!!FDa^NSb!FS!XZ')).toBe('refused');
  expect(passed('\x10CT~~CD,~CC^~CT~^XA^FDx^FS^XZ')).toBe('^XA^FDx^FS^XZ');
});

test('the bytes of a binary picture are data, whatever they look like, and leave the gate as digits', () => {
  const digits = '7E48535E4E53312C';
  expect(passed('^XA^FO1,1^GFB,8,8,1,~HS^NS1,^FS^FDx^FS^XZ')).toBe(`^XA^FO1,1^GFA,8,8,1,${digits}^FS^FDx^FS^XZ`);
  expect(passed('^XA^CD;^FO1;1^G\x01FB;8;8;1;~HS^NS1,^FS^CD,^FDx^FS^XZ')).toBe(`^XA^FO1,1^GFA,8,8,1,${digits}^FS^FDx^FS^XZ`);
  expect(passed('~DYR:A,B,G,8,1,~HS^NS1,^XA^XGR:A^FS^XZ')).toBe(`~DYR:A,A,G,8,1,${digits}^XA^XGR:A^FS^XZ`);
  expect(passed('~DYB,B,G,8,1,{}{"a":1^XA^XGB^FS^XZ')).toBe('~DYB,A,G,8,1,7B7D7B2261223A31^XA^XGB^FS^XZ');
  expect(outcome('^XA^GFB,900,8,1,~HS^FS^XZ')).toBe('refused');
  expect(outcome('^GFB,3,8,1,~HS^XA^FDx^FS^XZ')).toBe('refused');
});

test.each([
  ['packed bytes', `^GFC,8,8,1,${z64('~HS^NS1,')}`, '^GFA,8,8,1,7E48535E4E53312C'],
  ['bytes in Base64, in lines', `^GFC,8,8,1,\r\n${b64('~HS^NS1,').replace('=', '\r\n=')}\r\n`, '^GFA,8,8,1,7E48535E4E53312C'],
  ['a stored picture', `~DYR:A,C,G,8,1,${z64('~HS^NS1,')}`, '~DYR:A,A,G,8,1,7E48535E4E53312C'],
  ['changed signs', `^CD/^GFC/8/8/1/${z64('\xff'.repeat(8))}^CD,`, '^GFA,8,8,1,FFFFFFFFFFFFFFFF'],
  ['blanks', '^GF B , 8,8 ,\t1,~HS^NS1,', '^GFA,8,8,1,7E48535E4E53312C'],
  ['blanks in a stored one', '~DYR:A, B ,G ,8, 1,~HS^NS1,', '~DYR:A,A,G,8,1,7E48535E4E53312C'],
])('a picture of %s leaves the gate as digits, whatever it looks like', (_what, picture, digits) => {
  expect(passed(`^XA^FO1,1${picture}^FS^FDx^FS^XZ`)).toBe(`^XA^FO1,1${digits}^FS^FDx^FS^XZ`);
});

test('all packed pictures of a label together are limited to the size of an unpacked label', () => {
  const megabyte = `^FO1,1^GFC,1000000,1000000,100,${z64('\0'.repeat(1_000_000))}^FS`;
  expect(outcome(`^XA${megabyte.repeat(2)}^XZ`)).toBe('passed');
  expect(outcome(`^XA${megabyte.repeat(3)}^XZ`)).toBe('refused');
  expect(outcome(`^XA^GFC,5000000,5000000,100,${z64('\0'.repeat(5_000_000))}^FS^XZ`)).toBe('refused');
});

/** A grey gradient, drawn with error diffusion. */
function grey(from: number, perRow: number, rows: number): Buffer {
  const dots = Buffer.alloc(perRow * rows);
  const width = perRow * 8;
  let carried = new Float64Array(width + 2);
  for (let y = 0; y < rows; y += 1) {
    const below = new Float64Array(width + 2);
    for (let x = 0; x < width; x += 1) {
      const wanted = from + (0.8 * (x + y)) / (width + rows) + (carried[x + 1] ?? 0);
      const error = wanted > 0.5 ? wanted - 1 : wanted;
      if (wanted > 0.5) dots[y * perRow + (x >> 3)] = (dots[y * perRow + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
      for (const [to, at, share] of [
        [carried, x + 2, 7],
        [below, x, 3],
        [below, x + 1, 5],
        [below, x + 2, 1],
      ] as const)
        to[at] = (to[at] ?? 0) + (error * share) / 16;
    }
    carried = below;
  }
  return dots;
}

test('a grey picture passes even if its dots look like commands, but commands next to it do not', () => {
  const pages = Array.from({ length: 40 }, (_, page) => grey(page / 200, 101, 400));
  for (const dots of pages) {
    const size = `${dots.length},${dots.length},101`;
    const label = (before: string, behind: string): Uint8Array =>
      Buffer.concat([bytes(`^XA^FO0,0${before}^GFB,${size},`), dots, bytes(`${behind}^FS^XZ`)]);
    const gated = gateZpl(label('', ''));
    if (gated.is === 'refused') throw new Error(gated.why);
    const drawn = /^\^XA\^FO0,0\^GFA,([\d,]+),([0-9A-F]*)\^FS\^XZ$/.exec(Buffer.from(gated.zpl).toString('latin1'));
    expect(drawn?.[1]).toBe(size);
    expect(Buffer.from(drawn?.[2] ?? '', 'hex').equals(dots)).toBe(true);
    for (const words of ['! U1 setvar "a" "b"\r\n', '! U1\r\n', '{}{"a":1}']) {
      expect(gateZpl(label(`^FX${words}`, '')).is).toBe('refused');
      expect(gateZpl(label('', words)).is).toBe('refused');
    }
  }
  expect(pages.filter((dots) => /\{\}\{/.test(dots.toString('latin1').replace(/[\0-\x1f\x7f]/g, ''))).length).toBeGreaterThan(0);
}, 60_000);

test.each([
  '^GFP,24,24,3,^XZ~JR^XA^KN0^JUS^XZ^XA',
  '^GFP,24,24,3,',
  '^GFQ,4,4,1,abcd',
  // The count of compressed bytes may be meant before or after unpacking: no document defines which.
  '^GFC,8,8,1,~HS^NS1,',
  '^GFC,8,8,1,:Z64:~HS',
  `^GFC,8,8,1,${z64('~HS^NS1,').replace(/:....$/, ':0000')}`,
  `^GFC,8,8,1,${z64('~HS^NS1,').replace(/:....$/, '')}`,
  `^GFC,8,8,1,${z64('~HS^NS1')}`,
  `^GFC,8,7,1,${z64('~HS^NS1,')}`,
  `^GFC,8,8,,${z64('~HS^NS1,')}`,
  '^GFC,8,8,1,:Z64:AAAA:1B4B',
  `~DYR:A,C,T,8,1,${z64('~HS^NS1,')}`,
  `~DYE:A,C,G,8,1,${z64('~HS^NS1,')}`,
  ...parts('^GFB,8, 9,1,~HS^NS1, | ^GFB,8 8,8 8,1,~HS^NS1, | ^GFB,4,8,1,~HS^NS1, | ^GFB,8,4,1,~HS^NS1, | ^GFB,8,8,,~HS^NS1,'),
  ...parts('^GFB,8,8,1 | ^GFB,8 | ^GFb,8,8,1,~HS^NS1, | ^GF\x01B,8,8,1,~HS^NS1, | ~DYR:A,P,G,20,3,^XA^HH^XZ~JR^XA^JUSx'),
  ...parts('~DYR:A,P,P,8,,~JR^NS1, | ~DYR:A,P,P,20,,89504E47^XA^GFB,9,9,1,'),
  '~DYR:A,P,P,5,,8950\0\0\r\n',
  '~DYR:A,C,G,8,1,~JR^NS1,',
  '~DYR:A,B,P,8,,~JR^NS1,',
  '~DYR:A,b,G,8,1,~JR^NS1,',
  '~DYR:A,E,G,8,1,abcdefgh',
  '~DYR:A,B',
])('a picture of uncertain length is refused, whatever it contains: %s', (picture) => {
  expect(outcome(`^XA^FO1,1${picture}^FS^FDx^FS^XZ`)).toBe('refused');
  expect(outcome(`${picture}^XA^FO1,1^FDx^FS^XZ`)).toBe('refused');
});

test.each([
  '^GFA,8,8,1,FF00FF00FF00FF00',
  '^GF,8,8,1,FF00FF00FF00FF00',
  '^GFa,8,8,1,:Z64:eJz7//8/AAX+Av4=:1234',
  '~DYR:A,A,G,2,1,FF00',
  '~DYR:A,P,P,4,,:B64:iVBORw==:1234',
])('a picture of certain length passes unchanged: %s', (picture) => {
  const label = `^XA^FO1,1${picture}^FS^FDx^FS^XZ`;
  expect(passed(label)).toBe(label);
});

test.each([
  '! U1 setvar "ip.dhcp.enable" "off"\r\n',
  '! U1 set\x01var "ip.dhcp.enable" "off"\r\n',
  '! U1 d\0o "device.reset" ""\r\n',
  '!\x01 U1 do "device.reset" ""\r\n',
  '\x1b! U1 getvar "wlan.password"\r\n',
  '! U1 set\x7fvar "a" "b"\r\n',
  '! U1\r\n',
  'setvar "a" "b"\r\n',
  '! u1 JOURNAL\r\n',
  '{}{"device.reset":""}\r\n',
  '{\x01}\r\n{"device.reset":""}\r\n',
  '\r\n! UTILITIES\r\nSETFF 10 2\r\nPRINT\r\n',
  '\r\n! 0 200 200 210 1\r\nTEXT 4 0 30 40 Hello\r\nPRINT\r\n',
  '! CISDFCRC16\r\n0000\r\nA.NRD\r\n',
])('text that a printer obeys next to ZPL is refused anywhere: %j', (text) => {
  expect(outcome(text + plain)).toBe('refused');
  expect(outcome(plain + text)).toBe('refused');
  expect(outcome(`${plain}^FX${text}${plain}`)).toBe('refused');
  expect(outcome(`^XA^FX${text}^FS^FDx^FS^XZ`)).toBe('refused');
  expect(outcome(`^XA^FO1,1^FD${text}^FS^XZ`)).toBe('refused');
});

test("text that a printer obeys is refused even if only the gate's output contains it", () => {
  const label = (delimiter: string): string => `^XA^CD${delimiter}^LH9${delimiter}! 0 200 200 210 1^CD,^FDx^FS^XZ`;
  expect(gateZpl(bytes(label(';')))).toEqual({ is: 'refused', why: 'holds CPCL' });
});

test.each([
  ...parts('Vorsicht! U-Bahn | Achtung! Utilities Ltd | Bitte anrufen! 030 5557 2101 | {"order":{},"no":1}'),
  ...parts('What to do "today"? | ! FRAGILE !'),
])('an exclamation mark in a normal text does no harm: %s', (text) => {
  const label = `^XA^FO1,1^FD${text}^FS^XZ`;
  expect(passed(label)).toBe(label);
});

test('printer settings, half labels, missing labels and huge labels are refused', () => {
  expect(outcome(`! U1 setvar "device.reset" ""\r\n${plain}`)).toBe('refused');
  expect(outcome(plain.replace('^XZ', ''))).toBe('refused');
  expect(outcome('<html>busy</html>')).toBe('refused');
  expect(gateZpl(new Uint8Array(zplLimitBytes + 1).fill(0x20)).is).toBe('refused');
});

test('control characters that act as commands are removed, and group separators of bar codes stay', () => {
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

test('the tokens of any bytes join to those bytes again', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), joins), { numRuns: 2000 });
  fc.assert(fc.property(soup, joins), { numRuns: 2000 });
  for (const { bytes: label } of realLabels) expect(joins(label)).toBe(true);
});

test('no forbidden command passes in 1,000 mutated labels, and no setting outlives one', () => {
  const run = runGate(1000, Date.now() % 1_000_000);
  expect([run.forbidden, run.lasting]).toEqual([[], []]);
  expect(run.passed).toBeGreaterThan(100);
});

test.each([
  ...parts('^XA^NS1^FDx^FS^XZ | ^XA^FDx^FS^XZ~HS | ^XA^FDx^FS^JUS^XZ | ^XA^GFB,2,2,1,ab~JR^FS^XZ | ^XA^GFB,2,2,1,abcd^FS^XZ'),
  ...parts('^XA^GFB,4,2,1,abcd^FS^XZ | ^XA^FDx\x03y^FS^XZ | ^XA^ kp1^XZ | ^XA^GFP,8,8,1,~JR^JUS^FS^XZ'),
  ...parts('^XA^GFC,3,3,1,~JR^FS^XZ | ~DYR:A,P,G,8,1,~JR^JUS^XA^XZ | ~DYR:A,C,G,3,1,~JR^XA^XZ'),
  ...parts('^XA^FX! U1 setvar "a" "b"\r\n^XZ | ^XA^FX! U1 set\x01var "a" "b"\r\n^XZ | ^XA^FX! U1 do "device.reset" ""\r\n^XZ'),
  ...parts('^XA^FX\r\n{}{"a":""}^XZ | ^XA^FX\r\n! UTILITIES\r\n^XZ | ^XA^FX\r\n! 0 200 200 210 1\r\n^XZ | ^XA^FX! U1\r\n^XZ'),
])('the checker of the gate finds the forbidden command in %j', (output) => {
  expect(forbiddenIn(output)).toBeDefined();
});

test('the checker of the gate lets pictures of a certain length pass', () => {
  expect(forbiddenIn('^XA^GFB,3,3,1,~JR^FS^GFA,1,1,1,FF^FS~DYR:A,B,G,3,1,~JR^XA~DYR:A,P,P,4,,89504E47^FS^XZ')).toBeUndefined();
});
