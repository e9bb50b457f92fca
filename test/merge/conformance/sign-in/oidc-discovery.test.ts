import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import type { ProviderTest } from '@inlay/protocol/identity-provider';
import { sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { type ProviderBrowser, providerBrowser } from '../../../support/sign-in/provider-browser.ts';
import { type ForgedProvider, startForgedProvider } from '../../../support/sign-in/start-forged-provider.ts';
import {
  changeProvider,
  createProvider,
  ownerBrowser,
  REACH_LOOPBACK,
  readProvider,
  startOf,
} from '../../../support/sign-in/use-provider.ts';
import { eventually } from '../../../support/time/eventually.ts';

const DISCOVERY = '/.well-known/openid-configuration';
const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe('a test sign-in', () => {
  const inlay = useInlay(sqliteStore, { env: REACH_LOOPBACK });
  const id = 'company';
  let company: ForgedProvider;
  let owner: ProviderBrowser;
  before(async () => {
    company = await startForgedProvider();
    owner = await ownerBrowser(inlay);
    await createProvider(owner, { id, issuer: company.issuer, ...company.client, createUsers: true });
  });
  afterEach(() => company.reset());
  after(() => company.close());

  const test = async (name = id): Promise<ProviderTest> => {
    assert.equal(await owner.signIn(startOf(name, '?test')), `/admin/sign-in/providers/${name}#tested`);
    const { test: result } = await readProvider(owner, name);
    assert.ok(result);
    return result;
  };
  /** The check that failed, and why. */
  const failure = async (name = id) => {
    const { passed, checks } = await test(name);
    const last = checks.at(-1);
    assert.deepEqual([passed, last?.passed], [false, false]);
    assert.ok(checks.slice(0, -1).every((check) => check.passed));
    return [last?.name, last?.reason ?? ''] as const;
  };
  const failsWith = async (check: string, reason: RegExp) => {
    const [name, text] = await failure();
    assert.equal(name, check, text);
    assert.match(text, reason);
  };

  it('passes check by check', async () => {
    const { passed, checks } = await test();
    assert.equal(passed, true);
    assert.deepEqual(
      checks.map(({ name }) => name),
      ['discovery', 'authorization', 'token', 'id-token', 'claims', 'account'],
    );
  });

  describe('explains a discovery document', () => {
    const wrong: Readonly<Record<string, readonly [RequestListener, RegExp]>> = {
      'that is not there': [json({}, 404), /status 404/],
      'that is a page': [
        (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>'),
        /not JSON/,
      ],
      'that redirects': [
        (_request, response) => response.writeHead(302, { location: 'https://elsewhere.example' }).end(),
        /status 302.*Redirects are not followed/,
      ],
      'above the size limit': [
        (_request, response) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(600 * 1024)}"`),
        /more than 524288 bytes/,
      ],
    };
    for (const [what, [listener, reason]] of Object.entries(wrong))
      it(what, async () => {
        company.instead.set(DISCOVERY, listener);
        await failsWith('discovery', reason);
      });

    const documents: Readonly<Record<string, readonly [object, RegExp]>> = {
      'of another issuer': [
        { issuer: 'https://login.example.com' },
        /calls itself “https:\/\/login\.example\.com”/,
      ],
      'of an issuer that no store can keep': [{ issuer: 'x\u0000' }, /calls itself “x\\u0000”/],
      'of an issuer that is too long': [{ issuer: 'x'.repeat(513) }, /issuer .*512/],
      'of the accounts of every company': [
        { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
        /every company/,
      ],
      'without a token endpoint': [{ token_endpoint: undefined }, /token_endpoint is required/],
      'without keys': [{ jwks_uri: undefined }, /jwks_uri is required/],
      'that sends browsers to a script': [
        { authorization_endpoint: 'javascript:alert(1)' },
        /authorization_endpoint .*must be an https/,
      ],
      'that sends browsers to a script afterwards': [
        { end_session_endpoint: 'data:text/html,x' },
        /end_session_endpoint .*must be an https/,
      ],
    };
    for (const [what, [metadata, reason]] of Object.entries(documents))
      it(what, async () => {
        company.metadata = { ...metadata };
        await failsWith('discovery', reason);
      });

    it('that times out', async () => {
      company.instead.set(DISCOVERY, () => {});
      const waiting = failsWith('discovery', /did not respond within 5 s/);
      await inlay.time.untilWaiting();
      await eventually(() => assert.ok(company.requests.includes(DISCOVERY)));
      await inlay.time.advance(5000);
      await waiting;
    });

    it('where nobody listens', async () => {
      const gone = await startForgedProvider();
      gone.close();
      await createProvider(owner, { id: 'gone', issuer: gone.issuer, clientId: 'x' });
      const [check, reason] = await failure('gone');
      assert.equal(check, 'discovery');
      assert.match(reason, /cannot be reached/);
    });
  });

  describe('reaches no address that the operator did not allow', () => {
    const METADATA_SERVICE = 'http://169.254.169.254';
    it('as the issuer', async () => {
      await createProvider(owner, { id: 'inside', issuer: METADATA_SERVICE, clientId: 'x' });
      const [check, reason] = await failure('inside');
      assert.equal(check, 'discovery');
      assert.match(reason, /169\.254\.169\.254 requires https/);
    });

    for (const [endpoint, check] of [
      ['token_endpoint', 'token'],
      ['jwks_uri', 'id-token'],
      ['userinfo_endpoint', 'claims'],
    ] as const)
      it(`as the ${endpoint}`, async () => {
        company.metadata = { [endpoint]: `${METADATA_SERVICE}/latest` };
        await failsWith(check, /169\.254\.169\.254 requires https/);
      });
  });

  describe('explains a token endpoint', () => {
    it('that does not know the client', async () => {
      company.instead.set('/token', json({ error: 'invalid_client' }, 401));
      await failsWith('token', /invalid_client.*client ID and the client secret/);
    });

    it('whose address is written in another way', async () => {
      company.metadata = { token_endpoint: `${company.issuer}/./token` };
      company.instead.set('/token', json({ error: 'invalid_client' }, 401));
      await failsWith('token', /invalid_client/);
    });

    it('that refuses the code', async () => {
      company.instead.set('/token', json({ error: 'invalid_grant', error_description: 'Used\u202e' }, 400));
      await failsWith('token', /invalid_grant: Used\\u202e.*redirect address/);
    });

    it('that fails', async () => {
      company.instead.set('/token', (_request, response) => response.writeHead(502).end('Bad gateway'));
      await failsWith('token', /status 502/);
    });

    it('that sends more than the size limit', async () => {
      company.instead.set('/token', json({ id_token: 'x'.repeat(600 * 1024) }));
      await failsWith('token', /more than 524288 bytes/);
    });

    it('that sends no ID token', async () => {
      company.instead.set('/token', json({ access_token: 'x', token_type: 'Bearer' }));
      await failsWith('id-token', /id_token/);
    });
  });

  it('explains that the provider declined', async () => {
    company.instead.set('/authorize', (request, response) => {
      const { searchParams } = new URL(request.url ?? '', company.issuer);
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'Not assigned');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
    });
    await failsWith('authorization', /access_denied: Not assigned/);
  });

  it('explains keys that cannot be fetched', async () => {
    company.instead.set('/keys', (_request, response) => response.writeHead(500).end());
    await failsWith('id-token', /status 500/);
  });

  it('shows claims as text, shortened', async () => {
    company.claims = { groups: ['a', 'b'], long: 'x'.repeat(1000), ['x'.repeat(257)]: 'x' };
    const { claims } = await test();
    assert.equal(claims.groups, '["a","b"]');
    assert.equal(claims.long?.length, 501);
    assert.ok(!('nonce' in claims));
    assert.ok(Object.keys(claims).every((name) => name.length <= 256));
  });

  it('asks a provider that fails not more often than six times a minute', async () => {
    await test();
    await changeProvider(owner, id, { isEnabled: true });
    company.instead.set(DISCOVERY, json({}, 500));
    await failure();
    const asked = () => company.requests.filter((path) => path === DISCOVERY).length;
    const before = asked();
    for (let times = 0; times < 5; times += 1) {
      const { headers } = await providerBrowser(inlay).visit(startOf(id));
      assert.equal(headers.location, '/admin?sign-in-failed=unreachable');
    }
    assert.equal(asked(), before);
    company.instead.clear();
    await inlay.time.advance(10_000);
    assert.match((await providerBrowser(inlay).visit(startOf(id))).headers.location ?? '', /\/authorize\?/);
  });
});
