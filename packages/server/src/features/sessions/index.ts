/** The public interface of this feature. */
export { readSessionCookie } from './session-cookie.ts';
