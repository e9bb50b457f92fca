import { join, relative } from 'node:path';
import { afterEach, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const contexts = new Set<BrowserContext>();

/** When a test fails while pages of this context are open, its error names a screenshot of each. */
export function saveScreenshotsOf(context: BrowserContext): void {
  contexts.add(context);
  context.on('close', () => contexts.delete(context));
}

afterEach(async (test) => {
  if (contexts.size === 0 || !('error' in test) || test.passed) return;
  const error = test.error?.cause ?? test.error;
  if (error instanceof Error) Object.assign(error, { screenshots: await takeScreenshots(test) });
});

async function takeScreenshots({ fullName }: TestContext): Promise<readonly string[]> {
  const name = fullName.replaceAll(/\W+/g, '-').slice(0, 120);
  const pages = [...contexts].flatMap((context) => context.pages());
  const taken = await Promise.all(
    pages.map(async (page, index) => {
      const path = join(root, '.cache', 'test-failures', `${name}-${index + 1}.png`);
      // A page that does not respond is what the test failed for.
      const isTaken = await page.screenshot({ path, timeout: 20_000 }).then(
        () => true,
        () => false,
      );
      return isTaken ? [relative(root, path)] : [];
    }),
  );
  return taken.flat();
}
