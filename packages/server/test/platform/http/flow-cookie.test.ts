import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FastifyRequest } from 'fastify';
import { defineFlowCookie } from '../../../src/platform/http/flow-cookie.ts';
import { createVault } from '../../../src/platform/vault/vault.ts';

const MINUTE = 60_000;
const vault = createVault(randomBytes(32));
const context = {
  config: { publicUrl: new URL('https://analytics.example.com') },
  vault,
  tenantId: 'acme' as TenantId,
  now: Date.UTC(2026, 0, 1),
};
const data = { state: 'a state', verifier: 'a verifier' };
const flow = defineFlowCookie<typeof data>('oidc', { lifetimeMs: 10 * MINUTE, sameSite: 'Lax' });

const pairOf = (header: string) => header.split(';', 1)[0] ?? '';
const requestWith = (cookie: string) => ({ headers: { cookie } }) as FastifyRequest;

describe('the cookie of a flow', () => {
  const started = flow.start(context, data);
  const read = (cookie = pairOf(started), changes: Partial<typeof context> = {}, of = flow) =>
    of.read({ ...context, ...changes }, requestWith(cookie));

  it('is for this host alone, unreadable for scripts, and sent where its flow needs it', () => {
    assert.match(
      started,
      /^__Host-inlay_oidc=[\w.~+/=-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const strict = defineFlowCookie('step', { lifetimeMs: MINUTE, sameSite: 'Strict' });
    assert.match(strict.start(context, data), /; Max-Age=60; HttpOnly; SameSite=Strict; Secure$/);
    assert.match(flow.end(context), /^__Host-inlay_oidc=; .*Max-Age=0;/);
  });

  it('brings back what was started, and shows nothing of it', () => {
    assert.deepEqual(read(), data);
    assert.deepEqual(read(`other=1; ${pairOf(started)}; more=2`), data);
    assert.doesNotMatch(started, /state|verifier/);
    assert.doesNotMatch(Buffer.from(started.split('=')[1] ?? '', 'base64url').toString('latin1'), /a state/);
  });

  it('ends after its time', () => {
    assert.deepEqual(read(undefined, { now: context.now + 10 * MINUTE - 1 }), data);
    assert.equal(read(undefined, { now: context.now + 10 * MINUTE }), undefined);
  });

  it('is nothing in another tenant, for another purpose, or with another key', () => {
    assert.equal(read(undefined, { tenantId: 'other' as TenantId }), undefined);
    const other = defineFlowCookie<typeof data>('other', { lifetimeMs: MINUTE, sameSite: 'Lax' });
    assert.equal(read(pairOf(started).replace('_oidc=', '_other='), {}, other), undefined);
    assert.equal(read(undefined, { vault: createVault(randomBytes(32)) }), undefined);
  });

  it('is nothing if it was changed, made up, sent twice or is missing', () => {
    const [name, value = ''] = pairOf(started).split('=', 2);
    const middle = Math.floor(value.length / 2);
    const flipped = value[middle] === 'A' ? 'B' : 'A';
    for (const wrong of [
      `${name}=${value.slice(0, middle)}${flipped}${value.slice(middle + 1)}`,
      `${name}=${value.slice(0, -4)}`,
      `${name}=`,
      `${name}=made-up`,
      `${name}=${value}; ${name}=${value}`,
      `inlay_oidc=${value}`,
      '',
    ])
      assert.equal(read(wrong), undefined, wrong);
    assert.equal(flow.read(context, { headers: {} } as FastifyRequest), undefined);
  });
});
