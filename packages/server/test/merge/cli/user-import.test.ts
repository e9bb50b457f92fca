import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { call, logInAs } from '../../../../../test/support/http/api-client.ts';
import { runCommand } from '../../../../../test/support/server/run-command.ts';
import { runInlay, spawnInlay } from '../../../../../test/support/server/run-inlay.ts';
import {
  STORES,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../../../test/support/server/start-inlay.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import { sweepAbandonedImports } from '../../../src/features/users/remove-abandoned-imports.ts';
import {
  beginImport,
  finishImport,
  stageUsers,
  type UserImport,
} from '../../../src/features/users/user-imports.ts';
import { userRow } from '../../../src/features/users/write-users.ts';

const demo = 'demo' as TenantId;

interface UsersPage {
  readonly data: readonly { readonly id: string; readonly username: string }[];
  readonly meta: { readonly total: number; readonly lastPage: number };
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`inlay user import on ${engine}, beside a server`, () => {
    let place: TestStore;
    let inlay: TestInlay;
    let token: string;
    before(async () => {
      place = await makeStore();
      inlay = await startInlay(place);
      token = await logInAs(inlay.url);
      for (const id of ['sales', 'support'])
        await call(`${inlay.url}/api/v0/groups`, { token, body: { id, name: id } });
    });
    after(async () => {
      await inlay.close();
      await place.drop();
    });

    const write = (name: string, lines: readonly string[]) => {
      const file = join(place.env.INLAY_DATA_DIR ?? '', name);
      writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
      return file;
    };
    const list = async (query = '') =>
      (await call<UsersPage>(`${inlay.url}/api/v0/users?limit=200${query}`, { token })).body;
    const rowsLeft = async () => {
      const { store } = inlay.services;
      const imports = await store
        .tenant(demo)
        .selectFrom('user_imports')
        .select('id')
        .where('state', '!=', 'done')
        .execute();
      const { total } = (await list()).meta;
      const rows = await store.tenant(demo).selectFrom('users').select('id').execute();
      return { imports: imports.length, staged: rows.length - total };
    };

    it('imports the users of a CSV with all fields, in file order', async () => {
      const hash = await inlay.services.passwords.hash('imported password', demo);
      const file = write('users.csv', [
        'username,email,firstName,lastName,roles,groups,privileges,attributes,workspaceId,status,password,passwordHash',
        `ann,ann@x.test,Ann,"O""Hara, Jr",ADMIN;USER,sales;support,"{""app"":[""view"",""validator""]}","{""n"":1}",main,active,,"${hash}"`,
        'bob,,,,,,,,,disabled,,',
        'Zoë,,,,,,,,,,plain password,',
      ]);
      const { code, stdout, stderr } = await runInlay(['user', 'import', file], place.env);
      assert.deepEqual({ code, stdout }, { code: 0, stdout: 'Imported 3 users.\n' }, stderr);
      assert.match(stderr, /^Hashing passwords, which is slow/);
      const { data, meta } = await list();
      assert.equal(meta.total, 4);
      assert.deepEqual(
        data.slice(1).map(({ username }) => username),
        ['ann', 'bob', 'Zoë'],
      );
      const { id: _, createdAt, updatedAt, ...ann } = data[1] as unknown as Record<string, unknown>;
      assert.deepEqual(ann, {
        username: 'ann',
        email: 'ann@x.test',
        firstName: 'Ann',
        lastName: 'O"Hara, Jr',
        roles: ['ADMIN', 'USER'],
        adminRole: 'owner',
        groups: ['sales', 'support'],
        privileges: { app: ['view', 'validate'] },
        attributes: { n: 1 },
        workspaceId: 'main',
        status: 'active',
        lastLoginAt: null,
      });
      assert.ok(await logInAs(inlay.url, { username: 'ANN', password: 'imported password' }));
      assert.ok(await logInAs(inlay.url, { username: 'zoë', password: 'plain password' }));
      assert.equal((await list('&group=sales')).meta.total, 1);
    });

    it('reports each invalid line and imports nothing', async () => {
      const { total } = (await list()).meta;
      const report = join(place.env.INLAY_DATA_DIR ?? '', 'report.csv');
      const file = write('bad.jsonl', [
        '{"username":"fine"}',
        '{"username":"a1","email":"nope"}',
        'not json',
        '{"username":"a2","groups":["unknown"]}',
        '{"username":"ANN"}',
        '',
        '{"username":"Fine"}',
        '{"username":"a3","workspaceId":"nowhere","extra":1}',
        '{"username":"a4","passwordHash":"md5"}',
        '{"username":"a5","password":"short"}',
        '{}',
        '[]',
        '{"username":"a6","roles":["KING"]}',
        '{"username":"a7","firstName":"\\u0000"}',
      ]);
      appendFileSync(file, Buffer.from('{"username":"m\xfcller"}\n', 'latin1'));
      const run = (...more: string[]) =>
        runCommand(['user', 'import', file, '--report', report, ...more], place.env);
      writeFileSync(report, 'of an earlier import');
      assert.match((await run()).stderr, /^The report .+ already exists\. Add --replace to replace it\.\n$/);
      const { code, stderr } = await run('--replace');
      assert.equal(code, 1);
      const expected = [
        'line 2: email must be an email address',
        'line 3: is not valid JSON',
        "line 4: groups/0 refers to a group that does not exist: 'unknown'",
        'line 5: username is already taken',
        'line 7: username is already on an earlier line',
        'line 8: extra is not a known field. Use username, email, firstName, lastName, roles, adminRole, groups, privileges, attributes, workspaceId, status, password, passwordHash',
        'line 9: passwordHash must be an argon2id hash in PHC format ($argon2id$v=19$…)',
        'line 10: password must have at least 8 characters',
        'line 11: username is required',
        'line 12: must be an object',
        'line 13: roles/0 must be one of USER, ADMIN',
        'line 14: firstName must be at most 256 characters without U+0000',
        'line 15: contains characters that are not UTF-8; save the file as UTF-8',
      ];
      assert.deepEqual(
        stderr.split('\n').filter((line) => line.startsWith('line ')),
        expected,
      );
      assert.match(stderr, /The file has 13 problems\. No users were imported\./);
      assert.equal(readFileSync(report, 'utf8').split('\n').length, expected.length + 2);
      assert.equal((await list()).meta.total, total);
      assert.deepEqual(await rowsLeft(), { imports: 0, staged: 0 });
    });

    it('refuses a CSV with unknown columns, and reports the line of a syntax error', async () => {
      const odd = await runCommand(['user', 'import', write('odd.csv', ['name;mail', 'a;b'])], place.env);
      assert.equal(odd.code, 1);
      assert.match(
        odd.stderr,
        /The CSV cannot be read: 'name;mail' in the first row is not a column\. The columns are/,
      );
      const broken = write('broken.csv', ['username,firstName', 'c1,C', 'c2', 'c3,"never closed', 'c4,D']);
      const { code, stderr } = await runCommand(['user', 'import', broken], place.env);
      assert.equal(code, 1);
      assert.match(stderr, /line 3: has 1 cells, but the first row has 2\n/);
      assert.match(stderr, /line 4: is not valid CSV here or on the following lines/);
      assert.deepEqual(await rowsLeft(), { imports: 0, staged: 0 });
    });

    it('leaves nothing behind after Ctrl-C', async () => {
      const { total } = (await list()).meta;
      const file = write(
        'many.jsonl',
        Array.from({ length: 100_000 }, (_, n) => `{"username":"many${n}"}`),
      );
      const running = spawnInlay(['user', 'import', file], place.env);
      await eventually(async () => assert.ok((await rowsLeft()).staged > 0));
      running.process.kill('SIGINT');
      const { code, stderr } = await running.result;
      assert.equal(code, 130, stderr);
      assert.match(stderr, /Interrupted\. No users were imported\.\n$/);
      assert.equal((await list()).meta.total, total);
      assert.deepEqual(await rowsLeft(), { imports: 0, staged: 0 });
    });

    it('is removed by the sweep after kill -9, but only after it stopped writing for long', async () => {
      const file = write(
        'killed.jsonl',
        Array.from({ length: 100_000 }, (_, n) => `{"username":"killed${n}"}`),
      );
      const database = place.env.INLAY_DATABASE_URL;
      const env = database ? { INLAY_DATABASE_URL: `${database}?application_name=killed` } : {};
      const running = spawnInlay(['user', 'import', file], { ...place.env, ...env });
      await eventually(async () => assert.ok((await rowsLeft()).staged > 0));
      running.process.kill('SIGKILL');
      await running.result;
      const { store } = inlay.services;
      // PostgreSQL still carries out what it was sent before.
      if (store.engine === 'postgres')
        await eventually(async () => {
          const open = sql`select pid from pg_stat_activity where application_name = 'killed'`;
          assert.deepEqual((await open.execute(store.everyTenant)).rows, []);
        });
      const { staged } = await rowsLeft();
      assert.equal(await sweepAbandonedImports(inlay.services, Date.now() + 4 * 60_000), 0);
      assert.equal(await sweepAbandonedImports(inlay.services, Date.now() + 6 * 60_000), staged);
      assert.deepEqual(await rowsLeft(), { imports: 0, staged: 0 });
    });

    describe('while users are staged', () => {
      let userImport: UserImport;
      const names = ['staged1', 'staged2'];
      before(async () => {
        const { store } = inlay.services;
        userImport = await store.write((transaction) => beginImport(transaction, demo, Date.now()));
        const { id, created_at } = userImport;
        const passwordHash = await inlay.services.passwords.hash('staged password', demo);
        await store.write((transaction) =>
          stageUsers(
            transaction,
            userImport,
            names.map((username) => ({
              row: userRow({ username, passwordHash, workspaceId: 'main' }, created_at, id),
              groups: ['sales'],
            })),
          ),
        );
      });

      it('hides them from lists, filters, reads, changes and logins', async () => {
        const { data, meta } = await list();
        assert.equal(data.length, meta.total);
        assert.ok(data.every(({ username }) => !names.includes(username)));
        for (const query of ['&q=staged', '&group=sales&q=staged', '&role=USER&q=staged'])
          assert.deepEqual([(await list(query)).meta.total, (await list(query)).data], [0, []]);
        const last = await call<UsersPage>(`${inlay.url}/api/v0/users?limit=1&page=${meta.total}`, { token });
        assert.equal(last.body.data[0]?.username, data.at(-1)?.username);
        const row = await inlay.services.store
          .tenant(demo)
          .selectFrom('users')
          .select('id')
          .where('import_id', '=', userImport.id)
          .executeTakeFirstOrThrow();
        const url = `${inlay.url}/api/v0/users/${row.id}`;
        assert.equal((await call(url, { token })).status, 404);
        assert.equal((await call(url, { token, method: 'PATCH', body: { firstName: 'x' } })).status, 404);
        assert.equal((await call(url, { token, method: 'DELETE' })).status, 404);
        const login = { username: 'staged1', password: 'staged password' };
        assert.equal((await call(`${inlay.url}/api/login`, { body: login })).status, 401);
        const reset = await runCommand(['user', 'reset-password', 'staged1'], place.env);
        assert.equal(reset.stderr, "User 'staged1' does not exist in tenant 'demo'.\n");
      });

      it('refuses their usernames, and keeps their workspace', async () => {
        const created = await call(`${inlay.url}/api/v0/users`, { token, body: { username: 'Staged1' } });
        assert.equal(created.status, 409);
        assert.match(String(created.body.message), /\/username is used by a running user import/);
        await call(`${inlay.url}/api/v0/workspaces`, { token, body: { id: 'spare', name: 'Spare' } });
        const kept = await call(`${inlay.url}/api/v0/workspaces/main`, { token, method: 'DELETE' });
        assert.equal(kept.status, 409);
      });

      it('shows all of them after completion, and lets them log in', async () => {
        const { total } = (await list()).meta;
        const { store } = inlay.services;
        await store.write((transaction) => finishImport(transaction, userImport, Date.now()));
        assert.equal((await list()).meta.total, total + 2);
        assert.equal((await list('&q=staged')).meta.total, 2);
        assert.ok(await logInAs(inlay.url, { username: 'staged1', password: 'staged password' }));
      });
    });
  });
}
