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
  scene('setup-people-none', 'setup', { act: (page) => openTab(page, 'People') }),
  scene('setup-people-new', 'setup', {
    act: async (page) => {
      await openTab(page, 'People');
      await page.getByRole('button', { name: 'Add a person' }).click();
    },
  }),
];
