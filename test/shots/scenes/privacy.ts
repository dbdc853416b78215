import { orderKeySchema } from '../../../shared/order.ts';
import type { PersonsOrder, Privacy } from '../../../shared/privacy.ts';
import { ok } from '../../../shared/result.ts';
import { keptClasses, keptDays } from '../../../shared/retention.ts';
import { openTab } from '../open-tab.ts';
import { at } from '../people.ts';
import { type Scene, scene } from '../scene.ts';
import { setup } from '../setups.ts';

const oldest: Readonly<Record<string, string>> = {
  people: '2026-08-22',
  labels: '2026-10-21',
  delivery: '2026-08-24',
  history: '2026-08-22',
};

const kept: Privacy = {
  classes: keptClasses.map((each) => ({ class: each, days: keptDays[each], oldest: oldest[each] ?? null })),
  receipt: null,
  acts: [],
};
const withReceipt: Privacy = {
  ...kept,
  receipt: {
    at: at('09:14', '2026-11-12'),
    request: '3f0c9a1b77d2',
    orders: 4,
    shipments: 4,
    labels: 3,
    lines: 19,
    backups: 48,
    files: 2,
    filesLeft: 0,
    stay: 1,
    copiesLeft: 0,
    isShared: true,
  },
  acts: [
    { at: at('09:14', '2026-11-12'), act: 'erased', by: 'Ada Byron' },
    { at: at('09:12', '2026-11-12'), act: 'person-exported', by: 'Ada Byron' },
    { at: at('09:11', '2026-11-12'), act: 'person-searched', by: 'Anneke de Boer, approved by Ada Byron' },
  ],
};

const personsOrder = (key: string, city: string, more: Partial<PersonsOrder> = {}): PersonsOrder => ({
  key: orderKeySchema.parse(key),
  name: 'Jürgen Groß',
  city,
  shipments: 1,
  labels: 1,
  stays: null,
  ...more,
});
const found: readonly PersonsOrder[] = [
  personsOrder('A-9', 'Berlin'),
  personsOrder('A-14', 'Berlin', { shipments: 2, labels: 2 }),
  personsOrder('A-23', 'Potsdam', { stays: 'on-its-way' }),
  personsOrder('A-31', 'Potsdam', { shipments: 0, labels: 0, stays: 'not-settled' }),
];

const search: NonNullable<Scene['act']> = async (page) => {
  await openTab(page, 'Privacy');
  await page.getByRole('textbox', { name: 'Find a person' }).fill('groß');
  await page.keyboard.press('Enter');
  for (const box of [1, 2, 3]) await page.getByRole('checkbox').nth(box).dispatchEvent('click');
};

/** People's data: how long it is kept, and one person. */
export const privacyScenes: readonly Scene[] = [
  scene('setup-privacy', 'setup', {
    large: true,
    answers: { privacy: ok(withReceipt) },
    act: (page) => openTab(page, 'Privacy'),
  }),
  scene('setup-privacy-found', 'setup', { answers: { privacy: ok(kept), findPerson: ok([...found]) }, act: search }),
  scene('setup-privacy-not-finished', 'setup', {
    answers: { privacy: ok(kept), setup: ok({ ...setup, retention: { lastAt: at('03:00:04', '2026-11-18'), problem: 'copy-kept' } }) },
    act: (page) => openTab(page, 'Privacy'),
  }),
];
