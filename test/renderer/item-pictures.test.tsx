import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hostsTyped } from '../../renderer/setup/pictures-card.tsx';
import { ok } from '../../shared/result.ts';
import { png } from '../fixtures/pictures.ts';
import { ship } from './mount-ship.tsx';

const picture = { mediaType: 'image/png' as const, bytes: new Uint8Array(png(4, 3)) };
const items = (): HTMLElement => screen.getByRole('list', { name: 'Items' });
const [pictures, boxes] = [() => items().querySelectorAll('canvas').length, () => items().querySelectorAll('.pic svg').length];

/** A browser that unpacks pictures when the test says so. */
function browser() {
  const unpacked: PromiseWithResolvers<object>[] = [];
  vi.stubGlobal('createImageBitmap', () => {
    const next = Promise.withResolvers<object>();
    unpacked.push(next);
    return next.promise;
  });
  return unpacked;
}

test('shows a grey box until a picture is there, and for an item without one', async () => {
  const unpacked = browser();
  const { asked } = ship('ship-choosing-pictures-three', { itemPicture: ok(picture) });
  const all = items().children.length;
  expect([pictures(), boxes()]).toEqual([0, all]);
  await waitFor(() => expect(unpacked).toHaveLength(1));
  const wanted = asked('itemPicture');
  expect(wanted[0]).toMatchObject({ address: expect.stringMatching(/^https:\/\/cdn\.example\.com\//) as string });
  unpacked[0]?.resolve({ width: 149, height: 112 });
  await waitFor(() => expect([pictures(), boxes()]).toEqual([1, all - 1]));
  // One that is damaged stays a box, and the next one is unpacked.
  await waitFor(() => expect(unpacked).toHaveLength(2));
  unpacked[1]?.reject(new Error('damaged'));
  await waitFor(() => expect([pictures(), boxes()]).toEqual([1, all - 1]));
});

test('asks for pictures a few at a time, and shows boxes if there are none', async () => {
  const { asked } = ship('ship-printing-pictures-60', { itemPicture: ok(null) });
  expect(asked('itemPicture').length).toBeLessThanOrEqual(4);
  await waitFor(() => expect(asked('itemPicture')).toHaveLength(40));
  expect([pictures(), boxes()]).toEqual([0, 60]);
});

test('shows no place for pictures if no item has one', () => {
  ship('ship-choosing-8-lines');
  expect(items().querySelectorAll('.pic')).toHaveLength(0);
});

test('takes hosts from lines, commas and whole addresses, each once', () => {
  expect(hostsTyped('cdn.shopify.com\nhttps://cdn.shopify.com/a.png, img.shop.de\n\n')).toEqual(['cdn.shopify.com', 'img.shop.de']);
});
