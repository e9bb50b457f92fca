/** What other features may use of this one. */
export { readSessionCookie } from './session-cookie.ts';
