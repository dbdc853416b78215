import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeRecoveryKey } from '../../electron/credentials/recovery-key.ts';
import { recoveryName } from '../../electron/station/world-files.ts';
import { commandCode } from '../../shared/command-keys.ts';
import type { CallArgs } from '../../shared/ipc.ts';
import { orderKeySchema } from '../../shared/order.ts';
import type { Person } from '../../shared/person.ts';
import { because } from '../reprint-reason.ts';
import { counted, type PlainOptions, type PlainStation, startPlainStation } from './plain-station.ts';

type NewPerson = Partial<CallArgs<'savePerson'>> & Pick<CallArgs<'savePerson'>, 'name'>;
const save = (bench: PlainStation, person: NewPerson) =>
  bench.station.handlers.savePerson({ id: null, role: 'packer', badge: null, pin: null, leadPin: '', ...person });

/** Number of the newest printed copy of a label. */
const newestCopy = async ({ call }: PlainStation, bookingId: string): Promise<number> => {
  const { booking } = await call('timeline', { bookingId });
  return Math.max(...booking.jobs.filter(({ state }) => state === 'printed').map(({ copy }) => copy));
};

/** A bench whose admin Ada, shift lead Lea and packer Pam are listed. Nobody is signed in. `lines`: its history without a parcel. */
async function withPeople(options: PlainOptions = {}) {
  const lines: string[] = [];
  let ms = Date.UTC(2026, 10, 30, 9);
  const bench = await startPlainStation({
    ...options,
    platform: { now: () => new Date(ms), elapsed: () => ms, ...options.platform },
    journal: (journal) => ({
      record: (bookingId, what, detail) => {
        if (bookingId === null) lines.push(`${what} ${JSON.stringify(detail)}`);
        journal.record(bookingId, what, detail);
      },
    }),
  });
  const listed: Record<string, Person> = {};
  for (const person of [
    { name: 'Ada', role: 'admin', pin: '1111' },
    { name: 'Lea', role: 'shift-lead', badge: 'LEA-000001', pin: '2222' },
    { name: 'Pam', badge: 'PAM-000001', pin: '3333' },
  ] as const)
    expect(await save(bench, person)).toMatchObject({ ok: true });
  for (const person of bench.station.snapshot().frame.signIn?.people ?? []) listed[person.name] = person;
  await bench.call('signOut', {});
  const wait = (minutes: number): void => void (ms += minutes * 60_000);
  const as = (badge: string) => bench.call('signIn', { badge });
  const idOf = (name: string): string => listed[name]?.id ?? '';
  return { bench, lines, wait, as, idOf };
}

test('a shop that lists nobody never sees a sign-in', async () => {
  const bench = await startPlainStation();
  expect(bench.station.snapshot().frame.signIn).toBeNull();
  expect((await bench.ship('ORD-1001')).booking.packer).toBe('Zoë Kranjčar');
});

test('the first person must be an admin who can sign in, and is signed in at once', async () => {
  const bench = await startPlainStation();
  expect(await save(bench, { name: 'Pam', pin: '3333' })).toMatchObject({ failure: { reasons: [{ code: 'person-last-admin' }] } });
  expect(await save(bench, { name: 'Ada', role: 'admin' })).toMatchObject({ failure: { reasons: [{ code: 'person-without-proof' }] } });
  expect(await save(bench, { name: 'Ada', role: 'admin', pin: '1111' })).toMatchObject({ ok: true });
  expect(bench.station.snapshot().frame.signIn).toMatchObject({ person: { name: 'Ada' }, locked: null });
});

test('the PIN of the shift lead keeps a passer-by from making the first list', async () => {
  const bench = await startPlainStation();
  await bench.call('setLeadPin', { oldPin: '', pin: '4711' });
  expect(await save(bench, { name: 'Eve', role: 'admin', pin: '0000' })).toMatchObject({ failure: { code: 'pin-wrong' } });
  expect(bench.station.snapshot().frame.signIn).toBeNull();
  expect(await save(bench, { name: 'Ada', role: 'admin', pin: '1111', leadPin: '4711' })).toMatchObject({ ok: true });
});

