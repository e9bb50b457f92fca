import { findDatasetProblems } from '../features/datasets/index.ts';
import { SCHEMA_VERSION } from '../platform/store/migrate.ts';
import { defineCommand, print } from './command.ts';
import { withServices } from './with-services.ts';

export const migrateCommand = defineCommand({
  summary: 'Migrate the store to the latest schema version',
  options: {},
  details:
    "Runs pending migrations, lists datasets that this version refuses, and exits. 'inlay serve' also does this. Safe to run on several nodes at once.",
  examples: [''],
  run({ env }) {
    return withServices(env, async ({ store }) => {
      print(`The ${store.engine} store is at schema version ${SCHEMA_VERSION}.\n`);
      for await (const { tenantId, dataset, problems } of findDatasetProblems(store))
        for (const { path, problem } of problems)
          print(`Tenant ${tenantId}, dataset ${dataset.name} (${dataset.id}): ${path} ${problem}.\n`);
      return 0;
    });
  },
});
