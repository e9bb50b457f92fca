import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TokenProvider } from '../src/embed-options.ts';
import { InlayError } from '../src/errors.ts';
import { keepToken, type TokenUser } from '../src/keep-token.ts';
import type { PageContext } from '../src/page-context.ts';

/** A page whose time passes when the test says so. */
function createPage() {
  let time = 0;
  let asleep = Promise.resolve();
  const timers = new Set<{ at: number; act: () => void }>();
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  const context: PageContext = {
    clock: () => time,
    chance: () => 0,
    schedule: (ms, act) => {
      const timer = { at: time + ms, act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    awake: () => asleep,
  };
  return {
    context,
    settle,
    sleep: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      asleep = promise;
      return resolve;
    },
    pass: async (seconds: number) => {
      const until = time + seconds * 1_000;
      for (;;) {
        await settle();
        const [next] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        time = Math.max(time, next.at);
        next.act();
      }
      time = until;
      await settle();
    },
  };
}

function createUser(expiresIn = 600, refuse?: (token: string) => boolean) {
  const heard: string[] = [];
  const user: TokenUser = {
    take: async (token) => {
      if (refuse?.(token)) throw new InlayError('TOKEN_INVALID');
      heard.push(`took ${token}`);
      return { expiresIn };
    },
    expiring: (seconds) => heard.push(`expiring in ${seconds}`),
    expired: () => heard.push('expired'),
    failed: ({ code }) => heard.push(`failed ${code}`),
  };
  return { user, heard };
}

function createProvider(answer: (call: number) => string | Error) {
  let calls = 0;
  const provide: TokenProvider = async () => {
    const given = answer(++calls);
    if (given instanceof Error) throw given;
    return { token: given };
  };
  return { provide, calls: () => calls };
}

describe('token renewal', () => {
  it('requests one token for all embeds, and another a minute before it expires', async () => {
    const page = createPage();
    const { provide, calls } = createProvider((call) => `token-${call}`);
    const keeper = keepToken(page.context, undefined, provide);
    const users = [createUser(), createUser(), createUser()];
    for (const { user } of users) keeper.addUser(user);
    assert.deepEqual(await Promise.all([keeper.obtain(), keeper.obtain()]), ['token-1', 'token-1']);
    keeper.lives({ expiresIn: 600 });
    keeper.lives({ expiresIn: 600 });
    await page.pass(539);
    assert.equal(calls(), 1);
    await page.pass(2);
    assert.equal(calls(), 2);
    for (const { heard } of users) assert.deepEqual(heard, ['expiring in 60', 'took token-2']);
    await page.pass(600);
    assert.equal(calls(), 3);
    assert.ok(users.every(({ heard }) => !heard.includes('expired')));
  });

  it('reads the token from a response, and reports the status of a failed one', async () => {
    const page = createPage();
    const good = keepToken(page.context, undefined, async () => Response.json({ token: 'fresh' }));
    assert.equal(await good.obtain(), 'fresh');
    for (const status of [401, 502]) {
      const failed: string[] = [];
      const keeper = keepToken(page.context, undefined, async () => new Response('<html>', { status }));
      keeper.addUser({ ...createUser().user, failed: ({ message }) => failed.push(message) });
      const obtained = assert.rejects(keeper.obtain(), (error) => error instanceof InlayError);
      await page.pass(60);
      await obtained;
      assert.deepEqual([...new Set(failed)], [`The token endpoint responded with ${status}.`]);
    }
  });

  it('renews a short-lived token after three quarters of its lifetime', async () => {
    const page = createPage();
    const { provide, calls } = createProvider((call) => `token-${call}`);
    const keeper = keepToken(page.context, 'first', provide);
    keeper.addUser(createUser(20).user);
    keeper.lives({ expiresIn: 20 });
    await page.pass(14.9);
    assert.equal(calls(), 0);
    await page.pass(0.2);
    assert.equal(calls(), 1);
  });

  it('retries with back-off when the provider fails, and continues when it recovers', async () => {
    const page = createPage();
    const { provide, calls } = createProvider((call) => (call < 5 ? new Error('down') : 'fresh'));
    const keeper = keepToken(page.context, 'first', provide);
    const { user, heard } = createUser();
    keeper.addUser(user);
    keeper.lives({ expiresIn: 600 });
    await page.pass(540);
    const at: number[] = [];
    for (let half = 0; half < 20; half++) {
      at.push(calls());
      await page.pass(0.5);
    }
    // Half of 1, 2, 4 and 8 s, since this page's chance is always 0.
    assert.deepEqual(at.slice(0, 17), [1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5]);
    assert.deepEqual(heard.slice(0, 2), ['expiring in 60', 'failed TOKEN_PROVIDER_FAILED']);
    assert.equal(heard.at(-1), 'took fresh');
  });

  it('reports that the token expired if no other arrived in time', async () => {
    const page = createPage();
    const keeper = keepToken(page.context, 'only', undefined);
    const { user, heard } = createUser();
    keeper.addUser(user);
    keeper.lives({ expiresIn: 100 });
    await page.pass(101);
    assert.deepEqual(heard, ['expiring in 25', 'expired']);
    await keeper.replaceToken('other');
    assert.equal(keeper.current(), 'other');
    assert.equal(heard.at(-1), 'took other');
    await assert.rejects(keeper.renew(), { code: 'NO_TOKEN' });
  });

  it('waits until the page is online and visible before it renews', async () => {
    const page = createPage();
    const { provide, calls } = createProvider(() => 'fresh');
    const keeper = keepToken(page.context, 'first', provide);
    const { user, heard } = createUser();
    keeper.addUser(user);
    keeper.lives({ expiresIn: 600 });
    const wake = page.sleep();
    await page.pass(5_000);
    assert.equal(calls(), 0);
    assert.deepEqual(heard, ['expiring in 60', 'expired']);
    wake();
    await page.settle();
    assert.equal(calls(), 1);
    assert.equal(heard.at(-1), 'took fresh');
  });

  it('makes one call when twenty embeds are rejected at once', async () => {
    const page = createPage();
    const { provide, calls } = createProvider((call) => `token-${call}`);
    const keeper = keepToken(page.context, 'first', provide);
    keeper.addUser(createUser().user);
    const asked = await Promise.all(Array.from({ length: 20 }, () => keeper.renew()));
    await page.pass(1);
    asked.push(await keeper.renew());
    assert.deepEqual(new Set(asked), new Set(['token-1']));
    assert.equal(calls(), 1);
    await page.pass(10);
    assert.equal(await keeper.renew(), 'token-2');
  });

  it('keeps a token that one embed rejects, and replaces one that all reject', async () => {
    const page = createPage();
    const { provide, calls } = createProvider((call) => `token-${call}`);
    const keeper = keepToken(page.context, 'first', provide);
    const picky = createUser(600, () => true);
    const normal = createUser(600, (token) => token === 'token-1');
    keeper.addUser(picky.user);
    keeper.addUser(normal.user);
    const renewing = keeper.renew();
    await page.pass(1);
    assert.equal(await renewing, 'token-2');
    assert.equal(calls(), 2);
    assert.deepEqual(normal.heard, ['failed TOKEN_INVALID', 'took token-2']);
  });

  it('gives up on the first token after three attempts, or if it is not a string', async () => {
    const page = createPage();
    const { provide, calls } = createProvider(() => new Error('down'));
    const keeper = keepToken(page.context, undefined, provide);
    keeper.addUser(createUser().user);
    const failing = assert.rejects(keeper.obtain(), (error: InlayError) => {
      assert.equal(error.code, 'TOKEN_PROVIDER_FAILED');
      assert.equal((error.cause as Error).message, 'down');
      return true;
    });
    await page.pass(10);
    await failing;
    assert.equal(calls(), 3);
    const empty = keepToken(page.context, undefined, async () => ({ error: 'no' }) as never);
    await assert.rejects(empty.obtain(), { code: 'TOKEN_PROVIDER_FAILED' });
  });

  it('stops when the last embed is removed', async () => {
    const page = createPage();
    const { provide, calls } = createProvider(() => 'fresh');
    const keeper = keepToken(page.context, 'first', provide);
    const leave = keeper.addUser(createUser().user);
    keeper.lives({ expiresIn: 600 });
    leave();
    await page.pass(10_000);
    assert.equal(calls(), 0);
  });
});
