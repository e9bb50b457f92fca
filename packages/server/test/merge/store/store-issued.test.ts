import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { BOTH_STORES, type TestStore } from '../../../../../test/support/server/start-inlay.ts';
import { readConfig } from '../../../src/config.ts';
import { createTenant } from '../../../src/features/provisioning/create-tenant.ts';
import { updateAuthSettings } from '../../../src/features/tokens/auth-settings.ts';
import { type Issued, storeIssued } from '../../../src/features/tokens/store-issued.ts';
import { openServices } from '../../../src/open-services.ts';
import { eventRow } from '../../../src/platform/audit/record-event.ts';
import { monthOf } from '../../../src/platform/counters/month.ts';
import { meteredUse } from '../../../src/platform/counters/use.ts';
import { embedTokenKey, newEmbedToken } from '../../../src/platform/identity/opaque-token.ts';
import type { Queries } from '../../../src/platform/store/store.ts';
import type { Services } from '../../../src/services.ts';

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`storing issued tokens on ${engine}`, () => {
    let place: TestStore;
    let services: Services;
    let tenantId: TenantId;
    before(async () => {
      place = await makeStore();
      services = await openServices(readConfig({ ...place.env, INLAY_LOG_LEVEL: 'error' }));
    });
    after(async () => {
      await services.store.close();
      await place.drop();
    });
    beforeEach(async () => {
      tenantId = await newTenant(services);
    });

    it('reports tokens as stored, replayed or outdated, and audits only stored ones', async () => {
      const used = issuedFor(tenantId);
      assert.deepEqual(await storeIssued(services.store, [used]), ['stored']);
      const twice = issuedFor(tenantId);
      const batch = [
        issuedFor(tenantId),
        issuedFor(tenantId, { jti_hash: used.token.jti_hash }),
        issuedFor(tenantId, { settings_version: 2 }),
        twice,
        issuedFor(tenantId, { jti_hash: twice.token.jti_hash }),
        issuedFor(tenantId, { jti_hash: null }),
        issuedFor(tenantId, { jti_hash: null }),
      ];
      const outcomes = await storeIssued(services.store, batch);
      assert.deepEqual(outcomes.slice(0, 3), ['stored', 'replayed', 'settings-changed']);
      assert.deepEqual(outcomes.slice(3, 5).sort(), ['replayed', 'stored']);
      assert.deepEqual(outcomes.slice(5), ['stored', 'stored']);
      const stored = [used, ...batch.filter((_, index) => outcomes[index] === 'stored')];
      const own = services.store.tenant(tenantId);
      const tokens = await own.selectFrom('embed_tokens').select(['token_key', 'context']).execute();
      const events = await own
        .selectFrom('audit_events')
        .select('id')
        .where('action', '=', 'token.issue')
        .execute();
      assert.deepEqual(
        tokens.map(({ token_key }) => token_key).sort(),
        stored.map(({ token }) => token.token_key).sort(),
      );
      assert.ok(tokens.every(({ context }) => context === '{"username":"ann"}'));
      assert.deepEqual(events.map(({ id }) => id).sort(), stored.map(({ event }) => event.id).sort());
    });

    it('stores tokens of several tenants at once, and none of a disabled tenant', async () => {
      const other = await newTenant(services);
      await services.store.write(({ everyTenant }) =>
        everyTenant.updateTable('tenants').set({ status: 'disabled' }).where('id', '=', other).execute(),
      );
      const outcomes = await storeIssued(services.store, [issuedFor(other), issuedFor(tenantId)]);
      assert.deepEqual(outcomes, ['settings-changed', 'stored']);
    });

    it('counts stored tokens per hour, viewer and month, and no others', async () => {
      const used = issuedFor(tenantId);
      await storeIssued(services.store, [used, issuedFor(tenantId)]);
      await storeIssued(services.store, [
        issuedFor(tenantId, { jti_hash: used.token.jti_hash }),
        issuedFor(tenantId, { settings_version: 2 }),
        issuedFor(tenantId),
      ]);
      const own = services.store.tenant(tenantId);
      const { hour } = used.use;
      const months = await own.selectFrom('usage_totals').selectAll().execute();
      assert.deepEqual(
        months.map(({ month, what, count }) => ({ month, what, count })),
        [{ month: monthOf(hour), what: 'exchange', count: 3 }],
      );
      const hours = await own.selectFrom('usage_counts').selectAll().execute();
      assert.deepEqual(
        hours.map((row) => [row.hour, row.what, row.count]),
        [[hour, 'exchange', 3]],
      );
      const viewers = await own.selectFrom('viewer_usage').selectAll().execute();
      assert.deepEqual(
        viewers.map(({ username, exchanges, views }) => ({ username, exchanges, views })),
        [{ username: 'ann', exchanges: 3, views: 0 }],
      );
    });

    it('stores as many tokens as the quota has left, whichever node they come from', async () => {
      const other = await openServices(readConfig({ ...place.env, INLAY_LOG_LEVEL: 'error' }));
      try {
        await setQuota(tenantId, 13);
        // Both nodes begin the month, for which there is no total yet.
        const first = await Promise.all(
          [services, other].map(({ store }) => storeIssued(store, [issuedFor(tenantId)])),
        );
        assert.deepEqual(first.flat(), ['stored', 'stored']);
        assert.deepEqual(await storeIssued(other.store, [issuedFor(tenantId)]), ['stored']);
        const batches = Array.from({ length: 40 }, (_, index) =>
          storeIssued(
            (index % 2 === 0 ? services : other).store,
            Array.from({ length: 5 }, () => issuedFor(tenantId)),
          ),
        );
        const outcomes = Map.groupBy((await Promise.all(batches)).flat(), (outcome) => outcome);
        assert.equal(outcomes.get('stored')?.length, 10);
        assert.equal(outcomes.get('quota-reached')?.length, 190);
        assert.equal(await exchangesOf(tenantId), 13);
      } finally {
        await other.store.close();
      }
    });

    it('begins a month under a quota on two nodes at once', async () => {
      const other = await openServices(readConfig({ ...place.env, INLAY_LOG_LEVEL: 'error' }));
      try {
        await setQuota(tenantId, 10);
        const batches = Array.from({ length: 40 }, (_, index) =>
          storeIssued((index % 2 === 0 ? services : other).store, [issuedFor(tenantId)]),
        );
        const outcomes = (await Promise.all(batches)).flat();
        assert.equal(outcomes.filter((outcome) => outcome === 'stored').length, 10);
        assert.equal(await exchangesOf(tenantId), 10);
      } finally {
        await other.store.close();
      }
    });

    it('gives the place of a replay or an outdated token in the quota back', async () => {
      const used = issuedFor(tenantId);
      await storeIssued(services.store, [used]);
      await setQuota(tenantId, 2);
      const failing = [
        issuedFor(tenantId, { jti_hash: used.token.jti_hash }),
        issuedFor(tenantId, { settings_version: 2 }),
      ];
      for (const one of failing) await storeIssued(services.store, [one]);
      assert.deepEqual(await storeIssued(services.store, [issuedFor(tenantId)]), ['stored']);
      assert.deepEqual(await storeIssued(services.store, [issuedFor(tenantId)]), ['quota-reached']);
    });

    const setQuota = (tenant: TenantId, exchanges: number) =>
      services.store.write((transaction) =>
        transaction
          .tenant(tenant)
          .insertInto('tenant_quotas', { limits: JSON.stringify({ exchanges }) })
          .execute(),
      );
    const exchangesOf = async (tenant: TenantId) => {
      const own = services.store.tenant(tenant);
      const { count } = await own.selectFrom('usage_totals').select('count').executeTakeFirstOrThrow();
      const tokens = await own.selectFrom('embed_tokens').select('token_key').execute();
      assert.equal(tokens.length, count);
      return count;
    };

    it('stores no token that was verified before a settings change it waited for', async () => {
      const { store } = services;
      const storing = await store.write(async (transaction) => {
        await updateAuthSettings(transaction, tenantId, { max_token_seconds: 60 });
        const waiting = storeIssued(store, [issuedFor(tenantId)]);
        if (store.engine === 'postgres') await untilSomebodyWaits(transaction);
        return { waiting };
      });
      assert.deepEqual(await storing.waiting, ['settings-changed']);
      assert.deepEqual(await storeIssued(store, [issuedFor(tenantId, { settings_version: 2 })]), ['stored']);
    });

    it('lets a settings change through under constant load, and stores no token of the previous version after it', async () => {
      let changed = false;
      let wrong = 0;
      const issueForEver = async () => {
        for (let after = false; !after; ) {
          after = changed;
          const outcomes = await storeIssued(services.store, [issuedFor(tenantId), issuedFor(tenantId)]);
          if (after && outcomes.includes('stored')) wrong += 1;
        }
      };
      const issuing = Array.from({ length: 6 }, issueForEver);
      await storeIssued(services.store, [issuedFor(tenantId)]);
      await services.store.write((transaction) =>
        updateAuthSettings(transaction, tenantId, { max_token_seconds: 60 }),
      );
      changed = true;
      await Promise.all(issuing);
      assert.equal(wrong, 0);
    });
  });
}

