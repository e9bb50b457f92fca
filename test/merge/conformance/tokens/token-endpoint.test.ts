import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { it } from 'node:test';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { basic, CONTEXT, GRANT_TYPE, signJwt } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { type RawResponse, rawRequest } from '../../../support/http/raw-request.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { turns } from '../../../support/time/turns.ts';

const path = '/api/auth/realms/demo/protocol/openid-connect/token';

/** The usual request, and requests whose address or type is written in another way. */
const forms = {
  usual: { path },
  'with a query': { path: `${path}?trace=1` },
  'with an unusual charset': {
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=us-ascii' },
  },
};

describeEmbedding('a token request, however its address and type are written,', STORES, (given) => {
  const send = (
    form: (typeof forms)[keyof typeof forms],
    assertion: string,
    {
      body,
      headers = {},
    }: { readonly body?: string; readonly headers?: Record<string, string | string[]> } = {},
  ) =>
    rawRequest(given.inlay.url, {
      method: 'POST',
      path: form.path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: basic(given.setup.clientId, given.setup.secret),
        ...('headers' in form ? form.headers : {}),
        ...headers,
      },
      body: body ?? new URLSearchParams({ grant_type: GRANT_TYPE, scope: 'embed', assertion }).toString(),
    });

  const requests: Record<string, Parameters<typeof send>[2]> = {
    'a good assertion': {},
    'no client': { headers: { authorization: 'Bearer x' } },
    'a wrong secret': { headers: { authorization: basic('demo-embed', 'wrong') } },
    'an empty form': { body: '' },
    'a field twice': { body: 'scope=embed&scope=embed' },
    'a form that is not UTF-8': { body: 'scope=%ff' },
    'another grant': { body: 'grant_type=password' },
    'another scope': { body: `grant_type=${encodeURIComponent(GRANT_TYPE)}&scope=admin` },
    'no assertion': { body: `grant_type=${encodeURIComponent(GRANT_TYPE)}&scope=embed` },
    'Authorization twice': {
      headers: { authorization: [basic('demo-embed', 'x'), basic('demo-embed', 'x')] },
    },
    'a long body': { body: `x=${'y'.repeat(200_000)}` },
  };

  for (const [name, options] of Object.entries(requests)) {
    it(`gets the same response: ${name}`, async () => {
      const responses = await Promise.all(
        Object.values(forms).map((form) => send(form, signJwt(given.claims()), options)),
      );
      const [usual, ...others] = responses.map(comparable);
      for (const other of others) assert.deepEqual(usual, other);
    });
  }

  it('gets the same response: claims and contexts that are refused', async () => {
    for (const claims of [{ aud: 'x' }, { exp: 1 }, { embed_context: {} }, { jti: 7 }]) {
      const responses = await Promise.all(
        Object.values(forms).map((form) => send(form, signJwt(given.claims(claims)))),
      );
      const [usual, ...others] = responses.map(comparable);
      assert.equal(usual?.status, 400);
      for (const other of others) assert.deepEqual(usual, other);
    }
  });

  it('is refused if it has two Authorization headers, even if the first is right', async () => {
    const right = basic(given.setup.clientId, given.setup.secret);
    for (const form of Object.values(forms)) {
      for (const authorization of [
        [right, right],
        [right, basic('other', 'x')],
      ]) {
        const { status, body } = await send(form, signJwt(given.claims()), { headers: { authorization } });
        assert.deepEqual([status, body.error], [400, 'invalid_request']);
        assert.match(String(body.error_description), /Authorization/);
      }
    }
  });

  it('uses up its jti', async () => {
    const assertion = signJwt(given.claims());
    assert.equal((await send(forms.usual, assertion)).status, 200);
    assert.equal((await send(forms['with a query'], assertion)).body.error, 'invalid_grant');
  });

  it('leaves the same audit event, with the request id of the response', async () => {
    for (const form of Object.values(forms)) {
      const { headers } = await send(form, signJwt(given.claims()));
      const { body } = await call<{ data: Record<string, unknown>[] }>(
        `${given.inlay.url}/api/v0/audit-events?limit=50`,
        { token: given.setup.adminToken },
      );
      const event = body.data.find(({ requestId }) => requestId === headers['x-request-id']);
      assert.deepEqual(
        [event?.action, event?.outcome, event?.target, event?.ip],
        ['token.issue', 'success', CONTEXT.username, '127.0.0.1'],
      );
    }
  });

  it('is counted and timed under the same metric labels', async () => {
    const counted = async () => {
      const text = await (await fetch(`${given.inlay.url}/metrics`)).text();
      const value = (name: string) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(name))
            ?.split(' ')
            .at(-1) ?? 0,
        );
      const route = 'method="POST",route="/api/auth/realms/:realm/protocol/openid-connect/token"';
      return [
        value('inlay_token_exchanges_total{outcome="issued"'),
        value(`inlay_http_request_seconds_count{${route},status="200"`),
        value(`inlay_http_request_seconds_count{${route},status="400"`),
      ];
    };
    const before = await counted();
    for (const form of Object.values(forms)) {
      await send(form, signJwt(given.claims()));
      await send(form, 'no.jwt.');
    }
    const after = await counted();
    assert.deepEqual(
      after.map((value, index) => value - (before[index] ?? 0)),
      [3, 3, 3],
    );
  });

  it('may arrive in pieces', async () => {
    const form = new URLSearchParams({
      grant_type: GRANT_TYPE,
      scope: 'embed',
      assertion: signJwt(given.claims()),
    });
    const socket = connect(Number(new URL(given.inlay.url).port), '127.0.0.1').setNoDelay(true);
    const authorization = basic(given.setup.clientId, given.setup.secret);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: ${authorization}\r\n` +
        `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.toString().length}\r\n\r\n`,
    );
    for (const piece of form.toString().match(/.{1,400}/g) ?? []) {
      socket.write(piece);
      await turns(1);
    }
    const [response] = await once(socket, 'data');
    assert.match(String(response), /^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  it('does not affect others when its sender hangs up, half-way or before the response', async () => {
    const form = `grant_type=${encodeURIComponent(GRANT_TYPE)}&scope=embed&assertion=${signJwt(given.claims())}`;
    for (const sent of [form.slice(0, 100), form]) {
      const socket = connect(Number(new URL(given.inlay.url).port), '127.0.0.1');
      const authorization = basic(given.setup.clientId, given.setup.secret);
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n` +
          `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${sent}`,
      );
      await new Promise((resolve) => setImmediate(resolve));
      socket.destroy();
    }
    assert.equal((await send(forms.usual, signJwt(given.claims()))).status, 200);
  });
});

/** Everything that must not differ. */
function comparable({ status, headers, body }: RawResponse) {
  const { date, 'x-request-id': id, 'content-length': length, ...rest } = headers;
  assert.match(String(id), /^[0-9a-f]{24}$/);
  assert.ok(date && Number(length) > 0);
  const { access_token, ...others } = body;
  return { status, headers: rest, body: { ...others, ...(access_token ? { access_token: 'some' } : {}) } };
}
