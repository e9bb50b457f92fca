import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect } from 'node:util';
import Type from 'typebox';
import { checkConnection, checkFields } from '../../../src/features/connections/check-connection.ts';
import type { ConnectionDefinition } from '../../../src/features/connections/connection-schemas.ts';
import {
  contextPathsOf,
  isDenial,
  resolveConnection,
} from '../../../src/features/connections/resolve-connection.ts';
import type { Credential } from '../../../src/platform/engines/connection-config.ts';
import type { ConnectionFields } from '../../../src/platform/engines/connection-field.ts';
import { inEnglish } from '../../../src/platform/rules/reason.ts';

const definition: ConnectionDefinition = {
  kind: 'postgres',
  host: '{{ attributes.shard }}.db.example.com',
  port: 5433,
  database: 'sales',
  user: '{{secrets.user}}',
  allowed: { host: ['eu.db.example.com', 'us.db.example.com'], user: ['reader', '{{ secrets.password }}'] },
};
const password = 'prefix-{{ secrets.password }}';
const values: Readonly<Record<string, string>> = {
  'attributes.shard': 'eu',
  'secrets.user': 'reader',
  'secrets.password': 'canary',
};
const resolve = (other: Readonly<Record<string, string | undefined>> = {}) =>
  resolveConnection(definition, password, (path) => ({ ...values, ...other })[path]);

test("resolveConnection: fills each field with the viewer's values, within the allowed values", () => {
  const resolved = resolve();
  assert.ok('host' in resolved);
  assert.deepEqual(
    [resolved.host, resolved.port, resolved.database, resolved.user, resolved.tls],
    ['eu.db.example.com', 5433, 'sales', 'reader', 'verified'],
  );
  assert.equal((resolved.password as Credential).reveal(), 'prefix-canary');
});

test('resolveConnection: denies missing or disallowed values without repeating them', () => {
  for (const [path, value] of [
    ['attributes.shard', undefined],
    ['attributes.shard', 'evil.example.com#'],
    ['attributes.shard', 'EU'],
    ['attributes.shard', 'eu.db.example.com/'],
    ['secrets.user', 'postgres'],
    ['secrets.user', ''],
    ['secrets.password', undefined],
  ] as const) {
    const denied = resolve({ [path]: value });
    assert.ok(isDenial(denied), `${path} ${value}`);
    assert.doesNotMatch(inEnglish(denied.denied), /evil|postgres|canary|EU/);
  }
});

test('resolveConnection: never parses viewer values as templates', () => {
  const resolved = resolve({ 'secrets.user': '{{ secrets.password }}' });
  assert.ok('user' in resolved);
  assert.equal(resolved.user, '{{ secrets.password }}');
});

test('a resolved connection does not reveal its password when printed or serialized', () => {
  assert.doesNotMatch(JSON.stringify(resolve()) + inspect(resolve(), { depth: 9 }), /canary/);
});

test('lists every context path that a connection uses', () => {
  assert.deepEqual(contextPathsOf(definition, password), [
    'attributes.shard',
    'secrets.password',
    'secrets.user',
  ]);
});

test('checkConnection: reports connections that could never be opened', () => {
  const paths = (change: Partial<ConnectionDefinition>, secret: string | null = null) =>
    checkConnection({ ...definition, ...change } as ConnectionDefinition, secret).map(({ path }) => path);
  assert.deepEqual(paths({}), []);
  assert.deepEqual(paths({ allowed: { user: ['reader'] } }), ['/allowed/host']);
  assert.deepEqual(paths({ database: '' }), ['/database']);
  assert.deepEqual(paths({ database: '{{ username }}' }), ['/database']);
  assert.deepEqual(paths({}, '{{ password }}'), ['/password']);
  assert.deepEqual(checkConnection({ kind: 'duckdb', host: 'x' }, 'y').length, 2);
});

test('checkConnection: checks the fields of an engine that is not a database server', () => {
  const fields: ConnectionFields = {
    bucket: { schema: Type.String(), label: 'Bucket', isRequired: true, readsContext: true },
    shards: { schema: Type.Integer(), label: 'Shards', isRequired: true },
    table: {
      schema: Type.String(),
      label: 'Table',
      problemWith: (name) => (/^[a-z]+$/.test(name) ? undefined : 'must be in lower case'),
    },
    password: { schema: Type.String(), label: 'Access key', isRequired: true },
  };
  const problems = (values: object, secret: string | null) =>
    checkFields(fields, { kind: 'postgres', ...values }, secret).map(({ path }) => path);
  assert.deepEqual(problems({}, null), ['/bucket', '/shards', '/password']);
  assert.deepEqual(problems({ bucket: 'b', shards: 0, table: 't' }, 'key'), []);
  assert.deepEqual(problems({ bucket: 'b', shards: 1, table: '../t' }, 'key'), ['/table']);
  assert.deepEqual(problems({ bucket: 'b', shards: 1, host: 'db' }, 'key'), ['/host']);
  assert.deepEqual(problems({ bucket: 'b', shards: 1, allowed: { host: ['db'] } }, 'key'), ['/allowed/host']);
  assert.deepEqual(problems({ bucket: '{{ attributes.b }}', shards: 1 }, 'key'), ['/allowed/bucket']);
});
