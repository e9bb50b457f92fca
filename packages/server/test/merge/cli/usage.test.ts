import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { runCommand } from '../../../../../test/support/server/run-command.ts';
import { runInlay, spawnInlay } from '../../../../../test/support/server/run-inlay.ts';
import { STORES, type TestStore } from '../../../../../test/support/server/start-inlay.ts';
import { openTestStore } from '../../../../../test/support/stores/open-test-store.ts';
import { TABLE_NAMES, TABLES } from '../../../src/platform/store/tables.ts';
import { VERSION } from '../../../src/version.ts';

describe('the command line', () => {
  it('lists its commands, and each one describes itself in the same layout', async () => {
    const { code, stdout } = await runInlay(['--help'], {});
    assert.equal(code, 0);
    const listed = /^Commands:\n((?: {2}.+\n)+)/m.exec(stdout)?.[1] ?? '';
    const names = listed
      .split('\n')
      .flatMap((line) => /^ {2}([a-z-]+(?: [a-z-]+)?) {2}/.exec(line)?.[1] ?? []);
    assert.ok(
      names.includes('serve') && names.includes('user import') && names.includes('restore'),
      String(names),
    );
    const own = names.filter((name) => name !== 'serve');
    const helps = await Promise.all(own.map((name) => runCommand([...name.split(' '), '--help'], {})));
    helps.push(await runInlay(['serve', '--help'], {}));
    helps.forEach((help, index) => {
      assert.equal(help.code, 0);
      const name = own[index] ?? 'serve';
      assert.match(
        help.stdout,
        new RegExp(
          `^[A-Z].+\\.\n\nUsage: inlay ${name}.*\n\n[^]+\n\nOptions:\n[^]+\n\nExamples:\n  inlay ${name}[^]*\n\nExit codes:\n  0`,
        ),
      );
    });
  });

  it('prints its version', async () => {
    const { code, stdout } = await runCommand(['--version'], {});
    assert.deepEqual({ code, stdout }, { code: 0, stdout: `${VERSION}\n` });
  });

  it('ends without a stack trace if its output is closed early, as by head', async () => {
    const { process: child, result } = spawnInlay(['--help'], {});
    child.stdout.destroy();
    const { code, stderr } = await result;
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  });

  const wrong: Record<string, RegExp> = {
    tenant: /The command after 'tenant' is missing\. Use one of: create, list, /,
    'tenant frobnicate': /Unknown command 'tenant frobnicate'\.\n/,
    'tenant lsit': /Unknown command 'tenant lsit'\. Did you mean 'tenant list'\?/,
    'bakcup file': /Unknown command 'bakcup file'\. Did you mean 'backup'\?/,
    constructor: /Unknown command 'constructor'\.\n/,
    '--verison': /Unknown option '--verison'\. Did you mean '--version'\?/,
    'tenant list extra': /Unexpected argument 'extra'/,
    'migrate --fast': /Unknown option '--fast'\.\nRun 'inlay migrate --help' for usage\./,
    'user import users.csv --tenat acme': /Unknown option '--tenat'\. Did you mean '--tenant'\?/,
    'user import --tenant': /'--tenant <value>' argument missing/,
    'user import': /The argument <file> is missing/,
    'restore one two': /Unexpected argument 'two'/,
    'tenant sign-in --session-hours 0': /--session-hours must be a whole number from 1 to 720, not '0'/,
    'tenant sign-in --idle-minutes 4': /--idle-minutes must be a whole number from 5 to 43200, or none/,
  };
  for (const [line, says] of Object.entries(wrong)) {
    it(`exits with 2 and a hint for 'inlay ${line}'`, async () => {
      const { code, stdout, stderr } = await runCommand(line.split(' '), {});
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, says);
      assert.match(stderr, /^Run 'inlay .*--help' for /m);
    });
  }

  it('names the option that is missing, without a stack trace', async () => {
    const { code, stderr } = await runCommand(['user', 'import', 'users.xml'], {});
    assert.equal(code, 1);
    assert.equal(stderr, 'The format of users.xml is unknown. Add --format csv or --format jsonl.\n');
  });
});

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`inlay tenant on ${engine}`, () => {
    let place: TestStore;
    before(async () => {
      place = await makeStore();
    });
    after(() => place.drop());
    const inlay = (line: string) => runCommand(line.split(' '), place.env);

    it('refuses a host that belongs to another tenant', async () => {
      assert.equal((await runInlay(['tenant', 'create', 'main'], place.env)).code, 0);
      const acme = await inlay('tenant create acme --url https://acme.test');
      assert.match(
        acme.stdout,
        /https:\/\/acme\.test\/api\/auth\/realms\/acme\/.*\n.*\n {2}Password {8}\S{20}/,
      );
      const taken = {
        'tenant create acme': "Tenant 'acme' already exists",
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

    it('lets people sign in with passwords again, and shows and changes the length of sessions', async () => {
      const store = await openTestStore(place);
      const main = store.tenant('main' as TenantId);
      const stored = JSON.stringify({ passwords: false, secondFactorRoles: ['owner'] });
      await main.insertInto('sign_in_settings', { settings: stored }).execute();
      assert.equal(
        (await inlay('tenant sign-in')).stdout,
        "Sign-in to tenant 'main':\n\n" +
          '  Passwords             switched off\n' +
          '  Second factor         required: owner\n' +
          '  Longest session       12 h\n' +
          '  Without a request     no limit\n',
      );
      const { code, stdout } = await inlay('tenant sign-in main --allow-passwords --idle-minutes 30');
      assert.equal(code, 0);
      assert.match(stdout, /Passwords +allowed\n +Second factor +required: owner\n/);
      assert.match(stdout, / 30 min\n$/);
      const [event] = await main
        .selectFrom('audit_events')
        .select(['actor', 'ip', 'details'])
        .where('action', '=', 'sign-in-settings.change')
        .execute();
      await store.close();
      const details = JSON.stringify({ passwords: true, idleMinutes: 30 });
      assert.deepEqual({ ...event }, { actor: null, ip: null, details });
      assert.match(
        (await inlay('tenant sign-in --idle-minutes none --session-hours 8')).stdout,
        / 8 h\n.*no limit/,
      );
      assert.match((await inlay('tenant sign-in nobody')).stderr, /Tenant 'nobody' does not exist/);
    });

    it('deletes a disabled tenant from every table, and no other tenant', async () => {
      assert.match((await inlay('tenant delete acme --yes')).stderr, /is active/);
      assert.equal((await inlay('tenant disable acme')).code, 0);
      assert.match((await inlay('tenant delete acme')).stderr, /Add --yes to confirm/);
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
