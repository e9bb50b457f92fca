import { StartError } from '../platform/errors.ts';

/** The argument of a command that takes exactly one; `otherwise` says what to write. */
export function oneArgument([first, ...rest]: readonly string[], otherwise: string): string {
  if (first === undefined || rest.length > 0) throw new StartError(otherwise);
  return first;
}
