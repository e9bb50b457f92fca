import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { ENGINES, engineNamed, readsFiles } from '../../../src/platform/engines/engines.ts';
import { DRIVERS } from '../../../src/platform/engines/network/drivers.ts';
import { rejectsWith } from './rejects-with.ts';

test('engines: have unique names', () => {
  const names = ENGINES.map(({ name }) => name);
  assert.deepEqual([...new Set(names)], names);
});

test('engines: have a driver, unless they read files', () => {
  const network = ENGINES.filter((engine) => !readsFiles(engine)).map(({ name }) => name);
  assert.deepEqual(Object.keys(DRIVERS).sort(), network.sort());
});

test('engines: share the schema of fields that share a name', () => {
  const fields = Map.groupBy(
    ENGINES.flatMap((engine) => Object.entries(engine.fields)),
    ([name]) => name,
  );
  for (const [name, definitions] of fields) {
    const schemas = definitions.map(([, { schema }]) => JSON.stringify(schema));
    assert.equal(new Set(schemas).size, 1, name);
  }
});

test('engines: have a label for every choice of a field', () => {
  for (const { name, fields } of ENGINES) {
    for (const [field, { schema, choices }] of Object.entries(fields)) {
      const values = 'enum' in schema ? schema.enum : undefined;
      assert.deepEqual(choices && Object.keys(choices), values, `${name} ${field}`);
    }
  }
});

test('engines: have a fixture for the common suite', () => {
  for (const { name } of ENGINES)
    assert.ok(existsSync(new URL(`./${name}-fixture.ts`, import.meta.url)), `${name}-fixture.ts`);
});

test('engines: a stored connection of an engine that this version lacks is refused by name', async () => {
  const error = await rejectsWith(
    'BAD_CONNECTION',
    Promise.resolve('gone').then((name) => engineNamed(name)),
  );
  assert.match(error.message, /'gone'/);
});
