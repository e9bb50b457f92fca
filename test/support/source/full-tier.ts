/** `npm run test:all` sets it: everything runs on each store and engine, not only on those where a difference is likely. */
export const isFullTier = process.env.INLAY_TEST_TIER === 'full';
