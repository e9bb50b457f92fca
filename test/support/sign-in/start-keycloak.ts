import assert from 'node:assert/strict';
import { freePort } from '../server/free-port.ts';
import { makeServerFolder, superviseServer } from '../server/supervise-server.ts';
import { startPostgres } from '../stores/start-postgres.ts';
import { type InstalledKeycloak, installKeycloak, KEYCLOAK_PATH } from './install-keycloak.ts';

export interface RunningKeycloak {
  /** With the path that everything is below. */
  readonly url: string;
  stop(): Promise<void>;
}

const ADMIN = { username: 'admin', password: 'benchmark' };
/** A JVM that creates its tables on a busy machine takes minutes. */
const START_MS = 240_000;

interface Addresses {
  readonly port: number;
  /** Where browsers find it. */
  readonly hostname: string;
  readonly postgresUrl: string;
}

/** Starts Keycloak in production mode on PostgreSQL. */
export function keycloakCommand(
  { program, java }: InstalledKeycloak,
  { port, hostname, postgresUrl }: Addresses,
): readonly string[] {
  const { host, pathname, username, password } = new URL(postgresUrl);
  const settings = {
    'http-enabled': 'true',
    'http-host': '127.0.0.1',
    'http-port': String(port),
    hostname,
    'db-url': `jdbc:postgresql://${host}${pathname}`,
    'db-username': username,
    'db-password': password,
    cache: 'local',
    'log-level': 'error',
  };
  const env = [
    `JAVA_HOME=${java}`,
    `KC_BOOTSTRAP_ADMIN_USERNAME=${ADMIN.username}`,
    `KC_BOOTSTRAP_ADMIN_PASSWORD=${ADMIN.password}`,
  ];
  const options = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  return ['env', ...env, 'sh', program, 'start', '--optimized', ...options];
}

export async function startKeycloak(): Promise<RunningKeycloak> {
  const installed = await installKeycloak();
  const postgres = await startPostgres({ isDurable: false });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const url = origin + KEYCLOAK_PATH;
  const [command = '', ...args] = keycloakCommand(installed, {
    port,
    hostname: url,
    postgresUrl: postgres.url,
  });
  try {
    const stop = await superviseServer({
      command,
      args,
      folder: makeServerFolder('keycloak', undefined),
      account: undefined,
      stopSignal: 'TERM',
      readyWithinMs: START_MS,
      isReady: () =>
        fetch(`${url}/realms/master`).then(
          ({ ok }) => ok,
          () => false,
        ),
    });
    return {
      url,
      stop: async () => {
        await stop();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/**
 * Calls the administration of Keycloak.
 *
 * @param body text is sent as XML
 */
export async function administerKeycloak(
  url: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object | string,
): Promise<unknown> {
  const login = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...ADMIN }),
  });
  const { access_token: token } = (await login.json()) as { readonly access_token: string };
  const response = await fetch(`${url}/admin/realms${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': typeof body === 'string' ? 'application/xml' : 'application/json',
    },
    ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.ok, `${path} answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}
