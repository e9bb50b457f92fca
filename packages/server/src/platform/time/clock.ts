/** Milliseconds since 1970. Passed in wherever time matters, so that a test can hold it still. */
export type Clock = () => number;

export const systemClock: Clock = Date.now;
