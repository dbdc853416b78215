import type { Page } from 'playwright-core';

/** From one key of a person to the next one, which is meant for what the first one did. */
const nextKeyMs = 200;
/** From a key that writes to the trigger of the scanner. */
const triggerMs = 700;
/** From one step to the next in the same direction. */
const nextStepMs = 60;
const steps = /^(Tab|Shift\+Tab|Arrow\w+)$/;

/** What came from the keyboard of a page last, and when. */
const last = new WeakMap<Page, { readonly key: string; readonly isText: boolean; readonly atMs: number }>();

/** A scan came: the hand that presses the next key comes from the scanner. */
export const scanCame = (page: Page): void => keyCame(page, 'scan', false);

function keyCame(page: Page, key: string, isText: boolean): void {
  last.set(page, { key, isText, atMs: performance.now() });
}

/** Waits until a hand has put the keyboard down and pulled the trigger. */
export async function handScans(page: Page): Promise<void> {
  const before = last.get(page);
  if (before?.isText) await waitUntil(before.atMs + triggerMs);
}

/** Waits until a hand can press `key` behind the last one. */
async function handComes(page: Page, key: string): Promise<void> {
  const before = last.get(page);
  if (before) await waitUntil(before.atMs + (steps.test(before.key) && steps.test(key) ? nextStepMs : nextKeyMs));
}

async function waitUntil(atMs: number): Promise<void> {
  const waits = atMs - performance.now();
  if (waits > 0) await new Promise((resolve) => setTimeout(resolve, waits));
}

/**
 * Gives the keyboard of this page to a hand: no key comes closer behind the last one than a person presses one on purpose. Without it keys
 * come within the same millisecond, as no hand sends them and every scanner does. What `type` types has the pauses that it is given.
 */
export function pressByHand(page: Page): Page {
  const { keyboard } = page;
  const press = keyboard.press.bind(keyboard);
  const type = keyboard.type.bind(keyboard);
  keyboard.press = async (key, options) => {
    await handComes(page, key);
    await press(key, options);
    keyCame(page, key, Array.from(key).length === 1);
  };
  keyboard.type = async (text, options) => {
    await handComes(page, text);
    await type(text, options);
    keyCame(page, text, true);
  };
  return page;
}
