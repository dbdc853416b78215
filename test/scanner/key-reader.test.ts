import { expect, test } from 'vitest';
import type { ScannerProfile } from '../../shared/scanner-profile.ts';
import { createDice } from '../crash/dice.ts';
import { parts } from '../words.ts';
import { down, type KeyEvent, up } from './key-events.ts';
import { countries } from './layouts.ts';
import { type Effect, type ReplayOptions, replay } from './replay.ts';
import { groupSeparator, type Pc, type Scanner, scanEvents } from './scanners.ts';
import { typedEvents } from './typists.ts';

const usual: Scanner = {
  country: 'US',
  gapMs: 4,
  jitterMs: 0,
  end: 'cr',
  endDelayMs: 0,
  prefix: '',
  aim: '',
  alt: 'never',
  altWithZero: true,
  altGr: 'right-alt',
  hasSlowShift: false,
  usesPad: false,
  undoesCapsLock: false,
  separator: 'ctrl-bracket',
};
const pcOf = (change: Partial<Pc> = {}): Pc => ({
  country: 'US',
  capsLock: false,
  numLock: true,
  hasIme: false,
  composesAlt: true,
  ...change,
});
const profileOf = (change: Partial<ScannerProfile> = {}): ScannerProfile => ({
  country: 'US',
  gapMs: 10,
  end: 'enter',
  prefix: '',
  hasAim: false,
  undoesCapsLock: false,
  measuredAt: '2026-11-28T10:00:00.000Z',
  ...change,
});

interface Case extends Partial<Scanner> {
  readonly code?: string;
  readonly pc?: Partial<Pc>;
  readonly atMs?: number;
}
const scanOf = ({ code = 'ORD-48213', pc, atMs = 1000, ...scanner }: Case): readonly KeyEvent[] =>
  scanEvents(code, { ...usual, ...scanner }, pcOf(pc), atMs, createDice('one'));

/** Describes effects in short. */
const shown = (effects: readonly Effect[]): string[] =>
  effects.map((effect) => {
    switch (effect.is) {
      case 'scan':
        return `scan ${effect.texts[0]}${effect.hasEnd ? '' : ' without end'}`;
      case 'scan-if-known':
        return `known? ${effect.texts[0]}`;
      case 'ask':
        return `ask ${effect.texts[0]}`;
      case 'unreadable':
        return effect.why;
      case 'typed':
        return `typed ${effect.text}`;
      case 'pressed':
        return `pressed ${effect.key}`;
      case 'passed':
        return `passed ${effect.key}`;
      case 'drop':
      case 'take-back':
        return effect.is;
    }
  });
const play = (events: readonly KeyEvent[], options: ReplayOptions = {}): string[] => shown(replay(events, options).effects);
/** Returns keys of the PC, `gapMs` apart. */
const keys = (text: string, gapMs: number, fromMs = 1000): KeyEvent[] =>
  Array.from(text, (key, index) => down(fromMs + index * gapMs, /[a-z]/i.test(key) ? `Key${key.toUpperCase()}` : '', key));
const enter = (atMs: number): KeyEvent => down(atMs, 'Enter', 'Enter');
const field = { is: 'text' } as const;

test('fast characters and Enter are one scan, and none of its keys reaches the page', () => {
  for (const place of [field, { is: 'none' }, { is: 'code' }, { is: 'number' }] as const) {
    expect(play(scanOf({}), { place })).toEqual(['scan ORD-48213']);
  }
});

test.each(['cr', 'lf', 'crlf', 'cr-lf-key', 'tab'] as const)('a scan that ends with %s counts once, at 1 to 150 ms for each key', (end) => {
  for (const gapMs of [1, 10, 35, 80, 100, 149])
    expect(play(scanOf({ end, gapMs }), { place: { is: 'none' } }), `${gapMs} ms`).toEqual(['scan ORD-48213']);
});

