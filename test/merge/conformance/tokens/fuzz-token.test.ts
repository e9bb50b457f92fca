import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import fc from 'fast-check';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import {
  basic,
  type Claims,
  CONTEXT,
  exchange,
  GRANT_TYPE,
  signJwt,
  type TokenResponse,
} from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { rawRequest } from '../../../support/http/raw-request.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { isFullTier } from '../../../support/source/full-tier.ts';
import { encode, signText } from '../../../support/tokens/forge-jwt.ts';
import { makePair } from '../../../support/tokens/start-jwks-server.ts';

const PATH = '/api/auth/realms/demo/protocol/openid-connect/token';
const ATTACKER = makePair('attacker').privateKey;
/** Long enough for any machine; what hangs fails. fast-check prints seed and path of what failed. */
const FEW_RUNS = { numRuns: isFullTier ? 30 : 10 };
const RUNS = { numRuns: isFullTier ? 120 : 60 };

const text = fc.string({ unit: 'binary', maxLength: 40 });
const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
const odd = fc.oneof(
  json,
  fc.constantFrom<unknown>(null, '', [], {}, 0, -1, 9e15, 1e21, 'x'.repeat(5000), '\u0000', '\ud800', [
    '\u0000',
  ]),
);
/** One of the good values most of the time, else anything. */
const mostly = (...good: unknown[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: odd });

