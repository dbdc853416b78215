import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { App } from '../../renderer/app.tsx';
import type { SignIn } from '../../shared/person.ts';
import { failed, ok } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { packerHere, signedOut } from '../shots/scenes/people.ts';
import { sceneOf } from '../shots/scenes.ts';
import { band, buttons, type Mounted, mount, page, reads } from './mount.tsx';
import { openTab } from './setup-tab.tsx';

function openApp(scene: string, signIn: SignIn, answers: object = {}): Mounted {
  const of = sceneOf(scene);
  const plan = { ...of, answers: { signIn: ok({}), stillHere: ok({}), ...of.answers, ...answers } };
  return mount(<App />, { ...plan, snapshot: { ...plan.snapshot, frame: { ...plan.snapshot.frame, signIn } } }, { hears: false });
}

describe('A locked bench', () => {
  test('shows no order, and a scan is a badge', async () => {
    const { scan, asked, press } = openApp('ship-choosing', signedOut);
    expect(band()).toBe('READY Scan your badge, or choose your name');
    expect(page()).not.toContain('Buy');
    await scan('LEA-000001');
    expect(asked('signIn')).toEqual([{ badge: 'LEA-000001' }]);
    expect(asked('scan')).toEqual([]);
    await press('F2');
    await press('F12');
    expect(band()).toBe('READY Scan your badge, or choose your name');
    expect(asked('buy')).toEqual([]);
  });

  test('takes the PIN of the last name, or of another one chosen with the arrows', async () => {
    const { fill, press, asked } = openApp('ship-ready', signedOut);
    expect(page()).toContain('PIN of Anneke de Boer');
    fill('PIN', '2222');
    screen.getByLabelText('PIN').focus();
    await press('Enter');
    expect(asked('signIn')).toEqual([{ id: 'lea', pin: '2222' }]);
    screen.getByLabelText('PIN').focus();
    await press('ArrowUp');
    await reads('PIN of Ada Byron');
    fill('PIN', '1111');
    screen.getByLabelText('PIN').focus();
    await press('Enter');
    await waitFor(() => expect(asked('signIn').at(-1)).toEqual({ id: 'ada', pin: '1111' }));
  });

  test('says why a PIN was refused, and forgets it', async () => {
    const { fill, press } = openApp('ship-ready', signedOut, { signIn: failed(failure('person-pin-wrong')) });
    fill('PIN', '0000');
    screen.getByLabelText('PIN').focus();
    await press('Enter');
    await reads('That is not the PIN of this name.');
    expect(screen.getByLabelText<HTMLInputElement>('PIN').value).toBe('');
  });

  test('a name without a PIN asks for its badge', async () => {
    openApp('ship-ready', { ...signedOut, lastId: 'pam' });
    await reads('This name has no PIN. Scan the badge.');
  });

  test('a lost list leads to the proof that removes it', async () => {
    const { fill, press, asked } = openApp('ship-ready', { ...signedOut, people: [], isLost: true }, { removeEverybody: ok({}) });
    expect(band()).toBe('LOOK The list of people cannot be read, so nobody can sign in');
    fill('Secret of the account, or recovery code', 'K7QHT');
    await press('F10');
    expect(asked('removeEverybody')).toEqual([{ proof: 'K7QHT' }]);
  });

  test('names the order that is still in hand', () => {
    openApp('ship-choosing', signedOut);
    expect(page()).toContain('is still in hand');
  });
});

