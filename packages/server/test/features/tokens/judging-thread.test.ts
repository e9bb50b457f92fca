import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { embedIdentifiers } from '../../../src/features/tokens/embed-identifiers.ts';
import { GRANT_TYPE, type Judgement, type Terms } from '../../../src/features/tokens/judge-request.ts';
import { JudgingThread } from '../../../src/features/tokens/judging-thread.ts';
import { embedTokenKey, tokenHash } from '../../../src/platform/identity/opaque-token.ts';
import { openSecrets } from '../../../src/platform/identity/sealed-secrets.ts';
import { createVault } from '../../../src/platform/vault/vault.ts';

const first = generateKeyPairSync('rsa', { modulusLength: 2048 });
const second = generateKeyPairSync('rsa', { modulusLength: 3072 });
const masterKey = randomBytes(32);
const now = 1_800_000_000_000;

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

const termsOf = (tenant: string, key: KeyObject): Terms => ({
  tenantId: tenant as TenantId,
  clientId: `${tenant}-embed`,
  secretHash: tokenHash(`secret of ${tenant}`),
  formerSecretHash: null,
  formerSecretUntil: null,
  identifiers: embedIdentifiers(tenant as TenantId, new URL('https://inlay.test')),
  replayProtection: true,
  maxTokenSeconds: 3600,
  keys: [pemOf(key)],
  listed: [],
});

const inputOf = ({ identifiers, clientId }: Terms, username: string, header: object = {}) => {
  const embed_context = {
    username,
    workspace_id: 'main',
    roles: ['USER'],
    privileges: {},
    secrets: { password: `of ${username}` },
  };
  const { issuer: iss, audiences } = identifiers;
  const claims = {
    iss,
    sub: clientId,
    aud: audiences[0],
    exp: now / 1000 + 60,
    jti: username,
    embed_context,
  };
  return `${base64({ alg: 'RS512', ...header })}.${base64(claims)}`;
};

const formOf = (tenant: string, assertion: string) => ({
  authorization: `Basic ${Buffer.from(`${tenant}-embed:secret of ${tenant}`).toString('base64')}`,
  body: new URLSearchParams({ grant_type: GRANT_TYPE, scope: 'embed', assertion }).toString(),
});

const signed = (input: string, key: KeyObject, digest = 'sha512') =>
  `${input}.${sign(digest, Buffer.from(input), key).toString('base64url')}`;

const shown = (judgement: Judgement) =>
  judgement.verdict === 'issue'
    ? judgement.issue.username
    : judgement.verdict === 'refused'
      ? judgement.reason
      : judgement.verdict;