describeEmbedding('fuzzed token requests', STORES, (given) => {
  /** What is refused before anything is stored is tried a few times on the second store. */
  const runsBeforeStore = () => (given.store.env.INLAY_DATABASE_URL ? FEW_RUNS : RUNS);
  const sound = ({ status, body }: Pick<TokenResponse, 'status' | 'body'>) => {
    assert.ok(status === 200 || (status >= 400 && status < 500), `${status} ${JSON.stringify(body)}`);
    if (status === 200) return assert.match(body.access_token ?? '', /^inl_embed_/);
    assert.match(body.error_description ?? '', /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,500}$/);
  };
  const refused = (response: Pick<TokenResponse, 'status' | 'body'>) => {
    sound(response);
    assert.notEqual(response.status, 200);
  };
  const post = (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) => {
    const { clientId, secret } = given.setup;
    const type = 'application/x-www-form-urlencoded';
    const all = { 'content-type': type, authorization: basic(clientId, secret), ...headers };
    return rawRequest(given.inlay.url, { method: 'POST', path: PATH, headers: all, body });
  };

  it('a form of any bytes is refused cleanly', async () => {
    const field = fc.tuple(
      fc.oneof(
        text,
        fc.constantFrom('grant_type', 'scope', 'assertion', 'scope[]', '__proto__', 'client_id'),
      ),
      fc.oneof(text, fc.constantFrom(GRANT_TYPE, 'embed', 'a.b.c', '%', '%ff', '+')),
      fc.boolean(),
    );
    const form = fc
      .array(field, { maxLength: 8 })
      .map((fields) =>
        fields
          .map(([name, value, encoded]) =>
            encoded
              ? `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`
              : `${name}=${value}`,
          )
          .join('&'),
      );
    const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array));
    await fc.assert(
      fc.asyncProperty(fc.oneof(form, bytes), async (body) => refused(await post(body))),
      runsBeforeStore(),
    );
  });

  it('a form with repeated or nested fields is refused', async () => {
    const field = fc.tuple(
      fc.constantFrom('grant_type', 'scope', 'assertion', 'client_id', 'scope[]', 'scope[0][a]', 'x', '[['),
      fc.constantFrom(GRANT_TYPE, 'embed', 'a.b.c', '%5B'),
      fc.constantFrom(2, 3, 500, 5000),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 3 }), async (fields) => {
        const body = fields.map(([name, value, times]) => `${name}=${value}&`.repeat(times)).join('');
        refused(await post(body.slice(0, 100_000)));
      }),
      runsBeforeStore(),
    );
  });

  it('an assertion whose claims nest deeply is refused', async () => {
    const nested = fc.tuple(
      fc.constantFrom('embed_context', 'aud', 'jti', 'x'),
      fc.constantFrom('[', '{"a":'),
      fc.constantFrom(65, 1000, 20_000),
    );
    await fc.assert(
      fc.asyncProperty(nested, async ([claim, open, levels]) => {
        const close = open === '[' ? ']' : '}';
        const inside = `${open.repeat(levels)}1${close.repeat(levels)}`;
        const claims = JSON.stringify({ ...given.claims(), [claim]: 0 }).replace(
          `"${claim}":0`,
          `"${claim}":${inside}`,
        );
        refused(await exchange(given.setup, signText('{"alg":"RS512","typ":"JWT"}', claims)));
      }),
      FEW_RUNS,
    );
  });

  it('no Authorization header but the right one is accepted', async () => {
    const { clientId, secret } = given.setup;
    const right = basic(clientId, secret);
    const part = fc.oneof(
      text,
      fc.constantFrom(clientId, secret, '', ':', '%', '%00', '+', `${secret}\u0000`),
    );
    const pairs = fc
      .tuple(part, fc.constantFrom(':', '', '::'), part)
      .map(([user, colon, password]) => `Basic ${Buffer.from(user + colon + password).toString('base64')}`);
    const printable = fc
      .string({ unit: 'binary-ascii', maxLength: 60 })
      .map((s) => s.replaceAll(/[^\x20-\x7e]/g, ''));
    const mutated = fc
      .tuple(fc.nat(right.length), fc.nat(2), printable)
      .map(([at, skip, insert]) => right.slice(0, at) + insert + right.slice(at + skip));
    const header = fc.oneof(pairs, printable, mutated).filter((value) => value.trim() !== right);
    await fc.assert(
      fc.asyncProperty(header, async (authorization) => {
        const body = new URLSearchParams({
          grant_type: GRANT_TYPE,
          scope: 'embed',
          assertion: signJwt(given.claims()),
        });
        const response = await post(body.toString(), { authorization });
        if (response.status === 200) {
          // More blanks, another case and form-encoding write the same credentials; nothing else may.
          const [, base64 = ''] = /^basic +(\S+)$/i.exec(authorization.trim()) ?? [];
          const [user, ...password] = Buffer.from(base64, 'base64').toString().split(':');
          assert.deepEqual([user ?? '', password.join(':')].map(decodeURIComponent), [clientId, secret]);
          return;
        }
        refused(response);
        given.advance(61_000);
      }),
      RUNS,
    );
  });

  it('no assertion that was changed after signing is accepted', async () => {
    const mutation = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      skip: fc.nat(4),
      insert: fc.oneof(text, fc.constantFrom('', 'A', '.', '=', '-', '_')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const good = signJwt(given.claims());
        const changed = mutations.reduce((jwt, { at, skip, insert }) => {
          const index = Math.floor(at * jwt.length);
          return jwt.slice(0, index) + insert.toWellFormed() + jwt.slice(index + skip);
        }, good);
        if (changed !== good) refused(await exchange(given.setup, changed));
      }),
      runsBeforeStore(),
    );
  });

  it('no header makes an unregistered key acceptable', async () => {
    const header = fc.record(
      {
        alg: mostly('RS512', 'none', 'HS512', 'RS256', 'PS512'),
        typ: mostly('JWT', 'jwt'),
        kid: mostly('attacker', 'first'),
        jwk: odd,
        jku: odd,
        x5c: odd,
        crit: odd,
        b64: odd,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(header, fc.boolean(), async (fields, signed) => {
        const payload = JSON.stringify(given.claims());
        const jwt = signText(JSON.stringify(fields), payload, ATTACKER);
        const bare = `${encode(JSON.stringify(fields))}.${encode(payload)}.`;
        refused(await exchange(given.setup, signed ? jwt : bare));
      }),
      runsBeforeStore(),
    );
  });

  it('any text signed with the right key is refused cleanly', async () => {
    const anything = fc.oneof(
      json.map((value) => JSON.stringify(value)),
      text,
      fc.constant('{"alg":"RS512"}'),
    );
    await fc.assert(
      fc.asyncProperty(anything, anything, async (header, payload) =>
        refused(await exchange(given.setup, signText(header, payload))),
      ),
      RUNS,
    );
  });

  it('any claims signed with the right key are granted only if "check token" finds them valid', async () => {
    const claims = (): fc.Arbitrary<Claims> =>
      fc.record(
        {
          iss: mostly(given.setup.issuer),
          sub: mostly(given.setup.clientId),
          aud: mostly(given.setup.audience, [given.setup.audience]),
          exp: mostly(Math.floor(given.now() / 1000) + 300),
          nbf: mostly(0),
          iat: mostly(0),
          embed_context: mostly(CONTEXT),
          extra: odd,
        },
        { requiredKeys: ['iss', 'sub', 'aud', 'exp', 'embed_context'] },
      );
    await fc.assert(
      fc.asyncProperty(claims(), async (other) => agrees(signJwt(given.claims(other)))),
      RUNS,
    );
  });

  it('any context signed with the right key is granted only if "check token" finds it valid', async () => {
    const entries = fc.dictionary(text, odd, { maxKeys: 6 });
    const context = fc.record(
      {
        username: mostly('ann', 'é', 'x'.repeat(1024)),
        workspace_id: mostly('main'),
        roles: mostly(['USER'], ['ADMIN'], []),
        privileges: fc.oneof(mostly({}, { a: ['view'] }), fc.dictionary(text, fc.constant(['validator']))),
        groups: fc.oneof(odd, fc.array(text)),
        attributes: fc.oneof(odd, entries),
        secrets: fc.oneof(odd, entries),
        other: odd,
      },
      { requiredKeys: ['username', 'workspace_id', 'roles', 'privileges'] },
    );
    await fc.assert(
      fc.asyncProperty(context, async (embed_context) => agrees(signJwt(given.claims({ embed_context })))),
      RUNS,
    );
  });

  let granted = 0;
  after(() => assert.ok(granted > 10, 'hardly anything that was made up could be granted'));

  /** The report and the exchange agree, and a token that was granted works. */
  const agrees = async (assertion: string) => {
    const url = `${given.inlay.url}/api/v0/embed-settings/check-token`;
    const report = await call<{ valid: boolean }>(url, {
      token: given.setup.adminToken,
      body: { assertion },
    });
    assert.equal(report.status, 200);
    const response = await exchange(given.setup, assertion);
    sound(response);
    assert.equal(response.status === 200, report.body.valid, JSON.stringify(response.body));
    if (response.status !== 200) return;
    granted += 1;
    const session = await call(`${given.inlay.url}/embed/api/v0/session`, {
      token: response.body.access_token as string,
    });
    assert.equal(session.status, 200);
  };
});
