import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { configFlags, withFlags } from '../src/cli/config-flags.ts';
import { type Environment, readConfig, VARIABLES, type Variable } from '../src/config.ts';
import { StartError } from '../src/platform/errors.ts';

const key = Buffer.alloc(32, 7).toString('base64');

/** Every variable has wrong values here: a variable without any cannot be wrong, and says so. */
const wrong: Record<Variable, readonly string[]> = {
  INLAY_PORT: ['-1', '65536', '4e3', '0x10', 'http', '80.0', '99999999999', '４０００'],
  INLAY_HOST: [],
  INLAY_DRAIN_SECONDS: ['-1', '301', 'long', '1.5'],
  INLAY_PUBLIC_URL: [
    'localhost',
    'ftp://example.com',
    'https://example.com/path',
    'https://example.com/?a=b',
    'https://example.com/#a',
    'https://user:canary@example.com',
    'https://',
    '/',
  ],
  INLAY_MAX_CONNECTIONS: ['0', '9', '-1', '1000001', 'many', '1e3'],
  INLAY_DATA_DIR: [],
  INLAY_FILES_DIR: [],
  INLAY_DATABASE_URL: ['mysql://canary@host/db', 'canary', 'postgres:/host', 'postgres://host:port-canary/x'],
  INLAY_TENANT_ID: ['Acme', 'a_b', '-acme', 'acme.eu', 'x'.repeat(64)],
  INLAY_TENANT_NAME: ['x'.repeat(201), 'a\nb'],
  INLAY_CLIENT_ID: ['a b', 'a:b', 'author', 'x'.repeat(129), 'é'],
  INLAY_ADMIN_USERNAME: ['x'.repeat(201), 'a\u0000b'],
  INLAY_ADMIN_PASSWORD: ['canary', '😀'.repeat(7), 'x'.repeat(257)],
  INLAY_DEMO: ['yes', '1', 'TRUE', 'on'],
  INLAY_DEMO_PORT: ['-1', '65536', 'x'],
  INLAY_MASTER_KEY_FILE: ['/no/such/file', '/'],
  INLAY_MASTER_KEY: [
    'canary',
    Buffer.alloc(31).toString('base64'),
    Buffer.alloc(33).toString('base64'),
    '!!!',
  ],
  INLAY_ALLOW_PRIVATE_NETWORKS: [
    '10.0.0.0',
    '10.0.0.0/33',
    '::1/129',
    'localhost/8',
    '10.0.0.0/8,',
    '10.0.0.0/8/8',
    'all',
  ],
  INLAY_TRUST_PROXY: ['yes', 'proxy.example', '10.0.0.1,', '10.0.0.0/40', '1'],
  INLAY_LOGIN_BLOCK_SECONDS: ['0', '-60', '86401', '1m', '1.5'],
  INLAY_LOG_LEVEL: ['verbose', 'INFO', 'warning'],
  INLAY_METRICS: ['yes', '0'],
  INLAY_UPLOAD_LIMIT_MB: ['0', 'many', '1e3'],
  INLAY_STORE_SECONDS: ['0', '601', 'soon'],
  INLAY_QUERY_SECONDS: ['0', '3601', '1.5'],
  INLAY_RESULT_CACHE_MB: ['-1', 'all'],
  INLAY_TRACES_URL: [
    'localhost:4318',
    'ftp://canary/v1/traces',
    'http://user:canary@host/v1/traces',
    '/v1/traces',
  ],
  INLAY_TRACES_HEADERS: ['canary', 'x-key=canary,', 'a key=canary', 'x-key='],
  INLAY_SMTP_URL: [
    'canary:25',
    'https://canary.example.com',
    'smtp://user:canary@mail.example.com/path',
    'smtp://%:canary@host',
  ],
  INLAY_MAIL_FROM: ['analytics', 'a@b\nBcc: c@d', 'Analytics <a@b>'],
  INLAY_TRACES_RATIO: ['-0.1', '1.1', '10%', 'all', '1e-3'],
};

/** Variables that only count together with another. */
const beside: Partial<Record<string, Environment>> = {
  INLAY_SMTP_URL: { INLAY_MAIL_FROM: 'analytics@example.com' },
  INLAY_MAIL_FROM: { INLAY_SMTP_URL: 'smtp://mail.example.com' },
};