test('while nobody is signed in, nothing is scanned, bought, shown or changed', async () => {
  const { bench, lines } = await withPeople();
  await expect(bench.call('scan', { code: 'ORD-1001' })).rejects.toThrow('not-allowed');
  await expect(bench.call('orders', { search: '', offset: 0, limit: 10 })).rejects.toThrow('not-allowed');
  await expect(bench.call('saveSettings', { settings: { benchName: 'Mine' } })).rejects.toThrow('not-allowed');
  expect(counted(bench)).toEqual({ booked: 0, sheets: 0 });
  expect(lines).toContain('call-refused "Ada: scan"');
});

test('a badge opens the bench at once, and every line of a parcel names its owner', async () => {
  const { bench, as } = await withPeople();
  await as('PAM-000001');
  const done = await bench.ship('ORD-1001');
  expect(done.booking.packer).toBe('Pam');
  expect(bench.station.snapshot().frame.packer).toBe('Pam');
  await bench.call('next', { workflowNo: bench.workflowNo() });
  await bench.call('scan', { code: 'LEA-000001' });
  expect((await bench.ship('ORD-1002')).booking.packer).toBe('Lea');
  expect(counted(bench)).toEqual({ booked: 2, sheets: 2 });
});

test('an unknown badge and a wrong PIN open nothing, and guesses are slowed for that name only', async () => {
  const { bench, lines, wait, idOf } = await withPeople();
  const guess = (name: string, pin: string) => bench.station.handlers.signIn({ id: idOf(name), pin });
  expect(await bench.station.handlers.signIn({ badge: 'PAM-000002' })).toMatchObject({ failure: { code: 'badge-unknown' } });
  expect(await bench.station.handlers.signIn({ badge: '' })).toMatchObject({ failure: { code: 'badge-unknown' } });
  const codes: string[] = [];
  for (let at = 0; at < 20; at += 1) {
    const answer = await guess('Pam', String(4000 + at));
    codes.push(answer.ok ? 'ok' : answer.failure.code);
  }
  expect(codes.filter((code) => code === 'person-pin-wrong')).toHaveLength(4);
  expect(codes.filter((code) => code === 'pin-too-soon')).toHaveLength(16);
  expect(lines.filter((line) => line === 'person-pin-wrong "Pam"')).toHaveLength(4);
  expect(await guess('Lea', '2222')).toMatchObject({ ok: true });
  await bench.call('signOut', {});
  wait(1);
  expect(await guess('Pam', '3333')).toMatchObject({ ok: true });
});

test('unknown badges are slowed like wrong PINs, also at an approval and after a restart, and are in the history', async () => {
  const { bench, lines, wait, as, idOf } = await withPeople();
  await as('PAM-000001');
  const codeOf = (answer: { ok: true } | { ok: false; failure: { code: string } }) => (answer.ok ? 'ok' : answer.failure.code);
  const guess = async (badge: string) => codeOf(await bench.station.handlers.signIn({ badge }));
  const approve = async (badge: string) => codeOf(await bench.station.handlers.approve({ call: 'deleteOrder', proof: { badge } }));
  expect([await guess('LEA-000002'), await approve('LEA-000003')]).toEqual(['badge-unknown', 'badge-unknown']);
  await bench.call('signOut', {});
  const codes = [];
  for (let at = 0; at < 20; at += 1) codes.push(await guess(`LEA-00001${at}`));
  expect(codes.filter((code) => code === 'badge-unknown')).toHaveLength(2);
  expect(codes.filter((code) => code === 'badge-too-soon')).toHaveLength(18);
  expect(await guess('LEA-000001')).toBe('badge-too-soon');
  expect(lines.filter((line) => line.startsWith('badge-unknown'))).toEqual(Array(4).fill('badge-unknown ""'));
  expect(lines.join()).not.toContain('LEA-0000');
  await bench.reopen();
  expect(await guess('LEA-000001')).toBe('badge-too-soon');
  await bench.call('signIn', { id: idOf('Pam'), pin: '3333' });
  expect(await approve('LEA-000001')).toBe('badge-too-soon');
  wait(1);
  expect([await guess('LEA-000009'), await guess('LEA-000001')]).toEqual(['badge-unknown', 'badge-too-soon']);
  wait(2);
  expect([await guess('LEA-000001'), await guess('LEA-000009')]).toEqual(['ok', 'badge-unknown']);
  expect(bench.station.snapshot().frame.signIn).toMatchObject({ person: { name: 'Lea' } });
});

