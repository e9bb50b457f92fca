/** A response of an authenticator, with an RSA key and the longest fields that we read, is smaller. */
export const MAX_WEBAUTHN_BYTES = 40 * 1024;
