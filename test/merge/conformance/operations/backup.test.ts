import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { createApiKey, operatorOfKeys } from '@inlay/server/features/api-keys/manage-api-keys';
import { insertLink } from '@inlay/server/features/identity-providers/accounts/identity-links';
import { createProvider } from '@inlay/server/features/identity-providers/settings/manage-providers';
import { changeMailSettings } from '@inlay/server/features/mail/change-mail-settings';
import { insertPasskey } from '@inlay/server/features/second-factors/factors/passkeys';
import { replaceRecoveryCodes } from '@inlay/server/features/second-factors/factors/recovery-codes';
import { startTotpSecret } from '@inlay/server/features/second-factors/factors/totp-secrets';
import { operatorOfUsers } from '@inlay/server/features/users/user-manager';
import {
  emptyStoreFor,
  FROZEN,
  openFixture,
  readFixtureContents,
} from '../../../support/data/open-fixture.ts';
import { postForm } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { DAILY, enableReports, insertDestination } from '../../../support/reports/report-world.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { startInlay, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { timeAt } from '../../../support/time/fake-time.ts';

/** Not in a backup: a restore must not bring back a login, a token or a block that has ended since. */
const LEFT_BEHIND = [
  'attempts',
  'dashboard_presence',
  'embed_tokens',
  'login_tokens',
  'one_time_tokens',
  'outgoing_mail',
];
/** Derived from other tables. */
const SEARCH = /^user_search/;

/** The rows of every table that is in the file, whatever the product knows about it. */
function readTables({ env }: TestStore): Readonly<Record<string, readonly string[]>> {
  const database = new DatabaseSync(join(env.INLAY_DATA_DIR ?? '', 'inlay.db'), { readOnly: true });
  try {
    const names = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
    return Object.fromEntries(
      names
        .map(({ name }) => String(name))
        .filter((name) => !SEARCH.test(name))
        .map((name) => [
          name,
          database
            .prepare(`select * from "${name}"`)
            .all()
            // It names a file on the machine that upgraded the store.
            .filter((row) => row.key !== 'upgrade')
            .map((row) => JSON.stringify(Object.entries(row).sort()))
            .sort(),
        ]),
    );
  } finally {
    database.close();
  }
}

/** Of a user who need not exist. */
async function addSecondFactors({ store, vault }: TestInlay['services'], now: number): Promise<void> {
  const owner = { tenantId: 'demo' as TenantId, userId: 'somebody' };
  const credential = { id: 'credential', publicKey: 'key', counter: 1, transports: [], isSynced: false };
  await store.write(async (transaction) => {
    await insertPasskey(transaction, owner, { name: 'Laptop', credential }, now);
    await startTotpSecret(vault, transaction, owner, now);
    await replaceRecoveryCodes(vault, transaction, owner);
  });
}

/** With a link of a user who need not exist. */
async function addIdentityProvider(services: TestInlay['services'], now: number): Promise<void> {
  const tenantId = 'demo' as TenantId;
  const issuer = 'https://login.example.com';
  const settings = { name: 'Company', issuer, clientId: 'inlay', clientSecret: 'secret' };
  const { id: providerId } = await createProvider(services, tenantId, settings, operatorOfUsers);
  await services.store.write((transaction) =>
    insertLink(transaction, { tenantId, providerId, issuer, subject: 'ann' }, 'somebody', now),
  );
}

