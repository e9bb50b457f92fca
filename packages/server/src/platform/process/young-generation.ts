import { setFlagsFromString } from 'node:v8';

/**
 * Startup garbage would grow V8's young generation to its maximum, and it never shrinks: 27 MB wasted in an idle
 * server. So it may grow only once requests arrive.
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

export function letYoungGenerationGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}