describe('the thread that judges token requests', () => {
  const thread = new JudgingThread(masterKey);
  after(() => thread.close());

  it('tells each of many at once, of several tenants, apart', async () => {
    const tenants = {
      one: { keys: first, terms: termsOf('one', first.publicKey) },
      two: { keys: second, terms: termsOf('two', second.publicKey) },
    };
    const requests = Array.from({ length: 200 }, (_, index) => {
      const [tenant, other] = index % 3 === 0 ? (['one', 'two'] as const) : (['two', 'one'] as const);
      const { terms } = tenants[tenant];
      const isGood = index % 2 === 0;
      const key = tenants[isGood ? tenant : other].keys.privateKey;
      const form = formOf(tenant, signed(inputOf(terms, `user-${index}`), key));
      return { expected: isGood ? `user-${index}` : 'signature', request: { form, terms, now } };
    });
    const judgements = await Promise.all(requests.map(({ request }) => thread.judge(request)));
    assert.deepEqual(
      judgements.map(shown),
      requests.map(({ expected }) => expected),
    );
  });

  it('gives all that the store is to know, secrets sealed for the tenant', async () => {
    const terms = termsOf('one', first.publicKey);
    const form = formOf('one', signed(inputOf(terms, 'ann'), first.privateKey));
    const judgement = await thread.judge({ form, terms, now });
    assert.equal(judgement.verdict, 'issue');
    const { issue } = judgement as Extract<Judgement, { verdict: 'issue' }>;
    assert.equal(issue.tokenKey, embedTokenKey(issue.token));
    assert.equal(issue.jtiHash, tokenHash('ann'));
    assert.deepEqual(JSON.parse(issue.context), {
      username: 'ann',
      workspace_id: 'main',
      roles: ['USER'],
      privileges: {},
      groups: [],
      attributes: {},
    });
    assert.deepEqual(openSecrets(createVault(masterKey), terms.tenantId, issue.sealedSecrets), {
      password: 'of ann',
    });
    assert.deepEqual(
      [issue.issuedAt, issue.expiresAt, issue.assertionEnds, issue.lostSections],
      [now, now + 60_000, now + 60_000, null],
    );
  });

  it('refuses another digest, a changed text, a changed, cut, longer and empty signature', async () => {
    const terms = termsOf('one', first.publicKey);
    const input = inputOf(terms, 'ann');
    const signature = sign('sha512', Buffer.from(input), first.privateKey);
    const changed = Buffer.from(signature);
    changed.writeUInt8(changed.readUInt8(9) ^ 1, 9);
    const withSignature = (bytes: Buffer) => `${input}.${bytes.toString('base64url')}`;
    const bad = [
      signed(input, first.privateKey, 'sha256'),
      `${inputOf(terms, 'bob')}.${signature.toString('base64url')}`,
      withSignature(changed),
      withSignature(signature.subarray(1)),
      withSignature(Buffer.concat([signature, Buffer.alloc(1)])),
      withSignature(Buffer.alloc(256)),
    ];
    const judgements = await Promise.all(
      [withSignature(signature), ...bad].map((assertion) =>
        thread.judge({ form: formOf('one', assertion), terms, now }),
      ),
    );
    assert.deepEqual(judgements.map(shown), ['ann', ...bad.map(() => 'signature')]);
  });

  it('asks for keys only after the client and the header are right', async () => {
    const terms = { ...termsOf('one', first.publicKey), keys: null };
    const assertion = signed(inputOf(terms, 'ann'), first.privateKey);
    const judgements = await Promise.all([
      thread.judge({ form: formOf('one', assertion), terms, now }),
      thread.judge({ form: formOf('two', assertion), terms, now }),
      thread.judge({ form: formOf('one', `${base64({ alg: 'none' })}.e30.AAAA`), terms, now }),
    ]);
    assert.deepEqual(judgements.map(shown), ['keys wanted', 'unproven', 'alg']);
  });

  it('takes the listed keys of a kid, and asks for others where none of them has signed', async () => {
    const listed = [
      { kid: 'first', pem: pemOf(first.publicKey) },
      { kid: 'second', pem: pemOf(second.publicKey) },
    ];
    const terms = { ...termsOf('one', first.publicKey), keys: null, listed };
    const judge = (header: object, key: KeyObject) =>
      thread.judge({ form: formOf('one', signed(inputOf(terms, 'ann', header), key)), terms, now });
    const judgements = await Promise.all([
      judge({ kid: 'second' }, second.privateKey),
      judge({}, second.privateKey),
      judge({ kid: 'first' }, second.privateKey),
      judge({ kid: 'third' }, second.privateKey),
    ]);
    assert.deepEqual(judgements.map(shown), ['ann', 'ann', 'keys wanted', 'keys wanted']);
  });

  it('fails for the one request that cannot be judged, and for no other of the same moment', async () => {
    const terms = termsOf('one', first.publicKey);
    const form = formOf('one', signed(inputOf(terms, 'ann'), first.privateKey));
    const [broken, good] = await Promise.allSettled([
      thread.judge({ form, terms: { ...terms, keys: ['no key at all'] }, now }),
      thread.judge({ form, terms, now }),
    ]);
    assert.equal(broken.status, 'rejected');
    assert.equal(good.status === 'fulfilled' && shown(good.value), 'ann');
  });

  it('starts anew after it has ended', async () => {
    await thread.close();
    const terms = termsOf('one', first.publicKey);
    const form = formOf('one', signed(inputOf(terms, 'ann'), first.privateKey));
    assert.equal(shown(await thread.judge({ form, terms, now })), 'ann');
  });
});
