import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { NewSavedView } from '@inlay/content/view-state';
import { BOTH_STORES, type TestStore } from '../../../../../test/support/server/start-inlay.ts';
import { readConfig } from '../../../src/config.ts';
import { insertView, type ViewsPlace } from '../../../src/features/embeds/views/saved-views.ts';
import { createTenant } from '../../../src/features/provisioning/create-tenant.ts';
import { openServices } from '../../../src/open-services.ts';
import type { Services } from '../../../src/services.ts';

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`saving views in parallel on ${engine}`, () => {
    let store: TestStore;
    let services: Services;
    let place: ViewsPlace;
    before(async () => {
      store = await makeStore();
      services = await openServices(readConfig({ ...store.env, INLAY_LOG_LEVEL: 'error' }));
      const { tenant } = await createTenant(services, { id: 'demo', adminUsername: 'admin@demo.test' });
      const viewer = { tenantId: tenant.id, workspaceId: 'main', username: 'ann', acts: true };
      const opened = { embed: { id: 'e' }, content: { kind: 'dashboard', dashboard: { id: 'd' } } };
      place = { viewer, opened } as unknown as ViewsPlace;
    });
    after(async () => {
      await services.store.close();
      await store.drop();
    });

    const save = (view: NewSavedView) =>
      services.store.write((transaction) => insertView(transaction, place, view, Date.now()));

    it('stores no more views than the maximum, and has one default', async () => {
      const saves = Array.from({ length: 90 }, (_, index) =>
        save({ name: `View ${index}`, state: {}, isDefault: true }),
      );
      const outcomes = await Promise.allSettled(saves);
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      assert.equal(refused.length, 40);
      for (const { reason } of refused) assert.match(String(reason), /There are 50 saved views already/);
      const rows = await services.store.everyTenant.selectFrom('saved_views').select('is_default').execute();
      assert.equal(rows.length, 50);
      assert.equal(rows.filter(({ is_default }) => is_default === 1).length, 1);
    });
  });
}
