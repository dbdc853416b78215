import type { Page } from 'playwright-core';

/**
 * Waits by a timer of the page. What the page's own timers were to do until then is done, however slow the machine is; a timer of this
 * process would not know.
 */
export const pageWaits = (page: Page, ms: number): Promise<void> =>
  page.evaluate((waited) => new Promise((resolve) => setTimeout(resolve, waited)), ms);