/** Until a statement, which sees the store as it was when it began, waits for a lock of this transaction. */
async function untilSomebodyWaits({ everyTenant }: Queries): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select from pg_locks where locktype = 'advisory' and not granted) as waits
    `.execute(everyTenant);
    if (rows[0]?.waits) return;
  }
}

async function newTenant(services: Services): Promise<TenantId> {
  const { tenant } = await createTenant(services, {
    id: `t-${randomUUID()}`,
    adminUsername: 'admin@customer.test',
  });
  return tenant.id;
}

function issuedFor(tenantId: TenantId, given: Partial<Issued['token']> = {}): Issued {
  const now = Date.now();
  const event = { action: 'token.issue', actor: 'client', target: 'ann' } as const;
  return {
    use: meteredUse({ tenantId, workspaceId: 'main', username: 'ann' }, now, { what: 'exchange' }),
    event: eventRow(tenantId, now, { requestId: 'r', ip: '127.0.0.1' }, event),
    token: {
      token_key: embedTokenKey(newEmbedToken(now)) as string,
      tenant_id: tenantId,
      jti_hash: randomUUID(),
      client_id: 'client',
      context: '{"username":"ann"}',
      lost_sections: null,
      sealed_secrets: null,
      issued_at: now,
      expires_at: now + 60_000,
      forget_at: now + 60_000,
      revocation_epoch: 0,
      settings_version: 1,
      ...given,
    },
  };
}
