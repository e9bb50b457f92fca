import assert from 'node:assert/strict';
import { generateKeyPairSync, webcrypto } from 'node:crypto';
import { test } from 'node:test';
import {
  createEmbedClient,
  type EmbedContext,
  InlayError,
  type PrivateKey,
  type TokenOptions,
} from '../src/index.ts';
import { pair, privatePem, startTokenEndpoint } from './token-endpoint.ts';

const options = {
  instanceUrl: 'https://analytics.example.com',
  tenantId: 'acme',
  clientId: 'acme-embed',
  clientSecret: 'secret',
  privateKey: privatePem as PrivateKey,
};
const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey;
const encrypted = pair.privateKey.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'x',
});
const rs512 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' };
const der = pair.privateKey.export({ type: 'pkcs8', format: 'der' });

test('signs with each form of a private key', async (t) => {
  const endpoint = await startTokenEndpoint(t, {
    clientId: 'acme-embed',
    clientSecret: 'secret',
    issuer: 'https://acme-embed',
  });
  const forms: Record<string, PrivateKey> = {
    'PKCS#8': privatePem,
    'PKCS#1': pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    'bytes of a file': Buffer.from(privatePem),
    'line ends written as \\n': privatePem.replaceAll('\n', '\\n'),
    KeyObject: pair.privateKey,
    CryptoKey: await webcrypto.subtle.importKey('pkcs8', der, rs512, false, ['sign']),
  };
  for (const [form, privateKey] of Object.entries(forms)) {
    const client = createEmbedClient({ ...options, instanceUrl: endpoint.url, privateKey });
    await assert.doesNotReject(client.token({ username: 'jane', workspaceId: 'main' }), form);
  }
});

const wrongKeys: Record<string, readonly [PrivateKey, RegExp]> = {
  'a public key': [pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(), /is a public key/],
  'a public KeyObject': [pair.publicKey, /is a public key/],
  'an RSA public key': [
    pair.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    /is a public key/,
  ],
  'a key of 1024 bits': [small, /has 1024 bits, but RS512 requires at least 2048/],
  'an elliptic key': [elliptic, /of type ec/],
  'an encrypted key': [encrypted.toString(), /is encrypted/],
  'a file name': ['./private.pem', /not its name/],
  'a number': [JSON.parse('42'), /must be PEM text/],
};
for (const [what, [privateKey, message]] of Object.entries(wrongKeys)) {
  test(`rejects ${what} as private key`, () => {
    assert.throws(() => createEmbedClient({ ...options, privateKey }), isConfigurationError(message));
  });
}

test('rejects a CryptoKey for another algorithm', async () => {
  const rs256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const privateKey = await webcrypto.subtle.importKey('pkcs8', der, rs256, false, ['sign']);
  assert.throws(() => createEmbedClient({ ...options, privateKey }), isConfigurationError(/SHA-512/));
});

test('leaves the key out of the error about it', () => {
  const broken = privatePem.replace('MII', 'XXX');
  assert.throws(
    () => createEmbedClient({ ...options, privateKey: broken }),
    (error) => error instanceof InlayError && error.cause === undefined && !error.message.includes('XXX'),
  );
});

for (const name of ['tenantId', 'clientId', 'clientSecret'] as const) {
  test(`rejects a missing ${name}`, () => {
    const without = Object.assign({ ...options }, { [name]: undefined });
    assert.throws(() => createEmbedClient(without), isConfigurationError(new RegExp(`^${name} is required`)));
  });
}

for (const instanceUrl of [
  'analytics.example.com',
  'ftp://analytics.example.com',
  'https://u:p@example.com',
  'https://example.com/?a=1',
]) {
  test(`rejects the instance URL ${instanceUrl}`, () => {
    assert.throws(() => createEmbedClient({ ...options, instanceUrl }), isConfigurationError(/^instanceUrl/));
  });
}

for (const [name, value] of [
  ['timeoutMs', 0],
  ['attemptTimeoutMs', Number.NaN],
  ['maxAttempts', 1.5],
] as const) {
  test(`rejects ${name} ${value}`, () => {
    assert.throws(
      () => createEmbedClient({ ...options, [name]: value }),
      isConfigurationError(new RegExp(`^${name} must be`)),
    );
  });
}

const wrongContexts: Record<string, readonly [object, RegExp]> = {
  'without a username': [{ workspaceId: 'main' }, /username is required/],
  'without a workspace': [{ username: 'jane' }, /workspaceId is required/],
  'with two workspaces': [{ username: 'jane', workspaceId: 'a', workspace_id: 'b' }, /both/],
  'with a misspelt field': [
    { username: 'jane', workspaceId: 'a', attribute: {} },
    /Unknown field 'attribute'/,
  ],
  'that is no JSON': [{ username: 'jane', workspaceId: 'a', attributes: { n: 1n } }, /to JSON/],
};
for (const [what, [context, message]] of Object.entries(wrongContexts)) {
  test(`rejects a context ${what} before sending anything`, async () => {
    const client = createEmbedClient({ ...options, fetch: () => assert.fail('nothing may be sent') });
    await assert.rejects(client.token(context as EmbedContext), isConfigurationError(message));
  });
}

test('client.token: rejects unknown options', async () => {
  const client = createEmbedClient({ ...options, fetch: () => assert.fail('nothing may be sent') });
  const context = { username: 'jane', workspaceId: 'main' };
  const misspelled: TokenOptions & { ttl: number } = { ttl: 60 };
  await assert.rejects(
    client.token(context, misspelled),
    isConfigurationError(/^Unknown token option 'ttl'/),
  );
});

test('rejects a token lifetime that is not a whole number of seconds', async () => {
  const client = createEmbedClient(options);
  const context = { username: 'jane', workspaceId: 'main' };
  for (const expiresIn of [0, -1, 0.5, Number.POSITIVE_INFINITY]) {
    await assert.rejects(client.token(context, { expiresIn }), isConfigurationError(/^expiresIn must be/));
  }
});

function isConfigurationError(message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof InlayError, String(error));
    assert.equal(error.code, 'CONFIGURATION');
    assert.match(error.message, message);
    return true;
  };
}