test('a scan without an end counts after half a second, and is marked as without end', () => {
  const { effects } = replay(scanOf({ end: 'none' }), { place: field });
  expect(shown(effects)).toEqual(['scan ORD-48213 without end']);
  expect(effects[0]?.atMs).toBeCloseTo(1000 + 8 * 4 + 500, 0);
});

test('a scan without an end is taken at once if this scanner is known to send none', () => {
  const { effects } = replay(scanOf({ end: 'none' }), { place: field, profile: profileOf({ end: 'none' }) });
  expect(shown(effects)).toEqual(['scan ORD-48213 without end']);
  expect(effects[0]?.atMs).toBeLessThan(1150);
});

test.each([50, 200, 480])('an Enter that is %d ms late belongs to its scan', (endDelayMs) => {
  for (const place of [field, { is: 'none' }] as const) expect(play(scanOf({ endDelayMs }), { place })).toEqual(['scan ORD-48213']);
});

test('an Enter that is more than half a second late confirms nothing', () => {
  expect(play(scanOf({ endDelayMs: 900 }), { place: field })).toEqual(['scan ORD-48213 without end']);
  expect(play([...scanOf({ endDelayMs: 900 }), enter(4000)], { place: field })).toEqual(['scan ORD-48213 without end', 'passed Enter']);
});

test('5230 at 4 ms with a late Enter never appears in the field of a question', () => {
  const { effects, place, echoes } = replay(scanOf({ code: '5230', endDelayMs: 50 }), { place: field });
  expect(shown(effects)).toEqual(['scan 5230']);
  expect([place.value, echoes.filter((echo) => echo !== '')]).toEqual([undefined, ['5230']]);
});

test.each([
  ['behind the first character', 1],
  ['in the middle', 4],
  ['before the last character', 8],
])('a code with a pause %s is unreadable, and no part of it is an answer or a key', (_where, behind) => {
  for (const place of [field, { is: 'none' }, { is: 'code' }] as const)
    for (const ms of [200, 450]) {
      const done = play(scanOf({ pause: { behind, ms } }), { place });
      const harmless = behind === 1 ? done.filter((each) => each !== 'pressed O' && each !== 'typed O' && each !== 'take-back') : done;
      expect(harmless, `${place.is} ${ms}`).toEqual(['came-apart']);
    }
});

test('a part that was taken for a code without an end is dropped when its rest arrives', () => {
  expect(play(scanOf({ pause: { behind: 4, ms: 700 } }), { place: field })).toEqual(['scan ORD- without end', 'drop', 'came-apart']);
});

test('a part without an end is unreadable once this scanner has sent an end', () => {
  const events = [...scanOf({}), ...scanOf({ end: 'none', code: '504', atMs: 5000 })];
  expect(play(events, { place: field })).toEqual(['scan ORD-48213', 'no-end']);
});

test('a code that is scanned again a second later is accepted', () => {
  const events = [...scanOf({ pause: { behind: 4, ms: 300 } }), ...scanOf({ atMs: 3000 })];
  expect(play(events, { place: field })).toEqual(['came-apart', 'scan ORD-48213']);
});

test('one key is pressed by a person, with or without Enter', () => {
  expect(play(keys('3', 0))).toEqual(['pressed 3']);
  expect(play([...keys('3', 0), enter(1100)])).toEqual(['pressed 3', 'passed Enter']);
  expect(play([...keys('3', 0), enter(1100)], { place: field })).toEqual(['typed 3', 'passed Enter']);
});

test('two keys 80 ms apart on a screen with digits press neither of them', () => {
  expect(play(keys('50', 80))).toEqual(['not-understood']);
});

test('two keys of a person press both', () => {
  expect(play(keys('50', 300))).toEqual(['pressed 5', 'pressed 0']);
});

test('outside a field a slow code without an end is a scan if it is known', () => {
  expect(play(scanOf({ code: '5041', gapMs: 90, end: 'none' }))).toEqual(['known? 5041']);
});

