/** The public interface of this feature. */
export { MAX_CREDENTIALS_BYTES } from './max-credentials.ts';
export { requireSameOrigin } from './require-same-origin.ts';
export { readSessionCookie } from './session-cookie.ts';
