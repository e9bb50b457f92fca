import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join, resolve } from 'node:path';
import { isTenantId, type TenantId } from '@inlay/protocol/tenant-id';
import { isNetwork } from './platform/egress/networks.ts';
import { StartError } from './platform/errors.ts';
import { CLIENT_ID_RULE, isClientId } from './platform/identity/client-id.ts';
import { type OperatorMail, readOperatorMail } from './platform/mail/operator-mail.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: URL;
  readonly dataDir: string;
  readonly filesDir: string;
  readonly databaseUrl: string | undefined;
  readonly storeSeconds: number;
  /** What the operator chose for the tenant of a first start; `first-start.ts` has the defaults. */
  readonly firstTenant: FirstTenantSettings;
  readonly adminPassword: string | undefined;
  readonly demo: boolean;
  readonly demoPort: number;
  readonly masterKey: Buffer | undefined;
  readonly allowPrivateNetworks: readonly string[];
  /** Whether the tenant `demo` may connect to loopback: only while the server itself listens on loopback only. */
  readonly demoMayReachLoopback: boolean;
  readonly drainSeconds: number;
  readonly maxConnections: number | undefined;
  readonly trustProxy: boolean | readonly string[];
  readonly loginBlockSeconds: number;
  readonly logLevel: LogLevel;
  readonly metrics: boolean;
  readonly uploadLimitMb: number;
  readonly querySeconds: number;
  readonly resultCacheMb: number;
  /** Undefined: no traces. */
  readonly traces: TraceConfig | undefined;
  /** The mail server of the operator, for tenants without their own. */
  readonly mail: OperatorMail | undefined;
}

export interface TraceConfig {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** From 0 to 1. */
  readonly ratio: number;
}

