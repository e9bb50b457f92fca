import { destination, type Logger, pino } from 'pino';
import { RefusalCounter } from './audit/refusal-counter.ts';
import { createJwksCache } from './auth/jwt-bearer/jwks-cache.ts';
import { createPasswords } from './auth/passwords.ts';
import { SettingsMemory } from './auth/settings-memory.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { makeAddressGuard } from './egress/address-guard.ts';
import { fetchJson } from './egress/fetch-json.ts';
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
    const clock = options.clock ?? systemClock;
    const guard = makeAddressGuard(config.allowPrivateNetworks);
    const fetchKeys = (url: string) => fetchJson(url, { guard, timeoutMs: 5000, maxBytes: 512 * 1024 });
    return {
      config,
      store,
      clock,
      settings: new SettingsMemory(store, config.publicUrl),
      jwks: createJwksCache(fetchKeys, clock),
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
