import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installOnce } from '../../test/support/engines/install-once.ts';
import { freePort } from '../../test/support/server/free-port.ts';
import { startPostgres } from '../../test/support/stores/start-postgres.ts';
import {
  AUDIENCE,
  CLIENT_ID,
  type Contender,
  GRANT_TYPE,
  ISSUER,
  KEYS,
  PUBLIC_URL,
  SCOPE,
} from '../load/assertions.ts';
import { startPeer } from './start-peer.ts';

const run = promisify(execFile);
export const HYDRA_VERSION = '2.3.0';
const MODULE = 'github.com/ory/hydra/v2';
const BUILD_MS = 15 * 60_000;
const SECRET = 'peer-secret-peer-secret-peer-secret';

/**
 * Hydra on PostgreSQL, where it stores tokens and used assertions. Client secrets have the cheapest hash that it offers,
 * a single iteration of PBKDF2.
 */
export async function startHydra(): Promise<Contender> {
  const program = join(await installOnce(`hydra-${HYDRA_VERSION}`, install), 'hydra');
  const postgres = await startPostgres();
  const [port, adminPort] = [await freePort(), await freePort()];
  const env = {
    DSN: `${postgres.url}?sslmode=disable&max_conns=20`,
    SECRETS_SYSTEM: 'of a benchmark that listens on loopback only',
    URLS_SELF_ISSUER: PUBLIC_URL,
    WEBFINGER_OIDC_DISCOVERY_TOKEN_URL: AUDIENCE,
    SERVE_PUBLIC_HOST: '127.0.0.1',
    SERVE_PUBLIC_PORT: String(port),
    SERVE_ADMIN_HOST: '127.0.0.1',
    SERVE_ADMIN_PORT: String(adminPort),
    SERVE_PUBLIC_REQUEST_LOG_DISABLE_FOR_HEALTH: 'true',
    OAUTH2_HASHERS_ALGORITHM: 'pbkdf2',
    OAUTH2_HASHERS_PBKDF2_ITERATIONS: '1',
    LOG_LEVEL: 'error',
    SQA_OPT_OUT: 'true',
  };
  await run(program, ['migrate', 'sql', 'up', '--read-from-env', '--yes'], {
    env: { ...process.env, ...env },
  });
  const server = await startPeer([program, 'serve', 'all', '--dev'], port, '/health/ready', env);
  const stop = async () => {
    await server.stop();
    await postgres.stop();
  };
  try {
    await register(`http://127.0.0.1:${adminPort}/admin`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { server, client: { secret: SECRET, tokenUrl: `${server.url}/oauth2/token` }, stop };
}

async function register(admin: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${admin}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 201, await response.text());
  };
  await post('clients', {
    client_id: CLIENT_ID,
    client_secret: SECRET,
    grant_types: [GRANT_TYPE],
    scope: SCOPE,
    token_endpoint_auth_method: 'client_secret_basic',
  });
  await post('trust/grants/jwt-bearer/issuers', {
    issuer: ISSUER,
    subject: CLIENT_ID,
    scope: [SCOPE],
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    jwk: { ...KEYS.publicKey.export({ format: 'jwk' }), kid: 'host', use: 'sig', alg: 'RS512' },
  });
}

/** `go install` refuses modules with replacements, so the module is built in a copy. */
async function install(folder: string): Promise<void> {
  console.log(`Building Hydra ${HYDRA_VERSION} from its Go module: a few minutes.`);
  const copy = mkdtempSync(join(tmpdir(), 'inlay-bench-'));
  try {
    const go = (args: readonly string[], cwd: string) =>
      run('go', [...args], {
        cwd,
        env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod -buildvcs=false', GOTOOLCHAIN: 'local' },
        timeout: BUILD_MS,
        maxBuffer: 64 * 1024 * 1024,
      });
    const { stdout } = await go(['mod', 'download', '-json', `${MODULE}@v${HYDRA_VERSION}`], copy);
    const source = join(copy, 'source');
    cpSync((JSON.parse(stdout) as { readonly Dir: string }).Dir, source, { recursive: true });
    // The cache of modules is read-only.
    for (const name of ['', ...readdirSync(source)]) chmodSync(join(source, name), 0o755);
    // It names a folder that the module does not contain; the client is published as a module, too.
    await go(['mod', 'edit', '-dropreplace=github.com/ory/hydra-client-go/v2'], source);
    await go(['build', '-ldflags=-s -w', '-o', join(folder, 'hydra'), '.'], source);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
