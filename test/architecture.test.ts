import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ENGINES } from '@inlay/server/platform/engines/engines';
import { chartKinds } from '../packages/charts/src/chart-kinds.ts';
import { importCycles, resolved } from './support/source/import-cycles.ts';
import {
  codeOf,
  type Import,
  importsOf,
  readSources,
  type SourceFile,
} from './support/source/read-imports.ts';

/** Which packages a package may import. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  messages: ['protocol'],
  charts: ['protocol', 'messages'],
  content: ['protocol', 'charts'],
  ui: ['protocol', 'messages', 'charts'],
  editor: ['protocol', 'messages', 'charts', 'ui'],
  frame: ['protocol', 'messages', 'charts', 'content', 'ui', 'editor'],
  admin: ['protocol', 'messages', 'charts', 'content', 'ui', 'editor'],
  docs: [],
  sdk: ['protocol', 'messages'],
  node: ['protocol'],
  // `inlay verify` signs as host applications do.
  server: ['protocol', 'messages', 'charts', 'content', 'node'],
};

/**
 * The features of the server, in order (ADR 259): each may import earlier ones, through their `index.ts` only.
 * All of them may import the platform, which imports no feature.
 */
const FEATURES = [
  'audit',
  'tenants',
  'themes',
  'users',
  'mail',
  'sessions',
  'second-factors',
  'invitations',
  'scim',
  'identity-providers',
  'api-keys',
  'connections',
  'datasets',
  'files',
  'content',
  'samples',
  'tokens',
  'usage',
  'provisioning',
  'embeds',
  'builder',
  'reports',
  'backup',
  'demo',
  'admin-app',
  'packages',
  'reference',
];

/** The rooms of large folders, in order: each may import earlier ones (ADR 316). */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'platform/query/': ['errors', 'text', 'expression', 'model', 'plan', 'guard', 'compile', 'result'],
  'features/content/': ['store', 'visibility', 'checks', 'lifecycle', 'as-code'],
  'features/second-factors/': ['factors', 'account', 'sign-in', 'confirmation'],
  'features/identity-providers/': ['xml', 'settings', 'accounts', 'oidc', 'saml', 'sign-in', 'logout'],
  'features/scim/': ['protocol', 'users', 'groups', 'discovery'],
  'features/reports/': [
    'schedule',
    'store',
    'settings',
    'rights',
    'message',
    'channels',
    'alerts',
    'manage',
    'jobs',
  ],
  'features/embeds/': ['request', 'tiles', 'views', 'page', 'exports', 'preview'],
};

/** Files at the root that features and the platform may import, and by whom. Everything else there is the app itself. */
const ROOT_FILES: Readonly<Record<string, readonly string[]>> = {
  'config.ts': ['features', 'platform'],
  'version.ts': ['features', 'platform'],
  'services.ts': ['features'],
};

/** Libraries that only these folders and files know. A name that ends in `/` stands for everything under it. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  'node:sqlite': ['platform/store/'],
  pg: ['platform/store/', 'platform/engines/'],
  mysql2: ['platform/engines/'],
  '@clickhouse/': ['platform/engines/'],
  '@node-rs/argon2': ['platform/identity/passwords.ts'],
  nodemailer: ['platform/mail/send-mail.ts'],
  'openid-client': ['features/identity-providers/oidc/'],
  '@node-saml/': ['features/identity-providers/saml/verify-signature-worker.ts'],
  jose: ['features/identity-providers/logout/'],
  '@simplewebauthn/server': ['features/second-factors/factors/webauthn.ts'],
  '@fastify/': ['platform/http/', 'server.ts'],
  '@opentelemetry/': ['platform/tracing/'],
};

/** What parses the responses of customers' databases. `pg` is the store's as well. */
const DRIVERS = /^(?:@duckdb\/|@clickhouse\/|mysql2)/;
const isDriver = ({ file, specifier }: Import) =>
  DRIVERS.test(specifier) || (specifier === 'pg' && file.startsWith(`${serverSource}platform/engines/`));
/** What runs in engine processes alone (ADR 240, 305). */
const ENGINE_PROCESSES =
  /\/platform\/engines\/(?:\w+\/child\/|network\/drivers\.ts|[a-z]+\/(?!index\.ts|dialect\.ts)[\w-]+\.ts$)/;
/** Names the program of a process without loading it. */
const ENTRY = /^\.\/child\/main\.ts$/;

