import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Request } from 'playwright-core';
import { useBuilder } from '../../support/builder/builder-page.ts';
import { builderClient, CHART, canvasOf, made } from '../../support/builder/builder-world.ts';

interface Asked {
  readonly url: string;
  readonly from: number;
  readonly to: number;
}

/**
 * How many of these had to wait for one another. What the page itself names is asked for at once, however few
 * connections a browser opens; anything else waited for all that was over before it began.
 */
function roundTrips(asked: readonly Asked[], named: readonly string[]): number {
  const depths = new Map<Asked, number>();
  for (const each of asked.toSorted((a, b) => a.from - b.from)) {
    const before = [...depths].filter(([{ to }]) => to <= each.from).map(([, depth]) => depth);
    depths.set(each, named.includes(each.url) ? 1 : Math.max(0, ...before) + 1);
  }
  return Math.max(0, ...depths.values());
}

describe('opening a builder', () => {
  const tests = useBuilder();

  for (const what of ['a dashboard of one’s own to edit', 'the list of dashboards'])
    it(`takes two round trips after the frame until ${what} can be used`, async () => {
      const token = await tests.token('cora', ['contribute']);
      const { dashboard } = await made(
        builderClient(tests.inlay, token),
        canvasOf('Mine', { chart: CHART }, { chart: { ...CHART, kind: 'pie' } }),
      );
      const edits = what.includes('edit');
      const requests = new Set<Request>();
      let frameAt = 0;
      const opened = await tests.open(token, edits ? { dashboard: dashboard.id } : {}, {
        watch: (request) => requests.add(request),
      });
      const ready = edits ? '.bld-grid[role=application] .bld-item' : '.bld-card-open';
      await opened.frame.locator(ready).first().waitFor();
      // The moment is the page's own: the machine that tests may look later.
      const { now, origin, named } = await (opened.page.frames()[1] ?? opened.page.mainFrame()).evaluate(
        (selector) => {
          const shown = performance.getEntriesByName('inlay-builder-ready')[0];
          return {
            now: document.querySelector(selector) && shown ? shown.startTime : Number.NaN,
            origin: performance.timeOrigin,
            named: Array.from(
              document.head.querySelectorAll<HTMLElement>('link[rel*=preload], script[src]'),
              (each) => ('href' in each ? String(each.href) : String((each as HTMLScriptElement).src)),
            ),
          };
        },
        ready,
      );
      assert.ok(now > 0, 'the builder marks when it can be worked on');
      const asked: Asked[] = [];
      for (const request of requests) {
        const { startTime, requestStart, responseEnd } = request.timing();
        const url = request.url();
        if (/\/embed\/[\w-]+$/.test(new URL(url).pathname) && request.method() === 'POST')
          frameAt = startTime + responseEnd;
        if (!url.includes('/embed/') || requestStart < 0) continue;
        asked.push({ url, from: startTime, to: startTime + responseEnd });
      }
      assert.ok(frameAt > 0);
      // What was still on its way was not waited for.
      const after = asked.filter(({ from, to }) => from >= frameAt - 1 && to <= origin + now);
      assert.ok(after.length > 0);
      assert.ok(
        roundTrips(after, named) <= 2,
        after
          .map(({ url, from, to }) => `${url} ${Math.round(from - frameAt)} to ${Math.round(to - frameAt)}`)
          .join('\n'),
      );
      await opened.context.close();
    });
});
