export {
  createEmbedClient,
  type EmbedClient,
  type EmbedClientOptions,
  type EmbedToken,
  type SdkContext,
  type TokenOptions,
} from './create-embed-client.ts';
export type { EmbedContext, Json, Privilege, Role } from './embed-context.ts';
export { type EmbedTokenHandlerOptions, embedTokenHandler } from './embed-token-handler.ts';
export { InlayError, type InlayErrorCode } from './errors.ts';
export type { PrivateKey } from './read-private-key.ts';
export {
  type ReportAssertionHandlerOptions,
  type ReportViewer,
  reportAssertionHandler,
} from './report-assertion-handler.ts';
export { type SignedHeaders, verifyInlaySignature } from './verify-inlay-signature.ts';
