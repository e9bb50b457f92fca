import { type RunningPostgres, startPostgres } from './start-postgres.ts';

let postgres: RunningPostgres | undefined;

/** For `node --test --test-global-setup`: one PostgreSQL for all test files, each of which makes databases in it. */
export async function globalSetup(): Promise<void> {
  // No test cuts the power, and a hundred short-lived databases would wait for the disk.
  postgres = await startPostgres({ isDurable: false });
  process.env.INLAY_TEST_POSTGRES_URL = postgres.url;
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop();
}
