import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyMeanings } from '../../shared/key-meanings.ts';
import { words } from '../words.ts';
import { bindingsIn, doubledKeys, keyTable, meaningsOfCalls, type Source } from './keys.ts';

const root = join(import.meta.dirname, '../..');
const sources: readonly Source[] = readdirSync(join(root, 'renderer'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path: `renderer/${path}`, text: readFileSync(join(root, 'renderer', path), 'utf8') }));
const bindings = bindingsIn(sources);
const bound = meaningsOfCalls(bindings);

/**
 * The calls that more than one key leads to, with their meanings. Every other call has one. Most ask twice in different words: one way out
 * of a doubt is safe and the other is held.
 */
const severalMeanings: Readonly<Record<string, readonly string[]>> = {
  answerQuestion: ['accept', 'pick', 'save'],
  answerSameAddress: ['pick', 'save'],
  askBatchLine: ['leave', 'save'],
  checkContract: ['check', 'commit'],
  chooseServicePoint: ['door', 'leave', 'pick', 'point'],
  confirmLabel: ['check', 'holdBack', 'save'],
  decideForm: ['copy', 'document'],
  dismissDelivery: ['destroy', 'save'],
  dismissRow: ['destroy', 'save'],
  enterWorld: ['save', 'training'],
  // Erasing a person searches again.
  findPerson: ['check', 'destroy'],
  printForeignLabel: ['reprint', 'save'],
  // A hold offers its own undo.
  releaseOrder: ['aside', 'save'],
  // The reason is picked.
  reprint: ['otherPrinter', 'pick', 'reprint', 'save'],
  requestPickup: ['commit', 'destroy'],
  // A suggested rule is added with its own key.
  saveRules: ['new', 'save'],
  saveSettings: ['accept', 'check', 'save'],
  scan: ['accept', 'check', 'destroy', 'pick', 'save', 'training'],
  settlePickup: ['check', 'destroy'],
  settlePrint: ['reprint', 'save'],
  settleReport: ['destroy', 'save'],
  settleUpload: ['destroy', 'save'],
  toggleExtra: ['co2', 'insurance'],
  undoCheck: ['leave', 'undo'],
};

/** Calls that spend money or order a driver. */
const paying: readonly string[] = words('buy runBatch requestPickup');
/** Calls that cannot be undone, or may pay twice. */
const final: readonly string[] = [
  ...words(
    'beginEmptyJournal closeLabel closePaper closeUnreadable confirmUnshipped declareRestored deleteOrder erasePerson forgetProducts',
  ),
  ...words('disconnectShop leaveLedger reopenOrder retireBench settleNotBooked settleRestored shipAgain vouchFor'),
];

/** Everything that is wrong with the keys. */
function faultsOf(meaningsOf: ReadonlyMap<string, readonly string[]>): string[] {
  return [...meaningsOf].flatMap(([call, meanings]) => {
    const faults: string[] = [];
    const expected = severalMeanings[call];
    if (expected ? meanings.join() !== expected.join() : meanings.length > 1)
      faults.push(`${call} has the meanings ${meanings.join(', ')}`);
    if (paying.includes(call) && meanings.some((each) => each !== 'commit' && each !== 'destroy')) faults.push(`${call} pays`);
    if (final.includes(call) && meanings.join() !== 'destroy') faults.push(`${call} is not held`);
    return faults;
  });
}

test('no key has a second meaning', () => {
  expect(doubledKeys(keyMeanings)).toEqual([]);
  expect(doubledKeys({ ...keyMeanings, planted: { key: 'f10' } })).toEqual(['F10']);
});

test('every key of the window is in the table, and every meaning is used', () => {
  const meanings = bindings.flatMap((each) => each.meanings);
  expect(bindings.length).toBeGreaterThan(150);
  expect(meanings.filter((each) => each !== 'pick' && !(each in keyMeanings))).toEqual([]);
  const byListener: readonly string[] = words('ship orders pickup track resolve setup manual');
  expect(Object.keys(keyMeanings).filter((each) => !meanings.includes(each) && !byListener.includes(each))).toEqual([]);
});

test('each call of main keeps to the meanings of its keys, letters neither pay nor delete, and what is final is held', () => {
  expect(faultsOf(bound)).toEqual([]);
  // None of the lists is out of date.
  expect([...paying, ...final, ...Object.keys(severalMeanings)].filter((call) => !bound.has(call))).toEqual([]);
});

const planted = (text: string): readonly string[] =>
  faultsOf(meaningsOfCalls([...bindings, ...bindingsIn([{ path: 'renderer/planted.tsx', text }])]));

test.each([
  [
    'a second meaning',
    '<Button means="reprint" onPress={() => void send(station.saveOrder({}))} />',
    'saveOrder has the meanings reprint, save',
  ],
  ['a letter that pays', '<Button means="map" onPress={() => void send(station.buy({}))} />', 'buy pays'],
  ['a letter that deletes', '<Button means="map" onPress={() => void send(station.deleteOrder({}))} />', 'deleteOrder is not held'],
  ['a deletion by a plain key', '<Primary means="save" onPress={() => void send(station.deleteOrder({}))} />', 'deleteOrder is not held'],
])('%s is found', (_what, element, fault) => {
  expect(planted(`function Planted() { const { station } = useWindowState(); return ${element}; }`)).toContain(fault);
});

test('a planted key that is in no table is found', () => {
  const [found] = bindingsIn([{ path: 'planted.tsx', text: 'useKey("F8", () => undefined);' }]);
  expect(found?.meanings.every((each) => each in keyMeanings)).toBe(false);
});

test('Delete is never a plain press', () => {
  const users = (text: string) => sources.filter((source) => source.text.includes(text)).map(({ path }) => path);
  expect(users('useHoldKey(').toSorted()).toEqual(['renderer/key-presses.ts', 'renderer/ui/hold-button.tsx']);
  expect(bindings.filter(({ meanings }) => meanings.includes('destroy')).length).toBeGreaterThan(10);
  expect(sources.filter(({ text }) => /means="destroy"|useKey\('destroy'/.test(text))).toEqual([]);
});

test('keys are heard in one place, and named in one table', () => {
  const heard = sources.filter(({ text }) => /'key(?:down|up)'|onKeyDown|onKeyUp/.test(text)).map(({ path }) => path);
  // Fields, cards, names and tables handle their own arrows, Enter and Escape.
  expect(heard.toSorted()).toEqual([
    'renderer/people/activity.ts',
    'renderer/people/who-form.tsx',
    'renderer/scanner/scanner.ts',
    ...words('field.tsx roving-cards.ts roving-rows.ts search-field.tsx').map((file) => `renderer/ui/${file}`),
  ]);
  const named = sources
    .filter(({ path, text }) => !path.startsWith('renderer/text/') && /['"`](?:F(?:[1-9]|1[0-2])|Delete)['"`]/.test(text))
    .map(({ path }) => path);
  // A group separator may come as F8. Sentences may say *Delete*.
  expect(named).toEqual(['renderer/scanner/key-reader.ts']);
});

test('the table of keys in the manual is that of the code', () => {
  expect(readFileSync(join(root, 'docs/manual/reference.md'), 'utf8')).toContain(`## Keys\n\n${keyTable()}\n`);
});
