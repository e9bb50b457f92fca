/** The public interface of this feature. */
export { regenerateSecret, uploadPublicKey } from './change-embed-settings.ts';
export { insertEmbedSettings, readAllowedOrigins, readEmbedSettings } from './embed-settings.ts';
export { authenticateEmbed, storeOwnToken, whyRefused } from './embed-tokens.ts';
