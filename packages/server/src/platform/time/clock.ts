/** Milliseconds since 1970. Passed in wherever time matters, so that tests can control it. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;
