import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/find-chromium.mjs';

// Takes pictures of the pages that `build-gallery.ts` wrote, in slices of a screen's height.
const folder = resolve(process.argv[2] ?? 'dist/gallery');
const slice = 1500;

const { args, ...program } = findChromium();
const browser = await chromium.launch({ ...program, args: [...args, '--disable-gpu'] });
for (const [name, width] of [
  ['light', 1460],
  ['dark', 1460],
  ['phone', 400],
] as const) {
  const page = await browser.newPage({ viewport: { width, height: slice } });
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
  const height = (await page.evaluate('document.documentElement.scrollHeight')) as number;
  for (let top = 0, part = 1; top < height; top += slice, part += 1) {
    await page.screenshot({
      path: join(folder, `${name}-${part}.png`),
      clip: { x: 0, y: top, width, height: Math.min(slice, height - top) },
      fullPage: true,
    });
  }
  await page.close();
}
await browser.close();
