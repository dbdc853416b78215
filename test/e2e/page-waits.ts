import type { Page } from 'playwright-core';

/**
 * Waits on a timer of the page. The page's own timers that were due until then have run, however slow the machine is; a timer of this
 * process could not guarantee that.
 */
export const pageWaits = (page: Page, ms: number): Promise<void> =>
  page.evaluate((waited) => new Promise((resolve) => setTimeout(resolve, waited)), ms);
