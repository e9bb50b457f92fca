import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { postgresStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { type ProviderBrowser, providerBrowser } from '../../../support/sign-in/provider-browser.ts';
import { type ForgedProvider, startForgedProvider } from '../../../support/sign-in/start-forged-provider.ts';
import {
  changeProvider,
  createProvider,
  knownPerson,
  ownerBrowser,
  REACH_LOOPBACK,
  startOf,
  switchOn,
} from '../../../support/sign-in/use-provider.ts';
import { eventually } from '../../../support/time/eventually.ts';

describe('a sign-in with a provider, while another transaction is open in PostgreSQL', () => {
  const inlay = useInlay(postgresStore, { env: REACH_LOOPBACK });
  const id = 'company';
  let company: ForgedProvider;
  let owner: ProviderBrowser;
  let other: pg.Client;
  before(async () => {
    company = await startForgedProvider();
    owner = await ownerBrowser(inlay);
    const accounts = { createUsers: true, linkByEmail: true };
    await createProvider(owner, { id, issuer: company.issuer, ...company.client, ...accounts });
    await switchOn(owner, id);
  });
  beforeEach(async () => {
    other = new pg.Client(inlay.store.env.INLAY_DATABASE_URL);
    await other.connect();
    await other.query('begin');
  });
  afterEach(async () => {
    await other.end();
    company.reset();
  });
  after(() => company.close());

  const signIn = (person: { readonly subject: string; readonly claims: object }) => {
    company.claims = { sub: person.subject, ...person.claims };
    return providerBrowser(inlay).signIn(startOf(id), 'cross-site');
  };
  const untilItWaits = () =>
    eventually(async () => {
      const { rows } = await other.query(
        'select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))',
      );
      assert.ok(rows.length > 0);
    });

  it('does not wait for another one with the same provider', async () => {
    const person = await knownPerson(inlay);
    await other.query(`select 1 from identity_providers where id = '${id}' for share`);
    assert.equal(await signIn(person), '/admin#signed-in');
  });

  it('waits for a change of the provider, and is judged by what it became', async () => {
    const person = await knownPerson(inlay);
    await other.query(`update identity_providers set is_enabled = 0 where id = '${id}'`);
    const signingIn = signIn(person);
    await untilItWaits();
    await other.query('commit');
    assert.equal(await signingIn, '/admin?sign-in-failed=unavailable');
    assert.equal((await changeProvider(owner, id, { isEnabled: true })).status, 200);
  });

  for (const [what, change] of [
    ['got a role', "admin_role = 'administrator'"],
    ['got another email address', "email = 'other@company.test'"],
  ] as const)
    it(`does not link an account that ${what} meanwhile`, async () => {
      const person = await knownPerson(inlay);
      await other.query(`update users set ${change} where id = $1`, [person.id]);
      const signingIn = signIn(person);
      await untilItWaits();
      await other.query('commit');
      assert.equal(await signingIn, '/admin?sign-in-failed=expired');
      const { rows } = await other.query('select 1 from identity_links where user_id = $1', [person.id]);
      assert.equal(rows.length, 0);
    });
});