test('a slow code in a field stays there as typed, and its Enter goes to the field', () => {
  const { effects, place } = replay(scanOf({ code: '5041', gapMs: 90 }), { place: field });
  expect(shown(effects)).toEqual(['typed 5041', 'ask 5041', 'passed Enter']);
  expect(place.value).toBe('5041');
});

test('what is typed into a field for secrets is neither asked about nor remembered', () => {
  const { reader, effects, place } = replay(scanOf({ code: '5041', gapMs: 90 }), { place: { is: 'secret' } });
  expect(shown(effects)).toEqual(['typed 5041', 'passed Enter']);
  expect(place.value).toBe('5041');
  expect(reader.typedAs('5041')).toBeUndefined();
});

test('a slow code that came apart in a field is still read in every layout', () => {
  const { reader, place } = replay(scanOf({ code: 'AZ-135', gapMs: 81, pc: { country: 'NO' }, pause: { behind: 5, ms: 194 } }), {
    place: field,
  });
  expect(place.value).toBe('AZ+135');
  expect(reader.typedAs('AZ+135')?.texts).toContain('AZ-135');
});

test('5212 without an end that came apart after 521 opens no 521 and presses no 2', () => {
  const events = scanOf({ code: '5212', end: 'none', pause: { behind: 3, ms: 409 } });
  expect(play(events, { profile: profileOf({ end: 'none' }) })).toEqual(['scan 521 without end', 'drop', 'came-apart']);
});

test('77777 on a number pad without Num Lock that lost its second digit is not 7777', () => {
  const events = scanOf({ code: '77777', usesPad: true, loses: 1, gapMs: 13, pc: { numLock: false } });
  const done = play(events, { place: field, profile: profileOf() });
  expect(done.filter((each) => !each.startsWith('passed'))).toEqual(['lost-character']);
});

test('7777 on a number pad without Num Lock that came apart after 777 is not 777', () => {
  for (const end of ['none', 'cr'] as const) {
    const events = scanOf({ code: '7777', usesPad: true, gapMs: 8, end, pause: { behind: 3, ms: 298 }, pc: { numLock: false } });
    expect(play(events).filter((each) => !each.startsWith('passed'))).toEqual(['came-apart']);
  }
});

test('7777 on a number pad without Num Lock that came apart after 77 is unreadable in a field', () => {
  const events = scanOf({ code: '7777', usesPad: true, end: 'lf', pause: { behind: 2, ms: 264 }, pc: { numLock: false } });
  const done = play(events, { place: field }).filter((each) => !each.startsWith('passed'));
  expect(done).toEqual(['came-apart']);
});

test('a slow code with an Alt character the system drops is read if its scanner is measured', () => {
  const slow = { code: '#7325', gapMs: 124, alt: 'all', usesPad: true, pc: { composesAlt: false } } as const;
  expect(play(scanOf(slow), { place: field, profile: profileOf({ gapMs: 149 }) })).toEqual(['scan #7325']);
  expect(play(scanOf(slow), { place: field })).toEqual(['lost-character']);
  expect(play(scanOf({ ...slow, endDelayMs: 192 }), { place: field, profile: profileOf({ gapMs: 149 }) })).toEqual(['scan #7325']);
  const torn = { ...slow, pause: { behind: 2, ms: 264 } };
  expect(play(scanOf(torn), { place: field, profile: profileOf({ gapMs: 149 }) })).toEqual(['came-apart']);
});

test('a slow code that lost a character is not typed text either', () => {
  expect(play(scanOf({ code: '44-2', gapMs: 81, loses: 2 }), { place: field })).toEqual(['lost-character']);
});

test('the line feed after a late carriage return reaches no screen', () => {
  const done = play(scanOf({ gapMs: 94, end: 'crlf', endDelayMs: 118 }), { place: { is: 'code' } });
  expect(done).toEqual(['typed ORD-48213', 'passed Enter']);
});