describe('the configuration', () => {
  for (const [variable, values] of Object.entries(wrong)) {
    for (const value of values) {
      it(`refuses ${variable}=${value.slice(0, 40)} with a message that names the variable`, () => {
        assert.throws(
          () => readConfig({ INLAY_MASTER_KEY: key, ...beside[variable], [variable]: value }),
          (error: unknown) => {
            assert.ok(error instanceof StartError);
            assert.ok(error.message.startsWith(`${variable} must `), error.message);
            assert.match(error.message, /^[^\n]+\.$/);
            return true;
          },
        );
      });
    }
  }

  it('never repeats a secret in an error message', () => {
    for (const variable of [
      'INLAY_DATABASE_URL',
      'INLAY_ADMIN_PASSWORD',
      'INLAY_MASTER_KEY',
      'INLAY_TRACES_URL',
      'INLAY_TRACES_HEADERS',
      'INLAY_SMTP_URL',
    ] as const) {
      for (const value of wrong[variable])
        assert.throws(
          () => readConfig({ ...beside[variable], [variable]: value }),
          (error: Error) => !error.message.includes('canary') && !error.message.includes(value),
        );
    }
  });

  it('reads the mail server only with its sender', () => {
    for (const env of [beside.INLAY_SMTP_URL, beside.INLAY_MAIL_FROM])
      assert.throws(() => readConfig({ INLAY_MASTER_KEY: key, ...env }), /is required with/);
    const { mail } = readConfig({
      INLAY_MASTER_KEY: key,
      INLAY_SMTP_URL: 'smtp://analytics:p%40ss@mail.example.com',
      INLAY_MAIL_FROM: 'analytics@example.com',
    });
    assert.deepEqual(mail, {
      host: 'mail.example.com',
      port: 587,
      encryption: 'starttls',
      login: { user: 'analytics', password: 'p@ss' },
      from: 'analytics@example.com',
    });
  });

  it('reads the master key from a file, and names the file that it cannot read', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'inlay-test-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'key');
    const env = { INLAY_MASTER_KEY_FILE: file };
    assert.throws(
      () => readConfig(env),
      /^StartError: INLAY_MASTER_KEY_FILE must be a file .+key is not \(ENOENT\)\.$/,
    );
    // Docker makes one where the file to mount is missing.
    mkdirSync(file);
    assert.throws(
      () => readConfig(env),
      /^StartError: INLAY_MASTER_KEY_FILE must be a file, but .+key is a folder\.$/,
    );
    rmdirSync(file);
    writeFileSync(file, 'canary');
    assert.throws(
      () => readConfig(env),
      /^StartError: INLAY_MASTER_KEY_FILE must have 32 bytes in base64[^\n]+$/,
    );
    writeFileSync(file, `${key}\n`);
    assert.deepEqual(readConfig(env).masterKey, Buffer.from(key, 'base64'));
    assert.throws(() => readConfig({ ...env, INLAY_MASTER_KEY: key }), /must not be set together/);
  });

  it('requires a master key with PostgreSQL', () => {
    const env = { INLAY_DATABASE_URL: 'postgres://inlay:canary@db:5432/inlay' };
    assert.throws(
      () => readConfig(env),
      /^StartError: INLAY_MASTER_KEY_FILE is required with INLAY_DATABASE_URL/,
    );
    assert.equal(readConfig({ ...env, INLAY_MASTER_KEY: key }).databaseUrl, env.INLAY_DATABASE_URL);
  });

  it('refuses several workers, and names several nodes as the alternative', () => {
    for (const workers of ['0', '2', 'all'])
      assert.throws(
        () => readConfig({ INLAY_WORKERS: workers }),
        /^StartError: INLAY_WORKERS is no longer supported.*several nodes.*docs\/guide\/scale\.md\.$/,
      );
    for (const workers of ['1', ' 1 ', '']) assert.doesNotThrow(() => readConfig({ INLAY_WORKERS: workers }));
  });

  it('has a default for everything', () => {
    assert.deepEqual(readConfig({}), {
      port: 4000,
      host: '127.0.0.1',
      publicUrl: new URL('http://localhost:4000'),
      dataDir: resolve('data'),
      filesDir: resolve('data', 'files'),
      databaseUrl: undefined,
      storeSeconds: 10,
      traces: undefined,
      firstTenant: { id: undefined, name: undefined, adminUsername: undefined, clientId: undefined },
      adminPassword: undefined,
      demo: false,
      demoPort: 4001,
      drainSeconds: 0,
      masterKey: undefined,
      allowPrivateNetworks: [],
      demoMayReachLoopback: false,
      maxConnections: undefined,
      trustProxy: false,
      loginBlockSeconds: 60,
      logLevel: 'info',
      mail: undefined,
      metrics: true,
      uploadLimitMb: 10_240,
      querySeconds: 30,
      resultCacheMb: 256,
    });
  });

  it('treats an empty or blank variable as unset', () => {
    const empty = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, '']));
    assert.deepEqual(readConfig(empty), readConfig({}));
    const { INLAY_ADMIN_PASSWORD: _, ...others } = empty;
    const blank = Object.fromEntries(Object.keys(others).map((name) => [name, '  ']));
    assert.deepEqual(readConfig(blank), readConfig({}));
  });

  const read: readonly (readonly [Environment, object])[] = [
    [{ INLAY_PORT: '8080' }, { port: 8080, publicUrl: new URL('http://localhost:8080') }],
    [{ INLAY_PORT: '0' }, { port: 0 }],
    [{ INLAY_PUBLIC_URL: 'https://a.example' }, { publicUrl: new URL('https://a.example') }],
    [{ INLAY_DATA_DIR: '/srv/inlay' }, { dataDir: '/srv/inlay', filesDir: join('/srv/inlay', 'files') }],
    [{ INLAY_FILES_DIR: '/mnt/files' }, { filesDir: '/mnt/files' }],
    [{ INLAY_ADMIN_PASSWORD: '  blanks stay  ' }, { adminPassword: '  blanks stay  ' }],
    [{ INLAY_ADMIN_PASSWORD: '😀'.repeat(256) }, { adminPassword: '😀'.repeat(256) }],
    [{ INLAY_MASTER_KEY: key }, { masterKey: Buffer.alloc(32, 7) }],
    [{}, { demo: false, allowPrivateNetworks: [], demoMayReachLoopback: false }],
    [{ INLAY_DEMO: 'true' }, { demo: true, demoMayReachLoopback: true }],
    [
      { INLAY_DEMO: 'true', INLAY_ALLOW_PRIVATE_NETWORKS: 'none' },
      { allowPrivateNetworks: [], demoMayReachLoopback: false },
    ],
    [{ INLAY_DEMO: 'true', INLAY_HOST: '0.0.0.0' }, { demoMayReachLoopback: false }],
    [
      { INLAY_DEMO: 'true', INLAY_HOST: '127.example.com' },
      { demoMayReachLoopback: false, metrics: false },
    ],
    [{ INLAY_DEMO: 'true', INLAY_HOST: 'localhost' }, { demoMayReachLoopback: true }],
    [{ INLAY_MAX_CONNECTIONS: '500' }, { maxConnections: 500 }],
    [
      { INLAY_ALLOW_PRIVATE_NETWORKS: '10.0.0.0/8, fd00::/8' },
      { allowPrivateNetworks: ['10.0.0.0/8', 'fd00::/8'], demoMayReachLoopback: false },
    ],
    [{ INLAY_TRUST_PROXY: 'true' }, { trustProxy: true }],
    [{ INLAY_TRUST_PROXY: '10.0.0.1, fd00::/8' }, { trustProxy: ['10.0.0.1', 'fd00::/8'] }],
    [{ INLAY_LOGIN_BLOCK_SECONDS: '86400' }, { loginBlockSeconds: 86_400 }],
    [{ INLAY_LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ INLAY_HOST: '0.0.0.0' }, { host: '0.0.0.0', metrics: false }],
    [{ INLAY_HOST: '0.0.0.0', INLAY_METRICS: 'true' }, { metrics: true }],
    [{ INLAY_HOST: '::1' }, { metrics: true }],
  ];
  for (const [env, expected] of read) {
    it(`reads ${JSON.stringify(env).slice(0, 60)}`, () => {
      const config = readConfig(env) as object;
      assert.deepEqual({ ...config, ...expected }, config);
    });
  }

  it('has an option for every variable, which overrides it', () => {
    assert.equal(Object.keys(configFlags).length, Object.keys(VARIABLES).length);
    const env = withFlags({ INLAY_PORT: '1', INLAY_HOST: '::1' }, { port: '2', 'login-block-seconds': '5' });
    assert.deepEqual(env, { INLAY_PORT: '2', INLAY_HOST: '::1', INLAY_LOGIN_BLOCK_SECONDS: '5' });
  });
});
