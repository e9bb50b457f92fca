import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEmbedClient, type EmbedClientOptions, InlayError } from '../src/index.ts';
import { privatePem, startTokenEndpoint } from './token-endpoint.ts';

const expected = { clientId: 'acme-embed', clientSecret: 'b_Z-9', issuer: 'https://acme-embed' };

function clientFor(instanceUrl: string, more: Partial<EmbedClientOptions> = {}) {
  return createEmbedClient({
    instanceUrl,
    tenantId: 'acme',
    clientId: expected.clientId,
    clientSecret: expected.clientSecret,
    privateKey: privatePem,
    ...more,
  });
}

test('signs a context and exchanges it for a token', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  const context = {
    username: 'jane@example.com',
    workspaceId: 'main',
    roles: ['USER'],
    privileges: { sales: ['view', 'validator'] },
    groups: ['EMEA leads'],
    attributes: { region: 'EMEA', limits: [1, 2.5, null] },
    secrets: { warehouse: 'pässwörd' },
  } as const;
  const before = Date.now();
  const { token, expiresAt } = await clientFor(endpoint.url).token(context);

  assert.equal(token, 'opaque-1');
  assert.ok(expiresAt.getTime() > before, 'the token ends in the future');
  const [exchange] = endpoint.exchanges;
  const { workspaceId, ...rest } = context;
  assert.deepEqual(exchange?.context, { ...rest, workspace_id: workspaceId });
  assert.deepEqual(exchange?.header, { alg: 'RS512', typ: 'JWT' });
  assert.equal(exchange?.path, '/api/auth/realms/acme/protocol/openid-connect/token');
  assert.deepEqual(Object.keys(exchange?.claims ?? {}).sort(), [
    'aud',
    'embed_context',
    'exp',
    'iss',
    'jti',
    'sub',
  ]);
});

test('defaults to the role USER, no privileges and the workspace of the client', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  await clientFor(endpoint.url, { workspaceId: 'main' }).token({ username: 'jane' });
  assert.deepEqual(endpoint.exchanges[0]?.context, {
    username: 'jane',
    workspace_id: 'main',
    roles: ['USER'],
    privileges: {},
  });
});

test('accepts workspace_id in the spelling of the claim', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  await clientFor(endpoint.url, { workspaceId: 'main' }).token({ username: 'jane', workspace_id: 'other' });
  assert.equal(endpoint.exchanges[0]?.context.workspace_id, 'other');
});

test('requests the lifetime that the caller sets', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  const client = clientFor(endpoint.url, { workspaceId: 'main' });
  await client.token({ username: 'jane' }, { expiresIn: 60 });
  await client.token({ username: 'jane' }, { expiresIn: 86_400 });
  const [short, long] = endpoint.exchanges.map(({ claims }) => claims.exp ?? 0);
  const difference = (long ?? 0) - (short ?? 0) - (86_400 - 60);
  assert.ok(difference >= 0 && difference < 60, `exp differs by ${difference} s beside what was asked`);
});

test('sends the key id, issuer, audience and subject it was given', async (t) => {
  const custom = { ...expected, issuer: 'https://other', audience: 'urn:inlay' };
  const endpoint = await startTokenEndpoint(t, custom);
  await clientFor(endpoint.url, {
    workspaceId: 'main',
    keyId: 'key-2',
    issuer: 'https://other',
    audience: 'urn:inlay',
  }).token({ username: 'jane' });
  assert.equal(endpoint.exchanges[0]?.header.kid, 'key-2');

  const asOther = clientFor(endpoint.url, { workspaceId: 'main', ...custom, subject: 'someone-else' });
  await assert.rejects(asOther.token({ username: 'jane' }), { name: 'InlayError', code: 'TOKEN_REFUSED' });
});

test('form-encodes the client id and secret before Basic', async (t) => {
  const odd = { ...expected, clientId: 'a:b c', clientSecret: '100% +é&=\'"~*' };
  const endpoint = await startTokenEndpoint(t, odd);
  const client = clientFor(endpoint.url, { ...odd, workspaceId: 'main' });
  assert.equal((await client.token({ username: 'jane' })).token, 'opaque-1');
});

test('reaches an instance whose URL has a path or a trailing slash', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  await clientFor(`${endpoint.url}/`, { workspaceId: 'main' }).token({ username: 'jane' });
  await clientFor(`${endpoint.url}/inlay/`, { workspaceId: 'main' }).token({ username: 'jane' });
  const realm = '/api/auth/realms/acme/protocol/openid-connect/token';
  assert.deepEqual(
    endpoint.exchanges.map(({ path }) => path),
    [realm, `/inlay${realm}`],
  );
});

test('gets an SDK token with the role ADMIN and no privileges', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  await clientFor(endpoint.url, { workspaceId: 'main' }).sdkToken();
  await clientFor(endpoint.url).sdkToken({ workspaceId: 'w', attributes: { region: 'EMEA' } });
  assert.deepEqual(
    endpoint.exchanges.map(({ context }) => context),
    [
      { username: 'acme-embed', workspace_id: 'main', roles: ['ADMIN'], privileges: {} },
      {
        username: 'acme-embed',
        workspace_id: 'w',
        roles: ['ADMIN'],
        privileges: {},
        attributes: { region: 'EMEA' },
      },
    ],
  );
});

test('a refusal carries the error, description and status of the service', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  const client = clientFor(endpoint.url, { clientSecret: 'wrong', workspaceId: 'main' });
  await assert.rejects(client.token({ username: 'jane' }), (error) => {
    assert.ok(error instanceof InlayError);
    assert.equal(error.code, 'TOKEN_REFUSED');
    assert.equal(error.name, 'InlayError');
    assert.equal(error.oauthError, 'invalid_client');
    assert.match(error.message, /unknown client or wrong secret/);
    assert.equal(error.status, 401);
    return true;
  });
});

test('prints no secret when the client is logged', () => {
  const client = clientFor('http://127.0.0.1:1', { clientSecret: 'very-secret' });
  const shown = `${JSON.stringify(client)}${Object.values(client).map(String)}`;
  assert.ok(!shown.includes('very-secret') && !shown.includes('PRIVATE KEY'));
});
