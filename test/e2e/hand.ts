import type { Page } from 'playwright-core';

/** Between two keys of a person, if the second one acts on the result of the first. */
const nextKeyMs = 200;
/** From a key that types text to the trigger of the scanner. */
const triggerMs = 700;
/** From one step to the next in the same direction. */
const nextStepMs = 60;
/** Delete acts after a second. */
const heldMs = 1300;
const steps = /^(Tab|Shift\+Tab|Arrow\w+)$/;

/** The last input from the keyboard of a page, and its time. */
const last = new WeakMap<Page, { readonly key: string; readonly isText: boolean; readonly atMs: number }>();

/** Records a scan: the hand that presses the next key comes from the scanner. */
export const scanCame = (page: Page): void => keyCame(page, 'scan', false);

function keyCame(page: Page, key: string, isText: boolean): void {
  last.set(page, { key, isText, atMs: performance.now() });
}

/** Waits for the time a hand needs to leave the keyboard and pull the trigger. */
export async function handScans(page: Page): Promise<void> {
  const before = last.get(page);
  if (before?.isText) await waitUntil(before.atMs + triggerMs);
}

/** Waits for the time a hand needs to press `key` after the last one. */
async function handComes(page: Page, key: string): Promise<void> {
  const before = last.get(page);
  if (before) await waitUntil(before.atMs + (steps.test(before.key) && steps.test(key) ? nextStepMs : nextKeyMs));
}

async function waitUntil(atMs: number): Promise<void> {
  const waits = atMs - performance.now();
  if (waits > 0) await new Promise((resolve) => setTimeout(resolve, waits));
}

/**
 * Makes the keys of this page come at the pace of a hand: no key follows the last one faster than a person presses it on purpose. Otherwise
 * keys come within the same millisecond, which no hand does and every scanner does. `type` keeps the pauses that it is given.
 */
export function pressByHand(page: Page): Page {
  const { keyboard } = page;
  const press = keyboard.press.bind(keyboard);
  const type = keyboard.type.bind(keyboard);
  keyboard.press = async (key, options) => {
    await handComes(page, key);
    await press(key, key === 'Delete' ? { delay: heldMs, ...options } : options);
    keyCame(page, key, Array.from(key).length === 1);
  };
  keyboard.type = async (text, options) => {
    await handComes(page, text);
    await type(text, options);
    keyCame(page, text, true);
  };
  return page;
}
