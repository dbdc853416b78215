import type { Person, SignIn } from '../../../shared/person.ts';
import { failed, ok } from '../../../shared/result.ts';
import { openTab } from '../open-tab.ts';
import { shipped } from '../orders-of-the-day.ts';
import { at } from '../people.ts';
import { failure, type Scene, scene } from '../scene.ts';
import { choosing } from './ship.ts';

const listed = (id: string, name: string, role: Person['role'], hasBadge: boolean, hasPin: boolean): Person => ({
  id,
  name,
  role,
  hasBadge,
  hasPin,
});

const people: SignIn['people'] = [
  listed('ada', 'Ada Byron', 'admin', false, true),
  listed('lea', 'Anneke de Boer', 'shift-lead', true, true),
  listed('pam', 'Marta Oliveira', 'packer', true, false),
  listed('tw', 'Tobias Wren', 'packer', true, true),
  listed('zk', 'Zoë Kranjčar', 'packer', true, true),
  listed('tr', 'Tomáš Říha', 'packer', false, true),
  listed('iv', 'Ilse van Dam', 'packer', true, true),
];

const bundle = `${JSON.stringify(
  {
    packbenchSupportBundle: 1,
    madeAt: at('14:12'),
    versions: { packbench: '0.1.0', electron: '45.4.1', chrome: '156.0.8078.79', node: '24.21.0', sqlite: '3.53.4' },
    computer: { os: 'win32', release: '10.0.26100', arch: 'x64', processors: 4, memoryMb: 8192, freeMemoryMb: 2110, upHours: 41 },
    printers: [
      { printer: 1, way: 'tcp', role: 'label', isStandby: false, dpi: 203, widthMm: 102, heightMm: 152, state: { kind: 'ready' } },
    ],
    settings: { world: 'live', benchName: '(text)', packer: '(text)', lockAfterMinutes: 5, scanBack: true },
    timings: [{ action: 'ship', count: 184, medianMs: 1900, longestMs: 8240 }],
  },
  null,
  1,
).slice(0, -2)},
 "log": [
  {"at":"${at('14:02:11')}","event":"courier-post","action":"ship","state":"answered","status":200,"ms":1900},
  {"at":"${at('14:02:12')}","event":"print","jobId":"9f0c7f4e-1b57-4e5e-9d2b-2a1d0f6c8e11","state":"printed"},
  {"at":"${at('14:05:40')}","event":"failed","code":"printer-out-of-labels","ref":"K7QD","action":"retry"}
 ]
}
`;

/** A bench that locked itself after five minutes. */
export const signedOut: SignIn = { person: null, people, locked: { at: at('14:10'), afterMinutes: 5 }, lastId: 'lea', isLost: false };
/** The same bench, with a packer. */
export const packerHere: SignIn = { ...signedOut, person: { id: 'pam', name: 'Marta Oliveira', role: 'packer' }, locked: null };
const adminHere: SignIn = { ...signedOut, person: { id: 'ada', name: 'Ada Byron', role: 'admin' }, locked: null };

/** The person at the bench, or nobody. */
export const peopleScenes: readonly Scene[] = [
  scene('people-locked', 'ship', { large: true, frame: { signIn: signedOut }, workflow: choosing }),
  scene('people-locked-badge-only', 'ship', { frame: { signIn: { ...signedOut, lastId: 'pam' } } }),
  scene('people-locked-wrong-pin', 'ship', {
    frame: { signIn: signedOut },
    answers: { signIn: failed(failure('person-pin-wrong')), stillHere: ok({}) },
    act: async (page) => {
      await page.getByLabel('PIN').pressSequentially('4711', { delay: 400 });
      await page.keyboard.press('Enter');
      await page.getByText('That is not the PIN of this name', { exact: false }).first().waitFor();
    },
  }),
  scene('people-lost-list', 'ship', { frame: { signIn: { ...signedOut, people: [], isLost: true } } }),
  scene('people-approval', 'ship', {
    frame: { signIn: packerHere },
    workflow: { step: 'already-shipped', booking: shipped, failure: null },
    answers: { shipAgain: failed(failure('not-allowed', [{ code: 'needs-role', role: 'shift-lead' }])), stillHere: ok({}) },
    act: async (page) => {
      await page.getByRole('radio').first().click({ force: true });
      await page.keyboard.down('Delete');
      await page.getByText('has to approve this').first().waitFor();
      await page.keyboard.up('Delete');
    },
  }),
  scene('setup-people', 'setup', {
    frame: { signIn: adminHere },
    answers: { stillHere: ok({}) },
    act: (page) => openTab(page, 'People'),
  }),
  scene('setup-support', 'setup', {
    answers: { supportBundle: ok({ text: bundle }) },
    act: (page) => openTab(page, 'Support'),
  }),
  scene('setup-people-none', 'setup', { act: (page) => openTab(page, 'People') }),
  scene('setup-people-new', 'setup', {
    act: async (page) => {
      await openTab(page, 'People');
      await page.getByRole('button', { name: 'Add a person' }).click();
    },
  }),
];