test('a person without a PIN cannot sign in with an empty one, nor with any', async () => {
  const { bench, idOf, as } = await withPeople();
  await bench.call('signIn', { id: idOf('Ada'), pin: '1111' });
  await save(bench, { id: idOf('Pam'), name: 'Pam', pin: '' });
  await bench.call('signOut', {});
  for (const pin of ['', '0', '3333'])
    expect(await bench.station.handlers.signIn({ id: idOf('Pam'), pin })).toMatchObject({ failure: { code: 'person-pin-wrong' } });
  await as('PAM-000001');
});

test('the bench locks after idle minutes, keeps the parcel in hand, and goes on with it after the next sign-in', async () => {
  const { bench, wait, as } = await withPeople();
  await as('PAM-000001');
  await bench.toTiles('ORD-1001');
  wait(4);
  await bench.call('stillHere', {});
  wait(4);
  expect(await bench.station.handlers.orders({ search: '', offset: 0, limit: 1 })).toMatchObject({ ok: true });
  wait(2);
  await expect(bench.call('buy', { workflowNo: bench.workflowNo(), serviceId: '1' })).rejects.toThrow('not-allowed');
  expect(bench.station.snapshot().frame.signIn).toMatchObject({ person: null, locked: { afterMinutes: 5 } });
  await bench.call('stillHere', {});
  expect(bench.station.snapshot().frame.signIn?.person).toBeNull();
  await as('LEA-000001');
  const { serviceId } = await bench.at('choosing');
  await bench.take(serviceId, 'done');
  expect(counted(bench)).toEqual({ booked: 1, sheets: 1 });
});

test('a computer that slept is locked when it wakes, also if its other clock stood still or the clock was set back', async () => {
  for (const clocks of [{ elapsed: () => 0 }, { now: () => new Date(Date.UTC(2026, 10, 30, 9)) }]) {
    const { bench, wait, as } = await withPeople({ platform: clocks });
    await as('PAM-000001');
    wait(6);
    await expect(bench.call('scan', { code: 'ORD-1001' })).rejects.toThrow('not-allowed');
    expect(bench.station.snapshot().frame.signIn).toMatchObject({ person: null, locked: { afterMinutes: 5 } });
  }
});

test('an approval for one packer is not for the next one at the bench', async () => {
  const { bench, as } = await withPeople();
  await as('PAM-000001');
  await bench.call('approve', { call: 'deleteOrder', proof: { badge: 'LEA-000001' } });
  await as('PAM-000001');
  await expect(bench.call('deleteOrder', { key: orderKeySchema.parse('ORD-1001') })).rejects.toThrow('not-allowed');
  await bench.call('approve', { call: 'deleteOrder', proof: { badge: 'LEA-000001' } });
  await bench.call('deleteOrder', { key: orderKeySchema.parse('ORD-1001') });
});

test('a shift lead approves one call of a packer on the spot, with both names in the history', async () => {
  const { bench, lines, as, wait } = await withPeople();
  await as('PAM-000001');
  await bench.ship('ORD-1001');
  await bench.call('next', { workflowNo: bench.workflowNo() });
  await bench.scan('ORD-1001', 'already-shipped');
  const again = () => bench.station.handlers.shipAgain({ workflowNo: bench.workflowNo(), reason: 'damaged', pin: '' });
  const approve = (badge: string) => bench.station.handlers.approve({ call: 'shipAgain', proof: { badge } });
  expect(await again()).toMatchObject({ failure: { code: 'not-allowed' } });
  expect(await approve('PAM-000001')).toMatchObject({ failure: { code: 'not-allowed' } });
  expect(await again()).toMatchObject({ failure: { code: 'not-allowed' } });
  expect(await approve('LEA-000001')).toMatchObject({ ok: true });
  wait(1);
  expect(await again()).toMatchObject({ failure: { code: 'not-allowed' } });
  expect(await approve('LEA-000001')).toMatchObject({ ok: true });
  await expect(bench.call('settleRestored', { reason: 'looked', pin: '' })).rejects.toThrow('not-allowed');
  expect(await again()).toMatchObject({ ok: true });
  expect(lines).toContain('call-approved "Pam: shipAgain: Lea"');
  expect(await again()).toMatchObject({ failure: { code: 'not-allowed' } });
});

