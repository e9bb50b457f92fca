import assert from 'node:assert/strict';
import type { Page, Request } from 'playwright-core';
import { eventually } from '../time/eventually.ts';

/** Waits, on each call, until the page has no pending requests and shows no placeholders. */
export function watchRest(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () =>
    eventually(async () => {
      // A response is rendered in the next frame and may cause more requests.
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
    requestAnimationFrame(() => setTimeout(() => resolve(document.querySelectorAll('.ui-skeleton').length)));
  });
}
