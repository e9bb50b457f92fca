import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { downloadFromMaven } from '../../test/support/engines/download-from-maven.ts';
import { installJava } from '../../test/support/engines/install-java.ts';
import { installOnce } from '../../test/support/engines/install-once.ts';
import { runProgram } from '../../test/support/engines/run-program.ts';
import { freePort } from '../../test/support/server/free-port.ts';
import { startPostgres } from '../../test/support/stores/start-postgres.ts';
import {
  CLIENT_ID,
  type Contender,
  ISSUER,
  LIFETIME_SECONDS,
  PUBLIC_KEY,
  PUBLIC_URL,
  SCOPE,
} from '../load/assertions.ts';
import { startPeer } from './start-peer.ts';

export const KEYCLOAK_VERSION = '26.7.3';
const ARTIFACT = {
  group: 'org.keycloak',
  name: 'keycloak-quarkus-dist',
  version: KEYCLOAK_VERSION,
  extension: 'tar.gz',
  sha256: '77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47',
};
/** The path of Inlay's token endpoint, so that both accept the same audience. */
const PATH = '/api/auth';
const REALM = 'demo';
const SECRET = 'peer-secret-peer-secret-peer-secret';
const ADMIN = { username: 'admin', password: 'benchmark' };

/**
 * Keycloak in production mode on PostgreSQL, with its JWT authorization grant (RFC 7523), which rejects an assertion that
 * was used before. It remembers used assertions in memory, and signs the access token, which is a JWT.
 */
export async function startKeycloak(): Promise<Contender> {
  const java = await installJava();
  const home = await installOnce(`keycloak-${KEYCLOAK_VERSION}`, (folder) => install(folder, java));
  const postgres = await startPostgres();
  const { host, pathname, username, password } = new URL(postgres.url);
  const port = await freePort();
  const settings = {
    'http-enabled': 'true',
    'http-host': '127.0.0.1',
    'http-port': String(port),
    hostname: PUBLIC_URL + PATH,
    'db-url': `jdbc:postgresql://${host}${pathname}`,
    'db-username': username,
    'db-password': password,
    cache: 'local',
    'log-level': 'error',
  };
  const options = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const server = await startPeer(
    ['sh', join(home, 'bin', 'kc.sh'), 'start', '--optimized', ...options],
    port,
    `${PATH}/realms/master`,
    {
      JAVA_HOME: java,
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
    },
  );
  const stop = async () => {
    await server.stop();
    await postgres.stop();
  };
  try {
    await createRealm(server.url + PATH);
  } catch (error) {
    await stop();
    throw error;
  }
  const tokenUrl = `${server.url}${PATH}/realms/${REALM}/protocol/openid-connect/token`;
  return { server, client: { secret: SECRET, tokenUrl }, stop };
}

async function install(folder: string, java: string): Promise<void> {
  console.log(`Installing Keycloak ${KEYCLOAK_VERSION}: a few minutes, 250 MB.`);
  const archive = join(folder, 'archive');
  await downloadFromMaven(ARTIFACT, archive);
  await runProgram('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']);
  rmSync(archive);
  const features = ['--db=postgres', '--features=jwt-authorization-grant', `--http-relative-path=${PATH}`];
  await runProgram('env', [`JAVA_HOME=${java}`, 'sh', join(folder, 'bin', 'kc.sh'), 'build', ...features]);
}

async function createRealm(url: string): Promise<void> {
  const login = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...ADMIN }),
  });
  const { access_token: token } = (await login.json()) as { readonly access_token: string };
  const created = await fetch(`${url}/admin/realms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(realm),
  });
  assert.equal(created.status, 201, await created.text());
}

const provider = 'host';
const realm = {
  realm: REALM,
  enabled: true,
  sslRequired: 'none',
  clientScopes: [{ name: SCOPE, protocol: 'openid-connect' }],
  clients: [
    {
      clientId: CLIENT_ID,
      secret: SECRET,
      standardFlowEnabled: false,
      defaultClientScopes: [],
      optionalClientScopes: [SCOPE],
      attributes: {
        'oauth2.jwt.authorization.grant.enabled': 'true',
        'oauth2.jwt.authorization.grant.idp': provider,
      },
    },
  ],
  identityProviders: [
    {
      alias: provider,
      providerId: 'jwt-authorization-grant',
      config: {
        issuer: ISSUER,
        useJwksUrl: 'false',
        publicKeySignatureVerifier: PUBLIC_KEY,
        jwtAuthorizationGrantEnabled: 'true',
        jwtAuthorizationGrantMaxAllowedAssertionExpiration: String(LIFETIME_SECONDS),
      },
    },
  ],
  users: [
    {
      username: 'ann',
      enabled: true,
      email: 'ann@customer.example',
      firstName: 'Ann',
      lastName: 'Example',
      federatedIdentities: [{ identityProvider: provider, userId: CLIENT_ID, userName: CLIENT_ID }],
    },
  ],
};
