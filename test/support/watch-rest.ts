import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import { eventually } from './eventually.ts';

/** Waits, whenever it is called, until nothing is on its way to the page and nothing on it stands in for what is. */
export function watchRest(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () =>
    eventually(async () => {
      // What came is drawn in the next frame, and may ask for more.
      for (let looks = 0; looks < 3; looks += 1) {
        assert.deepEqual(
          [...open].map((request) => request.url()),
          [],
        );
        assert.equal(await page.evaluate(waitingAfterFrame), 0);
      }
    });
}

function waitingAfterFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(document.querySelectorAll('.skeleton').length)));
  });
}
