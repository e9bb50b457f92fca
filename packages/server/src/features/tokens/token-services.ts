import type { Services } from '../../services.ts';
import type { SettingsCache } from './auth-settings.ts';
import type { JwksCache } from './jwks-cache.ts';

/** The services, and what a node remembers of tenants' settings and keys between exchanges. */
export interface TokenServices extends Services {
  readonly settings: SettingsCache;
  readonly jwks: JwksCache;
}
