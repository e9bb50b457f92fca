import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/**
 * Property tests try the same inputs in every run, so that a change fails for what it does and not for its luck.
 * INLAY_TEST_SEED=random explores other inputs; a failure prints its seed.
 */
const { INLAY_TEST_SEED: seed = '20261116' } = process.env;
fc.configureGlobal({ seed: seed === 'random' ? randomInt(2 ** 31) : Number(seed) });
