import { type Environment, readConfig } from '../config.ts';
import type { TokenServices } from '../features/tokens/token-services.ts';
import { openServices } from '../open-services.ts';
import { upgradeProgress } from './upgrade-progress.ts';

/** Opens the store for one command, with or without a running server, and closes it afterwards. */
export async function withServices<T>(
  env: Environment,
  work: (services: TokenServices) => Promise<T>,
  options: Parameters<typeof openServices>[1] = {},
): Promise<T> {
  const { onMigration, end } = upgradeProgress();
  const config = readConfig({ INLAY_LOG_LEVEL: 'warn', ...env });
  const services = await openServices(config, { onMigration, ...options }).finally(end);
  try {
    return await work(services);
  } finally {
    await services.store.close();
  }
}