test('two quick Tabs go to the page, but of two Enters only the first', () => {
  const tab = (atMs: number): KeyEvent => down(atMs, 'Tab', 'Tab');
  expect(play([tab(1000), tab(1080)])).toEqual(['passed Tab', 'passed Tab']);
  expect(play([enter(1000), enter(1080)])).toEqual(['passed Enter']);
});

test('a slow code with an AIM identifier waits for its late end', () => {
  const profile = profileOf({ gapMs: 95, hasAim: true });
  expect(play(scanOf({ gapMs: 90, aim: ']Q3', endDelayMs: 168 }), { place: field, profile })).toEqual(['scan ]Q3ORD-48213']);
});

test('a slow code with an AIM identifier, a command or the measured prefix is a scan in a field', () => {
  expect(play(scanOf({ gapMs: 90, aim: ']C1' }), { place: field })).toEqual(['scan ]C1ORD-48213']);
  expect(play(scanOf({ gapMs: 90, code: 'XPBXBUX' }), { place: field })).toEqual(['scan XPBXBUX']);
  const profile = profileOf({ gapMs: 95, prefix: '*' });
  expect(play(scanOf({ gapMs: 90, prefix: '*' }), { place: field, profile })).toEqual(['scan ORD-48213']);
});

test('a measured prefix is removed before or after the AIM identifier', () => {
  const profile = profileOf({ prefix: '*', hasAim: true });
  for (const code of ['*]C0ORD-48213', ']C0*ORD-48213'])
    expect(play(scanOf({ code }), { place: field, profile })).toEqual(['scan ]C0ORD-48213']);
});

test('a code without the prefix that this scanner always sends is unreadable', () => {
  for (const profile of [profileOf({ hasAim: true }), profileOf({ prefix: '*' })])
    expect(play(scanOf({}), { place: field, profile })).toEqual(['no-start']);
});

test('a fast scanner that was measured leaves slow keys to the packer', () => {
  expect(play(keys('5041', 90), { place: field, profile: profileOf() }).join(' ')).not.toMatch(/scan|ask|known/);
});

test('typed text reaches the field whole and in order, at 60 to 120 words a minute', () => {
  const dice = createDice('typists');
  for (let round = 0; round < 400; round += 1) {
    // Beside the keyboard is a scanner, either unmeasured or with any profile.
    const profile = round % 2 === 0 ? null : profileOf({ gapMs: 1 + dice.whole(150), end: dice.pick(['enter', 'tab', 'none']) });
    const typist = { wpm: 60 + dice.whole(61), spread: 0.35, holdMs: 95, beforeEnterMs: dice.whole(300) };
    const text = dice.pick(parts('12a | Rue de la Gare | 10115 | 1.25 | +49 30 5557 2101 | ceramic bowl | Ann Arbor | 691310 | ORD-48213'));
    const { effects, place } = replay(typedEvents(text, typist, 'US', 1000, dice), { place: field, profile });
    expect(place.value, `${typist.wpm} words a minute, ${profile?.gapMs} ms`).toBe(text);
    expect(effects.filter(({ is }) => is === 'scan' || is === 'unreadable')).toEqual([]);
    expect(shown(effects).at(-1)).toMatch(/^(passed Enter|ask .*)$/);
  }
});

test('each typed character shows at once, before it is known to be typed', () => {
  const { echoes } = replay(keys('Kerk', 100), { place: field });
  expect(echoes.filter((echo) => echo !== '')).toEqual(['K', 'Ke', 'Ker', 'Kerk']);
});

test('keys that overlap each other come from fingers, however fast', () => {
  const rolled = keys('tion', 25).flatMap((event) => [event, up(event.atMs + 90, 'code' in event ? event.code : '', '')]);
  expect(
    play(
      rolled.toSorted((one, other) => one.atMs - other.atMs),
      { place: field },
    ),
  ).toEqual(['typed tion']);
});

