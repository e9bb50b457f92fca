import { isTenantId } from '@inlay/protocol/tenant-id';
import type { Store } from '../../platform/store/store.ts';
import { type EmbedSettings, readEmbedSettings } from './embed-settings.ts';

const maxTenants = 10_000;

/**
 * The tenants' embed settings as this node last read them. Cached settings may be stale: a token is stored only if their
 * version is still current, and a request is refused only after a fresh read.
 */
export class SettingsCache {
  readonly #store: Store;
  readonly #instanceUrl: URL;
  readonly #settings = new Map<string, EmbedSettings>();

  constructor(store: Store, instanceUrl: URL) {
    this.#store = store;
    this.#instanceUrl = instanceUrl;
  }

  cached(realm: string): EmbedSettings | undefined {
    return this.#settings.get(realm);
  }

  /** Reads the current settings from the store, and caches them. */
  async read(realm: string): Promise<EmbedSettings | undefined> {
    const settings = isTenantId(realm)
      ? await readEmbedSettings(this.#store, realm, this.#instanceUrl)
      : undefined;
    if (this.#settings.size >= maxTenants) this.#settings.clear();
    if (settings) this.#settings.set(realm, settings);
    else this.#settings.delete(realm);
    return settings;
  }
}
