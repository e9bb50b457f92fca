import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection, ConnectionField, Engine } from '@inlay/protocol/connection';
import { connectionChange, draftOf, newConnection } from '../../src/screens/data/connection-draft.ts';

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

test('connection form: starts with the defaults of the engine and sends what was filled in, typed', () => {
  const start = draftOf(engine, undefined);
  assert.deepEqual(newConnection(engine, { ...start, name: 'Ours' }), {
    kind: 'lake',
    name: 'Ours',
    mode: 'fast',
  });
  const values = { ...start.values, bucket: ' b ', shards: '3', password: ' kept as typed ' };
  assert.deepEqual(newConnection(engine, { ...start, name: 'Ours', values }), {
    kind: 'lake',
    name: 'Ours',
    bucket: 'b',
    shards: 3,
    mode: 'fast',
    password: ' kept as typed ',
  });
});

test('connection form: sends a list of allowed values for templates, none for the secret', () => {
  const start = draftOf(engine, undefined);
  const values = { ...start.values, bucket: '{{ attributes.b }}', password: '{{ secrets.p }}' };
  const draft = { name: 'Ours', values, allowed: { ...start.allowed, bucket: 'north\n\n south ' } };
  assert.deepEqual(newConnection(engine, draft), {
    kind: 'lake',
    name: 'Ours',
    bucket: '{{ attributes.b }}',
    mode: 'fast',
    allowed: { bucket: ['north', 'south'] },
    password: '{{ secrets.p }}',
  });
});

test('connection form: changes only what differs, and removes what was emptied', () => {
  const start = draftOf(engine, saved);
  assert.deepEqual(connectionChange(engine, saved, start), {});
  const values = { ...start.values, shards: '', mode: 'exact' };
  assert.deepEqual(connectionChange(engine, saved, { ...start, name: 'Theirs', values }), {
    name: 'Theirs',
    shards: null,
    mode: 'exact',
  });
});
