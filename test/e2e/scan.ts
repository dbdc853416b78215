import type { Page } from 'playwright-core';

const gapMs = 2;

/**
 * Types a code as a scanner does: real key events, an Enter at the end, none waiting for the one before. Sent one by one they
 * would come at the pace of this machine's round trips, which under load is a typist's; so they carry the times of a scanner's keys.
 */
export async function scan(page: Page, code: string): Promise<void> {
  const keys = await page.context().newCDPSession(page);
  const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 };
  const presses = [...Array.from(code, (character) => ({ key: character, text: character })), enter];
  const started = Date.now() / 1000;
  await Promise.all(
    presses.flatMap(({ text, ...key }, index) => {
      const timestamp = started + (index * gapMs) / 1000;
      return [
        keys.send('Input.dispatchKeyEvent', { type: 'keyDown', text, timestamp, ...key }),
        keys.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, ...key }),
      ];
    }),
  );
  await keys.detach();
}
