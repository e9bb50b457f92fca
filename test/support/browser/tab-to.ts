import type { Locator, Page } from 'playwright-core';

const MAX_STOPS = 150;

/** Presses Tab until this has the focus, as somebody without a pointer does. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops <= MAX_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement && document.hasFocus())) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not among the first ${MAX_STOPS} tab stops.`);
}

/** Goes there and presses Enter. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
