import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { codeOf, type Import, importsOf, readSources, type SourceFile } from './support/read-imports.ts';

/** Which packages a package may import. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  charts: ['protocol'],
  ui: ['protocol', 'charts'],
  editor: ['protocol', 'ui'],
  frame: ['protocol', 'charts', 'ui', 'editor'],
  admin: ['protocol', 'charts', 'ui', 'editor'],
  sdk: ['protocol'],
  node: ['protocol'],
  server: ['protocol', 'charts'],
};

/** Files at the server's root that any part may import. */
const BASICS = [
  'clock',
  'config',
  'errors',
  'fair-queue',
  'in-slices',
  'json-parts',
  'metrics',
  'new-id',
  'random-text',
  'stop-signal',
  'version',
];

const FOUNDATION = ['rules', 'egress', 'store', 'vault', 'audit', 'engines'];
const KNOWLEDGE = ['directory', 'auth', 'content', 'data', 'query', 'render', 'backup'];
const BELOW_FLOWS = [...FOUNDATION, ...KNOWLEDGE, 'services'];

/** Which parts of the server (folders and root files, `BASICS` aside) a part may import, from the ground up. */
const SERVER: Readonly<Record<string, readonly string[]>> = {
  clock: [],
  errors: [],
  'fair-queue': [],
  config: [],
  'in-slices': [],
  'json-parts': [],
  metrics: [],
  'new-id': [],
  'random-text': [],
  'stop-signal': [],
  version: [],

  rules: [],
  egress: [],
  store: [],
  vault: ['store'],
  audit: ['store'],
  engines: ['egress'],

  directory: FOUNDATION,
  auth: [...FOUNDATION, 'directory'],
  content: FOUNDATION,
  data: FOUNDATION,
  query: FOUNDATION,
  render: FOUNDATION,
  backup: FOUNDATION,

  'create-queues': ['engines'],
  services: [...FOUNDATION, ...KNOWLEDGE, 'create-queues'],
  flows: BELOW_FLOWS,
  'open-services': [...BELOW_FLOWS, 'create-queues'],
  sweeps: [...BELOW_FLOWS, 'flows'],
  http: [...BELOW_FLOWS, 'flows'],
  cli: [...BELOW_FLOWS, 'flows', 'open-services'],

  app: [...BELOW_FLOWS, 'flows', 'open-services', 'sweeps', 'http', 'young-generation'],
  'close-unclaimed': [],
  'gather-metrics': [],
  'until-stopped': [],
  'serve-workers': [
    'app',
    'cli',
    'flows',
    'open-services',
    'close-unclaimed',
    'gather-metrics',
    'until-stopped',
  ],
  serve: ['app', 'cli', 'serve-workers', 'until-stopped'],
  main: ['serve', 'cli', 'young-generation'],
  'young-generation': [],
};

const MOVED = { features: true, platform: true };

/** Files of a part that parts beside it may import: each is pure and imports nothing of ours but the protocol. */
const SHARED = ['platform/identity/principal.ts'];

/** Libraries that only these parts know. A name that ends in `/` stands for everything under it. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  fastify: ['http'],
  '@fastify/': ['http'],
  '@scalar/': ['http'],
  'node:sqlite': ['store'],
  pg: ['store', 'engines'],
  'pg-cursor': ['engines'],
  mysql2: ['engines'],
  '@clickhouse/': ['engines'],
  '@node-rs/argon2': ['auth'],
};

/** What opens connections, or can be made to. Only `egress` may import these, so that its guard is the one way out. */
const OUTGOING = /^(?:node:)?(?:net|tls|http|https|http2|dns|dns\/promises|dgram|quic|undici)$/;

/** What these modules have besides: servers, types and the reading of addresses. */
const NOT_OUTGOING = ['createServer', 'isIP', 'isIPv4', 'isIPv6', 'STATUS_CODES'];

/** Where the server connects past the guard, and why. */
const PAST_THE_GUARD: Readonly<Record<string, string>> = {
  'platform/engines/postgres-cancel.ts': 'speaks TLS over a guarded socket that is connected already',
};

