import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeTestCertificate } from '../../../../test/support/network/test-certificate.ts';
import { freePort } from '../../../../test/support/server/free-port.ts';
import { runCommand } from '../../../../test/support/server/run-command.ts';
import { connectTo } from '../../src/cli/content/instance-client.ts';
import { systemTime } from '../../src/platform/time/time.ts';

const KEY = 'inl_key_very-secret';

describe('inlay content, on an instance that sends anything', () => {
  let url: string;
  let folder: string;
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => handle(request, response));
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inlay-client-'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  const send =
    (status: number, body: unknown, headers: Record<string, string> = {}) =>
    (_request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
  const exported = async (to = url, key = KEY) => {
    const result = await runCommand(['content', 'export', 'sales', '--to', folder], {
      INLAY_URL: to,
      INLAY_KEY: key,
    });
    assert.doesNotMatch(`${result.stdout}${result.stderr}`, /very-secret/);
    return result;
  };

  it('sends the key as a bearer token, and only over https or to this machine', async () => {
    let sent: string | undefined;
    handle = (request, response) => {
      sent = request.headers.authorization;
      send(200, { files: [] })(request, response);
    };
    assert.equal((await exported()).code, 0);
    assert.equal(sent, `Bearer ${KEY}`);
    const plain = await exported('http://analytics.example.com');
    assert.equal(plain.code, 2);
    assert.match(plain.stderr, /^The key is not sent to http:\/\/analytics\.example\.com, .* Use https\.\n/);
    assert.match((await exported('ftp://x')).stderr, /^--url must be the URL of the instance/);
    const args = ['content', 'export', 'sales', '--url', url, '--key', KEY, '--tenant', 'acme'];
    assert.match((await runCommand(args, {})).stderr, /^--tenant is for the store of this machine/);
    assert.match((await exported(url, 'very-secret\n x')).stderr, /^The key contains characters/);
    assert.match(
      (await exported(url, '')).stderr,
      /^The key is missing\. Set the environment variable INLAY_KEY/,
    );
  });

  it('ends a plan with 1 if it is called incorrectly, because 2 means that there are changes', async () => {
    for (const args of [[], ['.'], ['.', '--url', url], ['.', '--what']]) {
      const { code, stderr } = await runCommand(['content', 'plan', ...args], {});
      assert.equal(code, 1, args.join(' '));
      assert.match(stderr, /Run 'inlay content plan --help' for usage\.\n$/);
    }
  });

  it('says what is wrong with the URL, the key or the version of the instance', async () => {
    const cases: readonly (readonly [typeof handle, RegExp])[] = [
      [
        send(401, { statusCode: 401, message: 'Unauthorized' }),
        /^The instance refused the key\. Check that it belongs/,
      ],
      [
        send(302, '', { location: 'https://login.example.com/x?y=1' }),
        /redirects to https:\/\/login\.example\.com\. Use/,
      ],
      [
        send(200, '<html>', { 'content-type': 'text/html' }),
        /did not respond like an Inlay instance\. Check --url\./,
      ],
      [
        send(404, { code: 'NOT_FOUND', message: 'Not found. Check the address.' }),
        /does not support \/api\/v0\/apps\/sales\/content\. Check --url; if it is correct, upgrade the instance\./,
      ],
      [
        send(404, { code: 'NOT_FOUND', message: "App 'sales' does not exist." }),
        /^App 'sales' does not exist\.\n$/,
      ],
      [
        send(413, { code: 'BODY_TOO_LARGE', message: 'x' }),
        /^The folder is larger than the instance accepts/,
      ],
      [send(500, { code: 'INTERNAL', message: '\u001b[2Jgone' }), /responded with 500: \\u001b\[2Jgone/],
    ];
    for (const [how, says] of cases) {
      handle = how;
      const { code, stdout, stderr } = await exported();
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, says);
    }
  });

  it('refuses a certificate that it does not trust', async (test) => {
    const made = makeTestCertificate('IP:127.0.0.1');
    if (!made) return test.skip('no openssl');
    const tls = createTlsServer({ key: made.key, cert: made.certificate }, send(200, { files: [] }));
    tls.listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const { stderr } = await exported(`https://127.0.0.1:${(tls.address() as AddressInfo).port}`);
    tls.close();
    assert.match(stderr, /is not secure \(\w+\)\. .*NODE_EXTRA_CA_CERTS/);
  });

  it('writes no file outside of the folder', async () => {
    for (const path of [
      '../evil.yaml',
      'tiles/../../evil.yaml',
      'tiles/..yaml',
      '/tmp/evil.yaml',
      'tiles\\evil.yaml',
    ]) {
      handle = send(200, { files: [{ path, text: '{}' }] });
      const { code, stderr } = await exported();
      assert.equal(code, 1, path);
      assert.match(stderr, /^The instance sent a file with the path /, path);
    }
    assert.ok(!existsSync(join(folder, 'evil.yaml')) && !existsSync(join(folder, '..', 'evil.yaml')));
    assert.ok(readdirSync(folder).every((name) => name === 'sales'));
  });

  const patient = (to = url) => {
    const slept: number[] = [];
    const sleep = async (ms: number) => void slept.push(ms);
    return { slept, instance: connectTo({ url: to, key: KEY }, { ...systemTime, sleep }) };
  };

  it('waits as long as the instance asks for', async () => {
    const { slept, instance } = patient();
    let requests = 0;
    handle = (request, response) => {
      requests += 1;
      if (requests > 1) send(200, { done: true })(request, response);
      else send(503, { code: 'UNAVAILABLE', message: 'x' }, { 'retry-after': '7' })(request, response);
    };
    assert.deepEqual(await instance.change('content-applications', {}), { done: true });
    assert.deepEqual(slept, [7000]);
  });

  it('repeats requests that change nothing after a broken connection, and no others', async () => {
    const { slept, instance } = patient();
    let requests = 0;
    handle = (request) => {
      requests += 1;
      request.socket.destroy();
    };
    await assert.rejects(instance.ask('content-plans', {}), /broke off \(\w+\)\. Try again\./);
    assert.deepEqual([requests, slept.length], [5, 4]);
    requests = 0;
    const lost = /may have applied the changes, all or none of them\. Plan again/;
    await assert.rejects(instance.change('content-applications', {}), lost);
    assert.equal(requests, 1);
    await assert.rejects(
      patient(`http://127.0.0.1:${await freePort()}`).instance.get('apps'),
      /^StartError: No server responds at http/,
    );
  });
});
