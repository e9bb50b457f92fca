/** Bytes of a body with a password, whoever sends it: any text counts as an attempt, so that it is no shorter. */
export const LOGIN_BODY_LIMIT = 128 * 1024;
