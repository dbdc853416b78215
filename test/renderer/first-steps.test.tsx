import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { App } from '../../renderer/app.tsx';
import { countryOfTimeZone } from '../../renderer/setup/computer-place.ts';
import { SetupScreen } from '../../renderer/setup/setup-screen.tsx';
import { rowReasonText } from '../../renderer/text/reasons.ts';
import { ok } from '../../shared/result.ts';
import { orderRows } from '../shots/orders-of-the-day.ts';
import { imported } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { setup } from '../shots/setups.ts';
import { band, type Mounted, mount, page, reads } from './mount.tsx';

/** Opens the first steps as a scene has them. */
async function open(name: string, answers: object = {}): Promise<Mounted> {
  const of = sceneOf(name);
  const mounted = mount(
    <SetupScreen />,
    { ...of, answers: { ...of.answers, ...answers } },
    { before: (state) => state.openScreen('setup', 'steps') },
  );
  await screen.findByRole('list', { name: 'Until the first label' });
  return mounted;
}

const printer = { address: 'tcp://10.0.4.30:9100', dpi: 203, widthMm: 102, heightMm: 152, id: 'label' };
const printed = { id: 'j-1', title: 'Test Bench 3', role: 'label', printerId: 'label', piece: 1, pieces: 1, copy: 0 } as const;
const testJob = (state: 'held' | 'printed') =>
  ok({
    ...printed,
    bookingId: null,
    pickupId: null,
    movedFrom: null,
    format: 'ZPL',
    state,
    detail: '',
    takenAt: null,
    changedAt: '2026-11-19T15:12:00.000Z',
  });

describe('The first steps', () => {
  test('the country and the time zone of the sender come from the computer', async () => {
    const { fill, press, asked } = await open('first-steps-sender', {
      checkSender: ok({ asSent: setup.settings.senders[0]?.address, problems: [] }),
    });
    expect(screen.getByLabelText('Country, two letters')).toHaveProperty('value', 'NL');
    fill('Name', 'Noor Houtman');
    await press('F10');
    expect(asked('saveSettings')).toMatchObject([
      { settings: { timeZone: 'Europe/Amsterdam', senders: [{ name: 'Main', address: { name: 'Noor Houtman', country: 'NL' } }] } },
    ]);
  });

  test('a number that was typed into the street is taken as the house number', async () => {
    const { fill, press, asked } = await open('first-steps-sender', {
      checkSender: ok({ asSent: setup.settings.senders[0]?.address, problems: [] }),
    });
    fill('Street', 'Industriestraße 40');
    expect(screen.getByLabelText('House number')).toHaveProperty('placeholder', '40');
    await press('F10');
    expect(asked('saveSettings')).toMatchObject([
      { settings: { senders: [{ address: { street: 'Industriestraße', houseNumber: '40' } }] } },
    ]);
  });

  test('the fields that are still missing are named beside the button that waits for them', async () => {
    const { fill } = await open('first-steps-sender');
    expect(page()).not.toContain('Still missing');
    fill('Name', 'Noor Houtman');
    await reads('Still missing:');
  });

  test('an address that the service would refuse is not saved', async () => {
    const { press, asked } = await open('first-steps-sender');
    await press('F10');
    expect(asked('saveSettings')).toEqual([]);
  });

  test.each([
    ['Europe/Amsterdam', 'NL'],
    ['America/Chicago', 'US'],
    ['UTC', ''],
  ])('the time zone %s is in %s', (zone, country) => {
    expect(countryOfTimeZone(zone)).toBe(country);
  });

  test('a Zebra of the network comes first, and Enter saves its paper and prints a test label', async () => {
    const { press, asked } = await open('first-steps-printer', { printTest: testJob('printed') });
    await reads('Zebra ZD421');
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
      expect.stringContaining('Zebra ZD421'),
      expect.stringContaining('HP LaserJet M404'),
      expect.stringContaining('It prints 62 mm wide.'),
    ]);
    await press('Enter');
    expect(asked('saveSettings')).toMatchObject([{ settings: { printers: [printer] } }]);
    await expect.poll(() => asked('printTest')).toEqual([{ role: 'label' }]);
  });

  test('a digit picks another printer and saves nothing', async () => {
    const { press, asked } = await open('first-steps-printer');
    await reads('Zebra ZD421');
    await press('2');
    expect(page()).toContain('Use HP LaserJet M404');
    expect(asked('saveSettings')).toEqual([]);
  });

  test('a test label that does not come out is no answer', async () => {
    const { press } = await open('first-steps-printer', { printTest: testJob('held') });
    await reads('Zebra ZD421');
    await press('Enter');
    await reads('The test label did not come out');
    expect(band()).toBe('READY Answer 3 of 4: Label printer');
  });

  test('a person chooses from the orders of a file', async () => {
    const [, second] = orderRows;
    const { press, asked } = await open('first-steps-order', { scan: ok({}) });
    await reads(second?.order.key ?? '');
    expect(page()).toContain(`${imported.file}: ${imported.taken} orders were read.`);
    expect(page()).toContain(`${imported.problems.length} rows could not be read. They wait in Resolve.`);
    expect(page()).toContain('ORD-48240 Not paid');
    const [row] = imported.problems;
    expect(page()).toContain(`Line ${row?.line}, ${row?.orderKey} ${row ? rowReasonText(row) : ''}`);
    await press('2');
    await expect.poll(() => asked('scan')).toEqual([{ code: second?.order.key }]);
  });

  test('Enter opens the first order of a file', async () => {
    const [first] = orderRows;
    const { press, asked } = await open('first-steps-order', { scan: ok({}) });
    await reads(first?.order.key ?? '');
    await press('Enter');
    await expect.poll(() => asked('scan')).toEqual([{ code: first?.order.key }]);
  });

  test('a file is read without leaving the questions', async () => {
    const readable = await open('first-steps-orders', { chooseOrderFile: ok(imported) });
    await readable.press('1');
    await expect.poll(() => readable.asked('chooseOrderFile')).toHaveLength(1);
    expect(readable.state.shown.getState().screen).toBe('setup');
  });

  test('a file of which nothing can be shipped opens Orders, which says why', async () => {
    const report = { ...imported, held: imported.taken };
    const held = await open('first-steps-orders', { chooseOrderFile: ok(report) });
    await held.press('1');
    await expect.poll(() => held.state.shown.getState().screen).toBe('orders');
  });

  test('a test label that looks wrong leads back to the printers', async () => {
    await open('first-steps-orders');
    fireEvent.click(screen.getByRole('button', { name: 'Choose the printer again' }));
    await reads('Which printer prints your labels?');
  });

  test('an order by hand opens on Ship when it is saved', async () => {
    const of = sceneOf('first-steps-orders');
    const { press, fill, asked } = mount(
      <App />,
      { ...of, answers: { ...of.answers, saveOrder: ok({}), scan: ok({}) } },
      { before: (state) => state.openScreen('setup', 'steps') },
    );
    await reads('Where do your orders come from?');
    await press('2');
    fill('Order number, as on its bar code', 'FIRST-1');
    await press('F10');
    await expect.poll(() => asked('scan')).toEqual([{ code: 'FIRST-1' }]);
  });

  test('an answer can wait: F9 goes on with the next question', async () => {
    const { press } = await open('first-steps-sender');
    expect(band()).toBe('READY Answer 2 of 4: Sender');
    await press('F9');
    expect(band()).not.toContain('Sender');
  });
});
