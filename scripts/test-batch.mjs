// What `run-test-batch.mjs` runs: each file as a suite of its name, so that hooks at the top of a file belong to it alone.
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of JSON.parse(process.env.INLAY_TEST_FILES ?? '[]'))
  describe(file, async () => {
    await import(pathToFileURL(file).href);
  });
