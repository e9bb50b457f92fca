import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { runCommand } from '../../../../test/support/server/run-command.ts';
import { CannotVerify } from '../../src/cli/verify/instance.ts';
import { readableFile } from '../../src/cli/verify/readable-file.ts';
import { reportText } from '../../src/cli/verify/readable-report.ts';

const REALM = '/api/auth/realms/acme';
type Answer = object | string | number | null;

describe('inlay verify, on an instance that sends anything', () => {
  let folder: string;
  let url: string;
  let answers: Record<string, Answer> = {};
  const assertions: string[] = [];
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const body = new URLSearchParams(await text(request));
    if (path.endsWith('/token')) assertions.push(body.get('assertion') ?? '');
    const answer = answers[path] ?? usual(path);
    const isError = typeof answer === 'object' && answer !== null && 'error' in answer;
    response.writeHead(answer === 404 ? 404 : isError ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  const metadataOf = (audience = `${url}${REALM}`) => ({
    issuer: `${url}${REALM}`,
    token_endpoint: `${url}${REALM}/protocol/openid-connect/token`,
    assertion_issuer: 'https://acme-embed',
    assertion_audience: audience,
  });
  const usual = (path: string): Answer => {
    if (path.endsWith('openid-configuration')) return metadataOf();
    if (path.endsWith('/token')) return { access_token: 'token', expires_in: 60 };
    return path.endsWith('/revoke') || path.endsWith('/session') ? {} : 404;
  };

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder = mkdtempSync(join(tmpdir(), 'inlay-verify-'));
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const contextOf = (username: string) => ({ context: { username, workspaceId: 'main' } });
    const plan = { embeds: ['e'], contexts: { ann: contextOf('ann'), bob: contextOf('bob') } };
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  const verify = (given: Record<string, Answer>, ...more: readonly string[]) => {
    answers = given;
    assertions.length = 0;
    const options = ['--instance', url, '--tenant', 'acme', '--client-id', 'a'];
    const files = ['--private-key', join(folder, 'key.pem'), join(folder, 'plan.json')];
    return runCommand(['verify', ...options, ...files, ...more], { INLAY_CLIENT_SECRET: 's' });
  };

  const embed = '/embed/api/v0/embeds/e';
  for (const [what, given] of [
    ['content without tiles', { [embed]: {} }],
    ['tiles that are none', { [embed]: { tiles: [null] } }],
    ['a result without columns', { [embed]: { tiles: [{ id: 't' }] }, [`${embed}/tiles/t`]: { result: 7 } }],
    ['a builder without datasets', { [`${embed}/builder`]: { dashboards: null } }],
  ] as const)
    it(`does not call ${what} a leak`, async () => {
      const { code, stderr } = await verify(given);
      assert.equal(code, 2, stderr);
      assert.match(
        stderr,
        /The instance cannot be verified: it sent a response that this version cannot read/,
      );
    });

  it('prints no control characters of the instance', async () => {
    const hostile = '\u001b[2J\u009b31m\u202e\nPassed';
    const refused = await verify({ [`${REALM}/protocol/openid-connect/token`]: { error: hostile } });
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /The token was refused: .+Passed \(HTTP 400\)/);
    assert.doesNotMatch(refused.stderr.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
    const state = 'leak';
    const findings = [{ state, embed: hostile, message: hostile } as const];
    const checks = [{ id: 'rows', title: 'Rows', state, summary: hostile, findings } as const];
    const report = {
      state,
      instance: url,
      contexts: ['ann'],
      embeds: [hostile],
      requests: 1,
      checks,
    } as const;
    for (const format of ['table', 'json'] as const) {
      const text = reportText(report, format);
      assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
      assert.doesNotMatch(text, /^\s*Passed/m);
    }
    assert.deepEqual(JSON.parse(reportText(report, 'json')), report);
  });

  it('signs for the tenant and nothing else', async () => {
    const metadata = `${REALM}/.well-known/openid-configuration`;
    for (const audience of [
      'https://bank.example',
      `https://bank.example${REALM}/x`,
      `urn:x:${REALM}`,
      'x',
    ]) {
      const { code, stderr } = await verify({
        [metadata]: metadataOf(audience),
      });
      assert.equal(code, 2);
      assert.match(stderr, /describes another tenant or token endpoint/);
    }
    assert.equal((await verify({ [metadata]: { issuer: 'https://bank.example' } })).code, 2);
    assert.deepEqual(assertions, []);
  });

  it('does not unpack files without limit', () => {
    const stream = deflateSync(Buffer.alloc(129 * 1024 * 1024), { level: 1 }).toString('latin1');
    const part = `obj\n<< /FlateDecode >>\nstream\n${stream}\nendstream\nendobj`;
    const pdf = Buffer.from(`1 0 ${part}\n`, 'latin1');
    assert.throws(() => readableFile('pdf', pdf), CannotVerify);
    const xlsx = zipSync({ 'a.xml': strToU8('text') });
    assert.match(readableFile('xlsx', Buffer.from(xlsx)), /text/);
    // The size that the archive claims, in the central directory.
    const claims = Buffer.from(xlsx);
    const directory = claims.indexOf('PK\u0001\u0002', 0, 'latin1');
    claims.writeUInt32LE(0xf0000000, directory + 24);
    assert.throws(() => readableFile('xlsx', claims), CannotVerify);
  });
});
