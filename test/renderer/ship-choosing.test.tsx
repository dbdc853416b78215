import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ShipScreen } from '../../renderer/ship/ship-screen.tsx';
import { failed, ok } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { band, buttons, mount, page, reads } from './mount.tsx';
import { ship, workflowNo } from './mount-ship.tsx';

test('F12 buys the selected service, and its button names it', async () => {
  const { press, asked } = ship('ship-choosing');
  expect(buttons()).toContain('F12: Buy DPD Classic');
  await press('F12');
  expect(asked('buy')).toEqual([{ workflowNo, serviceId: '20711' }]);
});

test.each(['Enter', 'Tab', ' ', 'b'])('%s, which a bar code can carry, buys nothing', async (key) => {
  const { press, asked } = ship('ship-choosing');
  screen.getByRole('button', { name: 'Buy DPD Classic' }).focus();
  await press(key);
  await reads('Choose a service, then buy');
  expect(asked('buy')).toEqual([]);
});

test('a digit moves the choice, and buys nothing', async () => {
  const { press, asked } = ship('ship-choosing');
  await press('2');
  expect(asked('selectService')).toEqual([{ workflowNo, serviceId: '20712' }]);
  expect(asked('buy')).toEqual([]);
});

test('a changed price is shown before anything else', () => {
  ship('ship-choosing-changed');
  expect(band()).toBe('LOOK The price changed. Nothing was bought.');
  expect(page()).toContain('Look at the new price and choose again.');
});

test('without the service point a rule requires nothing can be bought, and F12 shows why', async () => {
  const { press, asked, answer } = ship('ship-services-rule-point');
  const [buy] = screen.getAllByRole('button', { name: /^Buy/ });
  expect([buy?.hasAttribute('disabled'), buy?.closest('.next')?.querySelector('svg')]).toEqual([true, null]);
  expect(page()).toContain('A rule sends it to a service point, and none is chosen yet.');
  answer('buy', failed(failure('point-missing')));
  await press('F12');
  expect(asked('buy')).toHaveLength(1);
  await reads('Press P, choose the service point, then buy.');
});

test('while booking is paused nothing can be bought', async () => {
  const { press, asked } = ship('ship-paused-choosing');
  expect(buttons()).not.toContain('F12: Buy DPD Classic');
  await press('F12');
  expect(asked('buy')).toEqual([]);
});

test('a service point is chosen by its digit while the list is open', async () => {
  const { press, asked } = ship('ship-choosing-points');
  await press('2');
  expect(asked('chooseServicePoint')).toEqual([{ workflowNo, keycode: 'DE-10625-4' }]);
});

test('if there is no service point, nothing can be bought before the list is closed', () => {
  ship('ship-choosing-no-points');
  expect(buttons()).not.toContain('F12: Buy DPD Classic');
});

test('names the code that is being looked up', () => {
  ship('ship-looking-up');
  expect(band()).toBe('WORKING Looking up ORD-48213');
});

test('a slow price request can be stopped, which discards it', async () => {
  const { workflow } = sceneOf('ship-quoting').snapshot.bench;
  const { press, asked, push } = ship('ship-looking-up');
  if (workflow.step === 'quoting') push({ workflow: { ...workflow, since: '2026-11-19T15:11:52.000Z' } });
  expect(band()).toBe('WORKING Asking the service for prices');
  expect(page()).toContain('Waiting for the prices of the service');
  expect(page()).toContain('The prices are no longer asked, and nothing is bought.');
  await press('Escape');
  expect(asked('stopWaiting')).toEqual([{ workflowNo }]);
});

test('a booking in progress shows service and price, and first what is normal', () => {
  const { push } = ship('ship-booking');
  expect(band()).toContain('WORKING Booking. Wait for the answer.');
  expect(page()).toContain('The courier is making the label');
  expect(page()).toContain('This often takes 10 to 30 seconds. Nothing is bought twice.');
  expect(page()).not.toContain('has not answered');
  expect(page()).toContain('Price 8.45 EUR');
  const { workflow } = sceneOf('ship-booking').snapshot.bench;
  if (workflow.step === 'booking') push({ workflow: { ...workflow, since: '2026-11-19T15:11:29.000Z' } });
  expect(page()).toMatch(/3[01] s/);
  expect(page()).toContain('It is not sent a second time. Without an answer it goes to Resolve, as unknown.');
});

