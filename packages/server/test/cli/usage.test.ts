import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { runCommand } from '../../../../test/support/run-command.ts';
import { runInlay } from '../../../../test/support/run-inlay.ts';
import { STORES, type TestStore } from '../../../../test/support/start-inlay.ts';
import { TABLE_NAMES, TABLES } from '../../src/platform/store/schema.ts';

describe('the command line', () => {
  it('lists its commands, and each explains itself', async () => {
    const { code, stdout } = await runInlay(['--help'], {});
    assert.equal(code, 0);
    const names = [...stdout.matchAll(/^ {2}inlay ([a-z-]+(?: [a-z-]+)?) {2}/gm)].map(
      ([, name]) => name ?? '',
    );
    assert.ok(
      names.includes('serve') && names.includes('user import') && names.includes('restore'),
      String(names),
    );
    const own = names.filter((name) => name !== 'serve');
    const helps = await Promise.all(own.map((name) => runCommand([...name.split(' '), '--help'], {})));
    helps.push(await runInlay(['serve', '--help'], {}));
    helps.forEach((help, index) => {
      assert.equal(help.code, 0);
      assert.ok(help.stdout.startsWith(`inlay ${own[index] ?? 'serve'}`), help.stdout);
    });
  });

  const wrong: Record<string, RegExp> = {
    'tenant frobnicate': /There is no command 'tenant frobnicate'\./,
    constructor: /There is no command 'constructor'\./,
    'tenant list extra': /Unexpected argument 'extra'/,
    'migrate --fast': /Unknown option '--fast'/,
    'user import': /Name one file/,
    'user import users.xml': /add --format csv or --format jsonl/,
    'restore one two': /Name one file/,
  };
  for (const [line, says] of Object.entries(wrong)) {
    it(`refuses 'inlay ${line}' without a stack trace`, async () => {
      const { code, stderr } = await runCommand(line.split(' '), {});
      assert.equal(code, 1);
      assert.match(stderr, says);
      assert.doesNotMatch(stderr, /^ {4}at /m);
    });
  }
});

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`inlay tenant on ${engine}`, () => {
    let place: TestStore;
    before(async () => {
      place = await makeStore();
    });
    after(() => place.drop());
    const inlay = (line: string) => runCommand(line.split(' '), place.env);

    it('gives a host to one tenant only', async () => {
      assert.equal((await runInlay(['tenant', 'create', 'main'], place.env)).code, 0);
      const acme = await inlay('tenant create acme --url https://acme.test');
      assert.match(
        acme.stdout,
        /https:\/\/acme\.test\/api\/auth\/realms\/acme\/.*\n.*\n {2}Password {8}\S{20}/,
      );
      const taken = {
        'tenant create acme': "There is already a tenant 'acme'",
        'tenant create other --url http://ACME.test:8080': "The host 'acme.test' belongs to tenant 'acme'",
        'tenant create other --url http://acme.localhost':
          "The host 'acme.localhost' belongs to tenant 'acme'",
        'tenant create other --url http://localhost': "The host 'localhost' belongs to tenant 'main'",
      };
      for (const [line, says] of Object.entries(taken)) {
        const { code, stderr } = await inlay(line);
        assert.equal(code, 1);
        assert.ok(stderr.startsWith(says), stderr);
      }
    });

    it('deletes a disabled tenant from every table, and leaves the others alone', async () => {
      assert.match((await inlay('tenant delete acme --yes')).stderr, /is active/);
      assert.equal((await inlay('tenant disable acme')).code, 0);
      assert.match((await inlay('tenant delete acme')).stderr, /Repeat the command with --yes/);
      assert.equal((await inlay('tenant delete acme --yes')).code, 0);
      const store = await openTestStore(place);
      for (const table of TABLE_NAMES.filter((name) => TABLES[name].ofTenant)) {
        const rows = await store
          .tenant('acme' as TenantId)
          .selectFrom(table as 'users')
          .selectAll()
          .execute();
        assert.deepEqual(rows, [], table);
      }
      const kept = await store.everyTenant.selectFrom('users').select('tenant_id').execute();
      await store.close();
      assert.deepEqual(
        kept.map(({ tenant_id }) => tenant_id),
        ['main'],
      );
    });
  });
}
