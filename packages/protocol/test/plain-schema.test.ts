import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { describe, it } from 'node:test';

/** Where schemas of the wire are defined. */
const folders = ['../src/', '../../content/src/'].map((folder) => new URL(folder, import.meta.url));
const plain = new URL('../src/plain-schema.ts', import.meta.url).href;

describe('schemas in browsers', () => {
  it('equal those that TypeBox builds', async () => {
    const built = await allSchemas('');
    const hooks = registerHooks({
      resolve: (specifier, context, next) => {
        if (specifier === 'typebox') return { url: plain, shortCircuit: true };
        const found = next(specifier, context);
        // Another address is another module, so that those of TypeBox are not shared.
        const isOurs = /\/packages\/(?:protocol|content|charts)\/src\//.test(found.url);
        return isOurs && context.parentURL?.endsWith('?plain')
          ? { ...found, url: `${found.url}?plain` }
          : found;
      },
    });
    try {
      const rebuilt = await allSchemas('?plain');
      assert.ok(built.size > 60, `${built.size} schemas`);
      assert.deepEqual([...rebuilt.keys()], [...built.keys()]);
      for (const [name, schema] of built) assert.deepEqual(rebuilt.get(name), schema, name);
    } finally {
      hooks.deregister();
    }
  });
});

/** Every exported schema as JSON. */
async function allSchemas(query: string): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const folder of folders)
    for (const file of (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()) {
      if (file === 'plain-schema.ts' || file === 'shape-errors.ts') continue;
      const module = (await import(`${new URL(file, folder)}${query}`)) as Record<string, unknown>;
      for (const [name, value] of Object.entries(module))
        if (typeof value === 'object' && value !== null)
          found.set(`${file} ${name}`, JSON.parse(JSON.stringify(value)));
    }
  return found;
}
