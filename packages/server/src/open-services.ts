import { destination, type Logger, pino } from 'pino';
import { RefusalCounter } from './audit/refusal-counter.ts';
import { createPasswords } from './auth/passwords.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createMetrics } from './metrics.ts';
import type { Services } from './services.ts';
import { ensureWritableFolder, openStore } from './store/open-store.ts';
import { openMasterKey } from './vault/master-key.ts';
import { createVault } from './vault/vault.ts';

/** Opens everything that the server and the commands work with. `services.store.close()` ends it. */
export async function openServices(
  config: Config,
  options: { readonly clock?: Clock; readonly log?: Logger } = {},
): Promise<Services> {
  if (!config.databaseUrl) ensureWritableFolder(config.dataDir);
  const store = await openStore(config);
  try {
    const masterKey = await openMasterKey(config, store);
    const log = options.log ?? createLog(config);
    return {
      config,
      store,
      clock: options.clock ?? systemClock,
      log,
      metrics: createMetrics(),
      passwords: await createPasswords(),
      refusals: new RefusalCounter(store, (error) => log.error({ err: error }, 'refusals not yet recorded')),
      vault: createVault(masterKey),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Requests and replies are never logged whole; these paths are a second net below that rule. */
const redact = ['authorization', 'password', 'secret', 'token', 'assertion', 'cookie'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
]);

function createLog({ logLevel }: Config): Logger {
  return pino({ level: logLevel, redact, base: null }, destination({ fd: 2, sync: false }));
}
