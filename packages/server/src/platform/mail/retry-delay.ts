const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Short at first, because links to reset a password are valid for half an hour; then for servers that are down. */
const DELAYS = [15 * SECOND, MINUTE, 4 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR];

/** How long to wait after this many attempts that failed temporarily; undefined to give up. */
export const retryDelay = (attempts: number): number | undefined => DELAYS[attempts - 1];

export const MAX_ATTEMPTS = DELAYS.length + 1;
