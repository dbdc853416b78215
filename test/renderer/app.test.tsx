import { act, screen, waitFor } from '@testing-library/react';
import { Profiler } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { App } from '../../renderer/app.tsx';
import { ShipScreen } from '../../renderer/ship/ship-screen.tsx';
import { text } from '../../renderer/text/text.ts';
import { TopBar } from '../../renderer/ui/top-bar.tsx';
import { failed } from '../../shared/result.ts';
import { failure } from '../shots/scene.ts';
import { sceneOf } from '../shots/scenes.ts';
import { band, buttons, keyDown, type Mounted, mount, page, reads } from './mount.tsx';

const openApp = (scene: string, answers: object = {}): Mounted => {
  const of = sceneOf(scene);
  return mount(<App />, { ...of, answers: { ...of.answers, ...answers } }, { hears: false });
};

describe('The window', () => {
  test.each([
    ['F2', 'Orders'],
    ['F3', 'Pickup'],
    ['F4', 'Track'],
    ['F5', 'Resolve'],
    ['F6', 'Setup'],
    ['F1', 'Ship'],
  ])('%s opens %s, and the rail marks the open screen', async (key, name) => {
    const { press } = openApp('ship-ready');
    await press(key);
    expect(screen.getByRole('button', { current: 'page' }).textContent).toContain(name);
  });

  test('a bench without an environment opens only Setup', async () => {
    const { press, state } = openApp('first-run');
    state.openScreen('setup');
    await press('F1');
    expect(band()).toBe('READY Two ways to start');
  });

  test('only the closing screen is shown while a request is being finished', async () => {
    const { state } = openApp('ship-choosing');
    act(() => state.shown.setState({ program: { is: 'closing', since: '2026-11-19T15:11:47.500Z' } }));
    expect(band()).toBe('WORKING Packbench is closing…');
    expect(screen.getByRole('timer').textContent).toBe('12 s');
    expect(buttons()).toEqual([]);
  });

  test('before the station is ready the window shows that it is starting, and why it waits', async () => {
    const { state } = openApp('ship-ready');
    act(() => state.shown.setState({ snapshot: null }));
    expect(band()).toBe('WORKING Packbench is starting…');
    act(() => state.shown.setState({ program: { is: 'waits-for-keychain' } }));
    expect(band()).toBe('LOOK The key ring of this computer is locked');
  });

  test('a refused scan is shown with its code on any open screen', async () => {
    const { press, scan } = openApp('ship-ready', { scan: failed(failure('scan-not-understood', 'K3-88-0417')) });
    await press('F6');
    await scan('K3-88-0417');
    await reads('K3-88-0417');
    expect(screen.getAllByRole('alert').length).toBeGreaterThan(0);
  });

  test('keys of a code that wait for a busy main process stay with the code, however long', async () => {
    const { asked, answer } = openApp('ship-ready');
    const main = Promise.withResolvers<never>();
    answer('ping', main.promise as never);
    const from = performance.now();
    await act(async () => keyDown('O', from));
    await waitFor(() => expect(asked('ping')).toHaveLength(1));
    await act(async () => {
      for (const [index, key] of [...Array.from('RD-1001'), 'Enter'].entries()) keyDown(key, from + index + 1);
      main.resolve({ ok: true, value: {} } as never);
    });
    expect(asked('scan')).toEqual([{ code: 'ORD-1001' }]);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('the end of a code that began in another window is not used as an order number', async () => {
    const { asked } = openApp('ship-ready');
    const from = performance.now();
    const focus = new FocusEvent('focus');
    Object.defineProperty(focus, 'timeStamp', { value: from });
    const end = async (behindMs: number) =>
      act(async () => {
        for (const [index, key] of [...Array.from('1001'), 'Enter'].entries()) keyDown(key, from + behindMs + index);
      });
    window.dispatchEvent(focus);
    await end(5);
    expect(asked('scan')).toEqual([]);
    await end(1000);
    expect(asked('scan')).toEqual([{ code: '1001' }]);
  });

  test('typed keys reach the field even if the main process never answers', async () => {
    const { answer } = openApp('ship-ready');
    answer('ping', new Promise<never>(() => undefined) as never);
    await act(async () => keyDown('O', performance.now()));
    expect(await screen.findByRole('textbox')).toHaveProperty('value', 'O');
  });

  test('a lost journal covers every screen, and an empty one is begun only with a reason', async () => {
    const { press, fill, asked } = openApp('journal-lost');
    expect(band()).toBe('STOP The records cannot be read. Nothing can be booked.');
    await press('Delete');
    expect(asked('beginEmptyJournal')).toEqual([]);
    fill('Reason', 'No copy anywhere');
    await screen.findByLabelText('PIN of the shift lead');
    fill('PIN of the shift lead', '2468');
    await press('Delete');
    expect(asked('beginEmptyJournal')).toEqual([{ reason: 'No copy anywhere', pin: '2468' }]);
  });

  test('locked data covers every screen, and the recovery code unlocks it', async () => {
    const { fill, press, asked } = openApp('data-locked');
    fill('Recovery code', 'K7QHT');
    await press('F10');
    expect(asked('recover')).toEqual([{ folder: '/mnt/backup/packbench', code: 'K7QHT' }]);
  });

  test('a bench with a passphrase shows nothing but its question, and F10 opens it', async () => {
    const { fill, press, asked } = openApp('data-locked-passphrase');
    await reads(text.people.passphrase.title);
    await press('F2');
    await reads(text.people.passphrase.title);
    fill('Passphrase', 'four words of a passphrase');
    await press('F10');
    expect(asked('openData')).toEqual([{ passphrase: 'four words of a passphrase' }]);
  });

  test('who forgot the passphrase gets to the recovery code and back', async () => {
    const { click, press } = openApp('data-locked-passphrase');
    await click(text.people.passphrase.forgotten);
    await reads(text.setup.recover.title);
    await press('Escape');
    await reads(text.people.passphrase.title);
  });

  test('the history of a shipment covers its screen, and Escape closes it', async () => {
    const { press } = openApp('ship-history');
    await press('F11');
    await reads('GLS EuroBusiness, 9.85 EUR');
    expect(band()).toContain('READY History of this parcel');
    await press('Escape');
    expect(band()).toContain('LOOK Shipped');
  });
});

describe('The manual', () => {
  /** Presses these keys 60 ms apart, slower than a scanner that is recognised by its speed, with a long pause before and after them. */
  const pressSlowly = async (...keys: readonly string[]): Promise<void> => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const from = performance.now() + 10_000;
    await act(async () => {
      for (const [index, key] of keys.entries()) {
        keyDown(key, from + index * 60);
        await vi.advanceTimersByTimeAsync(60);
      }
      await vi.advanceTimersByTimeAsync(1000);
    });
    vi.useRealTimers();
  };

  test.each([
    ['F1', 'Every day'],
    ['F2', 'Order files and shops'],
    ['F3', 'End of day'],
    ['F4', 'End of day'],
    ['F5', 'When it says STOP'],
    ['F6', 'Connect your account'],
  ])('after %s the question mark opens the page “%s”, and Escape closes it', async (key, title) => {
    const { press } = openApp('ship-ready');
    await press(key);
    act(() => (document.activeElement as HTMLElement | null)?.blur());
    await pressSlowly('?');
    expect(band()).toBe('READY Manual');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(title);
    await press('Escape');
    expect(band()).not.toBe('READY Manual');
  });

  test('in a tab of Setup the question mark opens its page, and Escape returns to the tab', async () => {
    const { press } = openApp('ship-ready');
    await press('F6');
    const tab = await screen.findByRole('button', { name: 'Printers' });
    act(() => tab.click());
    await reads('Search the network');
    act(() => (document.activeElement as HTMLElement | null)?.blur());
    await pressSlowly('?');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Printers');
    expect(page()).toContain('Set up a label printer');
    await press('Escape');
    await reads('Search the network');
  });

  test('its entry on the rail opens it', async () => {
    const { click } = openApp('ship-ready');
    await click(/Manual/);
    expect(band()).toBe('READY Manual');
  });

  test('on a stopped parcel the question mark opens the page about STOP', async () => {
    openApp('ship-wrong-label');
    await pressSlowly('?');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('When it says STOP');
  });

  test('names the readers of each page and shows the picked one without its pictures', async () => {
    const { click } = openApp('ship-ready');
    await click(/Manual/);
    expect(page()).toContain('When it says STOP for packers and shift leads');
    act(() => screen.getByRole('tab', { name: /^Printers/ }).click());
    await reads('Scan the bar code of the test label. The screen shows The bar code was read.');
    expect(page()).not.toContain('.png');
  });

  test('a question mark inside a code never opens it, however slow the scanner', async () => {
    const { scan, state } = openApp('ship-looking-up');
    await scan('https://x.example?y=1');
    await pressSlowly('x', '?', 'y');
    await pressSlowly('?', 'Enter');
    await pressSlowly('x', '?');
    expect(state.shown.getState().isManualOpen).toBe(false);
  });

  test('a question mark typed into a field is typed', async () => {
    const { press, state } = openApp('ship-ready');
    await press('Enter');
    screen.getByLabelText('Order number').focus();
    await pressSlowly('?');
    expect(state.shown.getState().isManualOpen).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Order number').value).toBe('?');
  });

  test('the next parcel closes it', async () => {
    const { click, push, state } = openApp('ship-ready');
    await click(/Manual/);
    push({ workflow: { step: 'looking-up', code: 'ORD-1' }, workflowNo: 8 });
    expect(state.shown.getState().isManualOpen).toBe(false);
    expect(band()).toBe('WORKING Looking up ORD-1');
  });
});

describe('Drawing', () => {
  test('a change of the top bar does not redraw the screen, and a change of the parcel not the bar', () => {
    const drawn = { bar: 0, ship: 0 };
    const { push } = mount(
      <>
        <Profiler id="bar" onRender={() => (drawn.bar += 1)}>
          <TopBar />
        </Profiler>
        <Profiler id="ship" onRender={() => (drawn.ship += 1)}>
          <ShipScreen />
        </Profiler>
      </>,
      sceneOf('ship-looking-up'),
    );
    const first = { ...drawn };
    push({ frame: { monthCount: 1185 } });
    expect(drawn).toEqual({ bar: first.bar + 1, ship: first.ship });
    push({ workflow: { step: 'looking-up', code: 'ORD-2' } });
    expect(drawn).toEqual({ bar: first.bar + 1, ship: first.ship + 1 });
    push({});
    expect(drawn).toEqual({ bar: first.bar + 1, ship: first.ship + 1 });
  });
});