test('a packer prints a label again twice; then a shift lead is needed, after the reason', async () => {
  const { bench, as } = await withPeople();
  await as('PAM-000001');
  const { booking } = await bench.ship('ORD-1001');
  const reprint = () => bench.station.handlers.reprint({ bookingId: booking.id, because });
  for (let copy = 1; copy <= 2; copy += 1) {
    expect(await reprint()).toMatchObject({ ok: true });
    await expect.poll(() => newestCopy(bench, booking.id)).toBe(copy);
  }
  expect(await reprint()).toMatchObject({ failure: { code: 'not-allowed' } });
  // Neither the key nor the command prints without a reason.
  expect(await bench.station.handlers.reprint({ bookingId: booking.id })).toMatchObject({ failure: { code: 'reprint-needs-reason' } });
  const scan = () => bench.station.handlers.scan({ code: commandCode('REPRINT') });
  expect(await scan()).toMatchObject({ failure: { code: 'reprint-needs-reason' } });
  await bench.call('approve', { call: 'reprint', proof: { badge: 'LEA-000001' } });
  expect(await reprint()).toMatchObject({ ok: true });
  await expect.poll(() => newestCopy(bench, booking.id)).toBe(3);
  await expect.poll(() => counted(bench).sheets).toBe(4);
  expect(await reprint()).toMatchObject({ failure: { code: 'not-allowed' } });
  expect(await bench.station.handlers.approve({ call: 'reprint', proof: { badge: 'PAM-000001' } })).toMatchObject({
    failure: { code: 'not-allowed' },
  });
});

test('a packer changes neither Setup nor the list, and the last admin stays', async () => {
  const { bench, as, idOf } = await withPeople();
  await as('PAM-000001');
  expect(await save(bench, { id: idOf('Pam'), name: 'Pam', role: 'admin' })).toMatchObject({ failure: { code: 'not-allowed' } });
  await expect(bench.call('connect', { world: 'live', baseUrl: 'https://x.test', account: '', key: 'k', secret: 's' })).rejects.toThrow(
    'not-allowed',
  );
  await bench.call('signIn', { id: idOf('Ada'), pin: '1111' });
  expect(await bench.station.handlers.removePerson({ id: idOf('Ada') })).toMatchObject({
    failure: { reasons: [{ code: 'person-last-admin' }] },
  });
  expect(await save(bench, { id: idOf('Ada'), name: 'Ada', role: 'packer' })).toMatchObject({
    failure: { reasons: [{ code: 'person-last-admin' }] },
  });
  for (const name of ['Lea', 'Pam', 'Ada'])
    expect(await bench.station.handlers.removePerson({ id: idOf(name) })).toMatchObject({ ok: true });
  expect(bench.station.snapshot().frame.signIn).toBeNull();
});

test('one badge has one owner, and no command or short code is a badge', async () => {
  const { bench, idOf } = await withPeople();
  await bench.call('signIn', { id: idOf('Ada'), pin: '1111' });
  const reasonOf = async (badge: string) => {
    const answer = await save(bench, { name: 'Max', badge });
    return answer.ok ? 'ok' : answer.failure.reasons?.[0];
  };
  expect(await reasonOf('PAM-000001')).toEqual({ code: 'badge-of-another', name: 'Pam' });
  expect(await reasonOf('123')).toEqual({ code: 'badge-unusable' });
  expect(await reasonOf('PB!F12')).toEqual({ code: 'badge-unusable' });
  expect(await reasonOf('MAX-000001')).toBe('ok');
});

test('an id that is not in the list names no file', async () => {
  const { bench, idOf } = await withPeople();
  await bench.call('signIn', { id: idOf('Ada'), pin: '1111' });
  const before = readdirSync(bench.dir, { recursive: true }).length;
  expect(await save(bench, { id: '/../../x', name: 'Eve', pin: '9999' })).toMatchObject({
    failure: { reasons: [{ code: 'person-gone' }] },
  });
  expect(await bench.station.handlers.removePerson({ id: '/../../x' })).toMatchObject({ ok: true });
  expect(readdirSync(bench.dir, { recursive: true }).length).toBe(before);
});