export interface FirstTenantSettings {
  readonly id: TenantId | undefined;
  readonly name: string | undefined;
  readonly adminUsername: string | undefined;
  readonly clientId: string | undefined;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** Name, purpose and default of each variable, as `--help` and the documentation show them. */
export const VARIABLES = {
  INLAY_PORT: 'Port to listen on (default: 4000)',
  INLAY_HOST: 'Address to listen on (default: 127.0.0.1)',
  INLAY_MAX_CONNECTIONS:
    'Maximum number of open client connections; further ones are dropped (default: three quarters of the open-file limit, at most 10000)',
  INLAY_DRAIN_SECONDS:
    'How long a stopping server still serves while /readyz reports 503, so that load balancers notice, in seconds (default: 0)',
  INLAY_PUBLIC_URL: 'URL that browsers use to reach this instance (default: http://localhost:<port>)',
  INLAY_DATA_DIR: 'Folder for all data of the server (default: ./data)',
  INLAY_FILES_DIR:
    'Folder for uploaded files; with several nodes, a shared one (default: <data folder>/files)',
  INLAY_DATABASE_URL: 'postgres:// URL of the store (default: SQLite in the data folder)',
  INLAY_STORE_SECONDS: 'Time limit for a statement of the PostgreSQL store, in seconds (default: 10)',
  INLAY_TENANT_ID: 'Id of the tenant created on the first start (default: demo)',
  INLAY_TENANT_NAME: 'Display name of that tenant (default: its id)',
  INLAY_CLIENT_ID: "Id of that tenant's embed client (default: <tenant id>-embed)",
  INLAY_ADMIN_USERNAME: 'Username of its first administrator (default: admin@<tenant id>.test)',
  INLAY_ADMIN_PASSWORD: 'Password of that administrator (default: random, printed once)',
  INLAY_DEMO:
    'true or false: load demo content; in the repository, npm start also runs the demo host application (default: false, true for npm start)',
  INLAY_DEMO_PORT: 'Port of the demo host application (default: 4001)',
  INLAY_MASTER_KEY_FILE:
    'File with the base64-encoded 32-byte key that encrypts stored secrets (default: master.key in the data folder)',
  INLAY_MASTER_KEY:
    'That key itself, where it cannot be a file: other processes may see environment variables',
  INLAY_ALLOW_PRIVATE_NETWORKS:
    'Comma-separated CIDR blocks that outgoing connections can reach (default: none; loopback for the demo tenant while the server listens on loopback only)',
  INLAY_TRUST_PROXY: 'true, false or comma-separated addresses of trusted proxies (default: false)',
  INLAY_LOGIN_BLOCK_SECONDS: 'How long five failed logins block a user, in seconds (default: 60)',
  INLAY_LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent (default: info)',
  INLAY_METRICS: 'true or false: serve /metrics (default: true while the server listens on loopback only)',
  INLAY_UPLOAD_LIMIT_MB: 'Maximum size of an uploaded file, in MB (default: 10240)',
  INLAY_QUERY_SECONDS: 'Time limit for a query from the arrival of its request, in seconds (default: 30)',
  INLAY_RESULT_CACHE_MB: 'Memory for cached query results, in MB (default: 256)',
  INLAY_TRACES_URL:
    'OTLP/HTTP address of an OpenTelemetry collector, such as http://localhost:4318/v1/traces (default: no traces)',
  INLAY_TRACES_HEADERS: 'Comma-separated name=value headers for the collector (default: none)',
  INLAY_TRACES_RATIO: 'Share of requests to trace, from 0 to 1, unless their caller decides (default: 1)',
  INLAY_SMTP_URL:
    'SMTP server for emails of tenants without their own, such as smtp://user:password@mail.example.com:587 (STARTTLS) or smtps://… (TLS) (default: none)',
  INLAY_MAIL_FROM: 'Sender of these emails, such as analytics@example.com; required with INLAY_SMTP_URL',
} as const;

export type Variable = keyof typeof VARIABLES;
export type Environment = Readonly<Partial<Record<string, string>>>;

/** What to do about a missing or invalid master key. A new one is right only for a new store. */
const NEW_KEY =
  'For a new store, generate one with `openssl rand -base64 32`; otherwise use the original key';

/** Reads all settings at startup, so that an invalid one fails the start and not a later request. */
export function readConfig(env: Environment, keyAdvice: string = NEW_KEY): Config {
  refuseWorkers(env);
  const port = integer(env, 'INLAY_PORT', 4000, 0, 65_535);
  const host = text(env, 'INLAY_HOST', '127.0.0.1');
  const dataDir = resolve(text(env, 'INLAY_DATA_DIR', './data'));
  const demo = flag(env, 'INLAY_DEMO', false);
  const databaseUrl = readDatabaseUrl(env);
  const masterKey = readMasterKey(env, keyAdvice);
  if (databaseUrl && !masterKey) {
    throw wrong(
      'INLAY_MASTER_KEY_FILE',
      `is required with INLAY_DATABASE_URL, because every node needs the same key. ${keyAdvice}`,
    );
  }
  return {
    port,
    host,
    publicUrl: readPublicUrl(env, port),
    dataDir,
    filesDir: resolve(text(env, 'INLAY_FILES_DIR', join(dataDir, 'files'))),
    databaseUrl,
    storeSeconds: integer(env, 'INLAY_STORE_SECONDS', 10, 1, 600),
    firstTenant: readFirstTenant(env),
    adminPassword: readAdminPassword(env),
    demo,
    demoPort: integer(env, 'INLAY_DEMO_PORT', 4001, 0, 65_535),
    masterKey,
    allowPrivateNetworks: readNetworks(env),
    demoMayReachLoopback:
      demo && isLoopback(host) && value(env, 'INLAY_ALLOW_PRIVATE_NETWORKS') === undefined,
    drainSeconds: integer(env, 'INLAY_DRAIN_SECONDS', 0, 0, 300),
    maxConnections:
      value(env, 'INLAY_MAX_CONNECTIONS') === undefined
        ? undefined
        : integer(env, 'INLAY_MAX_CONNECTIONS', 0, 10, 1_000_000),
    trustProxy: readTrustProxy(env),
    loginBlockSeconds: integer(env, 'INLAY_LOGIN_BLOCK_SECONDS', 60, 1, 86_400),
    logLevel: oneOf(env, 'INLAY_LOG_LEVEL', 'info', logLevels),
    metrics: flag(env, 'INLAY_METRICS', isLoopback(host)),
    uploadLimitMb: integer(env, 'INLAY_UPLOAD_LIMIT_MB', 10_240, 1, 1_000_000),
    querySeconds: integer(env, 'INLAY_QUERY_SECONDS', 30, 1, 3600),
    resultCacheMb: integer(env, 'INLAY_RESULT_CACHE_MB', 256, 0, 100_000),
    traces: readTraces(env),
    mail: readMail(env),
  };
}

/** A setting of earlier versions (ADR 333). */
function refuseWorkers({ INLAY_WORKERS }: Environment): void {
  if (!['', '1'].includes(INLAY_WORKERS?.trim() ?? ''))
    throw new StartError(
      'INLAY_WORKERS is no longer supported: a node is one process. To use more cores, start several nodes on one PostgreSQL, and remove the variable. See docs/guide/scale.md.',
    );
}

function wrong(name: Variable, problem: string): StartError {
  return new StartError(`${name} ${problem}.`);
}

/** An empty variable counts as unset, as in `INLAY_PORT= npm start`. */
function value(env: Environment, name: Variable): string | undefined {
  return env[name]?.trim() || undefined;
}

function text(env: Environment, name: Variable, fallback: string): string {
  return value(env, name) ?? fallback;
}

function integer(env: Environment, name: Variable, fallback: number, min: number, max: number): number {
  const given = value(env, name);
  if (given === undefined) return fallback;
  const parsed = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(parsed >= min && parsed <= max)) {
    throw wrong(name, `must be a whole number from ${min} to ${max}, not '${given}'`);
  }
  return parsed;
}

