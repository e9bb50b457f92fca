import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEmbedClient, InlayError } from '../src/index.ts';
import { privatePem, startTokenEndpoint } from './token-endpoint.ts';

const expected = { clientId: 'acme-embed', clientSecret: 'secret', issuer: 'https://acme-embed' };
const limit = 3584;

/** A context of exactly this size, most of it in an attribute of two-byte letters. */
function contextOf(bytes: number) {
  const empty = {
    username: 'jane',
    workspace_id: 'main',
    roles: ['USER'],
    privileges: {},
    attributes: { a: '' },
  };
  const missing = bytes - Buffer.byteLength(JSON.stringify(empty));
  const a = 'é'.repeat(Math.floor(missing / 2)) + 'x'.repeat(missing % 2);
  return { username: 'jane', workspaceId: 'main', attributes: { a } };
}

function clientFor(instanceUrl: string, allowTruncation = false) {
  return createEmbedClient({
    ...expected,
    instanceUrl,
    tenantId: 'acme',
    privateKey: privatePem,
    allowTruncation,
  });
}

test('sends a context of exactly the limit', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  await clientFor(endpoint.url).token(contextOf(limit));
  assert.equal(Buffer.byteLength(JSON.stringify(endpoint.exchanges[0]?.context)), limit);
});

test('rejects a context one byte over the limit and reports the size of each field', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  await assert.rejects(clientFor(endpoint.url).token(contextOf(limit + 1)), (error) => {
    assert.ok(error instanceof InlayError);
    assert.equal(error.code, 'CONTEXT_TOO_LARGE');
    assert.match(error.message, new RegExp(`has ${limit + 1} bytes, more than the limit of ${limit},`));
    const fields = Object.values(error.bytesByField ?? {});
    const bracesAndCommas = 2 + fields.length - 1;
    assert.equal(fields.reduce((a, b) => a + b) + bracesAndCommas, limit + 1);
    assert.equal(error.bytesByField?.username, '"username":"jane"'.length);
    assert.match(error.message, /largest field is 'attributes'/);
    return true;
  });
  assert.equal(endpoint.exchanges.length, 0);
});

test('sends a context over the limit if truncation is allowed', async (t) => {
  const endpoint = await startTokenEndpoint(t, expected);
  await clientFor(endpoint.url, true).token(contextOf(limit + 1));
  assert.equal(endpoint.exchanges.length, 1);
});