test('ORD-1001 from a US scanner is read on every PC, even if a German PC types ORDß1001', () => {
  expect(play(scanOf({ code: 'ORD-1001', pc: { country: 'DE' } }), { place: field })).toEqual(['scan ORD-1001']);
  for (const country of countries) {
    const [scan] = replay(scanOf({ code: 'ORD-1001', pc: { country } }), { place: field }).effects;
    expect(scan?.is === 'scan' && scan.texts, country).toContain('ORD-1001');
  }
});

const printable = Array.from({ length: 95 }, (_each, at) => String.fromCharCode(32 + at));

test('with a profile every character of every country comes through on every PC', () => {
  for (const country of countries)
    for (const pc of countries) {
      const own = printable.filter(
        (character) => character !== ' ' && scanEvents(character, { ...usual, country }, pcOf(), 0, createDice('x')).length > 4,
      );
      const code = `A${own.filter((each) => !/[<>{}]/.test(each)).join('')}Z`;
      const done = play(scanOf({ country, code, pc: { country: pc } }), { place: field, profile: profileOf({ country }) });
      expect(
        done.filter((each) => each !== 'passed Dead'),
        `${country} on ${pc}`,
      ).toEqual([`scan ${code}`]);
    }
});

test('Caps Lock changes no scan, whether or not the scanner compensates for it', () => {
  for (const undoesCapsLock of [false, true])
    for (const country of countries)
      expect(
        play(scanOf({ country, code: 'Ab-Cd', undoesCapsLock, pc: { country: 'FR', capsLock: true } }), {
          place: field,
          profile: profileOf({ country, undoesCapsLock }),
        }),
      ).toEqual(['scan Ab-Cd']);
});

test('a command code is understood with Caps Lock on, without a profile', () => {
  for (const country of countries)
    for (const pc of countries) {
      const [scan] = replay(scanOf({ country, code: 'XPBXBUX', pc: { country: pc, capsLock: true } }), { place: field }).effects;
      expect(scan?.is === 'scan' && scan.texts.map((text) => text.toUpperCase()), `${country} on ${pc}`).toEqual(['XPBXBUX']);
    }
});

test('a scan while an input method is on is read by its keys', () => {
  const { effects } = replay(scanOf({ pc: { hasIme: true } }), { place: field, profile: profileOf() });
  expect(shown(effects).filter((each) => !each.startsWith('passed'))).toEqual(['scan ORD-48213']);
});

test.each([true, false])(
  'characters sent as Alt and digits are read, and Windows types none of them (zero in front: %s)',
  (altWithZero) => {
    for (const numLock of [true, false])
      for (const composesAlt of [true, false]) {
        const events = scanOf({ code: 'ORD#77', alt: 'all', altWithZero, pc: { numLock, composesAlt } });
        const { effects, place } = replay(events, { place: field });
        expect(shown(effects)).toEqual(['scan ORD#77']);
        expect(place.value).toBeUndefined();
      }
  },
);

test('Alt + 0233 typed by a person reaches the field as the system types it', () => {
  const alt = (atMs: number, digit: string) => down(atMs, `Numpad${digit}`, digit, { alt: true });
  const events: KeyEvent[] = [
    down(1000, 'AltLeft', 'Alt', { alt: true }),
    ...Array.from('0233', (digit, at) => alt(1100 + 100 * at, digit)),
    up(1600, 'AltLeft', 'Alt'),
    { is: 'inserted', atMs: 1601, text: 'é' },
  ];
  expect(play(events, { place: field })).toEqual(['typed é']);
});

test('a letter that has no key of its own stays between its neighbours', () => {
  const events: KeyEvent[] = [...keys('M', 60), { is: 'inserted', atMs: 1060, text: 'ø' }, ...keys('llergata', 60, 1120)];
  expect(play(events, { place: field })[0]).toBe('typed Møllergata');
});

