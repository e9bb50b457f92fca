import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { call, logInAs } from '../../../../../test/support/http/api-client.ts';
import { rawRequest } from '../../../../../test/support/http/raw-request.ts';
import { runCommand } from '../../../../../test/support/server/run-command.ts';
import {
  ADMIN,
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../../../test/support/server/start-inlay.ts';

const CHOSEN = {
  INLAY_TENANT_ID: 'acme',
  INLAY_TENANT_NAME: 'Acme Inc.',
  INLAY_ADMIN_USERNAME: 'ann@acme.example',
  INLAY_CLIENT_ID: 'acme-shop',
};

describe('a first start with the tenant that the operator names', () => {
  let store: TestStore;
  let inlay: TestInlay;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store, { env: CHOSEN });
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });

  it('creates that tenant, administrator and client', async () => {
    const token = await logInAs(inlay.url, { username: 'ann@acme.example', password: ADMIN.password });
    const { body } = await call<Record<string, string>>(`${inlay.url}/api/v0/embed-settings`, { token });
    assert.equal(body.tenantId, 'acme');
    assert.equal(body.clientId, 'acme-shop');
    assert.equal(body.sub, 'acme-shop');
    assert.equal(inlay.firstTenant?.tenant.name, 'Acme Inc.');
    assert.equal((await runCommand(['tenant', 'list'], store.env)).stdout.split(/\s+/)[0], 'acme');
  });

  it('ignores the same settings in silence later, and names those that differ', async () => {
    const restart = async (env: Record<string, string>) => {
      await inlay.close();
      inlay = await startInlay(store, { env });
      assert.equal(inlay.firstTenant, undefined);
      return inlay.logged();
    };
    assert.doesNotMatch(await restart(CHOSEN), /first start/);
    assert.doesNotMatch(await restart({}), /first start/);
    const logged = await restart({
      ...CHOSEN,
      INLAY_TENANT_NAME: 'Other',
      INLAY_ADMIN_USERNAME: 'bob@acme.example',
    });
    assert.match(
      logged,
      /"ignored":\["INLAY_TENANT_NAME","INLAY_ADMIN_USERNAME"\].*settings of the first start are ignored/,
    );
    assert.match(await restart({ INLAY_TENANT_ID: 'globex' }), /"ignored":\["INLAY_TENANT_ID"\]/);
  });
});

