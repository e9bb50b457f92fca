import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection, ConnectionField, Engine } from '@inlay/protocol/connection';
import { connectionChange, newConnection, valuesOf } from '../../src/screens/data/connection-values.ts';

const field = (name: string, more: Partial<ConnectionField> = {}): ConnectionField => ({
  name,
  label: name,
  help: null,
  type: 'text',
  required: false,
  default: null,
  placeholder: null,
  minimum: null,
  maximum: null,
  choices: null,
  onlyIf: null,
  readsContext: false,
  ...more,
});

/** No engine that exists: the form knows fields only. */
const engine: Engine = {
  name: 'lake',
  label: 'Lake',
  about: '',
  example: '',
  readsFiles: false,
  sql: { highlighting: 'standard', quote: '"' },
  fields: [
    field('bucket', { required: true, readsContext: true }),
    field('shards', { type: 'integer' }),
    field('mode', { type: 'choice', default: 'fast' }),
    field('password', { type: 'secret', readsContext: true }),
  ],
};

const saved: Connection = {
  id: 'c',
  name: 'Ours',
  kind: 'lake',
  bucket: 'b',
  shards: 3,
  mode: 'fast',
  hasPassword: true,
  allowed: null,
  host: null,
  reads: [],
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
};

test("connection form: starts with the engine's defaults and sends typed values", () => {
  const start = { ...valuesOf(engine, undefined), name: 'Ours' };
  const values = { ...start, bucket: ' b ', shards: 3, password: ' kept as typed ' };
  assert.deepEqual(newConnection(engine, values), {
    kind: 'lake',
    name: 'Ours',
    bucket: 'b',
    shards: 3,
    mode: 'fast',
    password: ' kept as typed ',
  });
});

test('connection form: sends a list of allowed values for templates, none for the secret', () => {
  const values = {
    ...valuesOf(engine, undefined),
    name: 'Ours',
    bucket: '{{ attributes.b }}',
    password: '{{ secrets.p }}',
    allowed: { bucket: ['north', 'south'] },
  };
  assert.deepEqual(newConnection(engine, values), {
    kind: 'lake',
    name: 'Ours',
    bucket: '{{ attributes.b }}',
    mode: 'fast',
    allowed: { bucket: ['north', 'south'] },
    password: '{{ secrets.p }}',
  });
});

test('connection form: sends only changed fields and removes lists that no template needs', () => {
  const start = valuesOf(engine, saved);
  assert.deepEqual(connectionChange(engine, saved, start, {}), {});
  const changes = { name: 'Theirs', shards: null };
  assert.deepEqual(connectionChange(engine, saved, { ...start, ...changes }, changes), changes);
  const listed = { ...saved, bucket: '{{ attributes.b }}', allowed: { bucket: ['north'] } };
  const plain = { ...valuesOf(engine, listed), bucket: 'b' };
  assert.deepEqual(connectionChange(engine, listed, plain, { bucket: 'b' }), { bucket: 'b', allowed: null });
});