test.each(['øllergata 23', '👩‍🔧'])('the text %s that comes at once behind a key is typed, and never a scan', (text) => {
  const events: KeyEvent[] = [...keys('M', 60), { is: 'inserted', atMs: 1060, text }];
  expect(play(events, { place: field })).toEqual(['typed M', `typed ${text}`]);
});

test('a letter without a key that comes later stands behind what was typed', () => {
  const events: KeyEvent[] = [...keys('M', 60), { is: 'inserted', atMs: 1400, text: 'ø' }, ...keys('l', 60, 1700)];
  expect(play(events, { place: field })).toEqual(['typed M', 'typed ø', 'typed l']);
});

test('letters that a hand typed stand in the field before a dead key writes behind them', () => {
  const events: KeyEvent[] = [
    ...keys('Krak', 60),
    down(1240, 'Semicolon', 'Dead'),
    down(1300, 'KeyO', 'ó', { isComposed: true }),
    ...keys('w', 60, 1360),
  ];
  expect(play(events, { place: field })).toEqual(['typed Krak', 'passed Dead', 'passed ó', 'typed w']);
});

test('a lost character makes a code unreadable, never a different code', () => {
  for (const place of [field, { is: 'none' }] as const) expect(play(scanOf({ loses: 5 }), { place })).toEqual(['lost-character']);
});

test.each([
  ['the replacement character', '', '\ufffd'],
  ['a key that nobody knows', '', 'Unidentified'],
  ['a dead key without its partner', 'Equal', 'Dead'],
])('%s in a code makes it unreadable', (_name, code, key) => {
  const events = [...keys('ORD', 4), down(1012, code, key), ...keys('77', 4, 1016), enter(1024)];
  const country = key === 'Dead' ? ('DE' as const) : ('US' as const);
  expect(play(events, { place: field, profile: profileOf({ country }) }).filter((each) => !each.startsWith('passed'))).toEqual([
    'lost-character',
  ]);
});

test.each(['ctrl-bracket', 'f8', 'alt', 'written'] as const)('a group separator as %s stays in the code', (separator) => {
  for (const gapMs of [4, 60]) {
    const events = scanOf({ code: `]d2010400${groupSeparator}21X`, separator, gapMs });
    expect(play(events, { place: field }), `${gapMs} ms`).toEqual([`scan ]d2010400${groupSeparator}21X`]);
  }
});

test('a function key after a digit is pressed by a person, and inside a code it is dropped', () => {
  expect(play([...keys('2', 0), down(1060, 'F12', 'F12')])).toEqual(['pressed 2', 'pressed F12']);
  expect(play([down(1000, 'F12', 'F12')])).toEqual(['pressed F12']);
  expect(play([...keys('504', 80), down(1240, 'F12', 'F12'), ...keys('1', 0, 1320), enter(1400)])).toEqual(['lost-character']);
  expect(play([...keys('504', 4), down(1012, 'F12', 'F12'), enter(1016)])).toEqual(['scan 504']);
});

test('a weight and a function key in quick succession are typed and pressed', () => {
  expect(play([...keys('1.2', 130), down(1330, 'F9', 'F9')], { place: field })).toEqual(['typed 1.2', 'pressed F9']);
});

test('digits of the number pad are digits in a code, also while Num Lock is off', () => {
  for (const numLock of [true, false])
    expect(
      play(scanOf({ code: '48213', usesPad: true, pc: { numLock } }), { place: field, profile: profileOf() }).filter(
        (each) => !each.startsWith('passed'),
      ),
    ).toEqual(['scan 48213']);
});

test('two overlapping keys of rolling fingers are both pressed, and three are dropped', () => {
  const rolled = (text: string, holdMs: number): KeyEvent[] =>
    Array.from(text)
      .flatMap((key, at) => [down(1000 + 70 * at, `Key${key}`, key), up(1000 + 70 * at + holdMs, `Key${key}`, key)])
      .toSorted((one, other) => one.atMs - other.atMs);
  expect(play(rolled('3c', 100))).toEqual(['pressed 3', 'pressed c']);
  expect(play([...rolled('3c', 100), enter(1140)])).toEqual(['pressed 3', 'pressed c', 'passed Enter']);
  expect(play(rolled('3c', 1))).toEqual(['not-understood']);
  expect(play([...rolled('3cp', 100), enter(1210)])).toEqual(['scan 3cp']);
});

