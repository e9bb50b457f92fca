import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { CONTEXT, exchange, signJwt } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { makePair } from '../../../support/tokens/start-jwks-server.ts';

interface Report {
  readonly valid: boolean;
  readonly checks: { readonly name: string; readonly ok: boolean; readonly reason: string | null }[];
  readonly context: {
    readonly bytes: number;
    readonly limit: number;
    readonly truncated: boolean;
    readonly lost: { readonly section: string; readonly key: string }[];
    readonly bytesByField: Readonly<Record<string, number>>;
    readonly ignored: string[];
    readonly effective: Readonly<Record<string, unknown>>;
  } | null;
  readonly warnings: readonly string[];
}

const NAMES = [
  ...['form', 'alg', 'typ', 'crit', 'kid', 'key', 'signature'],
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'replay'],
  ...['username', 'workspace_id', 'roles', 'privileges', 'groups', 'attributes', 'secrets'].map(
    (field) => `embed_context.${field}`,
  ),
];

describeEmbedding('specification 5.2, 7: check token', STORES, (given) => {
  const ask = (body: unknown, token = given.setup.adminToken) =>
    call<Report>(`${given.inlay.url}/api/v0/embed-settings/check-token`, { token, body });
  const check = async (assertion: string) => {
    const { status, body } = await ask({ assertion });
    assert.equal(status, 200);
    return body;
  };
  const failed = (report: Report) => report.checks.filter(({ ok }) => !ok).map(({ name }) => name);
  const checkClaims = (claims: object, header = {}) =>
    check(signJwt(given.claims(claims as Record<string, unknown>), { header }));

  it('reports every check of a good assertion in order', async () => {
    const report = await checkClaims({});
    assert.equal(report.valid, true);
    assert.deepEqual(
      report.checks.map(({ name }) => name),
      NAMES,
    );
    assert.ok(report.checks.every(({ ok, reason }) => ok && reason === null));
  });

  for (const [name, claims, header] of [
    ['alg', {}, { alg: 'RS256' }],
    ['typ', {}, { typ: 'at+jwt' }],
    ['crit', {}, { crit: ['x'] }],
    ['kid', {}, { kid: 1 }],
    ['iss', { iss: 'x' }, {}],
    ['sub', { sub: undefined }, {}],
    ['aud', { aud: [] }, {}],
    ['exp', { exp: 1 }, {}],
    ['exp', { exp: Date.now() + 300_000 }, {}],
    ['exp', { exp: 1e11 }, {}],
    ['nbf', { nbf: 1e12 }, {}],
    ['iat', { iat: 'x' }, {}],
    ['jti', { jti: undefined }, {}],
    ['embed_context', { embed_context: [] }, {}],
    ['embed_context.username', { embed_context: { ...CONTEXT, username: 1 } }, {}],
    ['embed_context.roles', { embed_context: { ...CONTEXT, roles: ['x'] } }, {}],
  ] as const) {
    it(`reports only ${name} if nothing else is wrong, with the message of the exchange`, async () => {
      const report = await checkClaims(claims, header);
      assert.equal(report.valid, false);
      assert.deepEqual(failed(report), [name]);
      const { body } = await exchange(given.setup, signJwt(given.claims(claims as never), { header }));
      const reason = report.checks.find((one) => one.name === name)?.reason ?? '';
      assert.equal(body.error_description, reason);
    });
  }

  it('reports everything that is wrong at once', async () => {
    const report = await checkClaims(
      { iss: 'x', aud: 'y', exp: 1, embed_context: { username: '' } },
      { typ: 'x' },
    );
    assert.deepEqual(failed(report), [
      ...['typ', 'iss', 'aud', 'exp', 'embed_context.username', 'embed_context.workspace_id'],
      ...['embed_context.roles', 'embed_context.privileges'],
    ]);
    assert.equal(report.context, null);
  });

  it('reports a wrong key together with the other checks', async () => {
    const other = makePair('x').privateKey;
    const report = await check(signJwt(given.claims(), { key: other }));
    assert.deepEqual(failed(report), ['signature']);
    assert.ok(report.context);
  });

  it('responds with 200 to anything that is not an assertion', async () => {
    for (const assertion of ['', 'x', '..', 'a.b.c', '\u0000', '.'.repeat(100_000), '{"a":1}']) {
      const report = await check(assertion);
      assert.deepEqual(failed(report), ['form']);
      assert.equal(report.context, null);
    }
  });

  it('recognizes an opaque token, a login token and a client secret', async () => {
    const { body } = await exchange(given.setup, signJwt(given.claims()));
    const reasons = [];
    for (const text of [String(body.access_token), given.setup.adminToken, given.setup.secret]) {
      const report = await check(text);
      assert.deepEqual(failed(report), ['form']);
      reasons.push(report.checks[0]?.reason?.split(/[.,]/)[0]);
    }
    assert.deepEqual(reasons, [
      'This is an opaque token',
      'This is a login token of the public API',
      'This is a client secret',
    ]);
  });

  it('warns about workspaces, apps and groups that do not exist', async () => {
    const embed_context = {
      ...CONTEXT,
      workspace_id: 'nowhere',
      privileges: { 'no-app': ['view'], 'a\u0000b': ['view'] },
      groups: ['nobody'],
    };
    const report = await checkClaims({ embed_context });
    assert.equal(report.valid, true);
    assert.deepEqual(report.warnings, [
      "Workspace 'nowhere' does not exist, so this viewer cannot open any content.",
      "App 'no-app' does not exist, so privileges on it have no effect.",
      "App 'a\u0000b' does not exist, so privileges on it have no effect.",
      "Group 'nobody' does not exist in this tenant. Check its spelling.",
    ]);
  });

  it('warns about an app of another workspace', async () => {
    const admin = { token: given.setup.adminToken };
    await call(`${given.inlay.url}/api/v0/workspaces`, { ...admin, body: { id: 'north', name: 'North' } });
    const app = { id: 'northern', title: 'Northern', workspaceId: 'north' };
    const created = await call(`${given.inlay.url}/api/v0/apps`, { ...admin, body: app });
    assert.equal(created.status, 201);
    const embed_context = { ...CONTEXT, workspace_id: 'main', privileges: { northern: ['view'] } };
    assert.deepEqual((await checkClaims({ embed_context })).warnings.slice(0, 1), [
      "App 'northern' is in workspace 'north', so a viewer of workspace 'main' cannot open it.",
    ]);
  });

  it('accepts an assertion copied with a line break', async () => {
    assert.equal((await check(`\n ${signJwt(given.claims())} \r\n`)).valid, true);
  });

  it('does not use up the assertion, however often it is checked', async () => {
    const assertion = signJwt(given.claims());
    await Promise.all(Array.from({ length: 10 }, () => check(assertion)));
    assert.equal((await exchange(given.setup, assertion)).status, 200);
    assert.deepEqual(failed(await check(assertion)), ['replay']);
  });

  it('measures the context field by field', async () => {
    const embed_context = { ...CONTEXT, groups: ['é'], odd: 1 };
    const { context } = await checkClaims({ embed_context });
    assert.ok(context);
    assert.equal(context.limit, 3584);
    assert.equal(context.bytes, Buffer.byteLength(JSON.stringify(embed_context)));
    assert.deepEqual(Object.keys(context.bytesByField), Object.keys(embed_context));
    assert.equal(context.bytesByField.groups, Buffer.byteLength('"groups":["é"]'));
    const sum = Object.values(context.bytesByField).reduce((total, bytes) => total + bytes + 1, 1);
    assert.equal(sum, context.bytes);
    assert.deepEqual(context.ignored, ['odd']);
    assert.deepEqual(Object.keys(context.effective), Object.keys(CONTEXT));
  });

  it('reports a truncated context as valid and lists what was lost', async () => {
    const attributes = { keep: 'x', lose: 'x'.repeat(4000), __proto__x: 'gone' };
    const report = await checkClaims({ embed_context: { ...CONTEXT, attributes } });
    assert.equal(report.valid, true);
    assert.equal(report.context?.truncated, true);
    assert.deepEqual(report.context?.lost, [
      { section: 'attributes', key: '__proto__x' },
      { section: 'attributes', key: 'lose' },
    ]);
    assert.deepEqual(report.context?.effective.attributes, { keep: 'x' });
  });

  it('reports secrets by name only', async () => {
    const { context } = await checkClaims({});
    assert.deepEqual(context?.effective.secrets, ['warehouse']);
    assert.ok(!JSON.stringify(context).includes(CONTEXT.secrets.warehouse));
  });

  it('requires an administrator and an assertion', async () => {
    assert.equal((await ask({ assertion: 'x' }, 'wrong')).status, 401);
    for (const body of [{}, { assertion: 1 }, { assertion: 'x', more: 1 }, [], 'x'])
      assert.equal((await ask(body)).status, 400);
  });
});