test('after the answer the screen shows that the label is checked, and what stop waiting means then', async () => {
  const { press, asked } = ship('ship-checking-label', { stopWaiting: ok({}) });
  expect(band()).toContain('WORKING Booked. Checking the label.');
  expect(page()).toContain('Reading the label and comparing it with the order');
  expect(page()).toContain('The shipment is bought. Its label is kept until its order is scanned again.');
  expect(page()).not.toContain('has not answered');
  expect(page()).not.toContain('Wait for the answer');
  await press('Escape');
  expect(asked('stopWaiting')).toEqual([{ workflowNo }]);
});

describe('Three services of six', () => {
  const tiles = (): string[] => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent ?? '');

  test('the cheapest, the fastest and the usual one are shown, each with its reason', async () => {
    ship('ship-choosing-few');
    await reads('usual here');
    expect(tiles()).toEqual([
      expect.stringMatching(/^1 ?DPD.*cheapest.*8\.45/),
      expect.stringMatching(/^2 ?DHL Express.*Worldwide.*fastest.*34\.80/),
      expect.stringMatching(/^3 ?GLS.*usual here.*9\.10/),
    ]);
    expect(band()).toBe('READY Choose one of these 3 services, then buy');
  });

  test('a digit picks only what is on the screen', async () => {
    const { press, asked } = ship('ship-choosing-few');
    await reads('usual here');
    for (const digit of ['4', '5', '6']) await press(digit);
    expect(asked('selectService')).toEqual([]);
    await press('2');
    expect(asked('selectService')).toEqual([{ workflowNo, serviceId: '20716' }]);
  });

  test('0 shows all of them, and the bench remembers that', async () => {
    const { press, asked } = ship('ship-choosing-few');
    await press('0');
    expect(asked('saveSettings')).toEqual([{ settings: { showsAllServices: true } }]);
  });

  test('a selected service stays on the screen, whatever it costs', () => {
    const of = sceneOf('ship-choosing-few');
    const { workflow } = of.snapshot.bench;
    if (workflow.step !== 'choosing') throw new Error('No service can be chosen.');
    mount(<ShipScreen />, {
      ...of,
      snapshot: { ...of.snapshot, bench: { ...of.snapshot.bench, workflow: { ...workflow, serviceId: '20715' } } },
    });
    expect(tiles().at(-1)).toContain('Economy Select');
  });

  test('the service of the customer is among them, and a notice says if another one is about to be bought', () => {
    ship('ship-choosing-customer');
    expect(tiles().find((tile) => tile.includes('chosen by the customer'))).toContain('GLS');
    expect(page()).toContain('You are about to buy DPD; the customer chose GLS.');
  });

  test('a notice says that the customer chose what is not offered', () => {
    ship('ship-choosing-customer-none');
    expect(page()).toContain('The customer chose bpost. No service of that name is offered for this parcel.');
    expect(tiles().join()).not.toContain('customer');
  });

  test('extras that are not taken share a line with their keys', async () => {
    const { press, asked } = ship('ship-choosing-few');
    expect(screen.queryAllByRole('switch')).toEqual([]);
    expect(page()).toContain('Insurance');
    await press('I');
    expect(asked('toggleExtra')).toEqual([{ workflowNo, extra: 'insurance' }]);
  });
});

test.each(['ship-choosing-few', 'ship-choosing'])('on %s VAT has a fold of its own, which selects and buys nothing', async (name) => {
  const { click, asked } = ship(name);
  const fold = () => screen.getByText('Without VAT').closest('[hidden]');
  expect(fold()).not.toBeNull();
  await click('VAT');
  expect(fold()).toBeNull();
  expect([asked('selectService'), asked('buy')]).toEqual([[], []]);
});
