import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEmbedding } from '../../../../../test/support/embeds/describe-embedding.ts';
import { CONTEXT, exchange, signJwt } from '../../../../../test/support/embeds/embed-client.ts';
import { STORES } from '../../../../../test/support/server/start-inlay.ts';
import { sessionStatus } from '../../../../../test/support/tokens/token-client.ts';
import { createContextSweep } from '../../../src/platform/store/sweep-expired.ts';

const day = 24 * 60 * 60;

describeEmbedding('tokens of assertions that end in years', STORES, (given) => {
  it('lose context and secrets once they have ended, and their assertion still cannot be used again', async () => {
    const seconds = Math.floor(given.now() / 1000);
    const embed_context = { ...CONTEXT, username: 'canary-name', attributes: { region: 'canary-region' } };
    const far = signJwt(given.claims({ exp: seconds + 3650 * day, embed_context }));
    const first = await exchange(given.setup, far);
    assert.equal(first.status, 200);
    const token = first.body.access_token as string;
    const { store } = given.inlay.services;
    const stored = async () => {
      const rows = await store.everyTenant.selectFrom('embed_tokens').selectAll().execute();
      return rows.map(({ context, sealed_secrets }) => ({ context, sealed_secrets }));
    };
    const sweep = createContextSweep();
    const sweepNow = () => sweep(given.inlay.services, given.now());

    assert.equal(await sweepNow(), 0);
    given.advance((day - 1) * 1000);
    assert.equal(await sweepNow(), 0);
    assert.equal(await sessionStatus(given.setup, token), 200);
    given.advance(2 * 3600 * 1000);
    assert.equal(await sweepNow(), 1);
    assert.deepEqual(await stored(), [{ context: '{}', sealed_secrets: null }]);
    assert.equal(await sweepNow(), 0);

    given.advance(365 * day * 1000);
    const again = await exchange(given.setup, far);
    assert.equal(again.status, 400);
    assert.match(String(again.body.error_description), /jti was already used/);
  });

  it('are found in order, each once, however many there are', async () => {
    const sweep = createContextSweep();
    const before = await sweep(given.inlay.services, given.now());
    const claims = () => given.claims({ exp: Math.floor(given.now() / 1000) + 3650 * day });
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 4; index += 1)
        assert.equal((await exchange(given.setup, signJwt(claims()))).status, 200);
      given.advance(26 * 3600 * 1000);
      assert.equal(await sweep(given.inlay.services, given.now()), 4);
    }
    assert.equal(await createContextSweep()(given.inlay.services, given.now()), before + 12);
  });
});
