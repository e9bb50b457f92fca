import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serverSnippets } from '../../../src/screens/embed-settings/snippets/server-snippets.ts';

const values = {
  instanceUrl: 'https://analytics.example.com',
  tenantId: 'tenant-1',
  clientId: 'client-1',
  issuer: 'https://tenant-1-embed',
  audience: 'https://analytics.example.com/api/auth/realms/tenant-1',
  tokenEndpoint: 'https://analytics.example.com/api/auth/realms/tenant-1/protocol/openid-connect/token',
  workspaceId: 'workspace-1',
  appId: 'app-1',
  username: 'jane@example.com',
};

test('there is one snippet per language, each with a unique file name', () => {
  const snippets = serverSnippets(values);
  const languages = snippets.map(({ language }) => language);
  assert.deepEqual(languages, ['node', 'curl', 'python', 'java', 'php', 'go', 'csharp']);
  assert.equal(new Set(snippets.map(({ filename }) => filename)).size, snippets.length);
  for (const { run, filename } of snippets) assert.ok(run.endsWith(filename));
});

for (const { language, code } of serverSnippets(values)) {
  test(`the ${language} snippet contains the tenant's values and reads secrets from the environment`, () => {
    const { instanceUrl, tenantId, tokenEndpoint, ...others } = values;
    for (const value of Object.values(others)) assert.ok(code.includes(value), value);
    assert.ok(code.includes(tokenEndpoint) || (code.includes(instanceUrl) && code.includes(`'${tenantId}'`)));
    assert.match(code, /INLAY_CLIENT_SECRET/);
    assert.match(code, /INLAY_PRIVATE_KEY_FILE/);
    assert.doesNotMatch(code, /undefined|\[object/);
  });
}

test('the snippets in the docs match the templates', () => {
  const script = fileURLToPath(
    new URL('../../../../../scripts/reference/generate-snippets.mjs', import.meta.url),
  );
  execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' });
});
