import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import { MAX_PROVIDERS, type OidcProvider } from '@inlay/protocol/identity-provider';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { saveSignInSettings } from '@inlay/server/features/tenants/sign-in-settings';
import { OPERATOR } from '@inlay/server/platform/identity/acting';
import { BOTH_STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { type ProviderBrowser, providerBrowser } from '../../../support/sign-in/provider-browser.ts';
import { type ForgedProvider, startForgedProvider } from '../../../support/sign-in/start-forged-provider.ts';
import {
  changeProvider,
  createProvider,
  ownerBrowser,
  REACH_LOOPBACK,
  readProvider,
  startOf,
  switchOn,
} from '../../../support/sign-in/use-provider.ts';
import { newPerson, tokenOf } from '../../../support/users/people.ts';

const API = '/api/v0/identity-providers';
const minute = 60_000;

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`identity providers on ${engine}`, () => {
    const inlay = useInlay(makeStore, { env: REACH_LOOPBACK });
    let company: ForgedProvider;
    let owner: ProviderBrowser;
    before(async () => {
      company = await startForgedProvider();
      owner = await ownerBrowser(inlay);
    });
    after(() => company.close());

    const create = async (fields: object = {}): Promise<OidcProvider> => {
      const settings = { issuer: company.issuer, ...company.client, createUsers: true, ...fields };
      const { status, body } = await createProvider(owner, settings);
      assert.equal(status, 201, JSON.stringify(body));
      return body;
    };
    const remove = (id: string) => owner.send<{ message: string }>('DELETE', `${API}/${id}`);
    const allowPasswords = (passwords: boolean) =>
      saveSignInSettings(
        inlay.running.services,
        'demo' as TenantId,
        { passwords },
        { actor: null, caller: OPERATOR },
      );

    it('are created switched off, with addresses to register', async () => {
      const { origin } = inlay.running.services.config.publicUrl;
      const provider = await create({ id: 'first', clientSecret: 'a secret' });
      assert.deepEqual(
        [provider.isEnabled, provider.isTested, provider.test, provider.hasClientSecret],
        [false, false, null, true],
      );
      assert.equal(provider.redirectUri, `${origin}/admin/session/providers/first/callback`);
      assert.equal(
        provider.backchannelLogoutUri,
        `${origin}/admin/session/providers/first/backchannel-logout`,
      );
      assert.equal(provider.postLogoutRedirectUri, `${origin}/admin`);
      assert.equal((await createProvider(owner, { ...provider, id: 'first' } as never)).status, 400);
      const again = await createProvider(owner, { id: 'first', issuer: company.issuer, clientId: 'x' });
      assert.equal(again.status, 409);
      await remove('first');
    });

    it('get an id from their name', async () => {
      const provider = await create({ id: undefined, name: 'Example Company' });
      assert.equal(provider.id, 'example-company');
      await remove(provider.id);
    });

    it('never show the client secret, and keep it sealed', async () => {
      const secret = 'the-client-secret-of-the-company';
      const { id } = await create({ clientSecret: secret });
      const { services } = inlay.running;
      const row = await services.store
        .tenant('demo' as TenantId)
        .selectFrom('identity_providers')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      assert.ok(!JSON.stringify(row).includes(secret));
      assert.ok(!JSON.stringify(await readProvider(owner, id)).includes(secret));
      const events = await inlay.call<{ data: AuditEvent[] }>('/api/v0/audit-events?limit=100', {
        token: await inlay.adminToken(),
      });
      assert.ok(!JSON.stringify(events.body).includes(secret));
      assert.ok(!inlay.running.logged().includes(secret));
      await remove(id);
    });

    it('are switched on only after a test with the current settings has passed', async () => {
      const { id } = await create();
      const enable = () => changeProvider(owner, id, { isEnabled: true });
      const early = await enable();
      assert.deepEqual([early.status, early.body.code], [409, 'CONFLICT']);
      company.claims = { aud: 'another-client' };
      await owner.signIn(startOf(id, '?test'));
      assert.equal((await enable()).status, 409, 'the test failed');
      company.reset();
      await owner.signIn(startOf(id, '?test'));
      assert.equal((await enable()).status, 200);
      for (const change of [{ scopes: ['email'] }, { clientSecret: 'new' }]) {
        const { body } = await changeProvider(owner, id, change);
        assert.deepEqual([body.isEnabled, body.isTested], [true, false], JSON.stringify(change));
      }
      const { body } = await changeProvider(owner, id, { clientId: 'another' });
      assert.deepEqual([body.isEnabled, body.isTested], [false, false]);
      assert.equal((await enable()).status, 409);
      await remove(id);
    });

    it('keep what a test found only for the settings that it tested', async () => {
      const { id } = await create();
      const back = await owner.goToProvider(startOf(id, '?test'));
      await changeProvider(owner, id, { scopes: [] });
      assert.match((await owner.visit(back, 'cross-site')).headers.location ?? '', /=expired$/);
      assert.equal((await readProvider(owner, id)).test, null);
      await remove(id);
    });

    it('require the secret again for another issuer, which would learn it', async () => {
      const { id } = await create({ clientSecret: 'a secret' });
      const issuer = 'https://login.example.com';
      const refused = await changeProvider(owner, id, { issuer });
      assert.deepEqual([refused.status, refused.body.message.includes('/clientSecret')], [400, true]);
      assert.equal((await changeProvider(owner, id, { issuer, clientSecret: 'another' })).status, 200);
      await remove(id);
    });

    const wrong: Readonly<Record<string, readonly [object, string]>> = {
      'an issuer that is no address': [{ issuer: 'company' }, '/issuer'],
      'an issuer with a password': [{ issuer: 'https://a:b@login.example.com' }, '/issuer'],
      'an issuer with a query': [{ issuer: 'https://login.example.com/?x=y' }, '/issuer'],
      'the address of the document': [
        { issuer: 'https://login.example.com/.well-known/openid-configuration' },
        '/issuer',
      ],
      'a host that browsers would rewrite': [{ issuer: 'https://0x7f.1/' }, '/issuer'],
      'a scheme that is not for requests': [{ issuer: 'file:///etc/passwd' }, '/issuer'],
      'a logo at another address': [{ logo: 'https://evil.example/logo.png' }, '/logo'],
      'a logo that is a page': [{ logo: 'data:text/html;base64,PHA+' }, '/logo'],
      'a condition on something else than claims': [
        { roles: [{ when: { context: 'username', operator: 'is-set' }, role: 'owner' }] },
        '/roles/0/when/context',
      ],
      'a condition that is none': [{ roles: [{ when: { all: true }, role: 'owner' }] }, '/roles/0/when'],
      'an unknown role': [{ roles: [{ when: null, role: 'root' }] }, '/roles/0/role'],
      'an unknown group': [{ groups: [{ when: null, groups: ['nowhere'] }] }, '/groups/0/groups/0'],
      'an unknown workspace': [
        { workspaces: [{ when: null, workspaceId: 'nowhere' }] },
        '/workspaces/0/workspaceId',
      ],
      'a scope with a space': [{ scopes: ['email profile'] }, '/scopes/0'],
      'an unknown field': [{ allowEverybody: true }, ''],
      'an id with a slash': [{ id: 'a/b' }, '/id'],
    };
    for (const [what, [fields, path]] of Object.entries(wrong))
      it(`refuse ${what}`, async () => {
        const settings = { issuer: 'https://login.example.com', clientId: 'inlay', ...fields };
        const { status, body } = await createProvider(owner, settings);
        assert.equal(status, 400, JSON.stringify(body));
        assert.ok(body.message.startsWith(path), body.message);
      });

    it('are changed by owners only, and by no API key', async () => {
      const { id } = await create();
      const token = await tokenOf(inlay, await newPerson(inlay, { adminRole: 'administrator' }));
      const ownerToken = await inlay.adminToken();
      const { body: key } = await inlay.call<{ key: string }>('/api/v0/api-keys', {
        token: ownerToken,
        body: { name: 'settings', scopes: ['settings:read', 'settings:write'] },
      });
      for (const caller of [token, key.key]) {
        assert.equal((await inlay.call(`${API}/${id}`, { token: caller })).status, 200);
        for (const [method, path, body] of [
          ['POST', API, { name: 'x', issuer: 'https://evil.example', clientId: 'x' }],
          ['PATCH', `${API}/${id}`, { linkByEmail: true }],
          ['DELETE', `${API}/${id}`, undefined],
        ] as const)
          assert.equal((await inlay.call(path, { method, token: caller, body })).status, 401, method);
      }
      await remove(id);
    });

    it('show the claims of a test to owners only', async () => {
      const { id } = await create();
      await owner.signIn(startOf(id, '?test'));
      assert.notDeepEqual((await readProvider(owner, id)).test?.claims, {});
      const token = await tokenOf(inlay, await newPerson(inlay, { adminRole: 'auditor' }));
      const { body } = await inlay.call<OidcProvider>(`${API}/${id}`, { token });
      assert.deepEqual([body.test?.passed, body.test?.claims], [true, {}]);
      await remove(id);
    });

    it('require a recent confirmation', async () => {
      const { id } = await create();
      inlay.pass(15 * minute);
      const refused = await changeProvider(owner, id, { name: 'Other' });
      assert.deepEqual([refused.status, refused.body.code], [403, 'CONFIRMATION_REQUIRED']);
      inlay.pass(-15 * minute);
      await remove(id);
    });

    it('cannot all be switched off or deleted while passwords are off', async () => {
      const { id } = await create();
      await switchOn(owner, id);
      const inside = providerBrowser(inlay);
      company.claims = { sub: 'second-owner', email: 'second-owner@company.test' };
      await changeProvider(owner, id, { roles: [{ when: null, role: 'owner' }] });
      await inside.signIn(startOf(id));
      await allowPasswords(false);
      assert.equal(await owner.isSignedIn(), false);
      for (const reply of [
        await changeProvider(inside, id, { isEnabled: false }),
        await changeProvider(inside, id, { clientId: 'another' }),
        await inside.send<{ message: string }>('DELETE', `${API}/${id}`),
      ]) {
        assert.equal(reply.status, 409);
        assert.match(reply.body.message, /Nobody could sign in any more/);
      }
      await allowPasswords(true);
      owner = await ownerBrowser(inlay);
      company.reset();
      assert.equal((await remove(id)).status, 204);
      assert.equal(await inside.isSignedIn(), false, 'its sessions end with it');
    });

    it('are a limited number', async () => {
      const made: string[] = [];
      const { body } = await owner.send<{ data: OidcProvider[] }>('GET', API);
      for (let count = body.data.length; count < MAX_PROVIDERS; count += 1) made.push((await create()).id);
      const settings = { issuer: company.issuer, clientId: 'x' };
      assert.equal((await createProvider(owner, settings)).status, 409);
      for (const id of made) assert.equal((await remove(id)).status, 204);
    });

    it('leave a trail in the audit log', async () => {
      const { id } = await create();
      await owner.signIn(startOf(id, '?test'));
      await changeProvider(owner, id, { name: 'Other', clientSecret: 'x' });
      await remove(id);
      const { body } = await inlay.call<{ data: AuditEvent[] }>('/api/v0/audit-events?limit=100', {
        token: await inlay.adminToken(),
      });
      const events = body.data.filter(({ target }) => target === id).map(({ action }) => action);
      assert.deepEqual(events.toSorted(), [
        'identity-provider.change',
        'identity-provider.create',
        'identity-provider.delete',
        'identity-provider.test',
      ]);
    });
  });
}
