/** What other features may use of this one. */
export { regenerateSecret, uploadPublicKey } from './change-embed-settings.ts';
export { insertEmbedSettings, readAllowedOrigins, readEmbedSettings } from './embed-settings.ts';
export { authenticateEmbed, storeOwnToken, whyRefused } from './embed-tokens.ts';