test('the frame names whoever signed in last, at once', async () => {
  const { bench, as } = await withPeople();
  await as('LEA-000001');
  await bench.call('scan', { code: 'PAM-000001' });
  expect(bench.station.snapshot().frame).toMatchObject({ packer: 'Pam', signIn: { person: { name: 'Pam' } } });
  await bench.call('signOut', {});
  expect(bench.station.snapshot().frame.packer).toBe('');
});

test('a deleted list opens nothing, and the secret of the account is the way back', async () => {
  const { bench } = await withPeople();
  await bench.reopen(() => rmSync(join(bench.dir, 'credentials', 'people.encrypted')));
  expect(bench.station.snapshot().frame.signIn).toMatchObject({ isLost: true, people: [], person: null });
  await expect(bench.call('orders', { search: '', offset: 0, limit: 1 })).rejects.toThrow('not-allowed');
  await expect(bench.call('removeEverybody', { proof: 'a guess' })).rejects.toThrow('proof-wrong');
  await bench.call('removeEverybody', { proof: bench.service.secret });
  expect(bench.station.snapshot().frame.signIn).toBeNull();
});

test.each(['account', 'recovery code'])('moving the %s away for a moment removes no list and sets no PIN', async (kept) => {
  const { bench, idOf } = await withPeople();
  await bench.call('signIn', { id: idOf('Ada'), pin: '1111' });
  if (kept === 'recovery code') await bench.call('makeRecoveryCode', { pin: '' });
  await bench.call('signOut', {});
  await bench.reopen(() => {
    for (const name of readdirSync(bench.dir, { recursive: true, encoding: 'utf8' }))
      if (/(?:credentials-\w+\.encrypted|recovery[^/]*)$/.test(name)) rmSync(join(bench.dir, name));
  });
  await expect(bench.call('removeEverybody', { proof: 'anything' })).rejects.toThrow('proof-gone');
  await expect(bench.call('removeEverybody', { proof: '' })).rejects.toThrow('proof-gone');
  await expect(bench.call('resetLeadPin', { proof: 'anything', pin: '0000' })).rejects.toThrow('proof-gone');
  expect(bench.station.snapshot().frame.signIn?.people).toHaveLength(3);
});

test('a recovery code that was put into the backup folder removes no list, and the own one does', async () => {
  const { bench, idOf } = await withPeople();
  await bench.call('signIn', { id: idOf('Ada'), pin: '1111' });
  const { code } = await bench.call('makeRecoveryCode', { pin: '' });
  await bench.call('signOut', {});
  const forged = {
    dataKey: new Uint8Array(32).fill(7),
    code: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA',
    salt: new Uint8Array(16),
    madeAt: new Date(),
  };
  const own = join(bench.dir, 'backups', recoveryName);
  expect(existsSync(own)).toBe(true);
  writeRecoveryKey([own], forged);
  await expect(bench.call('removeEverybody', { proof: forged.code })).rejects.toThrow('proof-wrong');
  await expect(bench.call('resetLeadPin', { proof: forged.code, pin: '0000' })).rejects.toThrow('proof-wrong');
  await bench.call('removeEverybody', { proof: code });
  expect(bench.station.snapshot().frame.signIn).toBeNull();
});

test('a deleted PIN of one person opens nothing either', async () => {
  const { bench, idOf } = await withPeople();
  await bench.reopen(() => rmSync(join(bench.dir, 'credentials', `pin-${idOf('Ada')}.encrypted`)));
  for (const pin of ['', '1111', '0000'])
    expect(await bench.station.handlers.signIn({ id: idOf('Ada'), pin })).toMatchObject({ failure: { code: 'person-pin-wrong' } });
});

test('a restart signs everybody out', async () => {
  const { bench, as } = await withPeople();
  await as('PAM-000001');
  await bench.reopen();
  expect(bench.station.snapshot().frame.signIn).toMatchObject({ person: null, locked: { afterMinutes: null } });
});
