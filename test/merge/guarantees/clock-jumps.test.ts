import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { createJwksCache } from '@inlay/server/features/tokens/jwks-cache';
import { createRateLimit } from '@inlay/server/platform/http/rate-limit';
import { createResultCache } from '@inlay/server/platform/query/result/result-cache';
import { sweepExpired } from '@inlay/server/platform/store/sweep-expired';
import { describeEmbedding } from '../../support/embeds/describe-embedding.ts';
import { basic, exchange, signJwt } from '../../support/embeds/embed-client.ts';
import { assertInvalidGrant } from '../../support/http/assert-refused.ts';
import { BOTH_STORES } from '../../support/server/start-inlay.ts';
import { useInlay } from '../../support/server/use-inlay.ts';
import { timeAt } from '../../support/time/fake-time.ts';

const second = 1000;
const hour = 60 * 60 * second;
const day = 24 * hour;

describeEmbedding('clock jumps: token endpoint', BOTH_STORES, (given) => {
  it('refuses a used jti after the clock jumped an hour ahead, a sweep ran, and it jumped back', async () => {
    const assertion = signJwt(given.claims());
    assert.equal((await exchange(given.setup, assertion)).status, 200);
    given.advance(hour);
    await sweepExpired(given.inlay.services, given.now());
    given.advance(-hour);
    assertInvalidGrant(await exchange(given.setup, assertion), /^jti was already used/);
  });

  it('remembers a jti for a day after its assertion expired, and not forever', async () => {
    const assertion = signJwt(given.claims());
    assert.equal((await exchange(given.setup, assertion)).status, 200);
    await sweepExpired(given.inlay.services, given.now() + 300 * second + day - second);
    assertInvalidGrant(await exchange(given.setup, assertion), /^jti was already used/);
    assert.ok((await sweepExpired(given.inlay.services, given.now() + 2 * day)) > 0);
  });

  it('blocks a client no longer than configured when the clock is set back an hour', async () => {
    const guess = () =>
      exchange(given.setup, 'x', { headers: { authorization: basic(given.setup.clientId, 'guess') } });
    let last = await guess();
    for (let attempts = 0; attempts < 50 && last.status !== 429; attempts += 1) last = await guess();
    assert.equal(last.status, 429);
    given.advance(-hour);
    assert.equal((await guess()).status, 401);
  });
});

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`clock jumps: login on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const newUser = async (username: string) => {
      const user = { username, password: 'a password of somebody' };
      const created = await inlay.call('/api/v0/users', { token: await inlay.adminToken(), body: user });
      assert.equal(created.status, 201);
      const fail = () => inlay.login(username, 'wrong');
      return { fail, logIn: () => inlay.login(username, user.password) };
    };

    it('does not extend a block of 60 s when the clock is set back an hour', async () => {
      const user = await newUser('blocked@demo.test');
      for (let count = 0; count < 5; count += 1) await user.fail();
      assert.equal((await user.logIn()).status, 429);
      inlay.pass(-hour);
      assert.equal((await user.logIn()).status, 200);
      inlay.pass(hour);
    });

    it('never asks for a longer wait than the block when the clock is set back by seconds', async () => {
      const user = await newUser('patient@demo.test');
      for (let count = 0; count < 5; count += 1) await user.fail();
      inlay.pass(-20 * second);
      const { status, headers } = await user.logIn();
      assert.equal(status, 429);
      assert.equal(headers['retry-after'], '60');
      inlay.pass(20 * second);
    });

    it('does not count failures that are an hour in the future', async () => {
      const user = await newUser('counted@demo.test');
      for (let count = 0; count < 4; count += 1) await user.fail();
      inlay.pass(-hour);
      assert.equal((await user.fail()).status, 401);
      assert.equal((await user.logIn()).status, 200);
      inlay.pass(hour);
    });

    it('blocks again after the clock was set back', async () => {
      const user = await newUser('again@demo.test');
      for (let count = 0; count < 5; count += 1) await user.fail();
      inlay.pass(-hour);
      for (let count = 0; count < 5; count += 1) assert.equal((await user.fail()).status, 401);
      assert.equal((await user.logIn()).status, 429);
      inlay.pass(hour);
    });
  });
}

describe('clock jumps: memory of one process', () => {
  const tenantId = 'demo' as TenantId;

  it('rate limit: lets a caller through after the clock was set back an hour', () => {
    let now = Date.now();
    const limit = createRateLimit(
      timeAt(() => now),
      60,
    );
    limit('somebody');
    now -= hour;
    limit('somebody');
  });

  it('result cache: loads again after the clock was set back', async () => {
    let now = Date.now();
    let loads = 0;
    const cache = createResultCache<number>({
      time: timeAt(() => now),
      maxBytes: 1000,
      maxBytesPerTenant: 1000,
      sizeOf: () => 1,
    });
    const get = () => cache.get({ tenantId, key: 'key', freshSeconds: 60, load: async () => (loads += 1) });
    await get();
    now -= hour;
    await get();
    assert.equal(loads, 2);
  });

  it('JWKS: is fetched again after the clock was set back, even if the last fetch failed', async () => {
    let now = Date.now();
    let reads = 0;
    let isUp = false;
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const listed = { ...publicKey.export({ format: 'jwk' }), kid: 'a' };
    const cache = createJwksCache(
      async () => {
        reads += 1;
        if (!isUp) throw new Error('away');
        return { body: { keys: [listed] }, headers: { 'cache-control': 'max-age=300' } };
      },
      timeAt(() => now),
    );
    const url = 'https://keys.example/jwks';
    await cache.keysFor(tenantId, url, 'a');
    isUp = true;
    now -= hour;
    const before = reads;
    await cache.keysFor(tenantId, url, 'a');
    assert.ok(reads > before);
    const beforeSecondJump = reads;
    await cache.keysFor(tenantId, url, 'a');
    assert.equal(reads, beforeSecondJump, 'fresh keys are not read again');
    now -= hour;
    await cache.keysFor(tenantId, url, 'a');
    assert.ok(reads > beforeSecondJump);
  });
});