test.each([1, 2, 3])('the 777 after %d torn Alt characters of a slow code opens no order', (behind) => {
  const code = `${'7'.repeat(behind)}777`;
  for (const place of [field, { is: 'none' }, { is: 'code' }] as const)
    for (const profile of [null, profileOf({ gapMs: 149 })])
      for (const composesAlt of [true, false]) {
        const torn = {
          code,
          gapMs: 121,
          jitterMs: 28,
          alt: 'all',
          hasSlowShift: true,
          pause: { behind, ms: 452 },
          pc: { composesAlt },
        } as const;
        const done = play(scanOf(torn), { place, profile });
        // A code that was opened by its beginning alone is dropped again.
        const opened = done.filter((each, at) => /^(scan|known)/.test(each) && done[at + 1] !== 'drop');
        expect(opened, `${place.is} ${profile ? 'measured' : 'unknown'} ${composesAlt ? 'composed' : 'plain'}`).toEqual([]);
      }
});

test('77777 of a number pad without Num Lock, torn after 7777, opens no 7777', () => {
  const events = scanOf({ code: '77777', usesPad: true, gapMs: 7, end: 'none', pause: { behind: 4, ms: 353 }, pc: { numLock: false } });
  expect(play(events, { place: field, profile: profileOf({ end: 'none' }) }).filter((each) => !each.startsWith('passed'))).toEqual([
    'scan 7777 without end',
    'drop',
    'came-apart',
  ]);
});

test('a slow code composed outside fields is read if its scanner was measured', () => {
  const slow = { code: '#7325', gapMs: 107, pc: { hasIme: true } } as const;
  for (const [end, endDelayMs, done] of [
    ['tab', 188, 'scan #7325'],
    ['none', 0, 'known? #7325'],
  ] as const)
    expect(
      play(scanOf({ ...slow, end, endDelayMs }), {
        place: { is: 'code' },
        profile: profileOf({ gapMs: 143, end: end === 'tab' ? 'tab' : 'none' }),
      }).filter((each) => each !== 'passed Process'),
    ).toEqual([done]);
});

test('ORD typed with Shift right before each letter is not a scan', () => {
  const shifted = Array.from('ORD', (letter, at) => [
    down(985 + 140 * at, 'ShiftLeft', 'Shift', { shift: true }),
    down(1000 + 140 * at, `Key${letter}`, letter, { shift: true }),
    up(1090 + 140 * at, `Key${letter}`, letter),
    up(1090 + 140 * at, 'ShiftLeft', 'Shift'),
  ]).flat();
  for (const profile of [null, profileOf(), profileOf({ end: 'none' })]) {
    const { place } = replay(shifted, { place: field, profile });
    expect(place.value).toBe('ORD');
  }
});

test('777777 of a fast scanner that came apart after 777 opens no 777', () => {
  const slow = [0, 36, 66].map((at) => down(1000 + at, 'Digit7', '7'));
  const rest = [0, 30, 60].map((at) => down(1509 + at, 'Digit7', '7'));
  for (const place of [field, { is: 'code' }] as const)
    expect(play([...slow, ...rest, enter(1600)], { place })).toEqual(['typed 777', 'came-apart']);
});

test('a slow scan whose late end goes to an input method presses no Enter', () => {
  const events = scanOf({ code: '777777777', gapMs: 139, endDelayMs: 135, pc: { hasIme: true } });
  expect(play(events, { place: { is: 'code' } }).filter((each) => each !== 'passed Process')).toEqual(['scan 777777777']);
});

