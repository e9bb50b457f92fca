import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call } from '../../../support/http/api-client.ts';
import { ADMIN, BOTH_STORES, startInlay } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { timeAt } from '../../../support/time/fake-time.ts';

const second = 1000;
const blockedBody = {
  statusCode: 429,
  message: 'Too many requests in a short time, please wait a bit and try again.',
};

/** The status of an attempt; again if the machine was too busy to check the password in time. */
async function whenChecked(attempt: () => Promise<number>): Promise<number> {
  for (;;) {
    const status = await attempt();
    if (status !== 503) return status;
  }
}

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`specification 3, 7, 8: login blocks on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let people = 0;

    /** A user of its own for each test: counters are per user. */
    const newUser = async () => {
      people += 1;
      const user = { username: `person-${people}@demo.test`, password: `password of ${people}` };
      const { status } = await inlay.call('/api/v0/users', { token: await inlay.adminToken(), body: user });
      assert.equal(status, 201);
      return {
        ...user,
        valid: async () => (await inlay.login(user.username, user.password)).status,
        wrong: async () => (await inlay.login(user.username, 'wrong')).status,
        wrongTimes: async (times: number) => {
          for (let count = 0; count < times; count += 1)
            assert.equal((await inlay.login(user.username, 'wrong')).status, 401);
        },
      };
    };

    it('lets a user in after four invalid attempts', async () => {
      const user = await newUser();
      await user.wrongTimes(4);
      assert.equal(await user.valid(), 200);
    });

    it('refuses every attempt after five invalid ones, even valid ones, with the message of the specification', async () => {
      const user = await newUser();
      await user.wrongTimes(5);
      for (const password of [user.password, 'wrong']) {
        const { status, headers, body } = await inlay.login(user.username, password);
        assert.equal(status, 429);
        assert.deepEqual(body, blockedBody);
        assert.equal(headers['retry-after'], '60');
      }
    });

    it('ends the block sixty seconds after the fifth invalid attempt, and not before', async () => {
      const user = await newUser();
      await user.wrongTimes(4);
      inlay.pass(30 * second);
      await user.wrongTimes(1);
      inlay.pass(60 * second - 1);
      const { status, headers } = await inlay.login(user.username, user.password);
      assert.equal(status, 429);
      assert.equal(headers['retry-after'], '1');
      inlay.pass(1);
      assert.equal(await user.valid(), 200);
    });

    it('neither counts attempts during a block nor extends it', async () => {
      const user = await newUser();
      await user.wrongTimes(5);
      inlay.pass(59 * second);
      for (let attempt = 0; attempt < 10; attempt += 1) assert.equal(await user.wrong(), 429);
      inlay.pass(second);
      await user.wrongTimes(4);
      assert.equal(await user.valid(), 200);
    });

    it('counts from zero again after a block', async () => {
      const user = await newUser();
      await user.wrongTimes(5);
      inlay.pass(60 * second);
      await user.wrongTimes(5);
      assert.equal(await user.valid(), 429);
    });

    it('does not forget invalid attempts because of a valid login', async () => {
      const user = await newUser();
      await user.wrongTimes(4);
      assert.equal(await user.valid(), 200);
      await user.wrongTimes(1);
      assert.equal(await user.valid(), 429);
    });

    it('forgets each invalid attempt one minute after it was made', async () => {
      const user = await newUser();
      for (let attempt = 0; attempt < 4; attempt += 1) {
        await user.wrongTimes(1);
        inlay.pass(10 * second);
      }
      // At 0, 10, 20 and 30 s; at 60 s the first leaves, so that a fifth is again the fourth.
      inlay.pass(20 * second);
      await user.wrongTimes(1);
      assert.equal(await user.valid(), 200);
      inlay.pass(9 * second);
      await user.wrongTimes(1);
      assert.equal(await user.valid(), 429);
    });

    it('never blocks a user who fails four times per minute', async () => {
      const user = await newUser();
      for (let attempt = 0; attempt < 12; attempt += 1) {
        await user.wrongTimes(1);
        inlay.pass(15 * second);
      }
      assert.equal(await user.valid(), 200);
    });

    it('keeps one counter for all spellings of a username', async () => {
      const user = await newUser();
      const name = user.username;
      const fullWidth = name.replace('person', 'ｐｅｒｓｏｎ');
      for (const spelling of [
        name,
        ` ${name} `,
        name.toUpperCase(),
        fullWidth,
        `\u00a0${fullWidth.toUpperCase()}`,
      ])
        assert.equal((await inlay.login(spelling, 'wrong')).status, 401, spelling);
      assert.equal(await user.valid(), 429);
    });

    it('keeps the counters of two users apart', async () => {
      const [one, other] = [await newUser(), await newUser()];
      await one.wrongTimes(5);
      await other.wrongTimes(4);
      assert.equal(await other.valid(), 200);
      assert.equal(await one.valid(), 429);
    });

    it('blocks an unknown username like a known one', async () => {
      for (let attempt = 0; attempt < 5; attempt += 1)
        assert.equal((await inlay.login('nobody@demo.test', 'wrong')).status, 401);
      const { status, headers, body } = await inlay.login('nobody@demo.test', 'wrong');
      assert.equal(status, 429);
      assert.deepEqual(body, blockedBody);
      assert.equal(headers['retry-after'], '60');
      inlay.pass(60 * second);
      assert.equal((await inlay.login('nobody@demo.test', 'wrong')).status, 401);
    });

    it('refuses five of fifty concurrent wrong attempts and blocks the others', async () => {
      const user = await newUser();
      const responses = await Promise.all(Array.from({ length: 50 }, () => whenChecked(user.wrong)));
      assert.equal(responses.filter((status) => status === 401).length, 5);
      assert.equal(responses.filter((status) => status === 429).length, 45);
      assert.equal(await user.valid(), 429);
    });

    it('refuses five of fifty concurrent wrong attempts and blocks the others on two nodes', async () => {
      const user = await newUser();
      const second = await startInlay(inlay.store, { time: timeAt(inlay.now) });
      try {
        const body = { username: user.username, password: 'wrong' };
        const responses = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            whenChecked(async () => {
              const { url } = index % 2 === 0 ? inlay.running : second;
              return (await call(`${url}/api/login`, { body })).status;
            }),
          ),
        );
        assert.equal(responses.filter((status) => status === 401).length, 5);
        assert.equal(responses.filter((status) => status === 429).length, 45);
        assert.equal((await call(`${second.url}/api/login`, { body: user })).status, 429);
      } finally {
        await second.close();
      }
    });

    it('accepts six concurrent valid logins', async () => {
      const user = await newUser();
      await user.wrongTimes(4);
      assert.deepEqual(await Promise.all(Array.from({ length: 6 }, user.valid)), Array(6).fill(200));
    });

    it('remembers invalid attempts and blocks across a restart', async () => {
      const [blocked, nearly] = [await newUser(), await newUser()];
      await blocked.wrongTimes(5);
      await nearly.wrongTimes(4);
      const restarted = await startInlay(inlay.store, { time: timeAt(inlay.now) });
      try {
        const login = (username: string, password: string) =>
          call(`${restarted.url}/api/login`, { body: { username, password } });
        assert.equal((await login(blocked.username, blocked.password)).status, 429);
        assert.equal((await login(nearly.username, 'wrong')).status, 401);
        assert.equal((await login(nearly.username, nearly.password)).status, 429);
      } finally {
        await restarted.close();
      }
    });

    it('does not count bodies that are not login attempts', async () => {
      const user = await newUser();
      await user.wrongTimes(4);
      for (const body of [
        { username: user.username },
        { username: user.username, password: null },
        { username: [user.username], password: 'wrong' },
      ]) {
        assert.equal((await inlay.call('/api/login', { body })).status, 400);
      }
      const broken = {
        rawBody: `{"username":"${user.username}",`,
        headers: { 'content-type': 'application/json' },
      };
      assert.equal((await inlay.call('/api/login', broken)).status, 400);
      assert.equal(await user.valid(), 200);
    });

    const odd = {
      'an empty username': ['', 'wrong'],
      'a username of 8,000 characters': ['x'.repeat(8_000), 'wrong'],
      'a username with a null character': ['nu\u0000l', 'wrong'],
      'a username with half a surrogate pair': ['half \ud800', 'wrong'],
      'an empty password': ['empty@demo.test', ''],
      'a password of 8,000 characters': ['long@demo.test', 'x'.repeat(8_000)],
      'a password with a null character': ['null@demo.test', '\u0000'],
    } as const;
    for (const [what, [username, password]] of Object.entries(odd)) {
      it(`counts ${what} as an attempt`, async () => {
        for (let attempt = 0; attempt < 5; attempt += 1)
          assert.equal((await inlay.login(username, password)).status, 401);
        assert.equal((await inlay.login(username, password)).status, 429);
      });
    }

    it('stores only a digest of the attempted username', async () => {
      await inlay.login('hunter2-typed-into-the-wrong-field', 'wrong');
      const rows = await inlay.running.services.store.everyTenant
        .selectFrom('attempts')
        .selectAll()
        .execute();
      assert.ok(rows.length > 0);
      assert.ok(!JSON.stringify(rows).includes('hunter2'));
    });
  });

  describe(`INLAY_LOGIN_BLOCK_SECONDS on ${engine}`, () => {
    const inlay = useInlay(makeStore, { env: { INLAY_LOGIN_BLOCK_SECONDS: '300' } });

    it('sets the duration of the block, not the minute within which attempts count', async () => {
      for (let attempt = 0; attempt < 4; attempt += 1) await inlay.login(ADMIN.username, 'wrong');
      inlay.pass(60 * second);
      for (let attempt = 0; attempt < 5; attempt += 1)
        assert.equal((await inlay.login(ADMIN.username, 'wrong')).status, 401);
      const { status, headers } = await inlay.login(ADMIN.username, ADMIN.password);
      assert.equal(status, 429);
      assert.equal(headers['retry-after'], '300');
      inlay.pass(300 * second);
      assert.equal((await inlay.login(ADMIN.username, ADMIN.password)).status, 200);
    });
  });

  describe(`a block shorter than the minute, on ${engine}`, () => {
    const inlay = useInlay(makeStore, { env: { INLAY_LOGIN_BLOCK_SECONDS: '10' } });

    it('resets the count when it ends, even if the failures are less than a minute old', async () => {
      for (let attempt = 0; attempt < 5; attempt += 1) await inlay.login(ADMIN.username, 'wrong');
      inlay.pass(10 * second);
      for (let attempt = 0; attempt < 4; attempt += 1)
        assert.equal((await inlay.login(ADMIN.username, 'wrong')).status, 401);
      assert.equal((await inlay.login(ADMIN.username, ADMIN.password)).status, 200);
    });
  });
}
