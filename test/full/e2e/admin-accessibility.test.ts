import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openAdmin, showScreen } from '../../support/admin/admin-page.ts';
import { ADMIN_SCREENS, makeAdminWorld } from '../../support/admin/admin-world.ts';
import { useAdminApp } from '../../support/admin/use-admin-app.ts';
import { clippedRings } from '../../support/browser/clipped-rings.ts';
import { indistinctStates } from '../../support/browser/indistinct-states.ts';
import { ZOOMED, zoomProblems } from '../../support/browser/zoom-problems.ts';
import { logInAs } from '../../support/http/api-client.ts';
import { watchRest } from '../../support/server/watch-rest.ts';

describe('every screen of the admin app', () => {
  const app = useAdminApp();
  before(async () => makeAdminWorld(app.inlay, await logInAs(app.inlay.url)));

  /** Opens each screen and collects what is wrong with it. */
  const walk = async (
    options: Parameters<typeof openAdmin>[3],
    problemsOf: (page: Awaited<ReturnType<typeof openAdmin>>['page']) => Promise<readonly string[]>,
  ) => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '', {
      reducedMotion: 'reduce',
      ...options,
    });
    const rest = watchRest(page);
    // Rings show where the last input was a key.
    await page.keyboard.press('Tab');
    const found: string[] = [];
    for (const screen of ADMIN_SCREENS) {
      await showScreen(page, screen);
      await rest();
      found.push(...(await problemsOf(page)).map((problem) => `${screen}: ${problem}`));
    }
    await context.close();
    return found;
  };

  for (const colorScheme of ['light', 'dark'] as const)
    it(`has edges and states that show in forced ${colorScheme} colors`, async () => {
      assert.deepEqual(await walk({ forcedColors: 'active', colorScheme }, indistinctStates), []);
    });

  it('shows the whole ring around what has the focus', async () => {
    assert.deepEqual(await walk({ viewport: { width: 1280, height: 800 } }, clippedRings), []);
  });

  for (const [zoom, viewport] of Object.entries(ZOOMED))
    it(`fits its window at a zoom of ${zoom}`, async () => {
      assert.deepEqual(await walk({ viewport }, zoomProblems), []);
    });
});
