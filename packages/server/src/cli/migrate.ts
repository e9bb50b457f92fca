import { SCHEMA_VERSION } from '../platform/store/migrate.ts';
import { defineCommand, print } from './command.ts';
import { withServices } from './with-services.ts';

export const migrateCommand = defineCommand({
  summary: 'bring the store to the newest schema (serve does so too)',
  options: {},
  details: 'Runs the migrations that are missing and ends. Safe to run on several nodes at once.',
  run({ env }) {
    return withServices(env, async ({ store }) => {
      print(`The ${store.engine} store has schema version ${SCHEMA_VERSION}.\n`);
      return 0;
    });
  },
});
