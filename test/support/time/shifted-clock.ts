/** Loaded before a server, this sets the clock of its process ahead. */
const { now } = Date;
const shift = Number(process.env.INLAY_TEST_CLOCK_SHIFT ?? 0);
Date.now = () => now() + shift;
