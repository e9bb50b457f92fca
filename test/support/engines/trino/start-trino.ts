import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCertificate } from '../../network/test-certificate.ts';
import { freePort } from '../../server/free-port.ts';
import { makeServerFolder, superviseServer } from '../../server/supervise-server.ts';
import { installTrino } from './install-trino.ts';

export interface RunningTrino {
  /** The catalog `memory` without TLS, where any user is let in without a password. */
  readonly url: string;
  /** The same over TLS, with user and password; only where a certificate was given. */
  readonly secureUrl: string | undefined;
  stop(): Promise<void>;
}

export interface TrinoOptions {
  readonly heapMegabytes: number;
  /** The catalog `postgresql` reads this database. */
  readonly postgresUrl?: string;
  readonly tls?: TestCertificate | undefined;
}

const USER = 'inlay';
const PASSWORD = 'inlay-test-password';
/** A JVM on a machine that does something else as well. */
const READY_WITHIN_MS = 240_000;

/** Starts a private Trino with the catalogs `memory`, `tpch` and `postgresql`; it is gone with this process. */
export async function startTrino(options: TrinoOptions): Promise<RunningTrino> {
  const { home, java } = await installTrino();
  const folder = makeServerFolder('trino', undefined);
  const [port, securePort] = [await freePort(), await freePort()];
  writeFiles(folder, {
    'config.properties': {
      coordinator: 'true',
      'node-scheduler.include-coordinator': 'true',
      'http-server.http.port': String(port),
      'discovery.uri': `http://127.0.0.1:${port}`,
      'plugin.dir': join(home, 'plugin'),
      'catalog.config-dir': join(folder, 'catalog'),
      'query.max-memory': `${Math.floor(options.heapMegabytes * 0.4)}MB`,
      'query.max-memory-per-node': `${Math.floor(options.heapMegabytes * 0.4)}MB`,
      ...tlsProperties(folder, securePort, options.tls),
    },
    'catalog/memory.properties': {
      'connector.name': 'memory',
      'memory.max-data-per-node': `${Math.floor(options.heapMegabytes * 0.5)}MB`,
    },
    'catalog/tpch.properties': { 'connector.name': 'tpch' },
    ...(options.postgresUrl === undefined
      ? {}
      : { 'catalog/postgresql.properties': postgresProperties(options.postgresUrl) }),
  });
  const stop = await superviseServer({
    command: java,
    args: [
      `-Xmx${options.heapMegabytes}m`,
      '-XX:+ExitOnOutOfMemoryError',
      '-Djdk.attach.allowAttachSelf=true',
      '-Dnode.environment=test',
      `-Dconfig=${join(folder, 'config.properties')}`,
      '-cp',
      join(home, 'lib', '*'),
      'io.trino.server.TrinoServer',
    ],
    folder,
    account: undefined,
    stopSignal: 'TERM',
    readyWithinMs: READY_WITHIN_MS,
    isReady: () => hasStarted(port),
  });
  return {
    url: `http://${USER}@127.0.0.1:${port}/memory/default`,
    secureUrl: options.tls && `https://${USER}:${PASSWORD}@127.0.0.1:${securePort}/memory/default`,
    stop,
  };
}

async function hasStarted(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/v1/info`);
    return ((await response.json()) as { readonly starting: boolean }).starting === false;
  } catch {
    return false;
  }
}

function postgresProperties(url: string): Readonly<Record<string, string>> {
  const { host, pathname, username, password } = new URL(url);
  return {
    'connector.name': 'postgresql',
    'connection-url': `jdbc:postgresql://${host}${pathname}`,
    'connection-user': decodeURIComponent(username),
    'connection-password': decodeURIComponent(password),
  };
}

function tlsProperties(folder: string, port: number, tls: TestCertificate | undefined) {
  if (tls === undefined) return {};
  const keystore = join(folder, 'server.pem');
  const passwords = join(folder, 'passwords');
  const salt = randomBytes(16);
  const hash = pbkdf2Sync(PASSWORD, salt, 1000, 32, 'sha1'); // the one digest that Trino checks
  writeFileSync(keystore, tls.key + tls.certificate, { mode: 0o600 });
  writeFileSync(passwords, `${USER}:1000:${salt.toString('hex')}:${hash.toString('hex')}\n`, { mode: 0o600 });
  writeFiles(folder, {
    'password-authenticator.properties': {
      'password-authenticator.name': 'file',
      'file.password-file': passwords,
    },
  });
  return {
    'http-server.https.enabled': 'true',
    'http-server.https.port': String(port),
    'http-server.https.keystore.path': keystore,
    'http-server.authentication.type': 'PASSWORD',
    'http-server.authentication.allow-insecure-over-http': 'true',
    'password-authenticator.config-files': join(folder, 'password-authenticator.properties'),
    'internal-communication.shared-secret': randomBytes(32).toString('base64'),
  };
}

function writeFiles(folder: string, files: Readonly<Record<string, Readonly<Record<string, string>>>>): void {
  mkdirSync(join(folder, 'catalog'), { recursive: true });
  for (const [name, properties] of Object.entries(files)) {
    const lines = Object.entries(properties).map(([key, value]) => `${key}=${value}\n`);
    writeFileSync(join(folder, name), lines.join(''), { mode: 0o600 });
  }
}
