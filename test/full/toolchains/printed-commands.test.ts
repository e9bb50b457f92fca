import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { EmbedAuthSettings } from '@inlay/protocol/embed-auth-settings';
import { serverSnippets } from '../../../packages/admin/src/screens/embed-settings/snippets/server-snippets.ts';
import type { Language } from '../../../packages/admin/src/screens/embed-settings/snippets/string-literal.ts';
import { type EmbedSetup, KEYS, setUpEmbedding } from '../../support/embeds/embed-client.ts';
import { call } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { askAbout } from '../../support/tokens/token-client.ts';

const run = promisify(execFile);

/** Whether a language can run here: what its toolchain needs, as a command that fails without it. */
const PROBES: Readonly<Record<Language, string>> = {
  node: 'npm --version',
  curl: 'curl --version && openssl version',
  // The command downloads PyJWT.
  python: "python3 -m venv probe && probe/bin/pip download --quiet --dest probe 'pyjwt[crypto]'",
  java: 'java --version',
  php: `php -r 'exit(extension_loaded("openssl") ? 0 : 1);'`,
  go: 'go version',
  csharp: 'dotnet run --help',
};

describe('the commands of Embed Settings', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let folder: string;
  let snippets: ReturnType<typeof serverSnippets>;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store, { env: { INLAY_PORT: String(await freePort()) } });
    setup = await setUpEmbedding(inlay);
    folder = mkdtempSync(join(tmpdir(), 'inlay-commands-'));
    writeFileSync(join(folder, 'key.pem'), KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }), {
      mode: 0o600,
    });
    const { body: settings } = await call<EmbedAuthSettings>(`${inlay.url}/api/v0/embed-settings`, {
      token: setup.adminToken,
    });
    snippets = serverSnippets({
      instanceUrl: new URL(settings.tokenEndpoint).origin,
      tenantId: settings.tenantId,
      clientId: settings.clientId,
      issuer: settings.iss,
      audience: settings.aud,
      tokenEndpoint: settings.tokenEndpoint,
      workspaceId: 'main',
      appId: 'sales',
      username: 'jane@example.com',
    });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a command in an empty folder of its own. */
  const runIn = (name: string, command: string) => {
    const cwd = join(folder, name);
    mkdirSync(cwd, { recursive: true });
    const env = {
      ...process.env,
      INLAY_CLIENT_SECRET: setup.secret,
      INLAY_PRIVATE_KEY_FILE: join(folder, 'key.pem'),
      // The instance serves the package with everything it needs.
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_cache: join(folder, 'npm-cache'),
    };
    return run('bash', ['-c', command], { cwd, env, timeout: 180_000 });
  };

  for (const [language, probe] of Object.entries(PROBES))
    it(`get a token in an empty folder, in ${language}`, async (t) => {
      const isThere = await runIn(`probe-${language}`, probe).then(
        () => true,
        () => false,
      );
      if (!isThere) return t.skip(`${language}: this machine cannot run \`${probe}\``);
      const snippet = snippets.find((each) => each.language === language);
      assert.ok(snippet);
      mkdirSync(join(folder, language));
      writeFileSync(join(folder, language, snippet.filename), snippet.code);
      const { stdout } = await runIn(language, snippet.run);
      const token = stdout.trim().split('\n').at(-1) ?? '';
      const { body } = await askAbout('introspect', setup, { token });
      assert.deepEqual([body.active, body.username], [true, 'jane@example.com'], stdout);
    });
});