/** Where queries may cross tenants, and why. Everywhere else `queries.tenant(id)` is the only way to a table. */
const EVERY_TENANT: Readonly<Record<string, string>> = {
  'platform/store/': 'migrations, sweeps and the tenants themselves live here',
  'features/backup/': 'a backup holds every tenant',
  'store/': 'migrations, sweeps and the tenants themselves live here',
  'cli/': 'the operator stands above the tenants',
  'backup/': 'a backup holds every tenant',
  'features/tenants/tenants.ts': 'finds the tenant of a request',
  'features/users/last-admin.ts': 'takes a lock, which is no table',
  'features/users/remove-abandoned-imports.ts': 'a sweep over the imports of all tenants',
  'features/content/lock-app.ts': 'takes a lock, which is no table',
  'features/tokens/settings-lock.ts': 'takes a lock, which is no table',
  'features/provisioning/delete-tenant.ts': 'removes the tenant itself',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const serverSource = 'packages/server/src/';
const sources = readSources(root, 'packages/*/src/**/*.{ts,tsx}');
const imports = sources.flatMap(importsOf);

describe('the architecture', () => {
  it('lets packages import one way only', () => {
    assertNone(imports.flatMap(brokenPackageRule));
  });

  it('lets the parts of the server import one way only', () => {
    assertNone(imports.flatMap(brokenPartRule));
  });

  it('keeps libraries in the parts that own them', () => {
    assertNone(imports.flatMap(brokenLibraryRule));
  });

  it('loads DuckDB only in the processes that run it, never in the server', () => {
    const child = `${serverSource}platform/engines/duckdb/child/`;
    const entry = `${serverSource}platform/engines/duckdb/duckdb-child.ts`;
    assertNone(
      imports
        .filter(({ file }) => !file.startsWith(child))
        .filter(({ specifier }) => specifier.startsWith('@duckdb/') || specifier.includes('/child/'))
        .filter(({ file, specifier }) => !(file === entry && specifier === './child/main.ts'))
        .map((found) => say(found, 'would load DuckDB into the server')),
    );
  });

  it('lets parts share only files that are pure', () => {
    const known = sources.map(({ file }) => file);
    for (const shared of SHARED) assert.ok(known.includes(`${serverSource}${shared}`), `${shared} is gone`);
    assertNone(
      imports
        .filter(({ file }) => SHARED.includes(inServer(file) ?? ''))
        .filter(({ specifier }) => !specifier.startsWith('@inlay/protocol/'))
        .map((found) => say(found, 'is shared and may import nothing but the protocol')),
    );
  });

  it('opens outgoing connections through the guard of egress alone', () => {
    assertNone(sources.flatMap(brokenOutgoingRule));
    const known = sources.map(({ file }) => file);
    for (const place of Object.keys(PAST_THE_GUARD))
      assert.ok(known.includes(`${serverSource}${place}`), `${place} is gone`);
  });

  it('crosses tenants only where the table says why', () => {
    assertNone(sources.flatMap(brokenTenantRule));
  });

  it('has no exception that nothing needs any more', () => {
    const users = sources.filter(({ text }) => text.includes('everyTenant')).map(({ file }) => file);
    const needless = Object.keys(EVERY_TENANT)
      .filter((place) => place !== 'cli/' && !/^(platform\/|features\/)?(store|backup)\/$/.test(place))
      .filter((place) => !users.some((file) => file.startsWith(`${serverSource}${place}`)));
    assert.deepEqual(needless, []);
  });

  it('is found broken where it is broken', () => {
    const broken = (file: string, text: string) => {
      const source = { file, text };
      const found = importsOf(source);
      return [
        ...found.flatMap(brokenPackageRule),
        ...found.flatMap(brokenPartRule),
        ...found.flatMap(brokenLibraryRule),
        ...brokenTenantRule(source),
        ...brokenOutgoingRule(source),
      ];
    };
    const flow = `${serverSource}flows/some-flow.ts`;
    assert.deepEqual(broken(flow, "\nimport { x } from '../http/access.ts';"), [
      `${flow}:2 imports '../http/access.ts': flows may not import http`,
    ]);
    assert.equal(broken(flow, "import type {\n  X,\n} from 'fastify';").length, 1);
    assert.equal(broken(flow, "await import('../cli/user.ts');").length, 1);
    assert.equal(broken(flow, "export { x } from '../main.ts';").length, 1);
    assert.equal(broken(flow, "import '../../../charts/src/kinds/bar.ts';").length, 1);
    assert.equal(broken(flow, 'const { everyTenant } = store;').length, 1);
    assert.equal(broken(flow, "import { connect } from 'node:net';").length, 1);
    assert.equal(broken(flow, "import net from 'node:net';").length, 1);
    assert.equal(broken(flow, "import * as http from 'http';").length, 1);
    assert.equal(broken(flow, "import {\n  createServer,\n  request,\n} from 'node:http';").length, 1);
    assert.equal(broken(flow, "const { connect } = await import('node:tls');").length, 1);
    assert.equal(broken(flow, "const answer = await fetch('https://example.com');").length, 1);
    assert.equal(broken(flow, "const socket = new WebSocket('wss://example.com');").length, 1);
    assert.equal(broken(flow, "import { createPool } from 'mysql2';").length, 1);
    assert.equal(broken(flow, "import { isIP, type Socket } from 'node:net';").length, 0);
    assert.equal(broken(flow, "import type { Agent } from 'node:https';").length, 0);
    assert.equal(broken(flow, 'const keys = await this.#fetch(entry.url);').length, 0);
    assert.equal(broken('packages/sdk/src/index.ts', "import { x } from '@inlay/ui/button';").length, 1);
    assert.equal(broken(`${serverSource}extras/new.ts`, "import { x } from '../errors.ts';").length, 1);
    assert.equal(broken(flow, "const shown = `\nimport { x } from '../http/access.ts';\n`;").length, 0);
    assert.equal(broken(flow, "// import { x } from '../http/access.ts';").length, 0);
  });
});

function brokenPackageRule(found: Import): string[] {
  const [, own = ''] = found.file.split('/');
  const other = packageOf(found);
  if (other === undefined || other === own) return [];
  if (found.specifier.startsWith('.'))
    return [say(found, `packages are imported by name, @inlay/${other}/…`)];
  const allowed = PACKAGES[own];
  if (!allowed) return [say(found, `package ${own} has no row in PACKAGES`)];
  return allowed.includes(other) ? [] : [say(found, `package ${own} may not import ${other}`)];
}

function brokenPartRule(found: Import): string[] {
  const from = inServer(found.file);
  const to = found.specifier.startsWith('.') ? inServer(resolved(found)) : undefined;
  if (from === undefined || to === undefined) return [];
  const [own, other] = [partOf(from), partOf(to)];
  // While files move from layers to features, the rules hold for what has not moved yet.
  if (own in MOVED || other in MOVED) return [];
  const allowed = SERVER[own];
  if (!allowed) return [say(found, `${own} has no row in SERVER`)];
  const fine = own === other || BASICS.includes(other) || allowed.includes(other);
  return fine || (KNOWLEDGE.includes(own) && SHARED.includes(to))
    ? []
    : [say(found, `${own} may not import ${other}`)];
}

function brokenLibraryRule(found: Import): string[] {
  const from = inServer(found.file);
  if (from === undefined) return [];
  return Object.entries(LIBRARIES)
    .filter(([name]) => (name.endsWith('/') ? found.specifier.startsWith(name) : found.specifier === name))
    .filter(([, parts]) => !parts.includes(partOf(from)) && !(partOf(from) in MOVED))
    .map(([name, parts]) => say(found, `only ${parts.join(' and ')} may import ${name}`));
}

function brokenOutgoingRule(source: SourceFile): string[] {
  const path = inServer(source.file);
  if (path === undefined || /^(platform\/)?egress\//.test(path) || path in PAST_THE_GUARD) return [];
  const rule = 'only egress may open outgoing connections';
  const globals = codeOf(source)
    .split('\n')
    .flatMap((line, index) =>
      /(?<![.#\w])fetch\(|\bnew (?:WebSocket|EventSource)\b/.test(line)
        ? [`${source.file}:${index + 1} uses a global of browsers: ${rule}`]
        : [],
    );
  const modules = importsOf(source)
    .filter(({ specifier, names }) => OUTGOING.test(specifier) && !names?.every(isNotOutgoing))
    .map((found) => say(found, rule));
  return [...globals, ...modules];
}

function isNotOutgoing(name: string): boolean {
  return name.startsWith('type ') || NOT_OUTGOING.includes(name);
}

function brokenTenantRule({ file, text }: SourceFile): string[] {
  const path = inServer(file);
  if (path === undefined || Object.keys(EVERY_TENANT).some((place) => path.startsWith(place))) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      /\beveryTenant\b/.test(line)
        ? [`${file}:${index + 1} uses everyTenant: only ${Object.keys(EVERY_TENANT).join(', ')} may`]
        : [],
    );
}

function say({ file, line, specifier }: Import, rule: string): string {
  return `${file}:${line} imports '${specifier}': ${rule}`;
}

function resolved({ file, specifier }: Import): string {
  return posix.join(posix.dirname(file), specifier);
}

function packageOf(found: Import): string | undefined {
  if (!found.specifier.startsWith('.')) return /^@inlay\/([^/]+)/.exec(found.specifier)?.[1];
  return /^packages\/([^/]+)\//.exec(resolved(found))?.[1];
}

/** The path below the server's source, or nothing where the file is not in it. */
function inServer(file: string): string | undefined {
  return file.startsWith(serverSource) ? file.slice(serverSource.length) : undefined;
}

function partOf(path: string): string {
  return path.split('/', 1)[0]?.replace(/\.ts$/, '') ?? '';
}

function assertNone(broken: readonly string[]): void {
  assert.ok(broken.length === 0, `\n${broken.join('\n')}\n`);
}
