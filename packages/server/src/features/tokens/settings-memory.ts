import { isTenantId } from '@inlay/protocol/tenant-id';
import type { Store } from '../../platform/store/store.ts';
import { type EmbedSettings, readEmbedSettings } from './embed-settings.ts';

const most = 10_000;

/**
 * The settings of tenants as this node last saw them. They may be stale, and nothing rests on them alone: a token
 * is stored only if their version is still the current one, and a refusal is given only after a fresh look.
 */
export class SettingsMemory {
  readonly #store: Store;
  readonly #instanceUrl: URL;
  readonly #known = new Map<string, EmbedSettings>();

  constructor(store: Store, instanceUrl: URL) {
    this.#store = store;
    this.#instanceUrl = instanceUrl;
  }

  remembered(realm: string): EmbedSettings | undefined {
    return this.#known.get(realm);
  }

  async read(realm: string): Promise<EmbedSettings | undefined> {
    const settings = isTenantId(realm)
      ? await readEmbedSettings(this.#store, realm, this.#instanceUrl)
      : undefined;
    if (this.#known.size >= most) this.#known.clear();
    if (settings) this.#known.set(realm, settings);
    else this.#known.delete(realm);
    return settings;
  }
}
