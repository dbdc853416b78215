import type { Page } from 'playwright-core';

/** Opens a tab of Setup, wherever in Setup the page is. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name: new RegExp(`^${name}(?! Not)( Not saved)?$|^${name}Not saved$`) });
  const all = page.getByRole('button', { name: 'All of Setup' });
  const place = page.getByRole('button', { name, exact: true });
  await page.locator('.doors, .setup-side').first().waitFor();
  if ((await page.locator('.doors').count()) === 0 && (await tab.count()) === 0) await all.click();
  if ((await tab.count()) > 0) await tab.click();
  else await place.first().click();
}