/** What opens connections, or can be made to. Only `egress` may import these, so that its rules are the one way out. */
const OUTGOING =
  /^(?:node:)?(?:net|tls|http|https|http2|dns|dns\/promises|dgram|quic|undici|nodemailer)$|^@opentelemetry\/otlp-exporter-base/;

/** What these modules have besides: servers, types and the reading of addresses. */
const NOT_OUTGOING = ['createServer', 'BlockList', 'isIP', 'isIPv4', 'isIPv6', 'STATUS_CODES'];

/** The one file that asks DNS servers, and not with `dns.lookup`, which occupies the thread pool (ADR 304). */
const RESOLVER = 'platform/egress/name-resolver.ts';
const DNS = /^(?:node:)?dns(?:\/promises)?$/;

/** Where the server connects past the egress rules, and why. */
const PAST_THE_GUARD: Readonly<Record<string, string>> = {
  'platform/engines/postgres/cancel.ts': 'speaks TLS over a guarded socket that is connected already',
  'platform/mail/send-mail.ts': 'speaks SMTP over a guarded socket that is connected already',
  'platform/tracing/export-spans.ts':
    'sends to the collector of the operator, to whom the rules for tenants do not apply',
  'cli/verify/instance.ts': 'is a client of an instance, on the machine of a customer',
  'cli/content/instance-client.ts': 'is a client of an instance, on the machine of a customer',
};

/** Timers outside of `Time`, which tests could not advance (ADR 302). Methods such as `socket.setTimeout` are not meant. */
const TIMERS =
  /(?<![.\w])(?:setTimeout|setInterval)\b|\bglobalThis\.set(?:Timeout|Interval)\b|\bAbortSignal\.timeout\b/;
const TIMERS_MODULE = /^(?:node:)?timers(?:\/promises)?$/;

/** Where code has no services whose time it could use, and why. Everywhere else time is an argument. */
const SYSTEM_TIME: Readonly<Record<string, string>> = {
  'platform/time/time.ts': 'defines it',
  'open-services.ts': 'puts it into the services',
  'platform/process/': 'is about this process, which no test can share',
  'platform/engines/process/': 'supervises processes, which live in real time',
  'platform/engines/duckdb/child/': 'runs in another process',
  'platform/engines/network/child/': 'runs in another process',
  'platform/store/index-users-worker.ts': 'runs in another thread',
  'cli/': 'some commands open no services',
};

/** Where queries may cross tenants, and why. Everywhere else `queries.tenant(id)` is the only way to a table. */
const EVERY_TENANT: Readonly<Record<string, string>> = {
  'platform/store/': 'migrations, sweeps and the tenants themselves live here',
  'features/audit/sweep-audit-events.ts': 'a sweep over the events of all tenants',
  'features/backup/': 'a backup holds every tenant',
  'cli/': 'the operator stands above the tenants',
  'features/tenants/tenants.ts': 'finds the tenant of a request',
  'platform/mail/outbox.ts': 'takes turns between the messages of all tenants',
  'features/reports/store/due-jobs.ts': 'takes turns between the reports of all tenants',
  'features/reports/store/due-subscriptions.ts': 'the subscriptions of all tenants become due',
  'features/users/remove-abandoned-imports.ts': 'a sweep over the imports of all tenants',
  'features/provisioning/delete-tenant.ts': 'removes the tenant itself',
};

/** Where the name of an engine is written outside its folder, and why. */
const ENGINE_NAMES: Readonly<Record<string, string>> = {
  'packages/server/src/platform/store/': 'the stores have names of their own, and one is postgres',
  'packages/admin/src/api/operations.ts': 'is generated from the definitions of the engines',
};

/** The features ask for the store in this way only. */
const STORE_NAME = /\b(?:store|transaction|queries)\.engine [!=]== 'postgres'/g;

/** Names of kinds of charts that are ordinary words as well: they count where a line speaks of the kind of a tile. */
const ORDINARY_KINDS = ['area', 'bar', 'line', 'table'];

/** Casts that switch the type checker off. `any` itself is for the linter (`noExplicitAny`). */
const CAST = /\bas\s+(?:never|any)\b|\bas\s+unknown\s+as\b|\bnoExplicitAny\b/g;

const root = fileURLToPath(new URL('..', import.meta.url));
const serverSource = 'packages/server/src/';
const sources = readSources(root, 'packages/*/src/**/*.{ts,tsx}');
const imports = sources.flatMap(importsOf);

