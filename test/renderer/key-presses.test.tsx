import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { pressKey, scanTarget, useKey, useScanTarget } from '../../renderer/key-presses.ts';

function Drawn({ onPress, onScan }: { readonly onPress: () => void; readonly onScan: (code: string) => void }) {
  useKey('reprint', onPress);
  useScanTarget(onScan);
  return <p>drawn</p>;
}

test('a screen takes keys and scans from the first moment it is drawn', async () => {
  const took: string[] = [];
  const place = document.createElement('div');
  const { promise, resolve } = Promise.withResolvers<void>();
  const watch = new MutationObserver(() => resolve());
  watch.observe(place, { childList: true, subtree: true });
  const root = createRoot(place);
  // Drawn as by an answer of main: outside any event of the user, and outside a test's `act`.
  root.render(<Drawn onPress={() => took.push('key')} onScan={(code) => took.push(code)} />);
  await promise;
  watch.disconnect();
  expect(place.textContent).toBe('drawn');
  pressKey('F8');
  scanTarget()?.('ORD-1');
  expect(took).toEqual(['key', 'ORD-1']);
  root.unmount();
});
