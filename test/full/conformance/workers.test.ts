import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
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
} from '../../support/embeds/embed-client.ts';
import { call } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { type RunningCommand, runInlay, spawnInlay, untilPrinted } from '../../support/server/run-inlay.ts';
import { ADMIN, STORES, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';
import { turns } from '../../support/time/turns.ts';
import { askAbout, newToken, sessionStatus } from '../../support/tokens/token-client.ts';

const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`several workers on one port and ${engine}`, () => {
    /** The supervisor of the workers knows no store. */
    const itOfProcesses = (title: string, test: () => Promise<void>) => {
      if (engine === 'SQLite') it(title, { timeout: 120_000 }, test);
    };
    let store: TestStore;
    let serving: RunningCommand;
    let env: Record<string, string>;
    let setup: EmbedSetup;
    const good = (key?: KeyObject) => signJwt(goodClaims(setup), key ? { key } : {});
    /** At once, so that each comes over a connection of its own and the workers get them in turn. */
    const fifty = <T>(work: (index: number) => Promise<T>) =>
      Promise.all(Array.from({ length: 50 }, (_, index) => work(index)));
    const count = (answers: readonly { status: number }[], status: number) =>
      answers.filter((answer) => answer.status === status).length;
    const change = (path: string, method: string, body: unknown) =>
      call<{ secret: string }>(`${setup.inlay.url}/api/v0/embed-settings${path}`, {
        token: setup.adminToken,
        method,
        body,
      });
    const workers = () =>
      execFileSync('pgrep', ['-P', String(serving.process.pid)], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number);
    /** A worker that has just been started does not listen yet, and it may be the only one left. */
    const untilServed = async () => {
      const served = () =>
        exchange(setup, good()).then(
          ({ status }) => status === 200,
          () => false,
        );
      await eventually(async () => assert.ok(await served()));
    };

    before(async () => {
      store = await makeStore();
      const port = await freePort();
      env = {
        ...store.env,
        INLAY_PORT: String(port),
        INLAY_WORKERS: '2',
        INLAY_ADMIN_PASSWORD: ADMIN.password,
        INLAY_LOG_LEVEL: 'error',
        INLAY_METRICS: 'true',
      };
      serving = spawnInlay(['serve'], env);
      await untilPrinted(serving, /is listening/);
      setup = await setUpEmbedding({ url: `http://127.0.0.1:${port}` } as TestInlay);
    });
    after(async () => {
      serving.process.kill('SIGKILL');
      await serving.result;
      await store.drop();
    });

    it('accept one of fifty replays', async () => {
      assert.equal(workers().length, 2);
      for (let round = 0; round < 2; round += 1) {
        const assertion = good();
        const answers = await fifty(() => exchange(setup, assertion));
        assert.deepEqual([count(answers, 200), count(answers, 400)], [1, 49]);
      }
    });

    it('accept all of many concurrent valid assertions', async () => {
      for (let round = 0; round < 2; round += 1) {
        const answers = await fifty(() => exchange(setup, good()));
        assert.equal(count(answers, 200), 50);
      }
    });

    it('accept no assertion of the previous key once a new one was acknowledged', async () => {
      const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
      let acknowledged = false;
      const late: number[] = [];
      const [answer] = await Promise.all([
        change('/public-key', 'PUT', { publicKey: pem(pair.publicKey) }).finally(() => {
          acknowledged = true;
        }),
        fifty(async (index) => {
          await turns(index * 20);
          const isLate = acknowledged;
          const { status } = await exchange(setup, good());
          if (isLate) late.push(status);
        }),
      ]);
      assert.equal(answer.status, 200);
      assert.ok(!late.includes(200));
      assert.equal(count(await fifty(() => exchange(setup, good())), 400), 50);
      assert.equal(count(await fifty(() => exchange(setup, good(pair.privateKey))), 200), 50);
      await change('/public-key', 'PUT', { publicKey: pem(KEYS.publicKey) });
    });

    it('immediately refuse a token that another worker revoked, and every token after "revoke all tokens"', async () => {
      const tokens = await fifty(() => newToken(setup));
      const [first = '', ...others] = tokens;
      await askAbout('revoke', setup, { token: first });
      const refused = await fifty(() => sessionStatus(setup, first));
      assert.ok(refused.every((status) => status === 401));
      const live = await Promise.all(others.map((token) => sessionStatus(setup, token)));
      assert.ok(live.every((status) => status === 200));
      assert.equal((await change('/revoke-tokens', 'POST', {})).status, 204);
      const ended = await Promise.all(others.map((token) => sessionStatus(setup, token)));
      assert.ok(ended.every((status) => status === 401));
    });

    it('end a replaced secret immediately', async () => {
      const former = { authorization: basic(setup.clientId, setup.secret) };
      const { body } = await change('/secret', 'POST', {});
      setup = { ...setup, secret: body.secret };
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => exchange(setup, good(), { headers: former })),
        ...Array.from({ length: 20 }, () => exchange(setup, good())),
      ]);
      assert.deepEqual([count(answers, 401), count(answers, 200)], [5, 20]);
    });

    it('count wrong secrets together, and accept the right one meanwhile', async () => {
      const [guesses, right] = await Promise.all([
        fifty((index) =>
          exchange(setup, 'x', { headers: { authorization: basic(setup.clientId, `guess ${index}`) } }),
        ),
        fifty(() => exchange(setup, good())),
      ]);
      // Five were wrong in the test before.
      assert.deepEqual([count(guesses, 401), count(guesses, 429)], [5, 45]);
      assert.equal(count(right, 200), 50);
    });

    it('report the metrics of all workers, whichever responds', async () => {
      const issued = async () => {
        const text = await (await fetch(`${setup.inlay.url}/metrics`)).text();
        return Number(/^inlay_token_exchanges_total\{outcome="issued",reason=""\} (\d+)/m.exec(text)?.[1]);
      };
      const before = await issued();
      await fifty(() => exchange(setup, good()));
      assert.deepEqual(await fifty(issued), Array(50).fill(before + 50));
    });

    itOfProcesses('refuse to report metrics while one of them does not respond', async () => {
      const [stopped = 0] = workers();
      process.kill(stopped, 'SIGSTOP');
      try {
        // Some of them reach the other worker.
        const answers = Array.from({ length: 4 }, () => fetch(`${setup.inlay.url}/metrics`));
        const first = await Promise.race(answers);
        assert.equal(first.status, 503);
        assert.equal(first.headers.get('retry-after'), '5');
        assert.match(await first.text(), /The metrics of the workers could not be collected/);
      } finally {
        process.kill(stopped, 'SIGCONT');
      }
      await untilServed();
    });

    itOfProcesses('are restarted when they exit', async () => {
      const [first = 0] = workers();
      process.kill(first, 'SIGKILL');
      await eventually(async () => assert.ok(!workers().includes(first) && workers().length === 2));
      await untilServed();
    });

    itOfProcesses('are started again and again, ever later, where they end before they listen', async () => {
      const [, kept = 0] = workers();
      const others = () => workers().filter((pid) => pid !== kept);
      const waits: number[] = [];
      for (let round = 0; round < 4; round += 1) {
        const [running = 0] = others();
        process.kill(running, 'SIGKILL');
        const killed = performance.now();
        await eventually(async () => assert.ok(others().some((pid) => pid !== running)));
        waits.push(performance.now() - killed);
      }
      // Nothing, then 250, 500 and 1000 ms at least.
      assert.ok((waits[3] ?? 0) > 900, String(waits));
      await untilServed();
    });

    itOfProcesses('say why they cannot start', async () => {
      const { code, stderr } = await runInlay(['serve'], env);
      assert.equal(code, 1);
      assert.match(stderr, /Port \d+ on 127\.0\.0\.1 is already in use/);
    });

    it('all end when the command is stopped', async () => {
      const running = workers();
      serving.process.kill('SIGTERM');
      assert.equal((await serving.result).code, 0);
      for (const pid of running) assert.throws(() => process.kill(pid, 0));
    });
  });
}
