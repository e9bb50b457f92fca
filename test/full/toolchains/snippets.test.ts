import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { serverSnippets } from '../../../packages/admin/src/screens/embed-settings/snippets/server-snippets.ts';
import type { SnippetValues } from '../../../packages/admin/src/screens/embed-settings/snippets/snippet-values.ts';
import type { Language } from '../../../packages/admin/src/screens/embed-settings/snippets/string-literal.ts';
import { privatePem, startTokenEndpoint } from '../../../packages/node/test/token-endpoint.ts';
import { unpackPackage } from '../../support/server/unpack-package.ts';

const run = promisify(execFile);

// The letters of a client secret are [A-Za-z0-9_-].
const clientSecret = 'Kx_7-secret';
type Chosen = Pick<SnippetValues, 'clientId' | 'issuer' | 'workspaceId' | 'appId' | 'attributes'>;
const plain: Chosen = {
  clientId: 'acme-embed',
  issuer: 'https://acme-embed',
  workspaceId: 'main',
  appId: 'sales',
};
const hostile: Chosen = {
  clientId: `a:b "c" 'd' %41+é`,
  issuer: `https://x"'\\");exit(9);//`,
  workspaceId: `"]}\\u0022 \\' $(exit 9) \`exit 9\` \${exit} #{x} %s %d é 漢 😀 \u202e\u2028\n\ttab`,
  appId: `'; exit 9; echo "$HOME" {0} ?> <?php */ """ '''`,
  attributes: { '"\' \\ $x {0}': `'; exit 9; "$HOME" é 😀 \u202e`, level: -3.5 },
};

interface Runtime {
  /** Finds out whether the program can run here: the command, or why not. */
  readonly find: (folder: string) => Promise<readonly string[] | string>;
}

const command = (name: string, probe: readonly string[], ...rest: readonly string[]): Runtime => ({
  find: async () => ((await works(name, probe)) ? [name, ...rest] : `${name} is not on this machine`),
});

const runtimes: Record<Language, Runtime> = {
  node: { find: installNodePackage },
  curl: command('bash', ['-c', 'command -v openssl && command -v curl'], '--'),
  python: { find: findPython },
  java: command('java', ['--version']),
  php: command('php', ['-r', 'exit(extension_loaded("openssl") ? 0 : 1);']),
  go: command('go', ['version'], 'run'),
  csharp: command('dotnet', ['run', '--help'], 'run'),
};

for (const { language, filename } of serverSnippets(valuesFor('http://127.0.0.1:1', plain))) {
  test(`the ${language} snippet gets a token, and all its values are escaped`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'inlay-snippet-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const found = await runtimes[language].find(folder);
    if (typeof found === 'string') return t.skip(found);
    for (const values of [plain, hostile]) await runSnippet(t, folder, language, filename, found, values);
  });
}

test('a snippet fails and shows the reason if the exchange is refused', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-snippet-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const endpoint = await startTokenEndpoint(t, { ...plain, clientSecret: 'another' });
  const env = await secretsIn(folder);
  for (const { language, filename, code } of serverSnippets(valuesFor(endpoint.url, plain))) {
    const found = await runtimes[language].find(folder);
    if (typeof found === 'string') {
      t.diagnostic(`${language}: ${found}`);
      continue;
    }
    await writeFile(join(folder, filename), code);
    const [file = '', ...args] = found;
    await assert.rejects(run(file, [...args, filename], { cwd: folder, env, timeout: 90_000 }), (error) => {
      const { stdout, stderr } = error as unknown as { stdout: string; stderr: string };
      assert.match(`${stdout}${stderr}`, /invalid_client/, language);
      return true;
    });
  }
});

async function runSnippet(
  t: TestContext,
  folder: string,
  language: Language,
  filename: string,
  [file = '', ...args]: readonly string[],
  chosen: Chosen,
): Promise<void> {
  const endpoint = await startTokenEndpoint(t, { ...chosen, clientSecret });
  const values = valuesFor(endpoint.url, chosen);
  const code = serverSnippets(values).find((snippet) => snippet.language === language)?.code ?? '';
  await writeFile(join(folder, filename), code);
  const env = await secretsIn(folder);
  const { stdout } = await run(file, [...args, filename], { cwd: folder, env, timeout: 90_000 });
  assert.equal(stdout, 'opaque-1\n');
  const [exchange] = endpoint.exchanges;
  assert.equal(exchange?.path, '/api/auth/realms/acme/protocol/openid-connect/token');
  assert.deepEqual(exchange?.context, {
    username: values.username,
    workspace_id: values.workspaceId,
    roles: ['USER'],
    privileges: { [values.appId]: ['view'] },
    ...(values.attributes && { attributes: values.attributes }),
  });
}

function valuesFor(instanceUrl: string, chosen: Chosen): SnippetValues {
  return {
    ...chosen,
    instanceUrl,
    tenantId: 'acme',
    audience: `https://${new URL(instanceUrl).host}/api/auth/realms/acme`,
    tokenEndpoint: `${instanceUrl}/api/auth/realms/acme/protocol/openid-connect/token`,
    username: 'jane@example.com',
  };
}

async function secretsIn(folder: string): Promise<NodeJS.ProcessEnv> {
  const keyFile = join(folder, 'private.pem');
  await writeFile(keyFile, privatePem, { mode: 0o600 });
  return {
    ...process.env,
    INLAY_CLIENT_SECRET: clientSecret,
    INLAY_PRIVATE_KEY_FILE: keyFile,
    PYTHONPATH: join(folder, 'python'),
  };
}

async function installNodePackage(folder: string): Promise<readonly string[]> {
  await unpackPackage('node', folder);
  return [process.execPath];
}

/** A Python that has PyJWT, or one that gets it from the package index within a minute. */
async function findPython(folder: string): Promise<readonly string[] | string> {
  for (const python of ['python3', '/usr/bin/python3']) {
    if (await works(python, ['-c', 'import jwt, cryptography'])) return [python];
  }
  if (!(await works('python3', ['-m', 'pip', '--version']))) return 'python3 with pip is not on this machine';
  const target = ['--target', join(folder, 'python')];
  const install = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    ...target,
    'pyjwt[crypto]',
  ];
  return (await works('python3', install)) ? ['python3'] : 'PyJWT could not be installed';
}

async function works(file: string, args: readonly string[]): Promise<boolean> {
  try {
    await run(file, args, { timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}
