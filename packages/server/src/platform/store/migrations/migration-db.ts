import type { Kysely } from 'kysely';

/** All that a migration may use: today's table types would be wrong for the tables of its time. */
export type MigrationDb = Pick<Kysely<unknown>, 'schema' | 'getExecutor'>;
