/**
 * The largest body with a username and passwords of 256 characters each, all escaped, is smaller. Anyone can send one,
 * and parsing a larger one would keep others waiting.
 */
export const MAX_CREDENTIALS_BYTES = 8 * 1024;
