import { setFlagsFromString } from 'node:v8';

/**
 * What starting leaves behind would make V8's young generation as large as it gets, and it does not shrink again: some
 * 27 MB that a server at rest has no use for. So it grows with the first requests only.
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

export function letYoungGenerationGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}