test('a scan soon after a digit confirmed with Enter is that scan', () => {
  const scanned = scanOf({ atMs: 1500 });
  expect(play([...keys('3', 0), enter(1100), ...scanned], { place: field })).toEqual(['typed 3', 'passed Enter', 'scan ORD-48213']);
  expect(play([...keys('3', 0), ...scanOf({ atMs: 1700 })])).toEqual(['pressed 3', 'scan ORD-48213']);
});

test('a held key is no scan, and presses a key of the screen once', () => {
  const held = [
    down(1000, 'Digit0', '0'),
    ...Array.from({ length: 6 }, (_each, at) => down(1500 + 30 * at, 'Digit0', '0', { isRepeat: true })),
  ];
  expect(play([...held, enter(1720)])).toEqual(['pressed 0', 'passed Enter']);
  expect(play(held, { place: field })).toEqual(['typed 0', ...Array.from({ length: 6 }, () => 'typed 0')]);
});

test('shortcuts, arrows and Backspace reach the page after the text typed before them', () => {
  expect(play([down(1000, 'KeyC', 'c', { ctrl: true })])).toEqual(['passed c']);
  expect(play([...keys('12', 120), down(1200, 'Backspace', 'Backspace')], { place: field })).toEqual(['typed 12', 'passed Backspace']);
});

test('characters that an input method composes are left to it', () => {
  const composed = [1000, 1120].map((atMs) => down(atMs, 'KeyA', 'Process', { isComposed: true }));
  expect(play([...composed, down(1240, 'Enter', 'Process', { isComposed: true })], { place: field })).toEqual([
    'passed Process',
    'passed Process',
    'passed Process',
  ]);
});

test('a dead key of a person and the next letter reach the field as one character', () => {
  const events = [down(1000, 'BracketLeft', 'Dead'), down(1120, 'KeyE', 'ê')];
  expect(play(events, { place: field })).toEqual(['passed Dead', 'typed ê']);
});

test('two scans back to back are two scans', () => {
  const events = [...scanOf({ code: 'ORD-1' }), ...scanOf({ code: 'ORD-2', atMs: 1024 })];
  expect(play(events, { place: field })).toEqual(['scan ORD-1', 'scan ORD-2']);
});

test('a busy window with late timers loses no scan and splits none', () => {
  for (const gapMs of [1, 4, 80]) {
    const events = [...scanOf({ gapMs }), ...scanOf({ gapMs, code: 'ORD-2', atMs: 3000 })];
    expect(play(events, { place: { is: 'none' }, lateMs: () => 2000 })).toEqual(['scan ORD-48213', 'scan ORD-2']);
  }
});

test('the rest of a code that began in another window is no code, and the next code is', () => {
  expect(play([...scanOf({}), ...scanOf({ atMs: 4000 })], { place: field, focusedAtMs: 990 })).toEqual(['came-apart', 'scan ORD-48213']);
  expect(play(scanOf({}), { place: field, focusedAtMs: 700 })).toEqual(['scan ORD-48213']);
});

test('a typed code and Enter on a screen that accepts codes is that code', () => {
  expect(play([...keys('ORD1', 110), enter(1440)], { place: { is: 'code' } })).toEqual(['scan ORD1']);
  const slowly = play([...keys('ORD1', 250), enter(2100)], { place: { is: 'code' } });
  expect(slowly).toEqual(['typed O', 'typed R', 'typed D', 'typed 1', 'passed Enter']);
});

test('a slow code that ends with Tab in a field is asked about like one without an end', () => {
  const ends = (end: 'cr' | 'tab'): string[] =>
    replay(scanOf({ code: '1002', gapMs: 80, end }), { place: field }).effects.flatMap((each) => (each.is === 'ask' ? [each.by] : []));
  expect([ends('cr'), ends('tab')]).toEqual([['end'], ['silence']]);
  // The next answer is typed into the same field.
  expect(play(scanOf({ code: '1002', gapMs: 80, end: 'tab' }), { place: field })).not.toContain('passed Tab');
});