describe('architecture', () => {
  it('allows package imports in one direction only', () => {
    assertNone(imports.flatMap(brokenPackageRule));
  });

  it('divides large folders into rooms, each of which imports only earlier ones', () => {
    assertNone(imports.flatMap(brokenRoomRule));
    for (const [folder, rooms] of Object.entries(ROOMS)) {
      const found = new Set(sources.flatMap(({ file }) => roomOf(file, folder) ?? []));
      assert.deepEqual([...found].sort(), [...rooms].sort(), folder);
    }
  });

  it('keeps the platform free of features, and lets features import lower features only through their index', () => {
    assertNone(imports.flatMap(brokenPartRule));
    const found = new Set(
      sources.flatMap(({ file }) => inServer(file)?.match(/^features\/([^/]+)/)?.[1] ?? []),
    );
    assert.deepEqual([...found].sort(), [...FEATURES].sort());
  });

  it('has no import cycle, dynamic and type imports included', () => {
    const everywhere = [
      ...readSources(root, 'packages/*/*.ts'),
      ...readSources(root, 'packages/*/{src,dev,gallery,generate,compile}/**/*.{ts,tsx}'),
      ...readSources(root, 'scripts/**/*.{ts,mjs}'),
    ];
    assert.deepEqual(importCycles(everywhere), []);
    const cycle = [
      { file: 'packages/x/dev/a.ts', text: "const { b } = await import('../gallery/b.tsx');" },
      { file: 'packages/x/gallery/b.tsx', text: "import { c } from '@inlay/x/c';" },
      { file: 'packages/x/src/c.tsx', text: "import type { A } from '../dev/a.ts';" },
    ];
    assert.equal(importCycles(cycle).length, 1);
    assert.equal(importCycles(cycle.slice(1)).length, 0);
  });

  it('keeps libraries in the parts that own them', () => {
    assertNone(imports.flatMap(brokenLibraryRule));
  });

  it('loads DuckDB and drivers only in engine processes, never in the server', () => {
    assertNone(reachingDrivers(imports));
    const file = `${serverSource}features/datasets/some-flow.ts`;
    const added = { file, line: 1, specifier: '../../platform/engines/postgres/driver.ts', names: undefined };
    assert.equal(reachingDrivers([...imports, added]).length, 1);
  });

  it('opens outgoing connections only through egress', () => {
    assertNone(sources.flatMap(brokenOutgoingRule));
    const known = sources.map(({ file }) => file);
    for (const place of Object.keys(PAST_THE_GUARD))
      assert.ok(known.includes(`${serverSource}${place}`), `${place} is gone`);
  });

  it('resolves names only with its own resolver', () => {
    assertNone(sources.flatMap(brokenNameRule));
    assert.ok(
      imports.some(({ file, specifier }) => file === `${serverSource}${RESOLVER}` && DNS.test(specifier)),
    );
  });

  it('allows cross-tenant queries only if the table gives a reason', () => {
    assertNone(sources.flatMap(brokenTenantRule));
  });

  it('waits and measures deadlines only through Time, which is an argument', () => {
    assertNone(sources.flatMap(brokenTimeRule));
    const known = sources.filter(({ text }) => text.includes('systemTime')).map(({ file }) => file);
    for (const place of Object.keys(SYSTEM_TIME))
      assert.ok(
        known.some((file) => file.startsWith(`${serverSource}${place}`)),
        `${place} does not use it`,
      );
  });

  it('has no casts that disable type checking', () => {
    assertNone(sources.flatMap(brokenCastRule));
  });

  it('names engines only in their own folders', () => {
    assertNone(sources.flatMap(brokenEngineRule));
  });

  it('names kinds of charts only in their own folders; other code uses their definitions', () => {
    assertNone(sources.flatMap(brokenKindRule));
  });

  it('has no unused exceptions', () => {
    const users = sources.filter(({ text }) => text.includes('everyTenant')).map(({ file }) => file);
    const needless = Object.keys(EVERY_TENANT)
      .filter((place) => place !== 'cli/')
      .filter((place) => !users.some((file) => file.startsWith(`${serverSource}${place}`)));
    assert.deepEqual(needless, []);
    const stores = sources.filter(
      ({ file, text }) => file.includes('/platform/store/') && /'postgres'/.test(text),
    );
    assert.ok(stores.length > 0);
  });

  it('detects violations', () => {
    const broken = (file: string, text: string) => {
      const source = { file, text };
      const found = importsOf(source);
      return [
        ...found.flatMap(brokenPackageRule),
        ...found.flatMap(brokenPartRule),
        ...found.flatMap(brokenRoomRule),
        ...found.flatMap(brokenLibraryRule),
        ...brokenTenantRule(source),
        ...brokenOutgoingRule(source),
        ...brokenNameRule(source),
        ...brokenTimeRule(source),
        ...brokenCastRule(source),
        ...brokenEngineRule(source),
        ...brokenKindRule(source),
      ];
    };
    const flow = `${serverSource}features/content/some-flow.ts`;
    assert.deepEqual(broken(flow, "\nimport { x } from '../embeds/index.ts';"), [
      `${flow}:2 imports '../embeds/index.ts': content comes before embeds`,
    ]);
    assert.equal(broken(flow, "import { x } from '../datasets/index.ts';").length, 0);
    assert.equal(broken(flow, "import { x } from '../datasets/datasets.ts';").length, 1);
    assert.equal(broken(flow, "import type {\n  X,\n} from '@fastify/swagger';").length, 1);
    assert.equal(broken(flow, "await import('../../cli/user.ts');").length, 1);
    assert.equal(broken(flow, "export { x } from '../../main.ts';").length, 1);
    const plan = `${serverSource}platform/query/plan/plan.ts`;
    assert.equal(broken(plan, "import type { X } from '../../../services.ts';").length, 1);
    assert.equal(broken(plan, "import type { X } from '../../../features/content/index.ts';").length, 1);
    assert.equal(broken(plan, "import type { X } from '../../../config.ts';").length, 0);
    assert.deepEqual(broken(plan, "import type { X } from '../guard/guard.ts';"), [
      `${plan}:1 imports '../guard/guard.ts': plan comes before guard`,
    ]);
    assert.equal(broken(plan, "import { x } from '../model/model.ts';").length, 0);
    assert.equal(broken(`${serverSource}platform/query/plan.ts`, "import './model/model.ts';").length, 1);
    assert.equal(broken(flow, "import '../../../../charts/src/kinds/bar.ts';").length, 1);
    assert.equal(broken(flow, "const height = tile.kind === 'kpi' ? 120 : 280;").length, 1);
    assert.equal(broken(flow, "if (tile.kind === 'table') return chart;").length, 1);
    assert.equal(broken(flow, "const source = { kind: 'table', table };").length, 0);
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
    const egress = `${serverSource}platform/egress/some-client.ts`;
    assert.equal(broken(egress, "import { lookup } from 'node:dns';").length, 1);
    assert.equal(broken(egress, "import { Resolver } from 'dns/promises';").length, 1);
    assert.equal(broken(egress, "import { request } from 'node:http';\nrequest(url, { agent });").length, 1);
    assert.equal(broken(egress, "import { request } from 'node:http';\nrequest(url, { lookup });").length, 0);
    assert.equal(broken(egress, "import { isIP, type Socket } from 'node:net';").length, 0);
    const resolver = `${serverSource}${RESOLVER}`;
    assert.equal(broken(resolver, "import { promises as dns } from 'node:dns';").length, 0);
    assert.equal(broken(resolver, "import { lookup } from 'node:dns';").length, 1);
    assert.equal(
      broken(resolver, "import { promises as dns } from 'node:dns';\ndns.lookup(name);").length,
      1,
    );
    assert.deepEqual(broken(flow, 'const x = 1;\nconst timer = setTimeout(work, 1000);'), [
      `${flow}:2 has a timer: use time, from the services (ADR 302)`,
    ]);
    assert.equal(broken(flow, 'const beat = setInterval(work, 1000);').length, 1);
    assert.equal(broken(flow, 'globalThis.setTimeout(work, 1000);').length, 1);
    assert.equal(broken(flow, 'const signal = AbortSignal.timeout(1000);').length, 1);
    assert.equal(broken(flow, "import { setTimeout as sleep } from 'node:timers/promises';").length, 1);
    assert.equal(broken(flow, "import timers from 'timers';").length, 1);
    assert.equal(broken(flow, 'await systemTime.sleep(1000);').length, 1);
    assert.equal(broken(flow, "import { setImmediate as nextTurn } from 'node:timers/promises';").length, 0);
    assert.equal(broken(flow, 'socket.setTimeout(1000); await services.time.sleep(1000);').length, 0);
    assert.equal(broken('packages/sdk/src/index.ts', 'setTimeout(work, 1000);').length, 0);
    assert.equal(
      broken('packages/sdk/src/index.ts', "import { x } from '@inlay/ui/controls/button';").length,
      1,
    );
    assert.equal(broken(flow, "const shown = `\nimport { x } from '../embeds/index.ts';\n`;").length, 0);
    assert.equal(broken(flow, "// import { x } from '../embeds/index.ts';").length, 0);
    assert.equal(broken(flow, "// why\nimport { x } from '../embeds/index.ts';").length, 1);
    assert.deepEqual(broken(flow, 'const x = 1;\nreturn x as\n  unknown as Y;'), [
      `${flow}:2 has the cast 'as unknown as': narrow the type instead`,
    ]);
    assert.equal(broken(flow, 'send(document as never); const y = x as any;').length, 2);
    assert.equal(broken(flow, '// biome-ignore lint/suspicious/noExplicitAny: why\nlet x: any;').length, 1);
    assert.equal(broken(flow, "if (connection.kind === 'trino') return;").length, 1);
    assert.equal(broken('packages/admin/src/kinds.ts', 'const kinds = ["mysql"];').length, 1);
    assert.equal(broken(`${serverSource}platform/engines/trino/index.ts`, "name: 'trino',").length, 0);
    assert.equal(broken(`${serverSource}platform/engines/mysql/index.ts`, "name: 'trino',").length, 1);
    assert.equal(broken(flow, "if (transaction.engine === 'postgres') return; // 'trino'").length, 0);
    assert.equal(broken(flow, '// x as never\nconst anyone = x as const;').length, 0);
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
  if (own === 'app' || own === other) return [];
  if (other === 'app')
    return ROOT_FILES[to]?.includes(from.split('/', 1)[0] ?? '')
      ? []
      : [say(found, `${own} may not import the app`)];
  if (other === 'platform') return [];
  if (own === 'platform') return [say(found, 'the platform knows no feature')];
  if (FEATURES.indexOf(other) > FEATURES.indexOf(own)) return [say(found, `${own} comes before ${other}`)];
  return to === `features/${other}/index.ts` ? [] : [say(found, `import it from features/${other}/index.ts`)];
}

function brokenRoomRule(found: Import): string[] {
  if (!found.specifier.startsWith('.')) return [];
  return Object.entries(ROOMS).flatMap(([folder, rooms]) => {
    const from = roomOf(found.file, folder);
    const to = roomOf(resolved(found), folder);
    if (from === undefined || to === undefined) return [];
    if (!rooms.includes(from)) return [say(found, `${from} is not a room of ${folder}`)];
    return rooms.indexOf(to) > rooms.indexOf(from) ? [say(found, `${from} comes before ${to}`)] : [];
  });
}

/** The room of a file in a folder of the server. Beside the rooms are only the face and the routes of a feature. */
function roomOf(file: string, folder: string): string | undefined {
  const path = inServer(file);
  if (!path?.startsWith(folder)) return undefined;
  const [room = ''] = path.slice(folder.length).split('/', 1);
  return /^(?:index|[\w-]+-routes)\.ts$/.test(room) ? undefined : room;
}

/** The imports by which a file outside of engine processes would load DuckDB or the driver of a database. */
function reachingDrivers(all: readonly Import[]): string[] {
  const loading = all.filter(({ names, specifier }) => names?.length !== 0 && !ENTRY.test(specifier));
  const files = new Set(loading.filter(isDriver).map(({ file }) => file));
  for (const file of files)
    for (const found of loading)
      if (found.specifier.startsWith('.') && resolved(found) === file) files.add(found.file);
  return loading
    .filter(({ file }) => !ENGINE_PROCESSES.test(file))
    .filter((found) => isDriver(found) || files.has(resolved(found)))
    .map((found) => say(found, 'would load a driver into the server'));
}

function brokenLibraryRule(found: Import): string[] {
  const from = inServer(found.file);
  if (from === undefined) return [];
  return Object.entries(LIBRARIES)
    .filter(([name]) => (name.endsWith('/') ? found.specifier.startsWith(name) : found.specifier === name))
    .filter(([, places]) => !places.some((place) => from.startsWith(place)))
    .map(([name, places]) => say(found, `only ${places.join(' and ')} may import ${name}`));
}

function brokenOutgoingRule(source: SourceFile): string[] {
  const path = inServer(source.file);
  if (path === undefined || path.startsWith('platform/egress/') || path in PAST_THE_GUARD) return [];
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

function brokenNameRule(source: SourceFile): string[] {
  const path = inServer(source.file);
  if (path === undefined) return [];
  const found = importsOf(source);
  const asksDns = found
    .filter(({ specifier }) => DNS.test(specifier))
    .filter(({ names }) => path !== RESOLVER || names?.some((name) => !/^promises\b/.test(name)))
    .map((each) => say(each, `only ${RESOLVER} resolves names, without dns.lookup`));
  const blocks = /\bdns\.lookup/.test(codeOf(source))
    ? [`${source.file} calls dns.lookup, which occupies the thread pool`]
    : [];
  const connects = found
    .filter(
      ({ specifier }) =>
        path.startsWith('platform/egress/') && OUTGOING.test(specifier) && !DNS.test(specifier),
    )
    .filter(({ names }) => !names?.every(isNotOutgoing) && !/\blookup\b\s*[:,}]/.test(codeOf(source)))
    .map((each) => say(each, 'pass lookup, whose default is dns.lookup'));
  return [...asksDns, ...blocks, ...connects];
}

function brokenTimeRule(source: SourceFile): string[] {
  const path = inServer(source.file);
  if (path === undefined || path === 'platform/time/time.ts') return [];
  const rule = 'use time, from the services (ADR 302)';
  const mayUseSystem = Object.keys(SYSTEM_TIME).some((place) => path.startsWith(place));
  const modules = importsOf(source)
    .filter(({ specifier }) => TIMERS_MODULE.test(specifier))
    .filter(({ names }) => !names?.every((name) => /^setImmediate\b/.test(name)))
    .map((found) => say(found, rule));
  const withoutImports = codeOf(source).replaceAll(/^import [^;]*;/gm, (found) =>
    found.replaceAll(/[^\n]/g, ' '),
  );
  const lines = withoutImports.split('\n').flatMap((line, index) => {
    if (TIMERS.test(line)) return [`${source.file}:${index + 1} has a timer: ${rule}`];
    if (!mayUseSystem && /\bsystemTime\b/.test(line))
      return [`${source.file}:${index + 1} has systemTime: ${rule}`];
    return [];
  });
  return [...modules, ...lines];
}

function brokenCastRule(source: SourceFile): string[] {
  // Comments may speak of casts, but not silence the linter's rule against `any`.
  const code = source.text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/(?!.*noExplicitAny).*$/gm, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  );
  return [...code.matchAll(CAST)].map(({ 0: found, index }) => {
    const line = source.text.slice(0, index).split('\n').length;
    return `${source.file}:${line} has the cast '${found.replaceAll(/\s+/g, ' ')}': narrow the type instead`;
  });
}

function brokenEngineRule(source: SourceFile): string[] {
  const path = inServer(source.file);
  if (Object.keys(ENGINE_NAMES).some((place) => source.file.startsWith(place))) return [];
  const own = path?.match(/^platform\/engines\/([^/]+)\//)?.[1];
  const names = ENGINES.map(({ name }) => name).filter((name) => name !== own);
  const literal = new RegExp(`(['"])(?:${names.join('|')})\\1`, 'g');
  return codeOf(source)
    .replaceAll(/\/\/.*$/gm, '')
    .replaceAll(STORE_NAME, '')
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(literal)].map(
        ([found]) =>
          `${source.file}:${index + 1} has ${found}: only the engine's folder knows its name (ADR 265)`,
      ),
    );
}

function brokenKindRule(source: SourceFile): string[] {
  const { file } = source;
  if (file.startsWith('packages/charts/src/kinds/')) return [];
  return codeOf(source)
    .split('\n')
    .flatMap((line, index) => {
      const isOfTile = /\b(?:tile|chart)\.kind\b/.test(line);
      const names = chartKinds.map(({ kind }) => kind).filter((kind) => line.includes(`'${kind}'`));
      return names
        .filter((kind) => isOfTile || !ORDINARY_KINDS.includes(kind))
        .map((kind) => `${file}:${index + 1} names the kind '${kind}': ask its definition instead`);
    });
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

function packageOf(found: Import): string | undefined {
  if (!found.specifier.startsWith('.')) return /^@inlay\/([^/]+)/.exec(found.specifier)?.[1];
  return /^packages\/([^/]+)\//.exec(resolved(found))?.[1];
}

/** The path below the server's source, or nothing where the file is not in it. */
function inServer(file: string): string | undefined {
  return file.startsWith(serverSource) ? file.slice(serverSource.length) : undefined;
}

/** `platform`, the name of a feature, or `app` for what stands above both. */
function partOf(path: string): string {
  const [top, feature = ''] = path.split('/');
  return top === 'platform' ? 'platform' : top === 'features' ? feature : 'app';
}

function assertNone(broken: readonly string[]): void {
  assert.ok(broken.length === 0, `\n${broken.join('\n')}\n`);
}