describe('An approval', () => {
  test('a call that a packer may not make is made again after a shift lead scanned a badge', async () => {
    const refused = failed(failure('not-allowed', [{ code: 'needs-role', role: 'shift-lead' }]));
    const { press, scan, asked, answer } = openApp('ship-already-shipped', packerHere, { shipAgain: refused, approve: ok({}) });
    screen.getAllByRole('radio')[0]?.click();
    await press('Delete');
    await reads('A shift lead or an admin has to approve this');
    expect(page()).toContain('Ada Byron');
    answer('shipAgain', ok({}));
    await scan('LEA-000001');
    await waitFor(() => expect(asked('shipAgain')).toHaveLength(2));
    expect(asked('approve')).toEqual([{ call: 'shipAgain', proof: { badge: 'LEA-000001' } }]);
    expect(asked('shipAgain')[0]).toEqual(asked('shipAgain')[1]);
    expect(page()).not.toContain('has to approve this');
  });

  test('Escape leaves it, and the refusal is shown', async () => {
    const { press, asked } = openApp('ship-already-shipped', packerHere, {
      shipAgain: failed(failure('not-allowed', [{ code: 'needs-role', role: 'shift-lead' }])),
    });
    screen.getAllByRole('radio')[0]?.click();
    await press('Delete');
    await reads('has to approve this');
    await press('Escape');
    await reads('You may not do this at this bench.');
    expect(asked('shipAgain')).toHaveLength(1);
  });
});

describe('What lies below an approval', () => {
  const asksForApproval = async () => {
    const app = openApp('ship-already-shipped', packerHere, {
      shipAgain: failed(failure('not-allowed', [{ code: 'needs-role', role: 'shift-lead' }])),
    });
    screen.getAllByRole('radio')[0]?.click();
    await app.press('Delete');
    await reads('has to approve this');
    return app;
  };

  test('takes no key, and is as it was afterwards', async () => {
    const { press, asked } = await asksForApproval();
    for (const key of ['Delete', 'F12', 'F8', 'Enter', '1']) await press(key);
    expect([asked('shipAgain').length, asked('reprint'), asked('buy')]).toEqual([1, [], []]);
    await press('Escape');
    await reads('You may not do this at this bench.');
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked)[0]).toBe(true);
    await press('Delete');
    await waitFor(() => expect(asked('shipAgain')).toHaveLength(2));
  });

  test('ends it if another screen is opened, and it does not come back with the screen', async () => {
    const { press, asked } = await asksForApproval();
    await press('F2');
    await waitFor(() => expect(page()).not.toContain('has to approve this'));
    expect(document.querySelector('[aria-current="page"]')?.textContent).toContain('Orders');
    await press('F1');
    await reads('Ship again as shipment 2');
    expect(page()).not.toContain('has to approve this');
    expect([asked('shipAgain').length, asked('approve')]).toEqual([1, []]);
  });

  test('ends it if the bench is locked, and the next person is not asked for it', async () => {
    const { push, asked } = await asksForApproval();
    push({ frame: { signIn: signedOut } });
    await reads('Scan your badge, or choose your name');
    expect(page()).not.toContain('has to approve this');
    push({ frame: { signIn: packerHere } });
    await reads('Ship again as shipment 2');
    expect(page()).not.toContain('has to approve this');
    expect(asked('shipAgain')).toHaveLength(1);
  });
});

test('an approval that only an admin can give names and lists admins alone', async () => {
  const refused = failed(failure('not-allowed', [{ code: 'needs-role', role: 'admin' }]));
  const { press } = openApp('ship-already-shipped', packerHere, { shipAgain: refused });
  screen.getAllByRole('radio')[0]?.click();
  await press('Delete');
  await reads('An admin has to approve this');
  const listed = page().slice(page().indexOf('An admin has to approve this'));
  expect([listed.includes('Ada Byron'), listed.includes('Anneke de Boer')]).toEqual([true, false]);
});

describe('People in Setup', () => {
  test('the first person is offered as an admin', async () => {
    const { click, fill, press, asked } = await openTab('People', {});
    await reads('Nobody signs in');
    await click('Add a person');
    fill('Name', 'Ada Byron');
    fill('PIN', '1111');
    await press('F10');
    expect(asked('savePerson')).toEqual([{ id: null, name: 'Ada Byron', role: 'admin', badge: null, pin: '1111', leadPin: '' }]);
  });
});

test('the name in the top bar signs out', async () => {
  const { click, asked } = openApp('ship-ready', packerHere, { signOut: ok({}) });
  await click(/Marta Oliveira/);
  expect(asked('signOut')).toEqual([{}]);
  expect(buttons().length).toBeGreaterThan(0);
});