describe('a tenant created by command', () => {
  let store: TestStore;
  before(async () => {
    store = await sqliteStore();
  });
  after(() => store.drop());
  const inlay = (line: string) => runCommand(line.split(' '), store.env);
  const passwordIn = (printed: string) => /Password {8}(\S+)/.exec(printed)?.[1] ?? '';

  it('is at localhost if it is the first one, and at its subdomain otherwise', async () => {
    const first = await inlay('tenant create acme');
    assert.equal(first.code, 0, first.stderr);
    for (const line of [
      'Admin app       http://localhost:4000/admin',
      'Public API      http://localhost:4000/api',
      'Token endpoint  http://localhost:4000/api/auth/realms/acme/protocol/openid-connect/token',
      'Admin           admin@acme.test',
      'Client id       acme-embed',
      'Next: start the server',
    ])
      assert.ok(first.stdout.includes(line), line);
    assert.doesNotMatch(first.stdout, /acme\.localhost/);

    const second = await inlay('tenant create globex --client-id globex-shop');
    assert.match(second.stdout, /Admin app {7}http:\/\/globex\.localhost:4000\/admin/);
    // Servers do not resolve names below localhost everywhere.
    assert.match(second.stdout, /Token endpoint {2}http:\/\/localhost:4000\/api\/auth\/realms\/globex\//);
    assert.match(second.stdout, /Client id {7}globex-shop/);
    assert.match(second.stdout, /'inlay tenant default globex'/);
  });

  it('gets a registered key and secret, which are replaced only on request and never printed', async () => {
    const folder = (name: string) => join(String(store.env.INLAY_DATA_DIR), name);
    const generate = (name: string, ...more: string[]) =>
      runCommand(
        ['keys', 'generate', '--register', '--tenant', 'globex', '--out', folder(name), ...more],
        store.env,
      );
    const first = await generate('first');
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /Registered the public key in tenant 'globex'/);
    const secret = readFileSync(join(folder('first'), 'client-secret'), 'utf8');
    assert.ok(secret.startsWith('inl_secret_') && !first.stdout.includes(secret));
    for (const file of ['client-secret', 'private-key.pem'])
      assert.equal(statSync(join(folder('first'), file)).mode & 0o777, 0o600);

    const second = await generate('second');
    assert.equal(second.code, 1);
    assert.match(second.stderr, /already has a key or a client secret.*Add --yes to replace both/);
    assert.match((await generate('first', '--yes')).stderr, /already exists\. Choose another folder/);
    assert.equal((await generate('third', '--yes')).code, 0);
    assert.notEqual(readFileSync(join(folder('third'), 'client-secret'), 'utf8'), secret);
  });

  it('is refused with a client id that is not one', async () => {
    for (const id of ['a:b', 'author']) {
      const { code, stderr } = await runCommand(['tenant', 'create', 'other', '--client-id', id], store.env);
      assert.equal(code, 1);
      assert.match(stderr, /is not a valid client id\. Use 1 to 128 letters/);
    }
  });

  it('is refused at a host of the instance itself', async () => {
    for (const url of ['http://127.0.0.1:4000', 'http://[::1]', 'http://localhost:1'])
      assert.match((await inlay(`tenant create other --url ${url}`)).stderr, /belongs to tenant 'acme'/);
  });

  it('moves to localhost while the server runs, and keeps its audience', async () => {
    const { stdout } = await inlay('tenant create umbrella');
    const admin = { username: 'admin@umbrella.test', password: passwordIn(stdout) };
    const running = await startInlay(store, { env: { INLAY_PUBLIC_URL: 'http://localhost:4000' } });
    try {
      const settingsAt = async (host: string) => {
        const headers = { host };
        const token = await logInAs(running.url, admin, headers);
        const { body } = await call<{ aud: string }>(`${running.url}/api/v0/embed-settings`, {
          token,
          headers,
        });
        return body;
      };
      const before = await settingsAt('umbrella.localhost');
      const moved = await inlay('tenant default umbrella');
      assert.match(
        moved.stdout,
        /'umbrella' is now at http:\/\/localhost:4000, and tenant 'acme' at http:\/\/acme\.localhost:4000\./,
      );
      assert.equal(before.aud, 'https://umbrella.localhost:4000/api/auth/realms/umbrella');
      // Another process moved it: this one forgets the hosts it knows within a second.
      const again = await inlay('tenant default umbrella');
      assert.match(again.stdout, /is the default tenant already/);
      const fresh = await startInlay(store, { env: { INLAY_PUBLIC_URL: 'http://localhost:4000' } });
      try {
        const token = await logInAs(fresh.url, admin, { host: 'localhost' });
        const { body } = await call<{ aud: string }>(`${fresh.url}/api/v0/embed-settings`, { token });
        assert.equal(body.aud, 'https://localhost:4000/api/auth/realms/umbrella');
        const { audiences } = (await fresh.services.settings.read('umbrella'))?.identifiers ?? {};
        assert.deepEqual(audiences?.slice().sort(), [
          'http://localhost:4000/api/auth/realms/umbrella',
          'http://umbrella.localhost:4000/api/auth/realms/umbrella',
          'https://localhost:4000/api/auth/realms/umbrella',
          'https://umbrella.localhost:4000/api/auth/realms/umbrella',
        ]);
        const { status } = await rawRequest(fresh.url, {
          path: '/api/v0/me',
          headers: { host: 'acme.localhost' },
        });
        assert.equal(status, 401);
      } finally {
        await fresh.close();
      }
    } finally {
      await running.close();
    }
    assert.match((await inlay('tenant default nobody')).stderr, /does not exist/);
  });
});
