/** The public interface of this feature. */
export { clientOf } from './client-of.ts';
export { type Client, type HalfSignedIn, loginFailed, type StartedSession } from './log-in.ts';
export { blocked, loginLimit, refuseWhileBlocked } from './login-limit.ts';
export { MAX_CREDENTIALS_BYTES } from './max-credentials.ts';
export { PageSessionSchema, pageSession } from './page-session.ts';
export { requireSameOrigin } from './require-same-origin.ts';
export { isSameOrigin, readSessionCookie } from './session-cookie.ts';
export { type SessionStart, type SignIn, startSession } from './start-session.ts';
