import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { assertMapsHaveSources } from '../../../../test/support/browser/assert-maps-have-sources.ts';
import { unpackPackage } from '../../../../test/support/server/unpack-package.ts';
import { privatePem, startTokenEndpoint } from '../token-endpoint.ts';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));
const expected = { clientId: 'acme-embed', clientSecret: 'secret', issuer: 'https://acme-embed' };

const consumer = `
import { createEmbedClient, embedTokenHandler, InlayError, type EmbedContext } from '@inlay/node';

const context: EmbedContext = { username: 'jane', workspaceId: 'main', privileges: { sales: ['view'] } };
const client = createEmbedClient({
  instanceUrl: process.env.URL ?? '',
  tenantId: 'acme',
  clientId: 'acme-embed',
  clientSecret: 'secret',
  privateKey: process.env.KEY ?? '',
});
const handler = embedTokenHandler(client, async () => context);
const { token, expiresAt } = await client.token(context);
const refused = await client.token(context, { expiresIn: 0 }).catch((error: InlayError) => error) as InlayError;
console.log([token, expiresAt instanceof Date, handler.length, refused instanceof InlayError, refused.code, refused.status].join(' '));
`;
const mistakes = `
import { createEmbedClient, InlayError } from '@inlay/node';
// @ts-expect-error the client secret is missing
const client = createEmbedClient({ instanceUrl: '', tenantId: '', clientId: '', privateKey: '' });
// @ts-expect-error an unknown role
client.token({ username: 'jane', roles: ['OWNER'] });
// @ts-expect-error an unknown code
new InlayError('INLAY_TIMEOUT', '');
// @ts-expect-error an unknown privilege
client.token({ username: 'jane', privileges: { sales: ['edit'] } });
`;
// What a TypeScript project of a customer has, without our own strictness and without erasable syntax.
const tsconfig = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    types: ['node'],
    outDir: 'out',
    rootDir: '.',
  },
  files: ['consumer.ts', 'mistakes.ts'],
};

test('the packed package type-checks and runs on each available Node.js version', async (t) => {
  const folder = await createProject(t);
  const installed = join(folder, 'node_modules', '@inlay', 'node');
  const parts = ['LICENSE', 'README.md', 'dist', 'node_modules', 'package.json'];
  assert.deepEqual((await readdir(installed)).sort(), parts);
  const sources = await readdir(join(packageFolder, 'src'));
  const endings = ['.d.ts', '.js', '.js.map'];
  const built = sources.flatMap((file) => endings.map((ending) => file.replace(/\.ts$/, ending)));
  assert.deepEqual((await readdir(join(installed, 'dist'))).sort(), built.sort());
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual(manifest.dependencies, { jose: '^6' });
  assertMapsHaveSources(installed);

  await writeFile(join(folder, 'consumer.ts'), consumer);
  await writeFile(join(folder, 'mistakes.ts'), mistakes);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  await run(process.execPath, [join(modules, 'typescript', 'bin', 'tsc'), '-p', folder], { timeout: 60_000 });

  const endpoint = await startTokenEndpoint(t, expected);
  for (const node of await nodesAtHand()) {
    const env = { ...process.env, URL: endpoint.url, KEY: privatePem };
    const { stdout } = await run(node.path, [join(folder, 'out', 'consumer.js')], { env, timeout: 30_000 });
    assert.match(stdout, /^opaque-\d+ true 2 true CONFIGURATION \n$/, node.version);
    t.diagnostic(`ran on Node ${node.version}`);
  }
});

/** The package that an instance serves, in a project with the types of Node. */
async function createProject(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-node-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await unpackPackage('node', folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }));
  // Types that a customer's project brings itself.
  await mkdir(join(folder, 'node_modules', '@types'), { recursive: true });
  await symlink(join(modules, '@types', 'node'), join(folder, 'node_modules', '@types', 'node'));
  await symlink(join(modules, 'undici-types'), join(folder, 'node_modules', 'undici-types'));
  return folder;
}

/** This Node, and others on the PATH: the package promises Node 20, which the repository itself does not run on. */
async function nodesAtHand() {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const found = new Map<string, string>();
  for (const path of [process.execPath, ...paths.filter((file) => existsSync(file))]) {
    const { stdout } = await run(path, ['--version']);
    found.set(stdout.trim(), path);
  }
  return [...found].map(([version, path]) => ({ version, path }));
}
