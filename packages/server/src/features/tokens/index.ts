/** The public interface of this feature. */

export { insertAuthSettings, readAllowedOrigins, readAuthSettings } from './auth-settings.ts';
export { regenerateSecret, uploadPublicKey } from './change-auth-settings.ts';
export {
  authenticateEmbed,
  findTokenContext,
  readRevocationEpoch,
  storeOwnToken,
  whyRefused,
} from './embed-tokens.ts';
export { exchangeAssertion } from './exchange-assertion.ts';
export { OAuthError } from './oauth-error.ts';
export type { TokenServices } from './token-services.ts';