function flag(env: Environment, name: Variable, fallback: boolean): boolean {
  const given = value(env, name);
  if (given === undefined) return fallback;
  if (given !== 'true' && given !== 'false') throw wrong(name, `must be true or false, not '${given}'`);
  return given === 'true';
}

function oneOf<T extends string>(env: Environment, name: Variable, fallback: T, allowed: readonly T[]): T {
  const given = value(env, name);
  if (given === undefined) return fallback;
  const found = allowed.find((option) => option === given);
  if (!found) throw wrong(name, `must be one of ${allowed.join(', ')}, not '${given}'`);
  return found;
}

function readPublicUrl(env: Environment, port: number): URL {
  const given = text(env, 'INLAY_PUBLIC_URL', `http://localhost:${port}`);
  const url = readOrigin(given);
  if (!url)
    throw wrong('INLAY_PUBLIC_URL', `must be an http or https address without a path, not '${given}'`);
  return url;
}

/** Parses a URL that consists only of protocol, host and optional port. */
export function readOrigin(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` ? url : undefined;
}

function readDatabaseUrl(env: Environment): string | undefined {
  const given = value(env, 'INLAY_DATABASE_URL');
  // The URL contains a password, so the message never repeats it.
  if (given !== undefined && (!/^postgres(ql)?:\/\//.test(given) || !URL.canParse(given))) {
    throw wrong('INLAY_DATABASE_URL', 'must look like postgres://user:password@host:5432/database');
  }
  return given;
}

function readFirstTenant(env: Environment): FirstTenantSettings {
  const id = value(env, 'INLAY_TENANT_ID');
  if (id !== undefined && !isTenantId(id)) {
    const rule = 'must be 1 to 63 lowercase letters, digits and dashes, as in a host name';
    throw wrong('INLAY_TENANT_ID', `${rule}, not '${id}'`);
  }
  const clientId = value(env, 'INLAY_CLIENT_ID');
  if (clientId !== undefined && !isClientId(clientId))
    throw wrong('INLAY_CLIENT_ID', `must be ${CLIENT_ID_RULE}, not '${clientId}'`);
  return {
    id,
    clientId,
    name: readShortText(env, 'INLAY_TENANT_NAME'),
    adminUsername: readShortText(env, 'INLAY_ADMIN_USERNAME'),
  };
}

function readShortText(env: Environment, name: Variable): string | undefined {
  const given = value(env, name);
  if (given !== undefined && !/^\P{Cc}{1,200}$/u.test(given))
    throw wrong(name, 'must have 1 to 200 characters, without control characters');
  return given;
}

function readAdminPassword(env: Environment): string | undefined {
  const given = env.INLAY_ADMIN_PASSWORD || undefined;
  if (given !== undefined && ([...given].length < 8 || [...given].length > 256)) {
    throw wrong('INLAY_ADMIN_PASSWORD', 'must have 8 to 256 characters');
  }
  return given;
}

function readMasterKey(env: Environment, advice: string): Buffer | undefined {
  const file = value(env, 'INLAY_MASTER_KEY_FILE');
  const given = value(env, 'INLAY_MASTER_KEY');
  if (file !== undefined && given !== undefined)
    throw wrong('INLAY_MASTER_KEY_FILE', 'must not be set together with INLAY_MASTER_KEY. Remove the latter');
  if (file !== undefined) return decodeMasterKey('INLAY_MASTER_KEY_FILE', readKeyText(file), advice);
  return given === undefined ? undefined : decodeMasterKey('INLAY_MASTER_KEY', given, advice);
}

function readKeyText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EISDIR') throw wrong('INLAY_MASTER_KEY_FILE', `must be a file, but ${file} is a folder`);
    throw wrong(
      'INLAY_MASTER_KEY_FILE',
      `must be a file that the server can read, but ${file} is not (${code})`,
    );
  }
}

function decodeMasterKey(variable: Variable, text: string, advice: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw wrong(
      variable,
      `must ${variable === 'INLAY_MASTER_KEY' ? 'be' : 'have'} 32 bytes in base64. ${advice}`,
    );
  return key;
}

function readNetworks(env: Environment): string[] {
  const given = value(env, 'INLAY_ALLOW_PRIVATE_NETWORKS');
  if (given === undefined || given === 'none') return [];
  const networks = given.split(',').map((entry) => entry.trim());
  for (const network of networks) {
    if (!network.includes('/') || !isNetwork(network)) {
      throw wrong(
        'INLAY_ALLOW_PRIVATE_NETWORKS',
        `must be a comma-separated list of CIDR blocks such as 10.0.0.0/8, and '${network}' is not one`,
      );
    }
  }
  return networks;
}

function readTraces(env: Environment): TraceConfig | undefined {
  const given = value(env, 'INLAY_TRACES_URL');
  const url = given === undefined ? undefined : URL.parse(given);
  const isUrl = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  // It may contain a key, so the message does not repeat it.
  if (given !== undefined && !isUrl)
    throw wrong('INLAY_TRACES_URL', 'must be an http or https URL without a username or password');
  const headers = readHeaders(env);
  const share = text(env, 'INLAY_TRACES_RATIO', '1');
  const ratio = /^\d(?:\.\d{1,9})?$/.test(share) ? Number(share) : Number.NaN;
  if (!(ratio <= 1)) throw wrong('INLAY_TRACES_RATIO', `must be a number from 0 to 1, not '${share}'`);
  return url ? { url, headers, ratio } : undefined;
}

/** The URL contains a password, so the message never repeats it. */
function readMail(env: Environment): OperatorMail | undefined {
  const [url, from] = [value(env, 'INLAY_SMTP_URL'), value(env, 'INLAY_MAIL_FROM')];
  if (url === undefined && from === undefined) return undefined;
  if (url === undefined) throw wrong('INLAY_SMTP_URL', 'is required with INLAY_MAIL_FROM');
  if (from === undefined) throw wrong('INLAY_MAIL_FROM', 'is required with INLAY_SMTP_URL');
  const mail = readOperatorMail(url, from);
  if (mail === 'url')
    throw wrong(
      'INLAY_SMTP_URL',
      'must look like smtp://user:password@mail.example.com:587 or smtps://mail.example.com, with special characters of user and password percent-encoded',
    );
  if (mail === 'from')
    throw wrong('INLAY_MAIL_FROM', 'must be an email address such as analytics@example.com');
  return mail;
}

/** Values are keys of the collector, so the message does not repeat them. */
function readHeaders(env: Environment): Readonly<Record<string, string>> {
  const pairs = value(env, 'INLAY_TRACES_HEADERS')?.split(',') ?? [];
  const headers = pairs.map((pair) =>
    /^\s*([\w-]+)=([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)\s*$/.exec(pair),
  );
  if (headers.includes(null))
    throw wrong('INLAY_TRACES_HEADERS', 'must be a comma-separated list such as authorization=Bearer key');
  return Object.fromEntries(headers.map((found) => [found?.[1], found?.[2]]));
}

function readTrustProxy(env: Environment): boolean | string[] {
  const given = value(env, 'INLAY_TRUST_PROXY');
  if (given === undefined || given === 'false') return false;
  if (given === 'true') return true;
  const addresses = given.split(',').map((entry) => entry.trim());
  for (const address of addresses) {
    if (!isNetwork(address)) {
      throw wrong(
        'INLAY_TRUST_PROXY',
        `must be true, false or a comma-separated list of addresses, and '${address}' is not one`,
      );
    }
  }
  return addresses;
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