/** A subscription to a dashboard that need not exist, of a viewer with a destination. */
async function addReports(services: TestInlay['services'], now: number): Promise<void> {
  await enableReports(services);
  await insertDestination(services, 'https://hooks.example.com/reports');
  const job = {
    subscription_id: 'weekly',
    kind: 'report',
    due_at: now,
    recipient: 'ann@customer.example',
    attempts: 1,
    sealed: null,
    reason: null,
  } as const;
  await services.store.write((transaction) =>
    transaction
      .tenant('demo' as TenantId)
      .insertInto('report_jobs', [
        { ...job, id: 'sent', due_at: now - 1, state: 'sent', next_at: null, finished_at: now },
        { ...job, id: 'waiting', state: 'waiting', next_at: now + 86_400_000, finished_at: null },
      ])
      .execute(),
  );
  await services.store.write((transaction) =>
    transaction
      .tenant('demo' as TenantId)
      .insertInto('subscriptions', {
        id: 'weekly',
        kind: 'report',
        workspace_id: 'main',
        username: 'ann',
        username_key: 'ann',
        app_id: 'sales',
        embed_id: 'e-dashboard',
        content_kind: 'dashboard',
        content_id: 'overview',
        tile_id: null,
        title: 'Overview',
        settings: JSON.stringify({ schedule: DAILY }),
        status: 'active',
        reason: null,
        sealed_context: null,
        context_ends_at: null,
        revocation_epoch: 0,
        sealed_alert_state: null,
        version: 1,
        next_at: now + 86_400_000,
        last_at: null,
        last_state: null,
        last_reason: null,
        last_code: null,
        created_at: now,
        updated_at: now,
      })
      .execute(),
  );
}

/** What was due, or waited to be sent, may have been sent since the backup. */
const isDue = (row: string) => /\["next_at",\d+\]/.test(row);

describe('a backup of a store with rows in every table', () => {
  const version = FROZEN.at(-1) ?? '';
  const { now, stores } = readFixtureContents(version);
  let source: TestStore;
  let target: TestStore;
  let inlay: TestInlay;
  let written: ReturnType<typeof readTables>;

  const run = async ({ env }: TestStore, ...command: readonly string[]) => {
    const { code, stderr } = await runCommand(command, env);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  };

  before(async () => {
    source = await openFixture(version, 'SQLite');
    target = await emptyStoreFor(version, 'SQLite');
    inlay = await startInlay(source, { time: timeAt(() => now) });
    const { token } = stores.SQLite;
    // Tables that are newer than the fixture.
    const view = await call(`${inlay.url}/embed/api/v0/embeds/e-dashboard/views`, {
      token,
      body: { name: 'Mine', state: {} },
    });
    assert.equal(view.status, 201, JSON.stringify(view.body));
    const key = { name: 'deploy', scopes: ['content:read'] } as const;
    const tenant = 'demo' as TenantId;
    await createApiKey(inlay.services, tenant, key, operatorOfKeys);
    await changeMailSettings(inlay.services, tenant, { senderName: 'Demo' }, operatorOfUsers);
    assert.equal((await postForm(inlay, 'e-tile', { token })).status, 200);
    await addSecondFactors(inlay.services, now);
    await addIdentityProvider(inlay.services, now);
    await addReports(inlay.services, now);
    await inlay.close();
    await run(source, 'tenant', 'quota', 'demo', '--views', '5');
    await run(source, 'tenant', 'sign-in', 'demo', '--idle-minutes', '60');
    written = readTables(source);
    const file = join(source.env.INLAY_DATA_DIR ?? '', 'backup.tar.gz');
    await run(source, 'backup', file);
    await run(target, 'restore', file);
  });
  after(async () => {
    await inlay?.close();
    await source?.drop();
    await target?.drop();
  });

  it('restores every row, except those of logins, tokens, blocks and presence', () => {
    const restored = readTables(target);
    assert.deepEqual(Object.keys(restored), Object.keys(written));
    for (const [table, rows] of Object.entries(written)) {
      const isLeftBehind = LEFT_BEHIND.includes(table);
      assert.ok(isLeftBehind || rows.length > 0, `${table} has no rows that could get lost: add some above`);
      if (table === 'subscriptions' || table === 'report_jobs')
        assert.deepEqual(
          rows.filter((row) => !isDue(row) && !restored[table]?.includes(row)),
          [],
        );
      else assert.deepEqual(restored[table], isLeftBehind ? [] : rows, table);
    }
  });

  it('restores nothing that would send a report again', () => {
    const { subscriptions = [], report_jobs: jobs = [] } = readTables(target);
    assert.equal(subscriptions.length, written.subscriptions?.length);
    assert.equal(jobs.length, written.report_jobs?.length);
    for (const row of [...subscriptions, ...jobs]) assert.ok(!isDue(row), row);
    assert.ok(jobs.some((row) => row.includes('["id","waiting"]') && row.includes('["state","unknown"]')));
  });
});
