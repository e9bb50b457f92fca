import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPasswords } from '@inlay/server/platform/identity/passwords';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`passwords on ${engine}`, () => {
    const inlay = useInlay(makeStore, { passwords: createPasswords });
    let made = 0;
    const userWith = async (password: string) => {
      made += 1;
      const username = `user-${made}`;
      const body = { username, password };
      const { status } = await inlay.call('/api/v0/users', { token: await inlay.adminToken(), body });
      return { status, opens: async (tried: string) => (await inlay.login(username, tried)).status === 200 };
    };

    it('are stored as argon2id hashes with at least 19 MiB, two passes and a unique salt', async () => {
      await userWith('the same password');
      await userWith('the same password');
      const rows = await inlay.running.services.store.everyTenant
        .selectFrom('users')
        .select('password_hash')
        .where('username', 'like', 'user-%')
        .execute();
      assert.equal(rows.length, 2);
      assert.equal(new Set(rows.map(({ password_hash }) => password_hash)).size, rows.length);
      for (const { password_hash } of rows) {
        const [, memory, passes] =
          /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(password_hash ?? '') ?? [];
        assert.ok(Number(memory) >= 19_456 && Number(passes) >= 2, String(password_hash).slice(0, 30));
      }
    });

    const lengths: Record<string, readonly [password: string, status: number]> = {
      '7 letters': ['1234567', 400],
      '8 letters': ['12345678', 201],
      '7 emoji, which are 14 code units and 28 bytes': ['😀'.repeat(7), 400],
      '8 emoji': ['😀'.repeat(8), 201],
      '8 blanks': ['        ', 201],
      '256 letters': ['x'.repeat(256), 201],
      '257 letters': ['x'.repeat(257), 400],
      '256 emoji, which are 1,024 bytes': ['😀'.repeat(256), 201],
      '257 emoji': ['😀'.repeat(257), 400],
      'no letter': ['', 400],
    };
    for (const [what, [password, expected]] of Object.entries(lengths)) {
      it(`of ${what} are ${expected === 201 ? 'accepted' : 'refused'}`, async () => {
        const { status, opens } = await userWith(password);
        assert.equal(status, expected);
        if (expected === 201) assert.equal(await opens(password), true);
      });
    }

    it('are compared in full, beyond 72 bytes', async () => {
      const prefix = 'x'.repeat(72);
      const { opens } = await userWith(`${prefix}right`);
      assert.equal(await opens(`${prefix}wrong`), false);
      assert.equal(await opens(prefix), false);
      assert.equal(await opens(`${prefix}right`), true);
      const long = await userWith(`${'é'.repeat(255)}a`);
      assert.equal(await long.opens(`${'é'.repeat(255)}b`), false);
      assert.equal(await long.opens(`${'é'.repeat(255)}a`), true);
    });

    it('are compared beyond a null character', async () => {
      const { opens } = await userWith('before\u0000after');
      assert.equal(await opens('before\u0000other'), false);
      assert.equal(await opens('before'), false);
      assert.equal(await opens('before\u0000after'), true);
    });

    it('keep spaces and case', async () => {
      const { opens } = await userWith('  Blank inside ');
      for (const tried of ['Blank inside', '  Blank inside', '  blank inside ', '  Blank  inside '])
        assert.equal(await opens(tried), false);
      assert.equal(await opens('  Blank inside '), true);
    });

    it('are equal in all Unicode compositions, and only then', async () => {
      const { opens } = await userWith('пароль кафе\u0301 ångström');
      assert.equal(await opens('пароль кафе\u0301 ångström'.normalize('NFD')), true);
      assert.equal(await opens('пароль кафе\u0301 ångström'.normalize('NFC')), true);
      assert.equal(await opens('пароль кафе ångström'), false);
      const wide = await userWith('ｐａｓｓｗｏｒｄ');
      assert.equal(await wide.opens('password'), false);
    });

    it('are required: a user without one cannot log in', async () => {
      const token = await inlay.adminToken();
      await inlay.call('/api/v0/users', { token, body: { username: 'without' } });
      for (const password of ['', 'null', 'undefined', 'no user has this password'])
        assert.equal((await inlay.login('without', password)).status, 401);
    });
  });
}
