/** Clocks of providers and of this server may differ by that much. */
export const CLOCK_TOLERANCE_SECONDS = 60;
