import { parseArgs } from 'node:util';
import { SCHEMA_VERSION } from '../platform/store/migrate.ts';
import { type Command, print } from './command.ts';
import { withServices } from './with-services.ts';

export const migrateCommand: Command = {
  summary: 'bring the store to the newest schema (serve does so too)',
  usage:
    'inlay migrate\n\nRuns the migrations that are missing and ends. Safe to run on several nodes at once.',
  run(args, env) {
    parseArgs({ args: [...args] });
    return withServices(env, async ({ store }) => {
      print(`The ${store.engine} store has schema version ${SCHEMA_VERSION}.\n`);
      return 0;
    });
  },
};
