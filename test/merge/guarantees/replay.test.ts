import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sweepExpired } from '@inlay/server/platform/store/sweep-expired';
import { describeEmbedding } from '../../support/embeds/describe-embedding.ts';
import { exchange, signJwt } from '../../support/embeds/embed-client.ts';
import { call } from '../../support/http/api-client.ts';
import { assertInvalidGrant } from '../../support/http/assert-refused.ts';
import { BOTH_STORES } from '../../support/server/start-inlay.ts';
import { askAbout } from '../../support/tokens/token-client.ts';
import { addTenant } from '../../support/users/second-tenant.ts';

describeEmbedding('replay', BOTH_STORES, (given) => {
  const present = (assertion: string) => exchange(given.setup, assertion);
  const setReplay = (replayProtection: boolean) =>
    call(`${given.inlay.url}/api/v0/embed-settings`, {
      token: given.setup.adminToken,
      method: 'PATCH',
      body: { replayProtection },
    });

  it('row 20: refuses a used assertion, and other claims with its jti', async () => {
    const claims = given.claims();
    assert.equal((await present(signJwt(claims))).status, 200);
    assertInvalidGrant(await present(signJwt(claims)), /^jti was already used/);
    assertInvalidGrant(await present(signJwt({ ...claims, iat: 1 })), /^jti was already used/);
    assert.equal((await present(signJwt({ ...claims, jti: `${claims.jti}x` }))).status, 200);
  });

  it('row 20: accepts one of fifty concurrent requests for each of four assertions', async () => {
    const assertions = Array.from({ length: 4 }, () => signJwt(given.claims()));
    const responses = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const { status } = await present(assertions[index % 4] as string);
        return { status, which: index % 4 };
      }),
    );
    for (const which of [0, 1, 2, 3]) {
      const own = responses.filter((response) => response.which === which);
      assert.equal(own.filter(({ status }) => status === 200).length, 1);
      assert.equal(own.filter(({ status }) => status === 400).length, 49);
    }
  });

  it('row 20: remembers a jti across a restart', async () => {
    const assertion = signJwt(given.claims());
    assert.equal((await present(assertion)).status, 200);
    await given.restart();
    assertInvalidGrant(await present(assertion), /^jti was already used/);
  });

  it('row 20: does not use up the jti of an assertion refused for another reason', async () => {
    const claims = given.claims();
    assertInvalidGrant(await present(signJwt({ ...claims, aud: 'x' })));
    assertInvalidGrant(await present(signJwt({ ...claims, embed_context: {} })));
    assertInvalidGrant(await present(`${signJwt(claims).slice(0, -4)}AAAA`));
    assert.equal((await present(signJwt(claims))).status, 200);
  });

  it('row 20: requires a jti, a string of at most 1,024 characters', async () => {
    for (const jti of [undefined, null, '', 7, ['x'], {}, 'x'.repeat(1025)])
      assertInvalidGrant(await present(signJwt(given.claims({ jti }))), /^jti must be a string/);
    for (const jti of ['x'.repeat(1024), "'; --", '\u0000', '\ud800', '__proto__', '😀'])
      assert.equal((await present(signJwt(given.claims({ jti })))).status, 200);
  });

  it('row 20: accepts a jti that another tenant has used', async () => {
    const other = await addTenant(given.inlay);
    const claims = given.claims();
    assert.equal((await present(signJwt(claims))).status, 200);
    const theirs = { ...claims, iss: other.issuer, sub: other.clientId, aud: other.audience };
    assert.equal((await exchange(other, signJwt(theirs))).status, 200);
    assertInvalidGrant(await exchange(other, signJwt(theirs)), /^jti was already used/);
  });

  it('row 20: remembers the jti of a token that was revoked', async () => {
    const assertion = signJwt(given.claims());
    const { body } = await present(assertion);
    await askAbout('revoke', given.setup, { token: body.access_token as string });
    assertInvalidGrant(await present(assertion), /^jti was already used/);
  });

  it('row 20: remembers a jti until its assertion has expired, even after a sweep', async () => {
    const assertion = signJwt(given.claims());
    const exp = Math.floor(given.now() / 1000) + 300;
    assert.equal((await present(assertion)).status, 200);
    given.advance(exp * 1000 - given.now() - 1);
    await sweepExpired(given.inlay.services, given.now());
    assertInvalidGrant(await present(assertion), /^jti was already used/);
    // A node whose clock is ahead sweeps before ours has come to the assertion's end.
    await sweepExpired(given.inlay.services, given.now() + 30_000);
    assertInvalidGrant(await present(assertion), /^jti was already used/);
    given.advance(1);
    assertInvalidGrant(await present(assertion), /^exp must be in the future/);
  });

  it('row 20: accepts a used assertion if the tenant turned replay protection off', async () => {
    await setReplay(false);
    const assertion = signJwt(given.claims());
    for (let i = 0; i < 3; i += 1) assert.equal((await present(assertion)).status, 200);
    assert.equal((await present(signJwt(given.claims({ jti: undefined })))).status, 200);
    await setReplay(true);
    assertInvalidGrant(await present(signJwt(given.claims({ jti: undefined }))), /^jti must be/);
  });
});
