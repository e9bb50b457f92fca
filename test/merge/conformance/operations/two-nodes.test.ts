import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  basic,
  type EmbedSetup,
  exchange,
  goodClaims,
  KEYS,
  setUpEmbedding,
  signJwt,
} from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import {
  ADMIN,
  postgresStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { timeAt } from '../../../support/time/fake-time.ts';
import { turns } from '../../../support/time/turns.ts';
import { askAbout, newToken, sessionStatus } from '../../../support/tokens/token-client.ts';

const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

describe('two nodes on one PostgreSQL', () => {
  let store: TestStore;
  let nodes: [TestInlay, TestInlay];
  let setups: [EmbedSetup, EmbedSetup];
  let time = Date.now();
  const at = (index: number) => setups[(index % 2) as 0 | 1];
  const good = (options: Parameters<typeof signJwt>[1] = {}) => signJwt(goodClaims(setups[0], time), options);
  const fifty = <T>(work: (setup: EmbedSetup, index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: 50 }, (_, index) => work(at(index), index)));
  const count = (responses: readonly { status: number }[], status: number) =>
    responses.filter((response) => response.status === status).length;
  const change = (index: number, path: string, method: string, body: unknown) =>
    call<{ secret: string }>(`${at(index).inlay.url}/api/v0/embed-settings${path}`, {
      token: setups[0].adminToken,
      method,
      body,
    });

  before(async () => {
    store = await postgresStore();
    const clock = () => time;
    nodes = [
      await startInlay(store, { time: timeAt(clock) }),
      await startInlay(store, { time: timeAt(clock) }),
    ];
    const first = await setUpEmbedding(nodes[0]);
    const tokenUrl = first.tokenUrl.replace(nodes[0].url, nodes[1].url);
    setups = [first, { ...first, inlay: nodes[1], tokenUrl }];
    await fifty((setup) => exchange(setup, good()));
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await store.drop();
  });

  it('row 20: accept one of fifty replays', async () => {
    for (let round = 0; round < 4; round += 1) {
      const assertion = good();
      const responses = await fifty((setup) => exchange(setup, assertion));
      assert.equal(count(responses, 200), 1);
      assert.equal(count(responses, 400), 49);
    }
  });

  it('row 20: accept each of many assertions once, even if both nodes get them in opposite order', async () => {
    for (let round = 0; round < 4; round += 1) {
      const assertions = Array.from({ length: 25 }, () => good());
      const all = [
        ...assertions.map((a) => [0, a] as const),
        ...assertions.toReversed().map((a) => [1, a] as const),
      ];
      const responses = await Promise.all(all.map(([node, assertion]) => exchange(at(node), assertion)));
      assert.equal(count(responses, 200), 25);
      assert.equal(count(responses, 400), 25);
    }
  });

  it('accept no assertion of the previous key once a new one was acknowledged', async () => {
    for (let round = 0; round < 3; round += 1) {
      const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
      let isAcknowledged = false;
      const late: number[] = [];
      const uploading = change(round, '/public-key', 'PUT', { publicKey: pem(pair.publicKey) }).then(
        ({ status }) => {
          isAcknowledged = true;
          assert.equal(status, 200);
        },
      );
      await fifty(async (setup, index) => {
        await turns(index * 20);
        const isLate = isAcknowledged;
        const { status } = await exchange(setup, good());
        if (isLate) late.push(status);
      });
      await uploading;
      const after = await fifty((setup) => exchange(setup, good()));
      assert.equal(count(after, 400), 50);
      assert.deepEqual(
        late.filter((status) => status === 200),
        [],
      );
      const current = await fifty((setup) => exchange(setup, good({ key: pair.privateKey })));
      assert.equal(count(current, 200), 50);
      assert.equal((await change(0, '/public-key', 'PUT', { publicKey: pem(KEYS.publicKey) })).status, 200);
    }
  });

  it('refuse no valid assertion while settings change', async () => {
    const [responses] = await Promise.all([
      fifty((setup) => exchange(setup, good())),
      change(0, '', 'PATCH', { maxTokenSeconds: 3600 }),
      change(1, '', 'PATCH', { allowedOrigins: ['https://app.example'] }),
    ]);
    assert.deepEqual(
      responses.filter(({ status }) => status !== 200).map(({ body }) => body),
      [],
    );
    const lives = await fifty((setup) => exchange(setup, signJwt({ ...goodClaims(setup, time), exp: 9e10 })));
    assert.ok(lives.every(({ body }) => body.expires_in === 3600));
  });

  it('row 34: refuse a token immediately after it was revoked on the other node', async () => {
    const tokens = await fifty((setup) => newToken(setup, time));
    const statuses = await Promise.all(
      tokens.map(async (token, index) => {
        assert.equal(await sessionStatus(at(index + 1), token), 200);
        assert.equal((await askAbout('revoke', at(index), { token })).status, 200);
        return sessionStatus(at(index + 1), token);
      }),
    );
    assert.ok(statuses.every((status) => status === 401));
  });

  it('row 34: refuse every token after "revoke all tokens", and accept those issued afterwards', async () => {
    const tokens = await fifty((setup) => newToken(setup, time));
    const response = await call(`${nodes[0].url}/api/v0/embed-settings/revoke-tokens`, {
      token: setups[0].adminToken,
      method: 'POST',
    });
    assert.equal(response.status, 204);
    const statuses = await Promise.all(tokens.map((token, index) => sessionStatus(at(index), token)));
    assert.ok(statuses.every((status) => status === 401));
    const later = await fifty(async (setup, index) =>
      sessionStatus(at(index + 1), await newToken(setup, time)),
    );
    assert.ok(later.every((status) => status === 200));
  });

  it('end a replaced secret immediately on both, at every endpoint', async () => {
    const former = basic(setups[0].clientId, setups[0].secret);
    const token = await newToken(setups[1], time);
    const { body } = await change(0, '/secret', 'POST', {});
    for (const setup of setups) Object.assign(setup, { secret: body.secret });
    for (const setup of setups) {
      assert.equal((await exchange(setup, good(), { headers: { authorization: former } })).status, 401);
      assert.equal((await askAbout('introspect', setup, { token }, former)).status, 401);
      assert.equal((await askAbout('revoke', setup, { token }, former)).status, 401);
      assert.equal((await askAbout('introspect', setup, { token })).body.active as unknown, true);
    }
    time += 61_000;
  });

  it('keep a secret that the other node just created through the grace period', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await Promise.all(
        [0, 1].map((node) => change(node, '/secret', 'POST', { graceSeconds: 60 })),
      );
      for (const { body } of made) {
        const headers = { authorization: basic(setups[0].clientId, body.secret) };
        for (const setup of setups) assert.equal((await exchange(setup, good(), { headers })).status, 200);
      }
    }
    const { body } = await change(0, '/secret', 'POST', {});
    for (const setup of setups) Object.assign(setup, { secret: body.secret });
  });

  it('row 40: count fifty guesses of the client secret exactly, and accept the right one meanwhile', async () => {
    const [guesses, right] = await Promise.all([
      fifty((setup, index) =>
        exchange(setup, 'x', { headers: { authorization: basic(setup.clientId, `guess ${index}`) } }),
      ),
      fifty((setup) => exchange(setup, good())),
    ]);
    assert.equal(count(guesses, 401), 10);
    assert.equal(count(guesses, 429), 40);
    assert.equal(count(right, 200), 50);
  });

  it('row 40: count fifty guesses of a password exactly', async () => {
    const responses = await fifty((setup) =>
      call(`${setup.inlay.url}/api/login`, { body: { username: ADMIN.username, password: 'wrong' } }),
    );
    assert.equal(count(responses, 401), 5);
    assert.equal(count(responses, 429), 45);
  });
});
